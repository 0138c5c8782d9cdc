#!/usr/bin/env python3
"""Runs a program on some ranks and checks how it ends.

    ranks.py --mpirun MPIRUN --ranks N [--prints TEXT] [--fails MESSAGE]
             -- PROGRAM ARGUMENT...

Without --fails, all ranks must return 0. With it, they must end with another
status within seconds, and stderr must have MESSAGE in one line, and no other line
of the program. With --prints, stdout must match this pattern. A second program behind a word "/" runs on a rank of its own,
after the N of the first.
"""

import argparse
import os
import re
import subprocess
import sys
import tempfile

# What mpirun adds of its own when ranks fail stands between lines of dashes.
RULE = "-----"


def own_lines(stderr):
    """The lines that the program wrote."""
    inside, lines = False, []
    for line in stderr.splitlines():
        if line.startswith(RULE):
            inside = not inside
        elif not inside and line.strip() and "ORTE_ERROR_LOG" not in line:
            lines.append(line)
    return lines


def run(command, seconds, folder):
    environment = {
        **os.environ,
        # Tests run in containers, as root, on fewer processors than ranks.
        "OMPI_ALLOW_RUN_AS_ROOT": "1",
        "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1",
        "OMPI_MCA_rmaps_base_oversubscribe": "1",
        "OMPI_MCA_mpi_yield_when_idle": "1",
        "OMPI_MCA_hwloc_base_binding_policy": "none",
        "OMP_WAIT_POLICY": "passive",
        # An mpirun that ends removes the folder of all, which another one may
        # be about to use.
        "OMPI_MCA_orte_tmpdir_base": folder,
    }
    return subprocess.run(command, env=environment, capture_output=True,
                          text=True, timeout=seconds, check=False,
                          stdin=subprocess.DEVNULL)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--mpirun", required=True)
    parser.add_argument("--ranks", required=True)
    parser.add_argument("--fails")
    parser.add_argument("--prints")
    parser.add_argument("program", nargs="+")
    o = parser.parse_args()
    program = o.program
    if "/" in program:
        at = program.index("/")
        program = program[:at] + [":", "-n", "1"] + program[at + 1:]
    with tempfile.TemporaryDirectory() as folder:
        done = run([o.mpirun, "--oversubscribe", "-n", o.ranks, *program],
                   30 if o.fails else 120, folder)
    print(done.stdout, done.stderr, sep="\n")
    if o.prints and not re.search(o.prints, done.stdout):
        print(f"expected the output to match '{o.prints}'")
        return 1
    if o.fails is None:
        return done.returncode
    lines = own_lines(done.stderr)
    if done.returncode == 0 or len(lines) != 1 or o.fails not in lines[0]:
        print(f"expected one line with '{o.fails}' and a status other than 0; "
              f"the status is {done.returncode}, the lines are {lines}")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
