"""The pictures, drawn once by matplotlib for the page and for files.

What belongs to one datum is in a group with an id, a "mark": the page gives each
a tooltip, and the tests count them.
"""
import contextlib
import dataclasses
import logging
import os
import statistics
import warnings

from .errors import Failure
from .measures import count_text, seconds_text
from .trace_file import KINDS

# All that is neither data nor background; the page puts its own colour there.
INK = "#24292f"
COLOURS = {"own": "#4477aa", "stolen": "#ee7733", "inspect": "#aa3377",
           "balance": "#ccaa22", "idle": "#a8adb3",
           "inspected": "#aa3377", "plan": "#4477aa", "even": "#a8adb3",
           "load": "#4477aa", "time": "#ee7733", "before": "#a8adb3",
           "after": "#4477aa", "standard": "#a8adb3", "ours": "#4477aa"}
WIDTH = 9.0
# So many times the median cannot be drawn beside it.
SKEWED = 30
# More marks than this get no tooltips: the page would be twice as large.
MOST_TOOLTIPS = 5000


@dataclasses.dataclass
class Picture:
    name: str           # of the file, without extension
    caption: str
    figure: object      # matplotlib's
    tooltips: dict      # id of a group of marks: a text for each


def are_possible():
    """Whether matplotlib is there."""
    try:
        library()
    except Failure:
        return False
    return True


def library():
    """matplotlib, quiet and with the same output for the same input."""
    try:
        import matplotlib
        import matplotlib.figure
    except ImportError:
        raise Failure("matplotlib is missing, which draws the pictures; "
                      "apt-get install python3-matplotlib") from None
    logging.getLogger("matplotlib").setLevel(logging.ERROR)
    return matplotlib


STYLE = {"svg.hashsalt": "usersched", "svg.fonttype": "none",
         "text.parse_math": False, "font.size": 8, "axes.titlesize": 8,
         "text.color": INK, "axes.edgecolor": INK, "axes.labelcolor": INK,
         "xtick.color": INK, "ytick.color": INK, "axes.spines.top": False,
         "axes.spines.right": False, "legend.frameon": False,
         "legend.fontsize": 7, "axes.linewidth": 0.6}


@contextlib.contextmanager
def style():
    with library().rc_context(STYLE), warnings.catch_warnings():
        # Axes of one point, glyphs that no font has: the picture is right.
        warnings.simplefilter("ignore")
        yield


def axes(height, rows=1, **more):
    figure = library().figure.Figure(figsize=(WIDTH, height), layout="constrained")
    return figure, figure.subplots(rows, 1, squeeze=False, **more)[:, 0]


def in_units(axis, text):
    axis.set_major_formatter(library().ticker.FuncFormatter(
        lambda value, _: text(value)))


def in_seconds(axis):
    in_units(axis, seconds_text)


def scale(axis, values):
    """The ends of an axis for these; logarithmic if a few are far above most."""
    positive = [v for v in values if v > 0]
    if not positive or max(positive) < SKEWED * statistics.median(positive):
        return 0, 1.05 * max(values) or 1
    axis.set_yscale("log")
    axis.minorticks_off()
    return min(positive) / 2, 2 * max(positive)


def legend(axis, kinds, labels=None):
    # Threads may have done too little for any bar to be seen.
    if not kinds:
        return
    patches = library().patches
    axis.legend(handles=[patches.Patch(color=COLOURS[k], label=(labels or {}).get(k, k))
                         for k in kinds],
                loc="lower left", bbox_to_anchor=(0, 1), ncol=len(kinds),
                borderaxespad=0.2, handlelength=1)


def rectangles(axis, boxes, colour, name, edge=None, room=0):
    """Boxes of (x, y, width, height), one mark each. Between neighbours is a line;
    around boxes that are not wider than `room` there is none."""
    collection = library().collections.PolyCollection(
        [[(x, y), (x + w, y), (x + w, y + h), (x, y + h)] for x, y, w, h in boxes],
        facecolors=colour, gid=name, clip_on=False,
        edgecolors=edge or "white",
        linewidths=[0.25 if edge or w > room else 0 for _, _, w, _ in boxes])
    axis.add_collection(collection)


