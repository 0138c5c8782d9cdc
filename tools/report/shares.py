"""What each thread had of a loop: its load and its time."""
import collections
import dataclasses
import statistics

from .report_file import Execution
from .trace_file import KINDS, WORK


@dataclasses.dataclass
class Share:
    """Sums over the spans of one thread."""
    thread: int
    load: dict = dataclasses.field(
        default_factory=lambda: dict.fromkeys(WORK, 0))
    seconds: dict = dataclasses.field(
        default_factory=lambda: dict.fromkeys(KINDS, 0))

    @property
    def busy(self):
        return sum(self.seconds[kind] for kind in WORK)

    @property
    def total_load(self):
        return sum(self.load.values())


def shares(spans):
    """One Share for each thread that did something, by its number."""
    found = {}
    for span in spans:
        share = found.setdefault(span.row, Share(span.row))
        share.seconds[span.kind] += span.seconds
        if span.kind in WORK:
            share.load[span.kind] += span.load or 0
    return [found[row] for row in sorted(found)]


def execution(number, spans):
    """The spans of one execution, as a report has it."""
    own = shares(spans)
    return Execution(number,
                     max(s.stop for s in spans) - min(s.start for s in spans),
                     lambda_percent(share.busy for share in own), "",
                     sum(share.busy for share in own), len(own))


def lambda_percent(values):
    """(max - median) / median in per cent; None where the median is 0."""
    values = list(values)
    median = statistics.median(values) if values else 0
    return 100 * (max(values) - median) / median if median else None


def thefts(spans):
    """(thief, victim): number of chunks, most first."""
    counts = collections.Counter((s.row, s.victim) for s in spans
                                 if s.kind == "stolen" and s.victim is not None)
    return sorted(counts.items(), key=lambda item: (-item[1], item[0]))
