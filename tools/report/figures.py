"""The pictures of a run, for the page and for files."""
import os

from .drawing import Plot, Scale, file, nice
from .trace_file import KINDS
from .words import count_text, percent_text, seconds_text

# What the kinds of a trace are.
MEANINGS = {"own": "own: iterations of the thread's own group",
            "stolen": "stolen: taken from a thread that had some left",
            "inspect": "inspect: looks at loads", "balance": "balance: makes a plan",
            "idle": "idle: waits"}
EXECUTIONS = {"inspected": "looked at loads", "plan": "by a kept plan",
              "even": "divided evenly"}
MOST_LABELS = 8


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


def some(count):
    """Indices of at most MOST_LABELS of so many rows."""
    return range(0, count, -(-count // MOST_LABELS))


def thread_rows(plot, title, names, room=360):
    """A panel with a row for each name: its upper end, and the height of a row."""
    height = min(22, max(4, room / len(names)))
    top = plot.panel(len(names) * height, title)
    for row in some(len(names)):
        plot.text(-6, top + (row + 0.5) * height + 4, names[row], text_anchor="end")
    return top, height


def timeline(name, timeline, row_name="thread"):
    plot = Plot(0, timeline.seconds or 1)
    top, height = thread_rows(plot, "", [f"{row_name} {number:.0f}"
                                         for number in timeline.threads])
    kinds = [k for k in KINDS if any(b.kind == k for b in timeline.bars)]
    for kind in kinds:
        bars = [b for b in timeline.bars if b.kind == kind]
        plot.boxes(kind, kind, [
            (b.start, b.start + b.seconds,
             top + (b.row + 0.06 + 0.88 * b.base) * height,
             top + (b.row + 0.06 + 0.88 * (b.base + b.height)) * height)
            for b in bars], [bar_text(b, timeline) for b in bars])
    plot.axis("", seconds_text)
    caption = timeline.title
    if timeline.interval:
        caption += (f". {timeline.spans} events are too many to draw: each bar sums "
                    f"up {seconds_text(timeline.interval)}, and its height is the "
                    "share of that time")
    return plot.picture(name, caption, [(k, MEANINGS[k]) for k in kinds], left=72)


def thread_bars(plot, title, what, show, numbers, parts):
    """One bar for each thread, in parts: [(class, values)]. Returns the panel's upper
    and lower end."""
    top, height = thread_rows(plot, title, [f"thread {n:.0f}" for n in numbers], 180)
    base = [0] * len(numbers)
    for css, values in parts:
        bars = [bar for bar in zip(range(len(base)), numbers, base, values) if bar[3]]
        plot.boxes(f"{what}-{css}", css, [
            (b, b + v, top + (i + 0.06) * height, top + (i + 0.94) * height)
            for i, _, b, v in bars],
            [f"thread {n:.0f}, {css}: {show(v)}" for _, n, _, v in bars])
        base = [b + v for b, v in zip(base, values)]
    return top, top + len(numbers) * height


def static_and_plan(name, costs):
    """What each thread has under schedule(static), and by the plan; or None."""
    show = seconds_text if costs.in_seconds else count_text
    shown = [("static", "schedule(static): as many iterations for each", costs.even())]
    planned = costs.planned()
    if len(planned) == costs.threads:
        shown.append(("plan", "the plan of usersched", planned))
    mean = sum(shown[0][2]) / costs.threads
    if not mean:
        return None
    plot = Plot(0, 1.03 * max(max(values) for _, _, values in shown))
    for css, title, values in shown:
        top, bottom = thread_bars(plot, title, css, show, range(costs.threads),
                                  [(css, values)])
        plot.line(plot.at(mean), top - 3, plot.at(mean), bottom + 3, "rule")
    plot.axis("", show)
    what = ("About how long each thread works, by the measured times of its iterations"
            if costs.in_seconds else "How much load each thread has")
    return plot.picture(name, f"{what}. The line is perfect balance; the slowest thread "
                        "decides when the loop ends. What a plan leaves uneven, idle "
                        "threads even out: they steal", left=72)


def by_thread(name, shares):
    """Time of each thread by kind."""
    numbers = [s.thread for s in shares]
    kinds = [k for k in KINDS if any(s.seconds[k] for s in shares)]
    plot = Plot(0, max(sum(s.seconds.values()) for s in shares))
    thread_bars(plot, "", "time", seconds_text, numbers,
                [(k, [s.seconds[k] for s in shares]) for k in kinds])
    plot.axis("", seconds_text)
    return plot.picture(name, "What each thread did in the loop, over all executions of "
                        "the trace", [(k, MEANINGS[k]) for k in kinds], left=72)


def by_iteration(name, chunks, pieces):
    """Mean load of an iteration over the iterations, and mean time below."""
    plot = Plot(float(chunks.begin[0]), float(chunks.begin[-1]))
    panels = [("load", count_text,
               list(zip(chunks.begin, chunks.begin[1:], chunks.load)))]
    if pieces:
        panels.append(("time", seconds_text,
                       [(p.begin, p.end, p.seconds) for p in pieces]))
    for what, show, values in panels:
        top = plot.panel(100, f"{what} per iteration")
        means = [value / float(end - begin) for begin, end, value in values]
        scale = Scale(plot, top, 100, means, show, may_be_log=True)
        plot.boxes(what, what, [
            (float(begin), float(end), scale.y(mean), scale.bottom)
            for (begin, end, _), mean in zip(values, means)],
            [f"iterations {begin:.0f} to {end:.0f}: {what} {show(value)}"
             for begin, end, value in values])
    plot.axis("iteration", count_text)
    caption = (f"Where the load is: {len(chunks)} chunks, each with the mean of its "
               "iterations")
    if pieces:
        caption += (f"; below, the time of {len(pieces)} pieces that were measured. A "
                    "load that is right has the shape of the time")
    return plot.picture(name, caption)


def prediction(name, fit):
    plot = Plot(0, 1.05 * max(fit.predicted) or 1)
    top = plot.panel(230, "measured")
    scale = Scale(plot, top, 230, fit.measured, seconds_text)
    end = min(plot.range, scale.high)
    plot.line(0, scale.y(0), plot.at(end), scale.y(end), "rule")
    plot.points("piece", "load", [(p, scale.y(m))
                                  for p, m in zip(fit.predicted, fit.measured)],
                [f"predicted {seconds_text(p)}, measured {seconds_text(m)}"
                 for p, m in zip(fit.predicted, fit.measured)])
    plot.axis("predicted time", seconds_text)
    r = ("not defined, because all took the same time" if fit.r_squared is None
         else f"{fit.r_squared:.3f}")
    return plot.picture(name, (
        f"Predicted against measured time of {fit.count} pieces: R² = {r}, the share of "
        f"the differences that the load explains; {seconds_text(fit.per_load)} per unit "
        f"of load and {seconds_text(fit.per_iteration)} per iteration fit best"))


def history(name, executions, before=None):
    """Time of each execution; with those of an earlier run, if given."""
    numbers = [e.number for e in executions]
    plot = Plot(min(numbers) - 0.5, max(numbers) + 0.5)
    top = plot.panel(120, "time")
    scale = Scale(plot, top, 120, [e.seconds for e in [*executions, *(before or [])]],
                  seconds_text)
    legend = []
    if before:
        legend.append(("even", "the run before"))
        inside = [e for e in before if 0 <= plot.at(e.number) <= 100]
        for a, b in zip(inside, inside[1:]):
            plot.line(plot.at(a.number), scale.y(a.seconds), plot.at(b.number),
                      scale.y(b.seconds), "before")
    for kind in dict.fromkeys(e.kind for e in executions):
        own = [e for e in executions if e.kind == kind]
        css = kind if kind in EXECUTIONS else "own"
        plot.points(kind or "execution", css,
                    [(e.number, scale.y(e.seconds)) for e in own],
                    [f"execution {e.number:.0f}: {seconds_text(e.seconds)}"
                     for e in own])
        if kind in EXECUTIONS:
            legend.append((css, EXECUTIONS[kind]))
    known = [e for e in executions if e.lambda_time is not None]
    if known:
        top = plot.panel(70, "λ by time")
        scale = Scale(plot, top, 70, [e.lambda_time for e in known], percent_text,
                      may_be_log=True)
        plot.points("lambda", "time", [(e.number, scale.y(e.lambda_time))
                                       for e in known],
                    [f"execution {e.number:.0f}: {percent_text(e.lambda_time)}"
                     for e in known])
    plot.axis("execution", count_text,
              [v for v in nice(min(numbers), max(numbers)) if v == int(v)])
    return plot.picture(name, "The executions: how long each took, and by how much the "
                        "busiest thread worked longer than the median one (λ)", legend)


def rows_of_bars(name, caption, rows, show, line, words):
    """rows: (class, mark, label, value, tip); a line across at a value."""
    plot = Plot(0, 1.05 * max(line, *(value for _, _, _, value, _ in rows)))
    height = 36 * len(rows)
    top = plot.panel(height)
    for css in dict.fromkeys(row[0] for row in rows):
        own = [(i, row) for i, row in enumerate(rows) if row[0] == css]
        plot.boxes(own[0][1][1], css, [
            (0, row[3], top + 36 * i + 17, top + 36 * i + 31) for i, row in own],
            [row[4] for _, row in own])
    for i, (_, _, label, value, _) in enumerate(rows):
        plot.text(0, top + 36 * i + 13, label, "title")
        plot.text(100.0, top + 36 * i + 13, show(value), text_anchor="end")
        plot.line(plot.at(line), top + 36 * i + 16, plot.at(line), top + 36 * i + 32,
                  "rule")
    plot.axis(words, show)
    return plot.picture(name, caption, left=4)


def comparison(name, pairs):
    """Time per execution of the loops that both runs have, before = 1."""
    shown = [p for p in pairs if p.time_ratio]
    if not shown:
        return None
    return rows_of_bars(name, "Time per execution after over before", [
        ("after", "ratio", p.name, p.time_ratio, f"{p.name}: {p.sentence()}")
        for p in shown], lambda v: f"{v:.3g}", 1, "time per execution, before = 1")


def what_if(name, prediction):
    def css(row):
        return "ours" if row["schedule"].startswith("usersched") else "standard"

    return rows_of_bars(
        name, f"Simulated with {prediction.threads} threads; the line is the lower "
        "bound, an even share or the longest iteration", [
            (css(r), css(r), row_name(r), r["seconds"][0],
             f"{row_name(r)}: {seconds_text(r['seconds'][0])}")
            for r in prediction.rows], seconds_text, prediction.bound, "")


def row_name(row):
    return row["schedule"] + (", first execution" if row["phase"] == "first" else "")


def save(picture, folder):
    """FOLDER/NAME.svg."""
    with open(os.path.join(folder, f"{picture.name}.svg"), "w",
              encoding="utf-8") as out:
        out.write(file(picture))