def span_text(span):
    text = f"{span.kind}: {seconds_text(span.seconds)}"
    if span.victim is not None:
        text = f"stolen from {span.victim:.0f}: {seconds_text(span.seconds)}"
    if span.begin is not None and span.end is not None:
        text += f", iterations {span.begin:.0f} to {span.end:.0f}"
    if span.load is not None and span.kind in ("own", "stolen"):
        text += f", load {count_text(span.load)}"
    return text


def bar_text(bar, timeline):
    thread = f"thread {timeline.threads[bar.row]:.0f}, "
    if bar.span:
        return thread + span_text(bar.span)
    return (thread + f"{bar.kind}: {100 * bar.height:.0f} % of "
            f"{seconds_text(bar.seconds)}")


def timeline(name, timeline, row_name="thread"):
    rows = len(timeline.threads)
    figure, (axis,) = axes(0.9 + min(0.3 * max(rows, 2), 8))
    kinds = [k for k in KINDS if any(b.kind == k for b in timeline.bars)]
    # A span of no length is still there.
    thin = (timeline.seconds or 1) * 2e-4
    tooltips = {}
    for kind in kinds:
        bars = [b for b in timeline.bars if b.kind == kind]
        mark = f"mark-{kind}"
        rectangles(axis, [(b.start, b.row + 0.06 + 0.88 * b.base,
                           max(b.seconds, thin), 0.88 * b.height) for b in bars],
                   COLOURS[kind], mark, room=20 * thin)
        tooltips[mark] = [bar_text(b, timeline) for b in bars]
    legend(axis, kinds)
    axis.set_xlim(0, timeline.seconds or 1)
    axis.set_ylim(rows, 0)
    step = -(-rows // 32)
    axis.set_yticks([i + 0.5 for i in range(0, rows, step)],
                    [f"{timeline.threads[i]:.0f}" for i in range(0, rows, step)])
    axis.set_ylabel(row_name)
    in_seconds(axis.xaxis)
    caption = timeline.title
    if timeline.interval:
        caption += (f". {timeline.spans} events are too many to draw: each bar sums "
                    f"up {seconds_text(timeline.interval)}, and its height is the "
                    "share of that time")
    return Picture(name, caption, figure, tooltips)


def by_thread(name, shares):
    """Time of each thread by kind; its load below, if loads are known."""
    has_load = any(s.total_load for s in shares)
    rows = 2 if has_load else 1
    figure, all_axes = axes(1.2 + 1.4 * rows, rows, sharex=True)
    tooltips = {}
    kinds = [k for k in KINDS if any(s.seconds[k] for s in shares)]
    panels = [("time", all_axes[0], kinds, lambda s, k: s.seconds[k], seconds_text)]
    if has_load:
        panels.append(("load", all_axes[1], ["own", "stolen"],
                       lambda s, k: s.load[k], count_text))
    for what, axis, shown, value, text in panels:
        base = [0] * len(shares)
        for kind in shown:
            mark = f"mark-{what}-{kind}"
            heights = [value(s, kind) for s in shares]
            rectangles(axis, [(i - 0.4, base[i], 0.8, h)
                              for i, h in enumerate(heights)], COLOURS[kind], mark)
            tooltips[mark] = [f"thread {s.thread:.0f}, {kind}: {text(h)}"
                              for s, h in zip(shares, heights)]
            base = [b + h for b, h in zip(base, heights)]
        axis.set_ylim(0, 1.05 * max(base) or 1)
        axis.set_ylabel(what)
        in_units(axis.yaxis, text)
    legend(all_axes[0], kinds)
    step = -(-len(shares) // 32)
    all_axes[-1].set_xticks(range(0, len(shares), step),
                            [f"{s.thread:.0f}" for s in shares[::step]])
    all_axes[-1].set_xlim(-0.6, len(shares) - 0.4)
    all_axes[-1].set_xlabel("thread")
    return Picture(name, "What each thread had of the loop, over all executions of "
                   "the trace", figure, tooltips)


def by_iteration(name, chunks, pieces):
    """Mean load of an iteration over the iterations, and mean time below."""
    figure, all_axes = axes(3.0 if pieces else 1.9, 2 if pieces else 1, sharex=True)
    tooltips = {}
    panels = [("load", count_text,
               list(zip(chunks.begin, chunks.begin[1:], chunks.load)))]
    if pieces:
        panels.append(("time", seconds_text,
                       [(p.begin, p.end, p.seconds) for p in pieces]))
    for axis, (what, text, values) in zip(all_axes, panels):
        boxes, texts = [], []
        for begin, end, value in values:
            boxes.append((float(begin), 0, float(end - begin),
                          value / float(end - begin)))
            texts.append(f"iterations {begin:.0f} to {end:.0f}: {what} {text(value)}")
        mark = f"mark-{what}"
        # Lines of their own colour, so that one iteration of many is seen.
        low, top = scale(axis, [box[3] for box in boxes])
        rectangles(axis, [(x, low, w, max(h - low, 0)) for x, _, w, h in boxes],
                   COLOURS[what], mark, edge=COLOURS[what])
        tooltips[mark] = texts
        axis.set_ylim(low, top)
        axis.set_ylabel(f"{what} per iteration")
        in_units(axis.yaxis, text)
    all_axes[-1].set_xlim(float(chunks.begin[0]), float(chunks.begin[-1]))
    all_axes[-1].set_xlabel("iteration")
    caption = (f"Where the load is: {len(chunks)} chunks, each with the mean of its "
               "iterations")
    if pieces:
        caption += f"; below, the time of {len(pieces)} pieces that were measured"
    return Picture(name, caption, figure, tooltips)


def prediction(name, fit):
    figure, (axis,) = axes(3.6)
    top = 1.05 * max(fit.measured + fit.predicted) or 1
    axis.plot([0, top], [0, top], color=INK, linewidth=0.6)
    axis.scatter(fit.predicted, fit.measured, s=9, color=COLOURS["load"], alpha=0.6,
                 linewidths=0, gid="mark-piece")
    axis.set_xlim(0, 1.05 * max(fit.predicted) or 1)
    axis.set_ylim(0, 1.05 * max(fit.measured) or 1)
    in_seconds(axis.xaxis)
    in_seconds(axis.yaxis)
    axis.set_xlabel("predicted time")
    axis.set_ylabel("measured")
    r = ("not defined, because all took the same time" if fit.r_squared is None
         else f"{fit.r_squared:.3f}")
    caption = (f"Predicted against measured time of {fit.count} pieces: R² = {r}; "
               f"{seconds_text(fit.per_load)} per unit of load and "
               f"{seconds_text(fit.per_iteration)} per iteration fit best")
    return Picture(name, caption, figure, {"mark-piece": [
        f"predicted {seconds_text(p)}, measured {seconds_text(m)}"
        for p, m in zip(fit.predicted, fit.measured)]})


def history(name, executions, before=None):
    """Time of each execution; with those of an earlier run, if given."""
    has_lambda = any(e.lambda_time is not None for e in executions)
    figure, all_axes = axes(3.0 if has_lambda else 1.9, 1 + has_lambda, sharex=True)
    kinds = [k for k in ("inspected", "plan", "even")
             if any(e.kind == k for e in executions)]
    labels = {"plan": "by a kept plan", "even": "divided evenly"}
    tooltips, axis = {}, all_axes[0]
    for kind in kinds or [""]:
        own = [e for e in executions if e.kind == kind]
        mark = f"mark-{kind or 'execution'}"
        axis.scatter([e.number for e in own], [e.seconds for e in own], s=12,
                     color=COLOURS.get(kind, INK), gid=mark)
        tooltips[mark] = [f"execution {e.number:.0f}: {seconds_text(e.seconds)}"
                          for e in own]
    if before:
        axis.plot([e.number for e in before], [e.seconds for e in before],
                  color=COLOURS["before"], linewidth=1, gid="before")
        kinds, labels = kinds + ["before"], {**labels, "before": "the run before"}
    if kinds:
        legend(axis, kinds, labels)
    longest = max(e.seconds for e in [*executions, *(before or [])])
    axis.set_ylim(0, 1.05 * longest or 1)
    axis.set_ylabel("time")
    in_seconds(axis.yaxis)
    if has_lambda:
        known = [e for e in executions if e.lambda_time is not None]
        all_axes[1].plot([e.number for e in known], [e.lambda_time for e in known],
                         marker=".", markersize=3, linewidth=0.6,
                         color=COLOURS["time"])
        all_axes[1].set_ylim(bottom=0)
        all_axes[1].set_ylabel("λ by time, %")
    all_axes[-1].set_xlabel("execution")
    all_axes[-1].xaxis.get_major_locator().set_params(integer=True)
    return Picture(name, "The executions: how long each took, and how much longer the "
                   "busiest thread than the median one", figure, tooltips)


def comparison(name, pairs):
    """Time per execution of the loops that both runs have, before = 1."""
    shown = [p for p in pairs if p.time_ratio]
    if not shown:
        return None
    figure, (axis,) = axes(0.8 + 0.3 * len(shown))
    rectangles(axis, [(0, i - 0.35, p.time_ratio, 0.7) for i, p in enumerate(shown)],
               COLOURS["after"], "mark-ratio")
    axis.axvline(1, color=INK, linewidth=0.8)
    axis.set_xlim(0, 1.08 * max(1, *(p.time_ratio for p in shown)))
    axis.set_ylim(len(shown) - 0.5, -0.5)
    axis.set_yticks(range(len(shown)), [p.name for p in shown])
    axis.set_xlabel("time per execution, before = 1")
    return Picture(name, "Time per execution after over before", figure,
                   {"mark-ratio": [f"{p.name}: {p.sentence()}" for p in shown]})


def what_if(name, prediction):
    figure, (axis,) = axes(0.8 + 0.24 * len(prediction.rows))
    rows = prediction.rows
    tooltips = {}
    for which, mark in ((False, "standard"), (True, "ours")):
        own = [(i, r) for i, r in enumerate(rows)
               if r["schedule"].startswith("usersched") == which]
        rectangles(axis, [(0, i - 0.35, r["seconds"][0], 0.7) for i, r in own],
                   COLOURS[mark], f"mark-{mark}")
        tooltips[f"mark-{mark}"] = [
            f"{row_name(r)}: {seconds_text(r['seconds'][0])}" for _, r in own]
    axis.axvline(prediction.bound, color=INK, linewidth=0.8)
    axis.set_xlim(0, 1.05 * max(r["seconds"][0] for r in rows))
    axis.set_ylim(len(rows) - 0.5, -0.5)
    axis.set_yticks(range(len(rows)), [row_name(r) for r in rows])
    in_seconds(axis.xaxis)
    return Picture(name, f"Simulated with {prediction.threads} threads; the line is "
                   "the lower bound, an even share or the longest iteration", figure,
                   tooltips)


def row_name(row):
    return row["schedule"] + (", first execution" if row["phase"] == "first" else "")


def save(picture, folder):
    """FOLDER/NAME.svg and .png."""
    with style():
        for extension, more in (("svg", {"metadata": {"Date": None}}),
                                ("png", {"dpi": 110})):
            picture.figure.savefig(os.path.join(folder, f"{picture.name}.{extension}"),
                                   facecolor="white", **more)
