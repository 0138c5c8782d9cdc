"""Reads reports and traces of the runtime, strictly.

As a program, recorded.py FILE... checks each file as far as that is possible
without knowing what ran.
"""

import collections
import json
import sys


def refuse(name):
    raise ValueError(f"{name} is no JSON number")


def read(path):
    with open(path, encoding="utf-8") as file:
        return json.load(file, parse_constant=refuse)


def report(path):
    known = read(path)
    assert known["format"] == "usersched-report-3", known["format"]
    for loop in known["loops"]:
        begin, load = loop["chunks"]["begin"], loop["chunks"]["load"]
        assert len(begin) == (len(load) + 1 if load else 0)
        assert begin == sorted(begin)
        ranges = list(zip(loop["ranges"]["begin"], loop["ranges"]["end"]))
        assert ranges == sorted(set(ranges))
        assert all(first < end for first, end in ranges)
        ended = sum(way["executions"] for way in loop["techniques"])
        assert 0 < ended <= loop["executions"]
        assert min(note["execution"] for note in loop["history"]) == 1
        assert loop["seconds"] >= 0 and loop["dispatches_per_execution"] > 0
    return known


def check_nesting(events):
    """One thread does one thing after the other, or one inside of another."""
    inside = []
    for event in sorted(events, key=lambda e: (e["ts"], -e["dur"])):
        end = event["ts"] + event["dur"]
        while inside and inside[-1] <= event["ts"] + 1e-6:
            inside.pop()
        assert not inside or end <= inside[-1] + 1e-6, event
        inside.append(end)


class Trace:
    """The events by thread; what was handed out, by loop and execution."""

    def __init__(self, path):
        known = read(path)
        self.other = known["otherData"]
        assert self.other["format"] == "usersched-trace-1"
        self.events = [e for e in known["traceEvents"] if e["ph"] == "X"]
        self.ranges = collections.defaultdict(list)
        lanes = collections.defaultdict(list)
        for event in self.events:
            lanes[event["tid"]].append(event)
            args = event["args"]
            if event["name"] in ("own", "stolen"):
                assert args["begin"] < args["end"]
                assert ("from" in args) == (event["name"] == "stolen")
                self.ranges[args["loop"], args["execution"]].append(args)
            else:
                assert event["name"] in ("inspect", "balance", "idle")
        named = [e["tid"] for e in known["traceEvents"] if e["name"] == "thread_name"]
        assert self.other["threads"] == len(named) and set(lanes) <= set(named)
        for events in lanes.values():
            check_nesting(events)

    def covers(self, loop, execution, trip_count):
        """Whether each iteration was handed out once."""
        last = 0
        for args in sorted(self.ranges[loop, execution], key=lambda a: a["begin"]):
            if args["begin"] != last:
                return False
            last = args["end"]
        return last == trip_count


if __name__ == "__main__":
    for name in sys.argv[1:]:
        Trace(name) if "trace" in name else report(name)
