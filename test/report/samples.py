"""Valid files of the runtime, small enough to compute their figures by hand."""


def loop(**more):
    """Three chunks: 4, 2 and 4 iterations with the loads 8, 6 and 2."""
    return {
        "file": "src/pr.cpp", "line": 57, "column": 9, "function": "pagerank",
        "load": "g.in_degree(n)", "has_prefix": False, "telescopes": False,
        "is_constant": False, "executions": 4,
        "techniques": [
            {"technique": "balanced", "reason": "plan", "executions": 3},
            {"technique": "balanced", "reason": "no-plan", "executions": 1}],
        "trip_count": {"least": 10, "most": 10},
        "threads": {"least": 2, "most": 2}, "seconds": 0.008,
        "plans": {"made": 1, "hits": 3, "stale": 0, "evicted": 0, "refined": 1},
        "busy_seconds": 0.015, "inspect_seconds": 1e-6, "balance_seconds": 2e-6,
        "present_seconds": 0.016, "processor_seconds": 0.0156,
        "lambda_load_percent": 12.5, "lambda_time_percent": 3.5, "steals": 6,
        "stolen_load_percent": 2.5, "dispatches_per_execution": 7.5,
        "chunks": {"threads": 2, "begin": [0, 4, 6, 10], "load": [8, 6, 2],
                   "groups": [0, 4, 10]},
        "ranges": {"begin": [0, 4], "end": [4, 10], "load": [8, 8],
                   "seconds": [8e-4, 1e-3], "times": [3, 2]},
        "history": [
            {"execution": 1, "seconds": 0.003, "busy_seconds": 0.0036,
             "lambda_time_percent": 9, "kind": "inspected"},
            {"execution": 2, "seconds": 0.002, "busy_seconds": 0.0038,
             "lambda_time_percent": 3, "kind": "plan"},
            {"execution": 3, "seconds": 0.0015, "busy_seconds": 0.0015,
             "lambda_time_percent": None, "kind": "plan"}],
        **more}


def report(*loops, **more):
    return {"format": "usersched-report-3", "version": "0.1.0",
            "command": "pr -g 18", "date": "2026-11-21T14:00:00Z", "process": 7,
            "processors": 2, "quota_processors": None,
            "seconds": 1.5, "loops": list(loops) or [loop()], **more}


def event(kind, thread, start, duration, *, execution=1, begin=None, end=None,
          load=None, victim=None, place="pr.cpp:57", lane=None):
    """Times in microseconds."""
    about = {"loop": place, "execution": execution, "thread": thread}
    for key, value in (("begin", begin), ("end", end), ("load", load),
                       ("from", victim)):
        if value is not None:
            about[key] = value
    return {"ph": "X", "cat": "usersched", "name": kind, "pid": 1,
            "tid": thread if lane is None else lane, "ts": start, "dur": duration,
            "args": about}


# Thread 0 runs 0 to 4 and is done; thread 1 runs 4 to 6; 6 to 10 is stolen by 0.
EXECUTION = [("own", 0, 0, 400, {"begin": 0, "end": 4, "load": 8}),
             ("own", 1, 0, 900, {"begin": 4, "end": 6, "load": 6}),
             ("stolen", 0, 450, 200, {"begin": 6, "end": 10, "load": 2,
                                      "victim": 1}),
             ("idle", 0, 650, 250, {})]


def events(executions=1, place="pr.cpp:57"):
    """Each execution takes 900 us, and begins 1000 us after the one before."""
    return [event(kind, thread, start + 1000 * number, duration, place=place,
                  execution=number + 1, **more)
            for number in range(executions)
            for kind, thread, start, duration, more in EXECUTION]


def trace(found=None, **more):
    names = [{"ph": "M", "name": "process_name", "pid": 1, "args": {"name": "pr"}},
             {"ph": "M", "name": "thread_name", "pid": 1, "tid": 0,
              "args": {"name": "thread 0"}}]
    return {"traceEvents": names + (events() if found is None else found),
            "displayTimeUnit": "ns",
            "otherData": {"format": "usersched-trace-1", "version": "0.1.0",
                          "dropped": 0, "threads": 2, **more}}
