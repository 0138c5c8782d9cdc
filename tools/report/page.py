"""The page: one file that needs no network and has no script."""
import os

from . import figures, reasons
from .html import Html, table, tag
from .inline import svg
from .measures import percent_text, seconds_text

STYLE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "page.css")


def figure(picture):
    return tag("figure", Html(svg(picture)), tag("figcaption", picture.caption),
               id=picture.name)


def heading(run, notes):
    parts = []
    if run.report:
        report = run.report
        parts.append(tag("p", tag("code", report.command or "unknown command")))
        facts = [f"{report.date}" if report.date else "",
                 f"{report.threads:.0f} threads" if report.threads else "",
                 f"{seconds_text(report.seconds)} in all" if report.seconds else "",
                 f"usersched {report.version}" if report.version else ""]
        parts.append(tag("p", ", ".join(fact for fact in facts if fact)))
    parts.append(tag("p", "From " + " and ".join(run.paths)))
    return parts + [tag("p", note, class_="note") for note in notes]


def contents(sections):
    rows = []
    for number, section in enumerate(sections):
        time = section.measures.get("time per execution")
        rows.append([
            tag("a", section.loop.name, href=f"#loop-{number + 1}"),
            section.loop.report.load if section.loop.report else "",
            "" if time is None else seconds_text(time),
            section.advice[0] if section.advice else ""])
    return table(["loop", "load", "time per execution", "advice"], rows, {2})


def advice(text):
    """What stands between backticks is code."""
    return tag("p", [tag("code", part) if i % 2 else part
                     for i, part in enumerate(text.split("`"))], class_="advice")


def ratio(value):
    return "" if value is None else f"{value:.3f}"


def compared(pairs, before, picture):
    parts = [tag("h2", "Before and after"),
             tag("p", "Before: " + " and ".join(before.paths) + ". Two runs are "
                 "two samples: differences of a few per cent may be chance.")]
    parts += [figure(picture)] if picture else []
    for pair in pairs:
        parts.append(tag("h3", f"{pair.name}: {pair.sentence()}"))
        if pair.rows:
            parts.append(table(["", "before", "after", "after / before"],
                               [[r.name, r.before, r.after, ratio(r.ratio)]
                                for r in pair.rows], {1, 2, 3}))
    return tag("section", parts, id="before-and-after")


def what_if(prediction):
    if not prediction:
        return []
    parts = [tag("h3", f"With {prediction.threads} threads")]
    if prediction.rows:
        parts.append(advice(prediction.sentence))
        parts.append(table(
            ["schedule", "time", "over the lower bound", "λ by time"],
            [[figures.row_name(r), seconds_text(r["seconds"][0]),
              percent_text(max(r["over_bound_percent"], 0)),
              "" if r["lambda_time_percent"] is None
              else percent_text(r["lambda_time_percent"])]
             for r in prediction.rows], {1, 2, 3}))
    parts.append(tag("p", "A simulation without caches and memory bandwidth; "
                     "schedules with a chunk have their best one. "
                     + "; ".join(prediction.notes)))
    return parts


def loop(section, number):
    report = section.loop.report
    parts = [tag("h2", section.loop.name)]
    if report:
        place = f"{report.file}:{report.line:.0f}:{report.column:.0f}"
        parts.append(tag("p", tag("code", report.load), " in ",
                         tag("code", report.function), ", " + place))
    parts += [advice(text) for text in section.advice]
    if section.pair:
        parts.append(tag("p", section.pair.sentence()))
    if section.measures:
        parts.append(table(["", ""], [[m.name, m.text] for m in section.measures],
                           {1}))
    if report and report.techniques:
        parts.append(table(["technique", "because", "executions"],
                           [[t.name, reasons.words(t.reason), f"{t.executions:.0f}"]
                            for t in report.techniques], {2}))
    pictures = [p for p in section.pictures if not p.name.endswith("-what-if")]
    parts += [figure(p) for p in pictures]
    if section.thefts:
        parts.append(tag("details", tag("summary", "Who stole from whom"), table(
            ["thief", "victim", "chunks"],
            [[f"{thief:.0f}", f"{victim:.0f}", count]
             for (thief, victim), count in section.thefts], {0, 1, 2})))
    parts += what_if(section.what_if)
    parts += [figure(p) for p in section.pictures if p not in pictures]
    return tag("section", parts, id=f"loop-{number}")


def page(content):
    """The whole document, as text."""
    run, sections = content.run, content.sections
    with open(STYLE) as file:
        style = file.read()
    title = "usersched: " + (run.report.command if run.report and run.report.command
                             else os.path.basename(run.paths[0]))
    body = [tag("h1", title), *heading(run, content.notes)]
    body += [contents(sections)] if sections else []
    body += [figure(content.overview)] if content.overview else []
    if content.before:
        body.append(compared(content.pairs, content.before, content.comparison))
    body += [loop(section, i + 1) for i, section in enumerate(sections)]
    # Whatever a text may hold, the browser loads and runs nothing.
    policy = "default-src 'none'; style-src 'unsafe-inline'"
    head = [Html('<meta charset="utf-8">'),
            Html(f'<meta http-equiv="Content-Security-Policy" content="{policy}">'),
            Html('<meta name="viewport" content="width=device-width">'),
            tag("title", title), tag("style", Html(style))]
    return ("<!DOCTYPE html>\n" + tag("html", tag("head", head), tag("body", body),
                                      lang="en") + "\n")
