#!/usr/bin/env python3
"""Counts the instructions that the compiler takes for annotated loops.

usage: count_compilation.py CLANG PLUGIN [--bound CASE=RATIO]... [--loops N]
                            [--region N] [--body N]
       count_compilation.py CLANG PLUGIN --file FILE [-- OPTION...]

Without --file, the script compiles a C file of N functions (default: 10) with
one parallel loop each, with -O2 under valgrind. A case is a ratio of
instructions. The annotated file over the same loops
  static   without the pragma, with the plugin
  dynamic  under schedule(monotonic: dynamic, 1), which calls a scheduler, too
and the file without the pragma, with the plugin over without it
  unused   less the cost of loading the plugin, measured on an empty file
With --region, the script also compiles one region of N loops with nowait:
  region   over the same loops without pragma and plugin; a loop must not cost
           more because its region has more loops
With --body, it also compiles a loop whose body has N assignments and a loop:
  inferred without a load, which the compiler then infers, over a written load;
           what the load does not depend on must cost little
The cost of a file without functions is subtracted from all counts. No real file
has so many loops in so little code. A ratio above its bound is an error. With
--bound, only the cases that have a bound are counted.

With --file: the cost of compiling FILE with the plugin over without it.
"""

import argparse
import pathlib
import re
import subprocess
import sys
import tempfile

FUNCTION = """void f{n}(int n, int *a, const int *work) {{
{pragma}#pragma omp parallel for {schedule}
  for (int i = 0; i < n; ++i)
    a[i] += work[i] * {n};
}}
"""
IN_REGION = """{pragma}#pragma omp for nowait
  for (int i = 0; i < n; ++i)
    a[i + {n}l * n] += work[i];
"""
REGION = """void f(int n, int *a, const int *work) {{
#pragma omp parallel
  {{
{loops}  }}
}}
"""
LONG = """void f(int n, double *a, double *b, const double *c, const int *row) {{
{pragma}#pragma omp parallel for
  for (int i = 0; i < n; ++i) {{
    double v[8] = {{0}};
{body}    for (int j = row[i]; j < row[i + 1]; ++j)
      a[i] += b[j];
  }}
}}
"""
IN_BODY = """    v[{to}] = a[{n} * n + i] * c[{n}] + b[i];
    b[{n} * n + i] = v[{to}] / (v[{of}] + 1);
"""
ANNOTATION = "#pragma ompx usersched(load: work[i])\n"
DYNAMIC = "schedule(monotonic: dynamic, 1)"
LENGTH = "#pragma ompx usersched(load: row[i + 1] - row[i])\n"
INFERRED = "#pragma ompx usersched\n"
CASES = ("static", "dynamic", "unused", "region", "inferred")


class Compiler:
    def __init__(self, clang, plugin, folder):
        self.clang, self.folder = clang, pathlib.Path(folder)
        self.plugin = [f"-fplugin={plugin}"]
        self.empty = {}  # what an empty file costs, by options

    def count(self, source, *options):
        """Instructions of compiling a file; Clang runs in one process."""
        command = [
            "valgrind",
            "--tool=exp-bbv",
            "--instr-count-only=yes",
            # Code that runs once is translated in less time than optimized.
            "--vex-iropt-level=0",
            f"--bb-out-file={self.folder}/out",
            self.clang,
            "-O2",
            "-fopenmp",
            "-w",
            "-c",
            "-o",
            "/dev/null",
            *options,
            str(source),
        ]
        run = subprocess.run(command, capture_output=True, text=True, check=False)
        counted = re.search(r"Total instructions: (\d+)", run.stderr)
        if run.returncode or not counted:
            sys.exit(f"error: {' '.join(command)}:\n{run.stdout}{run.stderr}")
        return int(counted[1])

    def count_loops(self, loops, pragma, schedule, *options):
        """The same for so many generated loops, and nothing else."""
        text = "".join(
            FUNCTION.format(n=n, pragma=pragma, schedule=schedule)
            for n in range(loops)
        )
        return self.count_text(text, *options)

    def count_region(self, loops, pragma, *options):
        """The same for so many loops of one region."""
        inside = (IN_REGION.format(n=n, pragma=pragma) for n in range(loops))
        return self.count_text(REGION.format(loops="".join(inside)), *options)

    def count_body(self, assignments, pragma, *options):
        """The same for a loop with so long a body."""
        body = (IN_BODY.format(n=n, to=n % 8, of=(n + 3) % 8) for n in range(assignments))
        return self.count_text(LONG.format(pragma=pragma, body="".join(body)), *options)

    def count_text(self, text, *options):
        source = self.folder / "loops.c"
        if options not in self.empty:
            source.write_text("")
            self.empty[options] = self.count(source, *options)
        source.write_text(text)
        return self.count(source, *options) - self.empty[options]


