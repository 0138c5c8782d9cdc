#!/usr/bin/env python3
"""Runs a command, and again, at most three times, if libomp has ended it.

    despite_libomp.py COMMAND [ARGUMENT...]

A libomp that is built to be debugged may end a program under static_steal when a
loop is tiny: a thief reads what its victim wrote for an earlier loop. That is not
what the benchmarks' tests are about. Prints what the last run printed and has its
exit status; any other failure is final.
"""
import subprocess
import sys


def main(command):
    for last in (False, False, False, True):
        done = subprocess.run(command, text=True, capture_output=True)
        if last or done.returncode == 0 or "at kmp_dispatch.cpp" not in done.stderr:
            break
    sys.stdout.write(done.stdout)
    sys.stderr.write(done.stderr)
    return 1 if done.returncode < 0 else done.returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
