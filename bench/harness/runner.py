"""Runs cells one after another, prints the progress, and can be stopped.

The programs themselves interleave the schedules round by round. Each pass runs
each cell in a process of its own, or each of its schedules (--apart).
"""
import os
import subprocess
import sys
import time

from . import store
from .cells import ROOT
from .errors import Failure


def raw_folder(out):
    return os.path.join(out, "raw")


def commit():
    done = subprocess.run(["git", "-C", ROOT, "describe", "--always", "--dirty"],
                          text=True, capture_output=True)
    return done.stdout.strip() or "unknown"


def path_of(cell, out):
    return os.path.join(raw_folder(out), cell.file)


def is_done(cell, out, libomp):
    path = path_of(cell, out)
    if not os.path.exists(path):
        return False
    try:
        document = store.read(path)[0]
    except Failure:
        return False  # left over from another version: measure again
    return (document.get("cell"), document.get("libomp")) == (cell.key(), libomp)


def run_process(cell, partial, environment, limit):
    """Returns what a process says of the cell, and what went wrong, or ""."""
    if os.path.exists(partial):  # of a process that was stopped
        os.remove(partial)
    try:
        done = subprocess.run(cell.command(partial), env=environment, text=True,
                              stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
                              timeout=limit)
    except subprocess.TimeoutExpired:
        return None, f"did not end within {limit:.0f} s"
    except OSError as error:
        return None, f"cannot be started: {error.strerror}"
    finally:
        sys.stderr.flush()
    if not os.path.exists(partial):
        lines = done.stderr.strip().splitlines()
        return None, lines[-1] if lines else f"exit status {done.returncode}"
    document = store.read(partial)[0]
    os.remove(partial)
    return document, ""


def measure(cell, out, threads, limit, libomp):
    """Measures one cell; returns what went wrong, or ""."""
    path = path_of(cell, out)
    environment = dict(os.environ)
    if threads:
        environment["OMP_NUM_THREADS"] = str(threads)
    whole = None
    for process in cell.processes():
        document, problem = run_process(process, path + ".run", environment, limit)
        if problem:
            return problem
        if whole:
            whole["results"] += document["results"]
        whole = whole or document
    whole["cell"] = cell.key()
    whole["commit"] = commit()
    whole["libomp"] = libomp
    if cell.apart:
        whole["apart"] = True
    if cell.repeats:
        whole["pass"] = cell.number
    store.write(path, whole)
    problems = {r.get("problem") for r in whole["results"]} - {"", None}
    return "; ".join(sorted(problems))


def clock(seconds):
    return f"{int(seconds) // 60}:{int(seconds) % 60:02d}"


def run(cells, out, threads, limit, stop_after, libomp):
    """Measures what is not done yet. Returns (failures by cell name, whether all
    is done). Stops, though not before the first cell, when the next would likely
    end after `stop_after` seconds. `libomp` describes what they run with."""
    os.makedirs(raw_folder(out), exist_ok=True)
    passes = max((c.number for c in cells), default=0)
    left = [c for c in cells if not is_done(c, out, libomp)]
    if len(left) < len(cells):
        print(f"{len(cells) - len(left)} of {len(cells)} cells were measured "
              "before", file=sys.stderr)
    start, took, failures = time.monotonic(), {}, {}
    for number, cell in enumerate(left):
        passed = time.monotonic() - start
        if number and stop_after and passed + 1.5 * max(took.values()) > stop_after:
            print(f"stopped after {clock(passed)}; the same command goes on",
                  file=sys.stderr)
            return failures, False
        remaining = ""
        if number:
            # A cell takes as long as in the pass before, else as others did.
            mean = passed / number
            expected = sum(took.get(c.name, mean) for c in left[number:])
            remaining = f", {clock(expected)} left"
        turn = f", pass {cell.number} of {passes}" if passes > 1 else ""
        print(f"[{number + 1}/{len(left)}] {cell.kernel} on {cell.input}{turn} "
              f"({clock(passed)} passed{remaining})", file=sys.stderr, flush=True)
        cell_start = time.monotonic()
        problem = measure(cell, out, threads, limit, libomp)
        took[cell.name] = time.monotonic() - cell_start
        if problem:
            failures[f"{cell.name}, pass {cell.number}"] = problem
            print(f"  {cell.name}: {problem}", file=sys.stderr)
    return failures, True
