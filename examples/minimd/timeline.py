#!/usr/bin/env python3
"""Draws what each thread did in a time step: timeline.py OUT.svg TRACE...

A TRACE is what `minimd --trace FILE` wrote. All are drawn to one scale, one
below the other. Needs nothing but Python.
"""
import json
import statistics
import sys
from xml.sax.saxutils import escape

WIDTH, LEFT, RIGHT = 860, 80, 20  # pixels
LANE, GAP, HEAD, FOOT = 18, 6, 30, 40

BUSY, WAIT, REST = "#2f6db3", "#e7b3ad", "#d5d9de"
LEGEND = ((BUSY, "force loop"), (WAIT, "waiting"),
          (REST, "rest of the step"))


def rect(x, y, width, height, fill):
    return (f'<rect x="{x:.2f}" y="{y:.2f}" width="{max(width, 0):.2f}" '
            f'height="{height}" fill="{fill}"/>')


def text(x, y, words, anchor="start", size=12):
    return (f'<text x="{x:.2f}" y="{y:.2f}" text-anchor="{anchor}" '
            f'font-size="{size}">{escape(words)}</text>')


def imbalance(trace):
    """(max / median - 1) * 100 of the threads' loads in the step."""
    loads = trace["steps"][trace["shown"]["step"]]["load"]
    middle = statistics.median(loads)
    return (max(loads) / middle - 1) * 100 if middle else 0.0


def panel(trace, top, scale):
    """The SVG elements of one trace, and the panel's height."""
    step = trace["shown"]
    begin, end = step["loop"]["begin"], step["loop"]["end"]
    title = (f'{trace["input"]}, {trace["schedule"]}: force loop '
             f'{1e3 * (end - begin):.2f} ms, \u03bb of load '
             f'{imbalance(trace):.1f} %')
    out = [text(LEFT, top + 18, title, size=13)]
    y = top + HEAD
    for thread, segments in enumerate(step["segments"]):
        out.append(text(LEFT - 8, y + LANE - 5, f"thread {thread}", "end"))
        out.append(rect(LEFT, y, step["end"] * scale, LANE, REST))
        out.append(rect(LEFT + begin * scale, y, (end - begin) * scale, LANE,
                        WAIT))
        for s in segments:
            out.append(rect(LEFT + s["begin"] * scale, y,
                            (s["end"] - s["begin"]) * scale, LANE, BUSY))
        y += LANE + GAP
    return out, y - top + GAP


def axis(top, longest, scale):
    """Ticks of 1, 2 or 5 times a power of ten ms, at least four of them."""
    milliseconds = longest * 1e3
    ticks = (digit * 10.0 ** power for power in range(6, -7, -1)
             for digit in (5, 2, 1))
    tick = next((t for t in ticks if milliseconds / t >= 4), 1e-6)
    out = []
    for i in range(int(milliseconds / tick) + 1):
        x = LEFT + i * tick * 1e-3 * scale
        out.append(f'<path d="M{x:.2f} {top} v5" stroke="#444"/>')
        out.append(text(x, top + 18, f"{i * tick:g}", "middle", 11))
    out.append(text(WIDTH - RIGHT, top + 34, "ms since the step began", "end",
                    11))
    return out


def draw(traces):
    longest = max(t["shown"]["end"] for t in traces)
    scale = (WIDTH - LEFT - RIGHT) / longest
    body, top = [], 0
    for trace in traces:
        elements, height = panel(trace, top, scale)
        body += elements
        top += height
    body += axis(top, longest, scale)
    x = LEFT
    for colour, words in LEGEND:
        body.append(rect(x, top + 25, 10, 10, colour))
        body.append(text(x + 15, top + 34, words, size=11))
        x += 140
    height = top + FOOT
    return (f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" '
            f'height="{height}" viewBox="0 0 {WIDTH} {height}" '
            'font-family="sans-serif" fill="#222">\n'
            + rect(0, 0, WIDTH, height, "white") + "\n"
            + "\n".join(body) + "\n</svg>\n")


def read(path):
    try:
        with open(path, encoding="utf-8") as file:
            trace = json.load(file)
        if trace["format"] != "usersched-minimd-trace-1":
            raise ValueError("another format")
        return trace
    except (OSError, ValueError, KeyError, TypeError) as error:
        sys.exit(f"error: {path}: {error}; expected a file written by "
                 "minimd --trace")


def main():
    if len(sys.argv) < 3 or not sys.argv[1].endswith(".svg"):
        sys.exit("usage: timeline.py OUT.svg TRACE...")
    picture = draw([read(path) for path in sys.argv[2:]])
    try:
        with open(sys.argv[1], "w", encoding="utf-8") as file:
            file.write(picture)
    except OSError as error:
        sys.exit(f"error: {error}")


main()
