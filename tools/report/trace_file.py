"""A trace: what USERSCHED_TRACE=FILE.json makes the library write.

A program that was killed leaves a trace without its end; what is there of it is
read.
"""
import dataclasses
import json

from .errors import Failure
from .fields import Fields, required

FORMAT = "usersched-trace-1"
KINDS = ["own", "stolen", "inspect", "balance", "idle"]
WORK = ("own", "stolen")


@dataclasses.dataclass
class Span:
    """What a thread did for a while. Times are seconds since the start."""
    kind: str           # of KINDS
    row: int            # the OpenMP thread's number; without one, the lane
    lane: int           # the operating system's thread
    start: float
    seconds: float
    loop: str           # "pr.cpp:57"
    execution: int
    begin: int          # iterations; None if the span has none
    end: int
    load: float
    victim: int         # whose chunk it was; None if its own

    @property
    def stop(self):
        return self.start + self.seconds


@dataclasses.dataclass
class Trace:
    path: str
    version: str
    threads: int
    dropped: int        # events that the library had no room for
    is_cut_off: bool
    spans: list


def read_span(fields):
    """None for events that are none of ours."""
    kind = fields.value.get("name")
    if (fields.value.get("ph") != "X" or kind not in KINDS
            or fields.value.get("cat", "usersched") != "usersched"):
        return None
    about = fields.object("args")
    lane = fields.number("tid") or 0
    row = about.number("thread", 0)
    begin, end = about.count("begin"), about.count("end")
    if begin is not None and end is not None and end < begin:
        raise Failure(f"{about.place} ends at iteration {end} before it begins at "
                      f"{begin}")
    return Span(kind, lane if row is None else row, lane,
                1e-6 * required(fields.number("ts"), fields.where("ts"),
                                "microseconds"),
                1e-6 * required(fields.number("dur", 0), fields.where("dur"),
                                "microseconds"),
                about.text("loop"), about.number("execution", 0) or 0, begin, end,
                about.number("load", 0),
                about.number("from", 0) if kind == "stolen" else None)


def read(value, path, is_cut_off=False):
    """The trace in a JSON value. Raises Failure."""
    fields = Fields(value, path)
    about = fields.object("otherData")
    spans = [read_span(Fields(*entry)) for entry in fields.list("traceEvents")]
    return Trace(path, about.text("version"), about.number("threads", 0),
                 about.number("dropped", 0) or 0, is_cut_off,
                 sorted((s for s in spans if s), key=lambda s: s.start))


def salvage(text):
    """The events of a trace that ends too early, as a JSON value; None if the
    text is no trace."""
    key = text.find('"traceEvents"')
    start = text.find("[", key)
    if key < 0 or start < 0 or not text.lstrip().startswith("{"):
        return None
    decoder, events, at = json.JSONDecoder(), [], start + 1
    while True:
        while at < len(text) and text[at] in ", \t\r\n":
            at += 1
        try:
            event, at = decoder.raw_decode(text, at)
        except (ValueError, RecursionError):
            return {"traceEvents": events}
        events.append(event)
