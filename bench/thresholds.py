#!/usr/bin/env python3
"""Says what each threshold of runtime/src/base/Thresholds.h is worth.

Runs loops with each threshold at half and at twice its value, and prints how
much longer they take than with the usual value, as a table in Markdown:

  simulated  makespans of loops on 16 and 112 threads, in usersched-simulate:
             first and later executions, geometric mean and worst. The same in
             each run.
  long runs  the same of loops that are executed 60 to 200 times and disturbed,
             in bench/long_runs.cpp: executions 1 to 16, 17 to 64, and later.
  measured   short executions (levels of bfs_topdown and bc, on the bundled graph and on
             a grid) and short loops (pr, spmv): time over schedule(static) in
             the same process; median and the standard error of the mean over
             processes, in turn with the usual value.

Build the programs first:
  cmake --preset release -B build/tunable -DUSERSCHED_TUNABLE=ON
  cmake --build build/tunable --target usersched usersched-simulate long_runs
  cmake --build build/release --target bfs_topdown bc pr spmv
"""
import argparse
import json
import math
import os
import re
import statistics
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
HEADER = os.path.join(ROOT, "runtime/src/base/Thresholds.h")
GRAPH = os.path.join(ROOT, "examples/gap/graphs/debian12-deps.el.xz")

# Loops of the simulator: shape, nanoseconds per unit of load, other options.
LOOPS = [
    (shape, load, extra)
    for shape in ("zipf:100000", "triangle:20000", "sawtooth:50000", "flat:100000")
    for load, extra in (("1", ()), ("20", ("--noise", "30")))
] + [("giant:5000", "20", ()), ("sawtooth:3000", "2", ("--iteration-ns", "40"))]
THREADS = ("16", "112")

KERNELS = [
    (kernel, graph)
    for kernel in ("bfs_topdown", "bc", "pr", "spmv")
    for graph in (("-f", GRAPH), ("--grid", "14"))
]


def thresholds():
    """Name, usual value and whether it is a whole number of each threshold."""
    with open(HEADER, encoding="utf-8") as file:
        text = file.read()
    found = re.findall(r"^USERSCHED_THRESHOLD\((\w+), (\w+), ([^)]*)\);", text, re.M)
    result = {}
    for kind, name, value in found:
        value = value.rstrip("uf")
        base, _, shift = value.partition("u << ")
        number = float(base) * 2 ** int(shift or 0)
        result[name] = (number, kind not in ("float", "double"))
    return result


def other_values(name):
    """Half and twice the usual value, or nothing where that makes no sense."""
    usual, is_whole = thresholds()[name]
    if name.startswith("Doubt") or name == "Much":
        return [1 + (usual - 1) / 2, 1 + (usual - 1) * 2]  # factors above 1
    half = max(1, int(usual // 2)) if is_whole else usual / 2
    return [half, usual * 2]


def environment(name, value, library=None):
    result = {k: v for k, v in os.environ.items() if not k.startswith("USERSCHED_")}
    if name:
        result["THRESHOLD_" + name] = f"{value:.9g}"
    if library:
        result["LD_LIBRARY_PATH"] = library
    return result


def simulate(program, name=None, value=0):
    """Makespans of all loops, first and later executions."""
    result = []
    for threads in THREADS:
        for shape, load, extra in LOOPS:
            with tempfile.NamedTemporaryFile(suffix=".json") as out:
                subprocess.run(
                    [program, "--generate", shape, "--threads", threads]
                    + ["--load-ns", load, "--schedules", "usersched(prof)"]
                    + ["--json", out.name, *extra],
                    env=environment(name, value),
                    stdout=subprocess.DEVNULL,
                    check=True,
                )
                rows = json.load(out)["results"]
            result += [row["kernel_seconds"][0] for row in rows]
    return result


def run_long(program, name=None, value=0):
    """Makespans of disturbed loops, for each part of the run."""
    ran = subprocess.run(
        [program], env=environment(name, value), capture_output=True, text=True, check=True
    )
    return [float(word) for line in ran.stdout.splitlines() for word in line.split()[2:]]


def measure(kernels, library, kernel, graph, name=None, value=0):
    """Time over that of schedule(static) in one process."""
    with tempfile.NamedTemporaryFile(suffix=".json") as out:
        subprocess.run(
            [os.path.join(kernels, kernel), *graph, "--no-loads", "--rounds", "3"]
            + ["--sample", "40", "--schedules", "static", "usersched_prof"]
            + ["--json", out.name],
            env=environment(name, value, library),
            stdout=subprocess.DEVNULL,
            check=True,
        )
        rows = json.load(out)["results"]
    times = {
        row["schedule"]: statistics.median(row["kernel_seconds"])
        for row in rows
        if row.get("phase") != "first"
    }
    return times["usersched(prof)"] / times["static"]


def mean(ratios):
    return math.exp(statistics.fmean(math.log(r) for r in ratios))


def of_simulation(usual, changed):
    ratios = [c / u for u, c in zip(usual, changed)]
    return f"{mean(ratios):.4f} ({min(ratios):.2f} to {max(ratios):.2f})"


def of_kernels(options, name, value):
    logs = []
    for _ in range(options.processes):
        for kernel, graph in KERNELS:
            call = (options.kernels, options.library, kernel, graph)
            usual = measure(*call)
            logs.append(math.log(measure(*call, name, value) / usual))
    error = statistics.stdev(logs) / math.sqrt(len(logs))
    return f"{math.exp(statistics.median(logs)):.3f} ± {error:.3f}"


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    build = os.path.join(ROOT, "build")
    parser.add_argument("names", nargs="*", metavar="NAME", help="default: all")
    parser.add_argument("--kernels", default=build + "/release/examples/gap")
    parser.add_argument("--library", default=build + "/tunable/runtime")
    parser.add_argument(
        "--simulator", default=build + "/tunable/tools/simulator/usersched-simulate"
    )
    parser.add_argument("--long-runs", default=build + "/tunable/bench/long_runs")
    parser.add_argument(
        "--processes", type=int, default=2, help="of each kernel; 0: only simulate"
    )
    options = parser.parse_args()
    known = thresholds()
    unknown = set(options.names) - set(known)
    if unknown:
        parser.error("no such threshold: " + ", ".join(sorted(unknown)))

    usual = simulate(options.simulator)
    usual_long = run_long(options.long_runs)
    print("| threshold | usual | tried | simulated | long runs | measured |")
    print("|---|---|---|---|---|---|", flush=True)
    for name in options.names or known:
        for value in other_values(name):
            changed = simulate(options.simulator, name, value)
            changed_long = run_long(options.long_runs, name, value)
            measured = of_kernels(options, name, value) if options.processes else ""
            print(
                f"| `{name}` | {known[name][0]:g} | {value:g} | "
                f"{of_simulation(usual, changed)} | "
                f"{of_simulation(usual_long, changed_long)} | {measured} |",
                flush=True,
            )


if __name__ == "__main__":
    sys.exit(main())
