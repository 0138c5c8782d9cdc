#!/usr/bin/env python3
"""Draws who works when under several schedules: schedules.py TRACE PICTURE

TRACE is what usersched-simulate --trace wrote; see schedules.sh.
"""

import collections
import json
import pathlib
import sys

TITLES = {
    "static": ("schedule(static)", "equal numbers of iterations"),
    "guided": ("schedule(guided)", "its best chunk size of 16"),
    "usersched": ("usersched", "load: g.in_degree(n)"),
}
WIDTH, LEFT, RIGHT = 800, 208, 14
THREAD, PANEL, TOP = 8.5, 86, 14
STYLE = """
  .paper { fill: #ffffff; stroke: #d0d7de; } .ink { fill: #1f2328; }
  .soft { fill: #59636e; } .grid { stroke: #d0d7de; } .idle { fill: #eaeef2; }
  .static { fill: #c2410c; } .guided { fill: #b7791f; } .usersched { fill: #1a7f37; }
  text { font-family: system-ui, "Segoe UI", "DejaVu Sans", sans-serif; }
  @media (prefers-color-scheme: dark) {
    .paper { fill: #0d1117; stroke: #3d444d; } .ink { fill: #f0f6fc; }
    .soft { fill: #9198a1; } .grid { stroke: #3d444d; } .idle { fill: #21262d; }
    .static { fill: #f0883e; } .guided { fill: #d8a634; } .usersched { fill: #3fb950; }
  }"""


def read(path):
    """{schedule: [(thread, begin, end)]} in milliseconds since its start; of
    schedules that keep groups, the later execution."""
    found = collections.defaultdict(list)
    for event in json.loads(pathlib.Path(path).read_text())["traceEvents"]:
        about = event["args"]
        if "first execution" not in about["loop"]:
            begin = event["ts"] / 1000
            name = about["loop"].split(",")[0].split("(")[0]
            found[name].append((about["thread"], begin, begin + event["dur"] / 1000))
    return {name: shifted(spans) for name, spans in found.items()}


def shifted(spans):
    start = min(begin for _, begin, _ in spans)
    return [(thread, begin - start, end - start) for thread, begin, end in spans]


def box(css, x, y, width, height):
    return (f'<rect class="{css}" x="{x:.1f}" y="{y:.1f}" width="{width:.1f}" '
            f'height="{height:.1f}"/>')


def text(css, x, y, words, size, more=""):
    return (f'<text class="{css}" x="{x:.1f}" y="{y:.1f}" font-size="{size}" {more}>'
            f"{words}</text>")


def joined(spans):
    """The spans of each thread, those without a pause between them as one."""
    found = []
    for thread, begin, end in sorted(spans):
        if found and found[-1][0] == thread and begin - found[-1][2] < 0.005:
            found[-1] = (thread, found[-1][1], end)
        else:
            found.append((thread, begin, end))
    return found


def draw(schedules):
    last = {name: max(end for _, _, end in spans) for name, spans in schedules.items()}
    longest = max(last.values())
    scale = (WIDTH - LEFT - RIGHT) / longest
    bottom = TOP + PANEL * len(TITLES)
    parts = [f'<rect class="paper" x="0.5" y="0.5" width="{WIDTH - 1}" '
             f'height="{bottom + 23}" rx="6"/>']
    for tick in range(int(longest) + 1):
        x = LEFT + tick * scale
        parts.append(f'<line class="grid" x1="{x:.1f}" x2="{x:.1f}" y1="{TOP - 4}" '
                     f'y2="{bottom - 10}"/>')
        parts.append(text("soft", x, bottom + 8, f"{tick} ms", 14,
                          'text-anchor="middle"'))
    parts.append(text("soft", 16, bottom + 8, "8 threads; grey: waits", 13.5))
    for row, (name, (title, below)) in enumerate(TITLES.items()):
        y = TOP + PANEL * row
        parts.append(text("ink", 16, y + 17, title, 17, 'font-weight="600"'))
        parts.append(text("soft", 16, y + 37, below, 13.5))
        parts.append(text(name, 16, y + 62, f"{last[name]:.2f} ms", 19,
                          'font-weight="600"'))
        for thread in range(1 + max(t for t, _, _ in schedules[name])):
            parts.append(box("idle", LEFT, y + thread * THREAD, last[name] * scale,
                             THREAD - 1.5))
        parts += [box(name, LEFT + begin * scale, y + thread * THREAD,
                      (end - begin) * scale, THREAD - 1.5)
                  for thread, begin, end in joined(schedules[name])]
    return "\n".join([f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" '
                      f'height="{bottom + 24}" viewBox="0 0 {WIDTH} {bottom + 24}">',
                      f"<style>{STYLE}\n</style>", *parts, "</svg>\n"])


if __name__ == "__main__":
    pathlib.Path(sys.argv[2]).write_text(draw(read(sys.argv[1])))