def measure_loops(compiler, loops, cases):
    """Those of cases that are of separate loops, and their ratios."""
    variants = {
        "annotated": (ANNOTATION, "", *compiler.plugin),
        "static": ("", ""),
        "dynamic": ("", DYNAMIC),
        "plugin unused": ("", "", *compiler.plugin),
    }
    pairs = {
        "static": ("annotated", "plugin unused"),
        "dynamic": ("annotated", "dynamic"),
        "unused": ("plugin unused", "static"),
    }
    pairs = {case: pair for case, pair in pairs.items() if case in cases}
    counts = {
        name: compiler.count_loops(loops, *variants[name])
        for name in variants
        if any(name in pair for pair in pairs.values())
    }
    print(f"millions of instructions for each of {loops} loops:")
    for name, count in counts.items():
        print(f"  {name:14} {count / loops / 1e6:6.2f}")
    return {case: counts[over] / counts[under] for case, (over, under) in pairs.items()}


def measure_region(compiler, loops):
    annotated = compiler.count_region(loops, ANNOTATION, *compiler.plugin)
    plain = compiler.count_region(loops, "")
    print(f"millions of instructions for each of {loops} loops in a region:")
    for name, count in (("annotated", annotated), ("plain", plain)):
        print(f"  {name:14} {count / loops / 1e6:6.2f}")
    return {"region": annotated / plain}


def measure_body(compiler, assignments):
    inferred = compiler.count_body(assignments, INFERRED, *compiler.plugin)
    written = compiler.count_body(assignments, LENGTH, *compiler.plugin)
    print(f"millions of instructions for a loop with {assignments} assignments:")
    for name, count in (("inferred", inferred), ("written", written)):
        print(f"  {name:14} {count / 1e6:6.2f}")
    return {"inferred": inferred / written}


def bound(text):
    case, _, ratio = text.partition("=")
    if case not in CASES or not re.fullmatch(r"\d+(\.\d+)?", ratio):
        raise argparse.ArgumentTypeError(f"{text}: expected CASE=RATIO")
    return case, float(ratio)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("clang")
    parser.add_argument("plugin")
    parser.add_argument("--bound", action="append", type=bound, default=[])
    parser.add_argument("--loops", type=int, default=10)
    parser.add_argument("--region", type=int, metavar="N")
    parser.add_argument("--body", type=int, metavar="N")
    parser.add_argument("--file")
    arguments, compiling = sys.argv[1:], []
    if "--" in arguments:
        place = arguments.index("--")
        arguments, compiling = arguments[:place], arguments[place + 1 :]
    options = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as folder:
        compiler = Compiler(options.clang, options.plugin, folder)
        if options.file:
            plain = compiler.count(options.file, *compiling)
            annotated = compiler.count(
                options.file, *compiler.plugin, *compiling
            )
            print(
                f"{options.file}: {annotated / 1e6:.0f} million with the plugin, "
                f"{plain / 1e6:.0f} without: {annotated / plain:.3f}"
            )
            return
        bounds = dict(options.bound)
        if "region" in bounds and not options.region:
            parser.error("--bound region: not measured without --region")
        if "inferred" in bounds and not options.body:
            parser.error("--bound inferred: not measured without --body")
        ratios = measure_loops(compiler, options.loops, bounds.keys() or {*CASES})
        if options.region:
            ratios.update(measure_region(compiler, options.region))
        if options.body:
            ratios.update(measure_body(compiler, options.body))
    failed = False
    for case, ratio in ratios.items():
        limit = bounds.get(case, ratio)
        failed |= ratio > limit
        over = {"unused": "static", "region": "plain", "inferred": "written"}
        print(
            f"{'plugin unused' if case == 'unused' else 'annotated'} over "
            f"{over.get(case, case)}: {ratio:.2f}"
            + (f", more than {limit:.2f}" if ratio > limit else "")
        )
    sys.exit(failed)


if __name__ == "__main__":
    main()
