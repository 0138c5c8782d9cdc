#!/usr/bin/env python3
"""Counts the runtime's instructions per thread and execution of a loop.

usage: count_instructions.py PROGRAM [--bound CASE=INSTRUCTIONS]... [CASE]...

PROGRAM is steady_state. Each case runs it under callgrind, which counts the
instructions in the library's entry points after the first executions and before
the last, so that what happens only once drops out. The count divided by the executions that are
counted is the cost of one execution. One column has the thread that comes first,
which also sets the execution up, the other the mean of the other threads. It is an error if the mean of all threads
exceeds a bound.
"""

import argparse
import glob
import os
import re
import subprocess
import sys
import tempfile

# name: arguments of steady_state, executions before the count, executions
CASES = {
    f"{length}-{where}-{steal}": (
        [length, where, steal, "2", "64"],
        *((400, 700) if where == "region" else (1000, 3000)),
    )
    # without stealing, time does not matter
    for length, steal in (
        ("short", "on"),
        ("short", "off"),
        ("long", "on"),
        ("lasting", "on"),
    )
    for where in ("loop", "region")
}
# as "region", without a barrier at the end of the loop
CASES["short-nowait-on"] = (["short", "nowait", "on", "2", "64"], 400, 700)
# as "region", with a trip count that changes from execution to execution
CASES["short-level-on"] = (["short", "level", "on", "2", "64"], 1000, 3000)
# several loops in turn: in one region, and all in each region
MANY = (2, 8, 16, 64)
for where, *executions in (("loop", 300, 600), ("region", 200, 400)):
    for loops in MANY:
        CASES[f"short-{where}-on-{loops}"] = (
            ["short", where, "on", "2", "64"],
            *executions,
            loops,
        )


def count(program, arguments, before, executions, loops):
    """Instructions of each thread in the library, in the executions after BEFORE."""
    with tempfile.TemporaryDirectory() as folder:
        command = [
            "valgrind",
            "--tool=callgrind",
            "--toggle-collect=__usersched_*",
            "--dump-before=dump_counts",
            "--separate-threads=yes",
            f"--callgrind-out-file={folder}/out",
            program,
            *arguments,
            str(executions),
            str(loops),
            str(before),
        ]
        environment = {k: v for k, v in os.environ.items() if "USERSCHED" not in k}
        run = subprocess.run(
            command, capture_output=True, text=True, env=environment, check=False
        )
        if run.returncode:
            sys.exit(f"error: {' '.join(command)}:\n{run.stdout}{run.stderr}")
        # A thread's dumps: before, between and after its calls of dump_counts().
        dumps = {}
        for name in glob.glob(f"{folder}/out.*-*"):
            part, thread = name[len(f"{folder}/out.") :].split("-")
            dumps.setdefault(thread, []).append((int(part), name))
        totals = []
        for thread in sorted(dumps):
            _, (_, name), *_ = sorted(dumps[thread])
            with open(name, encoding="utf-8") as file:
                totals.append(int(re.findall(r"^totals: (\d+)", file.read(), re.M)[-1]))
        return totals


def measure(program, case):
    arguments, before, executions, *loops = CASES[case]
    loops = loops[0] if loops else 1
    counts = count(program, arguments, before, executions, loops)
    return [count / (executions - before) / loops for count in counts]


def bound(text):
    case, _, limit = text.partition("=")
    if case not in CASES or not limit.isdigit():
        raise argparse.ArgumentTypeError(f"{text}: expected CASE=INSTRUCTIONS")
    return case, int(limit)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program")
    parser.add_argument("--bound", action="append", type=bound, default=[])
    parser.add_argument("case", nargs="*", metavar="CASE", help=", ".join(CASES))
    options = parser.parse_args()
    bounds = dict(options.bound)
    unknown = set(options.case) - set(CASES)
    if unknown:
        parser.error(f"{unknown.pop()}: expected one of {', '.join(CASES)}")
    # Valgrind runs one thread at a time. On two processors the threads hand its
    # lock to and fro, which takes four times as long.
    os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
    failed = False
    print(f"{'instructions per execution':28} {'first':>7} {'others':>7} {'mean':>7}")
    for case in options.case or list(bounds) or CASES:
        costs = measure(options.program, case)
        mean = sum(costs) / len(costs)
        others = sum(costs[1:]) / (len(costs) - 1)
        line = f"{case:28} {costs[0]:7.0f} {others:7.0f} {mean:7.0f}"
        if mean > bounds.get(case, mean):
            line += f"  more than {bounds[case]}"
            failed = True
        print(line, flush=True)
    sys.exit(failed)


if __name__ == "__main__":
    main()
