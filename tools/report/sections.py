"""What a report shows of a run: verdicts, advice, tables and pictures, in their order,
for the page, the folder of pictures and the terminal alike."""
import dataclasses

from . import advice, comparison, figures, fit, shares, timeline, verdict
from .measures import measures
from .words import seconds_text

# Loops beyond this many have no pictures: the page would take too long to make.
MOST_LOOPS = 12
MOST_THEFTS = 10
MOST_COMPARED = 60


@dataclasses.dataclass
class Section:
    """One loop."""
    loop: object
    verdict: object     # verdict.Verdict
    advice: list        # texts
    measures: list
    pictures: list      # the first ones say the most
    first: int          # so many of them
    thefts: list        # ((thief, victim), chunks), the most frequent
    what_if: object     # Prediction, or None
    pair: object        # comparison.Pair, or None


@dataclasses.dataclass
class Content:
    run: object
    notes: list
    sections: list
    overview: object    # Picture, or None
    before: object      # the Run to compare with, or None
    pairs: list         # comparison.Pair
    comparison: object  # Picture, or None

    def pictures(self):
        return ([p for p in (self.overview, self.comparison) if p]
                + [p for section in self.sections for p in section.pictures])


def weight(loop):
    """Time in the loop, to begin with what matters."""
    return loop.facts.get("seconds") or 0


def executions_of(loop):
    return loop.report.history if loop and loop.report else []


def overall_pictures(loop, name):
    """What the verdict says, as pictures: at most one of each kind."""
    costs = loop.costs
    if costs:
        picture = figures.static_and_plan(f"{name}-static", costs)
        if picture:
            yield picture
    chosen = timeline.chosen_executions(loop.spans)
    if chosen:
        yield timeline_of(name, *next(c for c in chosen if "median" in c[0]))


def timeline_of(name, what, number, spans):
    return figures.timeline(f"{name}-execution-{number:.0f}", timeline.timeline(
        f"Execution {number:.0f} ({what})", spans))


def pictures(loop, name, before=None):
    """The others."""
    for what, number, spans in timeline.chosen_executions(loop.spans):
        if "median" not in what:
            yield timeline_of(name, what, number, spans)
    if loop.spans:
        yield figures.by_thread(f"{name}-threads", shares.shares(loop.spans))
    chunks = loop.chunks()
    if chunks:
        yield figures.by_iteration(f"{name}-load", chunks, loop.pieces())
    fitted = fit.fit(loop.pieces())
    if fitted and fitted.count >= fit.FEWEST:
        yield figures.prediction(f"{name}-fit", fitted)
    if executions_of(loop):
        yield figures.history(f"{name}-history", executions_of(loop),
                              executions_of(before))


def section(loop, name, prediction, pair, draw):
    first = list(overall_pictures(loop, name)) if draw else []
    others = list(pictures(loop, name, pair and pair.before)) if draw else []
    if draw and prediction and prediction.rows:
        others.append(figures.what_if(f"{name}-what-if", prediction))
    return Section(loop, verdict.verdict(loop.facts),
                   [f"{text} ({kind})"
                    for kind, text in advice.advise(loop.facts, loop.report)],
                   measures(loop.facts), first + others, len(first),
                   shares.thefts(loop.spans)[:MOST_THEFTS], prediction, pair)


def whole_run(run):
    """A picture of all loops over the whole run, or None."""
    if not run.trace or not run.trace.spans:
        return None
    spans = run.trace.spans
    return figures.timeline("run", timeline.timeline(
        f"The whole run: {len(spans)} events of "
        f"{len({s.lane for s in spans})} threads, "
        f"{seconds_text(max(s.stop for s in spans) - spans[0].start)}",
        spans, row=lambda span: span.lane), "lane")


def content(run, before=None, simulate=None, draw=True):
    """Everything about a run; simulate(loop) makes a Prediction, or None. Without
    `draw` there are no pictures."""
    loops = sorted(run.loops, key=weight, reverse=True)
    pairs = comparison.compare(before, run) if before else []
    found = []
    for number, loop in enumerate(loops):
        is_shown = number < MOST_LOOPS
        pair = next((p for p in pairs if p.after is loop), None)
        prediction = simulate(loop) if simulate and is_shown else None
        found.append(section(loop, f"loop-{number + 1}", prediction, pair,
                             draw and is_shown))
    notes = run.notes()
    if len(loops) > MOST_LOOPS:
        notes.append(f"{len(loops)} loops: pictures and simulations are of the "
                     f"{MOST_LOOPS} that took the most time")
    return Content(run, notes, found, whole_run(run) if draw else None, before, pairs,
                   figures.comparison("comparison", pairs[:MOST_COMPARED])
                   if draw else None)
