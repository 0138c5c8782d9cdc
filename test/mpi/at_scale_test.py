#!/usr/bin/env python3
"""Checks 64 simulated ranks against what balancing promises.

    at_scale_test.py AT_SCALE_PY FOLDER_OF_PROGRAMS
"""

import subprocess
import sys

# case: bounds of the largest / mean time of ranks after balancing, and of the
# time with balancing divided by that without.
BOUNDS = {
    "uniform": (1.02, 1.02),
    "droplet": (1.05, 0.6),
    "wandering": (1.02, 1.02),
}


def main():
    script, programs = sys.argv[1:]
    output = subprocess.run(
        [sys.executable, script, "--programs", programs, "--ranks", "64",
         "--ways", "static,measured", "--cases", ",".join(BOUNDS)],
        capture_output=True, text=True, check=False)
    print(output.stdout, output.stderr, sep="\n")
    if output.returncode != 0:
        return 1
    rows = [[cell.strip() for cell in line.strip("|").split("|")]
            for line in output.stdout.splitlines()]
    heads, rows = rows[0], {row[0]: row for row in rows[2:]}
    wrong = 0
    for case, bounds in BOUNDS.items():
        row = dict(zip(heads, rows[case]))
        for head, bound in zip(("largest / mean, measured", "time, measured"),
                               bounds):
            if float(row[head]) > bound:
                print(f"{case}: {head} is {row[head]}; expected at most {bound}")
                wrong = 1
    return wrong


if __name__ == "__main__":
    sys.exit(main())
