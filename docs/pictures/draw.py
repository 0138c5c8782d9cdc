#!/usr/bin/env python3
"""Draws pictures of loads and cuts: draw.py FOLDER

The loads are made up, the cuts are computed from them. A test draws them again
and compares.
"""

import pathlib
import random
import sys

INK = "#333333"
THREADS = ["#4477aa", "#ee6677", "#228833", "#ccbb44"]


class Picture:
    def __init__(self, width, height):
        self.size = f'width="{width}" height="{height}"'
        self.parts = [f'<rect {self.size} fill="white"/>']

    def box(self, x, y, width, height, fill, line="none"):
        self.parts.append(
            f'<rect x="{x:.1f}" y="{y:.1f}" width="{width:.1f}" '
            f'height="{height:.1f}" fill="{fill}" stroke="{line}"/>'
        )

    def text(self, x, y, words, size=13, anchor="start", fill=INK, mono=False):
        words = words.replace("&", "&amp;").replace("<", "&lt;")
        family = "monospace" if mono else "sans-serif"
        self.parts.append(
            f'<text x="{x:.1f}" y="{y:.1f}" font-size="{size}" fill="{fill}" '
            f'font-family="{family}" text-anchor="{anchor}" '
            f'xml:space="preserve">{words}</text>'
        )

    def arrow(self, x1, y1, x2, y2):
        self.parts.append(
            f'<path d="M{x1} {y1}L{x2} {y2}" stroke="{INK}" fill="none" '
            'marker-end="url(#head)"/>'
        )

    def __str__(self):
        head = (
            '<defs><marker id="head" markerWidth="9" markerHeight="8" refX="8" '
            f'refY="4" orient="auto"><path d="M0 0L9 4L0 8z" fill="{INK}"/>'
            "</marker></defs>"
        )
        return "\n".join(
            [f'<svg xmlns="http://www.w3.org/2000/svg" {self.size}>', head]
            + self.parts + ["</svg>\n"]
        )


def stages():
    """From the pragma to the calls of the runtime."""
    p = Picture(860, 300)
    columns = [
        ("1 tokens", "PragmaHandler", [
            "#pragma ompx usersched(load: w[i])", "#pragma omp parallel for",
            "for (...)", "  body"]),
        ("2 syntax tree", "LoopLowering", [
            "omp parallel for", "  schedule(guided,", "    load in the loop's",
            "    own variables)"]),
        ("3 LLVM IR", "DispatchPass", [
            "inspect(range) -> load", "descriptor {place, inspect}",
            "__usersched_loop_init_4", "__usersched_loop_next"]),
    ]
    for number, (title, part, lines) in enumerate(columns):
        x = 10 + 288 * number
        p.box(x, 40, 264, 120, "#f4f4f4", INK)
        p.text(x, 28, title, 15)
        p.text(x + 264, 28, part, 12, "end", "#777777")
        for row, line in enumerate(lines):
            p.text(x + 8, 66 + 24 * row, line, 11.5, mono=True)
        if number:
            p.arrow(x - 24, 100, x - 2, 100)
    below = [
        "Sema checks the load where", "the loop's variables are in scope",
        "Clang's own code for reduction,", "lastprivate, collapse ... stays",
        "outlined, so that any thread", "can ask for any range's load"]
    for number in range(3):
        for row in range(2):
            p.text(142 + 288 * number, 184 + 18 * row, below[2 * number + row],
                   12, "middle", "#555555")
    p.box(586, 236, 264, 44, THREADS[0])
    p.text(718, 263, "libusersched", 15, "middle", "white")
    p.arrow(718, 210, 718, 234)
    return p


def made_up_loads():
    choose = random.Random(7).random
    return [round(2 + 14 / (1 + i / 6) + 8 * choose() ** 6, 2) for i in range(64)]


def even_groups(loads, threads):
    """Contiguous groups of about the same load: where each begins, and n."""
    total, before, cuts = sum(loads), 0, [0]
    for i, load in enumerate(loads):
        if before + load / 2 > total * len(cuts) / threads:
            cuts.append(i)
        before += load
    return cuts + [len(loads)]


def imbalance(groups):
    ordered = sorted(groups)
    median = (ordered[1] + ordered[2]) / 2
    return 100 * (ordered[-1] / median - 1)


def cut_twice(loads):
    """A loop of 4 threads cut by iterations and by load."""
    p = Picture(860, 420)
    n, width, height = len(loads), 576 / len(loads), 112 / max(loads)
    cuts = [("schedule(static): the same number of iterations",
             [n * t // 4 for t in range(5)]),
            ("usersched: the same load", even_groups(loads, 4))]
    most = max(sum(loads[a:b]) for _, cut in cuts for a, b in zip(cut, cut[1:]))
    for number, (title, cut) in enumerate(cuts):
        base = 190 + 205 * number
        p.text(10, base - 160, title, 15)
        sums = [sum(loads[a:b]) for a, b in zip(cut, cut[1:])]
        for t, (a, b) in enumerate(zip(cut, cut[1:])):
            for i in filter(loads.__getitem__, range(a, b)):
                p.box(10 + width * i, base - height * loads[i],
                      width * 8 / 9, height * loads[i], THREADS[t])
            p.text(620, base - 111 + 32 * t, f"thread {t}: {sums[t]:.0f}", 13)
            p.box(716, base - 128 + 32 * t, 132 * sums[t] / most, 24, THREADS[t])
        p.text(620, base - 142, f"load per thread, λ = {imbalance(sums):.0f} %", 13)
        p.text(10, base + 16, "iteration 0", 11, fill="#777777")
        p.text(586, base + 16, f"{n - 1}", 11, "end", "#777777")
    return p


def groups():
    """A loop with heavy iterations in front."""
    return cut_twice(made_up_loads())


def attention():
    """The loop of examples/outside/attention.cpp, with smaller texts."""
    texts, longest = 12, 16
    return cut_twice([q + 1 if q < longest * 4 // (4 + t) else 0
                      for t in range(texts) for q in range(longest)])


def executions():
    """What the threads do in the first execution and in later ones."""
    p = Picture(860, 300)
    rows = {
        "first execution": [
            [("inspect", 60), ("run its subspace", 300)],
            [("inspect", 60), ("run its subspace", 130), ("run stolen chunks", 165)],
            [("inspect", 60), ("run its subspace", 200), ("stolen", 92)],
            [("inspect", 60), ("balance", 62), ("run its subspace", 148), ("stolen", 85)],
        ],
        "later executions": [[("run its group", 280)]] * 4,
    }
    x = 70
    for title, threads in rows.items():
        p.text(x, 30, title, 15)
        for t, pieces in enumerate(threads):
            left, y = x, 50 + 52 * t
            if x == 70:
                p.text(10, y + 23, f"thread {t}", 12)
            for word, width in pieces:
                fill = THREADS[t]
                if word in ("inspect", "balance"):
                    fill = "#777777"
                p.box(left, y, width - 2, 36, fill)
                p.text(left + 5, y + 23, word, 12, fill="white")
                left += width
        x += 430
    p.arrow(70, 270, 840, 270)
    p.text(840, 290, "time", 12, "end")
    return p


def main():
    folder = pathlib.Path(sys.argv[1])
    for draw in (stages, groups, attention, executions):
        (folder / f"{draw.__name__}.svg").write_text(str(draw()))


if __name__ == "__main__":
    main()
