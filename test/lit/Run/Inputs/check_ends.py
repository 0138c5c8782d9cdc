"""Runs the program of report-at-any-end.cpp to each of its ends."""

import os
import pathlib
import signal
import subprocess
import sys

from recorded import Trace, report

program, folder = sys.argv[1], pathlib.Path(sys.argv[2])


def run(end, expected, has_report=True):
    """The report, or None, and the trace; files are named relatively."""
    for old in folder.glob("*.json"):
        old.unlink()
    done = subprocess.run(
        [program, end],
        cwd=folder,
        env={
            **os.environ,
            "USERSCHED_REPORT": "report.json",
            "USERSCHED_TRACE": "trace.json",
        },
        check=False,
    )
    assert done.returncode == expected, (end, done.returncode)
    assert (folder / "report.json").exists() == has_report, end
    trace = Trace(folder / "trace.json")
    place = trace.events[0]["args"]["loop"]
    for execution in range(1, 5):
        assert trace.covers(place, execution, 1000), (end, execution)
    return report(folder / "report.json") if has_report else None


for end, code in ("usual", 0), ("folder", 0), ("exit", 3):
    (loop,) = run(end, code)["loops"]
    assert loop["executions"] == 5, (end, loop["executions"])
run("abort", -signal.SIGABRT, has_report=False)
run("crash", -signal.SIGSEGV, has_report=False)
run("terminate", -signal.SIGTERM, has_report=False)
run("terminate-twice", -signal.SIGTERM, has_report=False)

(loop,) = run("fork", 0)["loops"]
assert (loop["trip_count"]["most"], loop["executions"]) == (1000, 5)
(child,) = folder.glob("report.*.json")
(loop,) = report(child)["loops"]
assert (loop["trip_count"]["most"], loop["executions"]) == (77, 1)
(child,) = folder.glob("trace.*.json")
trace = Trace(child)
assert {loop for loop, _ in trace.ranges} == {trace.events[0]["args"]["loop"]}
