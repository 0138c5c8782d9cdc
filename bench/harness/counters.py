"""Table 4: what the caches see.

The counts are those of the hardware where perf can read them, else those of
valgrind's cachegrind, which simulates one core's caches. The report says which.
What is counted is what one more run of the kernel adds. So reading the graph and
the first execution are not in the counts.
"""
import os
import re
import shutil
import subprocess
import sys
import time

from . import runner, store
from .cells import option

SCHEDULES = ["static", "guided,64", "static_steal,64", "usersched(prof)"]
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
        # Threads that wait in spinning would be counted, too.
        capture_output=True, text=True, env={**os.environ, "KMP_BLOCKTIME": "0"})
    values = {}
    for line in done.stderr.splitlines():
        for wanted, name in SUFFIX.items():
            found = re.search(re.escape(wanted) + r":\s*([\d,]+)", line)
            if found:
                values[name] = float(found.group(1).replace(",", ""))
    return values if done.returncode == 0 else {}


def per_run(once, thrice):
    """What each of two more runs adds, or {}; cycles that did not stall are
    productive."""
    values = {name: (thrice[name] - once[name]) / 2 for name in once
              if name in thrice}
    if "cycles" in values and "stalled-cycles-backend" in values:
        values["productive cycles"] = (values["cycles"]
                                       - values["stalled-cycles-backend"])
    return values


def measure(program, kernel, found, threads):
    """A document with the counts of the kernel under each schedule: a list of it,
    or of nothing where nothing can count."""
    if has_perf():
        source, count = "hardware counters (perf)", by_perf
    elif shutil.which("valgrind"):
        source, count = "cachegrind (simulated caches of one core)", by_cachegrind
    else:
        return []
    rows = []
    for schedule in SCHEDULES:
        print(f"counting {kernel} on {found.name}: {schedule}", file=sys.stderr,
              flush=True)
        command = [os.path.abspath(program), *found.arguments, "--threads",
                   str(threads), "--schedule", option(schedule)]
        values = per_run(*(count(command + ["-n", runs]) for runs in ("1", "3")))
        if values:
            rows.append({"suite": "gap", "kernel": kernel, "input": found.name,
                         "threads": threads, "schedule": schedule,
                         "phase": "steady", "seconds": [], "counts": values})
    if not rows:
        return []
    return [{"format": store.FORMAT, "command": " ".join(command),
             "date": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime()),
             "commit": runner.commit(), "threads": threads,
             "counters": {"source": source, "of": "one run of the kernel"},
             "results": rows}]
