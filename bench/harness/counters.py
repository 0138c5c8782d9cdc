"""Table 4: what the caches see.

Hardware counters where perf can read them, else the counts of valgrind's
cachegrind, which simulates one core's caches; the report says which.
"""
import collections
import os
import re
import shutil
import subprocess
import sys

from .cells import option

Counted = collections.namedtuple("Counted", "kernel input schedule source values")
EVENTS = ["cycles", "instructions", "cache-misses", "stalled-cycles-backend"]
SUFFIX = {"D1  misses": "D1 misses", "LLd misses": "LL data misses",
          "I   refs": "instructions", "D   refs": "data references"}


def has_perf():
    if not shutil.which("perf"):
        return False
    done = subprocess.run(["perf", "stat", "-x,", "-e", EVENTS[0], "true"],
                          capture_output=True, text=True)
    return done.returncode == 0 and "not supported" not in done.stderr \
        and "not counted" not in done.stderr


def by_perf(command):
    done = subprocess.run(["perf", "stat", "-x,", "-e", ",".join(EVENTS), *command],
                          capture_output=True, text=True)
    values = {}
    for line in done.stderr.splitlines():
        fields = line.split(",")
        if len(fields) > 2 and fields[0].replace(".", "").isdigit():
            values[fields[2]] = float(fields[0])
    return values if done.returncode == 0 else {}


def by_cachegrind(command):
    done = subprocess.run(
        ["valgrind", "--tool=cachegrind", "--cache-sim=yes",
         "--cachegrind-out-file=/dev/null", *command],
        capture_output=True, text=True)
    values = {}
    for line in done.stderr.splitlines():
        for wanted, name in SUFFIX.items():
            found = re.search(re.escape(wanted) + r":\s*([\d,]+)", line)
            if found:
                values[name] = float(found.group(1).replace(",", ""))
    return values if done.returncode == 0 else {}


def measure(program, kernel, found, schedules, threads):
    """One run of the kernel under each schedule."""
    if has_perf():
        source, count = "hardware counters (perf)", by_perf
    elif shutil.which("valgrind"):
        source, count = "cachegrind (simulated caches, whole program)", by_cachegrind
    else:
        return []
    rows = []
    for schedule in schedules:
        print(f"counting {kernel} on {found.name}: {schedule}", file=sys.stderr,
              flush=True)
        values = count([os.path.abspath(program), *found.arguments, "-n", "1",
                        "--threads", str(threads), "--schedule", option(schedule)])
        if values:
            rows.append(Counted(kernel, found.name, schedule, source, values))
    return rows
