"""What the threads did when: as bars, or summed up where those are too many."""
import collections
import dataclasses
import math

from .trace_file import KINDS

# More spans than this nobody can tell apart, and a browser draws them slowly.
MOST_BARS = 4000
# At most so many sums stand for them, with up to 250 threads.
SUMS = 10000


@dataclasses.dataclass
class Bar:
    row: int            # which of Timeline.threads
    kind: str
    start: float        # seconds since the timeline's start
    seconds: float
    base: float = 0     # where in the row, of its height: below are other kinds
    height: float = 1
    span: object = None  # None if this is a sum


@dataclasses.dataclass
class Timeline:
    title: str
    threads: list       # the rows' numbers
    seconds: float
    bars: list
    spans: int          # how many there were
    interval: float     # seconds of each sum; None if bars are spans


def timeline(title, spans, row=lambda span: span.row, most=MOST_BARS, sums=SUMS):
    """Of at least one span. Rows are what row() gives."""
    start = min(span.start for span in spans)
    length = max(span.stop for span in spans) - start
    threads = sorted({row(span) for span in spans})
    place = {thread: index for index, thread in enumerate(threads)}
    if len(spans) <= most or not length:
        bars = [Bar(place[row(s)], s.kind, s.start - start, s.seconds, span=s)
                for s in spans]
        return Timeline(title, threads, length, bars, len(spans), None)
    # Each interval has at most one bar of each kind in each row.
    kinds = len({span.kind for span in spans})
    intervals = max(8, sums // (kinds * len(threads)))
    interval = length / intervals
    found = collections.defaultdict(float)
    for span in spans:
        for index, seconds in cut(span.start - start, span.seconds, interval,
                                  intervals):
            found[place[row(span)], index, span.kind] += seconds
    bars, base = [], collections.defaultdict(float)
    for kind in KINDS:
        for (at, index, which), seconds in sorted(found.items()):
            if which == kind:
                height = min(seconds / interval, 1 - base[at, index])
                if height > 1e-3:
                    bars.append(Bar(at, kind, index * interval, interval,
                                    base[at, index], height))
                    base[at, index] += height
    return Timeline(title, threads, length, bars, len(spans), interval)


def cut(start, seconds, interval, intervals):
    """(index, seconds) of each interval that a span reaches into."""
    stop = start + seconds
    index = min(int(start / interval), intervals - 1)
    while True:
        end = (index + 1) * interval if index < intervals - 1 else math.inf
        yield index, max(min(stop, end) - max(start, index * interval), 0)
        index += 1
        if stop <= end or index >= intervals:
            return


def chosen_executions(spans):
    """(what is special, number, its spans) of the first execution, the slowest,
    the median and the last, each number once."""
    executions = collections.defaultdict(list)
    for span in spans:
        executions[span.execution].append(span)
    if not executions:
        return []

    def seconds(number):
        own = executions[number]
        return max(s.stop for s in own) - min(s.start for s in own)

    slowest_first = sorted(executions, key=lambda n: (-seconds(n), n))
    wanted = [("first", min(executions)), ("slowest", slowest_first[0]),
              ("median", slowest_first[len(slowest_first) // 2]),
              ("last", max(executions))]
    names = collections.defaultdict(list)
    for name, number in wanted:
        names[number].append(name)
    return [(", ".join(names[number]), number, executions[number])
            for number in sorted(names)]
