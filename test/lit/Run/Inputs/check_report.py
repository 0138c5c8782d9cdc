"""The report and the trace of report.cpp."""

import sys

from recorded import Trace, report

N, EXECUTIONS, THREADS = 1000, 12, 3
LOAD = 10000 + 999

known = report(sys.argv[1])
assert known["command"] == 'program an "argument"', known["command"]
(loop,) = known["loops"]
assert loop["load"] == r'weight(i) * long(std::strlen("\"<é>\\")) / 6', loop["load"]
assert loop["function"] == "run" and loop["file"].endswith("report.cpp")
assert loop["executions"] == EXECUTIONS
assert loop["trip_count"] == {"least": N, "most": N}
assert loop["threads"] == {"least": THREADS, "most": THREADS}
plans = loop["plans"]
assert plans["made"] == 1 and plans["hits"] == EXECUTIONS - 1, plans
assert plans["stale"] == plans["evicted"] == 0
assert loop["chunks"]["begin"][0] == 0 and loop["chunks"]["begin"][-1] == N
assert sum(loop["chunks"]["load"]) == LOAD
assert loop["chunks"]["threads"] == THREADS
heaviest = loop["chunks"]["load"].index(10000)
assert loop["chunks"]["begin"][heaviest : heaviest + 2] == [700, 701]
assert not loop["has_prefix"]
assert len(loop["history"]) == EXECUTIONS
assert [e["kind"] for e in loop["history"]] == ["inspected"] + ["plan"] * 11
ran = [(w["technique"], w["reason"], w["executions"]) for w in loop["techniques"]]
assert ran == [("balanced", "plan", EXECUTIONS - 1), ("balanced", "no-plan", 1)], ran

trace = Trace(sys.argv[2])
place = f"report.cpp:{loop['line']}"
handed_out = stolen = 0
for execution in range(1, EXECUTIONS + 1):
    assert trace.covers(place, execution, N), execution
    ranges = trace.ranges[place, execution]
    handed_out += len(ranges)
    # Loads of a refined plan are differences of large sums.
    for args in ranges:
        begin, end = args["begin"], args["end"]
        load = end - begin + (9999 if begin <= 700 < end else 0)
        assert abs(args["load"] - load) < 1e-3, args
        if "from" in args:
            assert args["from"] != args["thread"] and args["from"] < THREADS
            stolen += end - begin
assert abs(handed_out / EXECUTIONS - loop["dispatches_per_execution"]) < 1e-9
assert (loop["steals"] > 0) == (stolen > 0)
assert trace.other["dropped"] == 0
names = [event["name"] for event in trace.events]
assert names.count("balance") == 1
# The bounds of the subspaces, each subspace, and looks whether loads changed.
assert names.count("inspect") >= 1 + THREADS
