"""One run of a program: what its report and its trace say of each loop."""
import collections
import dataclasses
import functools
import os

from . import facts, files, shares
from .errors import Failure
from .report_file import Chunks, LoopReport, Report
from .trace_file import WORK, Trace
from .words import count_text


@dataclasses.dataclass
class Loop:
    name: str           # "pr.cpp:57"
    report: LoopReport  # or None
    spans: list         # in the order of their starts; empty without a trace

    def chunks(self):
        """Those of the report; else of the last execution that the trace has all
        iterations of; else None."""
        if self.report and self.report.chunks:
            return self.report.chunks
        executions = by_execution(
            span for span in self.spans
            if span.kind in WORK and None not in (span.begin, span.end, span.load))
        for number in sorted(executions, reverse=True):
            tiled = tile(executions[number])
            if tiled:
                return tiled
        return None

    @functools.cached_property
    def facts(self):
        """{name: number}, see facts.py."""
        return facts.facts(self)

    @functools.cached_property
    def costs(self):
        """balance.Costs, or None."""
        return facts.costs(self)

    def executions(self):
        """Those that are known: of the report, else of the trace."""
        if self.report and self.report.history:
            return self.report.history
        return [shares.execution(number, spans)
                for number, spans in sorted(by_execution(self.spans).items())]

    def pieces(self):
        """What was timed, in the order of iterations: by the library, or chunks."""
        if self.report and self.report.pieces:
            return self.report.pieces
        chunks = self.chunks()
        return chunks.measured() if chunks else []


def by_execution(spans):
    """{number: spans}"""
    found = collections.defaultdict(list)
    for span in spans:
        found[span.execution].append(span)
    return found


def tile(spans):
    """The chunks that these spans ran, if they leave no gap from 0 on."""
    spans = sorted((s for s in spans if s.end > s.begin), key=lambda s: s.begin)
    begin = [s.begin for s in spans] + [s.end for s in spans[-1:]]
    if not spans or begin[0] != 0:
        return None
    if any(span.end != after for span, after in zip(spans, begin[1:])):
        return None
    return Chunks(begin, [s.load for s in spans], [s.seconds for s in spans],
                  len({s.row for s in spans}))


@dataclasses.dataclass
class Run:
    report: Report      # or None
    trace: Trace        # or None
    loops: list

    @property
    def paths(self):
        return [f.path for f in (self.report, self.trace) if f]

    def notes(self):
        """What a reader must know of the files."""
        trace, notes = self.trace, []
        if trace and trace.is_cut_off:
            notes.append(f"{trace.path} was cut off: it has what the program wrote "
                         f"before it was stopped, {len(trace.spans)} events")
        if trace and trace.dropped:
            notes.append(f"{trace.dropped:.0f} events did not fit into the trace; "
                         f"it has the other {len(trace.spans)}")
        for loop in self.loops:
            if self.report and not loop.report and any(
                    same_place(loop.name, other.report) for other in self.loops
                    if other.report):
                notes.append(f"several loops stand at {loop.name}: the trace does not "
                             "tell them apart, and its pictures are of all of them")
        report = self.report
        if report and report.processors and report.threads > report.processors:
            notes.append(f"{report.threads:.0f} threads share {report.processors:.0f} "
                         "processors: they wait for each other, and more balance "
                         "cannot help that")
        if report and report.quota and report.threads > max(report.quota, 1):
            best = max(1, int(report.quota))
            notes.append(f"a CPU quota gives the process the time of "
                         f"{count_text(report.quota)} processors for "
                         f"{report.threads:.0f} threads: when that is used up, all of "
                         "them stop until the next period, and no schedule can help. "
                         f"The largest team that is never stopped: OMP_NUM_THREADS={best}")
        shared = [loop.facts["processor_share"] for loop in self.loops
                  if loop.facts["processor_share"] is not None]
        if shared and min(shared) < facts.ALONE:
            notes.append("the machine was busy: the threads had a processor for "
                         f"{100 * min(shared):.0f} % of their time in a loop. Times are "
                         "longer than they need be, and less even; run it again alone. "
                         "(Iterations that wait, for a file say, look the same)")
        if not self.loops:
            notes.append("no annotated loop ran")
        return notes


def same_place(name, loop):
    """Whether a trace calls a report's loop by this name."""
    full = f"{loop.file}:{loop.line:.0f}"
    return name == full or os.path.basename(name) == os.path.basename(full)


def combine(report, trace):
    loops = []
    if report:
        loops = [Loop(f"{os.path.basename(loop.file)}:{loop.line:.0f}", loop, [])
                 for loop in report.loops]
    by_name = {}
    for span in trace.spans if trace else []:
        loop = by_name.get(span.loop)
        if loop is None:
            there = [known for known in loops if known.report
                     and same_place(span.loop, known.report)]
            # The trace does not tell several loops in one line apart.
            loop = (there[0] if len(there) == 1
                    else Loop(span.loop or "unknown loop", None, []))
            if not loop.report:
                loops.append(loop)
            by_name[span.loop] = loop
        loop.spans.append(span)
    return Run(report, trace, loops)


def read(paths):
    """The run whose report, trace or both these files are. Raises Failure."""
    found = {Report: None, Trace: None}
    for path in paths:
        file = files.read(path)
        if found[type(file)]:
            kind = type(file).__name__.lower()
            raise Failure(f"{found[type(file)].path} and {path} are both a {kind}; "
                          "expected at most one report and one trace of the same "
                          "run. To compare two runs: usersched-report AFTER "
                          "--before BEFORE")
        found[type(file)] = file
    return combine(found[Report], found[Trace])
