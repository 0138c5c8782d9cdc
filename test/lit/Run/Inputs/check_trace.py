"""The trace and the report of trace.cpp: each loop's executions cover it."""

import sys

from recorded import Trace, report

trace = Trace(sys.argv[1])
loops = report(sys.argv[2])["loops"]
# Trip count and executions of each loop, by both initial threads.
expected = sorted([(500, 40), (300, 2), (8, 2), (200, 16), (100, 8)])
assert sorted((l["trip_count"]["most"], l["executions"]) for l in loops) == expected
assert trace.other["dropped"] == 0
for loop in loops:
    n = loop["trip_count"]["most"]
    assert loop["trip_count"]["least"] == n
    place = f"{loop['file'].rsplit('/', 1)[-1]}:{loop['line']}"
    if n == 300 and all(e["kind"] == "even" for e in loop["history"]):
        continue  # without a team nobody knows who executes it together
    for execution in range(1, loop["executions"] + 1):
        assert trace.covers(place, execution, n), (place, execution)
    assert len(loop["history"]) == loop["executions"]
