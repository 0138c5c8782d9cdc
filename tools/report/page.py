"""The page: one file that needs no network and has no script."""
import os

from . import drawing, reasons
from .figures import row_name
from .html import Html, table, tag
from .words import percent_text, seconds_text

STYLE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "page.css")
SIGNS = {"good": "✓", "could be better": "▲", "not known": "–"}


def styles():
    for path in (drawing.STYLE, STYLE):
        with open(path, encoding="utf-8") as file:
            yield file.read()


def figure(picture):
    legend = [tag("span", tag("i", class_=css), label)
              for css, label in picture.legend]
    plot = tag("div", picture.svg(width="100%"), class_="plot",
               style=f"padding-left: {picture.left}px")
    return tag("figure", tag("figcaption", picture.caption + "."),
               [tag("p", legend, class_="legend")] if legend else [], plot,
               id=picture.name)


def words(text):
    """What stands between backticks is code."""
    return [tag("code", part) if i % 2 else part
            for i, part in enumerate(text.split("`"))]


def heading(run, notes):
    parts = []
    if run.report:
        report = run.report
        facts = [f"{report.date}" if report.date else "",
                 f"{report.threads:.0f} threads" if report.threads else "",
                 f"{report.processors:.0f} processors" if report.processors else "",
                 f"{seconds_text(report.seconds)} in all" if report.seconds else "",
                 f"usersched {report.version}" if report.version else ""]
        parts.append(tag("p", ", ".join(fact for fact in facts if fact)))
    parts.append(tag("p", "From " + " and ".join(run.paths)))
    return [tag("div", parts, class_="soft"),
            *(tag("p", note, class_="note") for note in notes)]


def verdict(found, more=()):
    return tag("p", tag("b", f"{SIGNS[found.word]} {found.word}"), ": ",
               words(found.sentence + "."), more,
               class_="verdict " + found.word.split()[0])


def potential(found):
    gain = f"Potential gain: {found.potential}."
    return [tag("span", gain)] if found.potential else []


def key(report):
    return "prefix" if report.has_prefix else "load"


def contents(sections):
    rows = []
    for number, section in enumerate(sections):
        report, time = section.loop.report, section.measures.get("time per execution")
        rows.append(tag(
            "li", tag("a", section.loop.name, href=f"#loop-{number + 1}"),
            [", ", tag("code", f"{key(report)}: {report.load}")]
            if report and report.load else "",
            "" if time is None else f", {seconds_text(time)} per execution",
            verdict(section.verdict)))
    return tag("ul", rows, class_="loops")


def ratio(value):
    return "" if value is None else f"{value:.3f}"


def compared(pairs, before, picture):
    parts = [tag("h2", "Before and after"),
             tag("p", "Before: " + " and ".join(before.paths) + ". Two runs are "
                 "two samples: differences of a few per cent may be chance.")]
    parts += [figure(picture)] if picture else []
    for pair in pairs:
        rows = [table(["", "before", "after", "after / before"],
                      [[r.name, r.before, r.after, ratio(r.ratio)]
                       for r in pair.rows], {1, 2, 3})] if pair.rows else []
        parts.append(tag("details", tag("summary", f"{pair.name}: {pair.sentence()}"),
                         rows))
    return tag("section", parts, id="before-and-after")


def what_if(prediction, pictures):
    if not prediction:
        return []
    parts = [tag("h3", f"With {prediction.threads} threads")]
    if prediction.rows:
        parts.append(tag("p", words(prediction.sentence), class_="advice"))
        parts.append(table(
            ["schedule", "time", "over the lower bound", "λ by time"],
            [[row_name(r), seconds_text(r["seconds"][0]),
              percent_text(max(r["over_bound_percent"], 0)),
              "" if r["lambda_time_percent"] is None
              else percent_text(r["lambda_time_percent"])]
             for r in prediction.rows], {1, 2, 3}))
    parts.append(tag("p", "A simulation without caches and memory bandwidth; "
                     "schedules with a chunk have their best one. "
                     + "; ".join(prediction.notes)))
    return parts + [figure(p) for p in pictures]


def folded(title, *parts):
    return tag("details", tag("summary", title), *parts)


def loop(section, number):
    report = section.loop.report
    parts = [tag("h2", section.loop.name)]
    if report:
        place = f"{report.file}:{report.line:.0f}:{report.column:.0f}"
        parts.append(tag("p", tag("code", f"{key(report)}: {report.load}"), " in ",
                         tag("code", report.function), ", " + place,
                         class_="soft"))
    parts.append(verdict(section.verdict, potential(section.verdict)))
    parts += [tag("p", words(text), class_="advice") for text in section.advice]
    if section.pair:
        parts.append(tag("p", section.pair.sentence()))
    simulated = [p for p in section.pictures if p.name.endswith("-what-if")]
    others = [p for p in section.pictures[section.first:] if p not in simulated]
    parts += [figure(p) for p in section.pictures[:section.first]]
    if section.measures:
        parts.append(folded("All figures", table(["", ""], [
            [[m.name, tag("small", m.meaning) if m.meaning else ""], m.text]
            for m in section.measures], {1})))
    if report and report.techniques:
        parts.append(folded("How it ran, and why", table(
            ["technique", "because", "executions"],
            [[t.name, reasons.words(t.reason), f"{t.executions:.0f}"]
             for t in report.techniques], {2})))
    if others:
        parts.append(folded("More pictures", [figure(p) for p in others]))
    if section.thefts:
        parts.append(folded("Who stole from whom", table(
            ["thief", "victim", "chunks"],
            [[f"{thief:.0f}", f"{victim:.0f}", count]
             for (thief, victim), count in section.thefts], {0, 1, 2})))
    parts += what_if(section.what_if, simulated)
    return tag("section", parts, id=f"loop-{number}")


def page(content):
    """The whole document, as text."""
    run, sections = content.run, content.sections
    title = "usersched: " + (run.report.command if run.report and run.report.command
                             else os.path.basename(run.paths[0]))
    body = [tag("h1", title), *heading(run, content.notes)]
    body += [contents(sections)] if len(sections) > 1 else []
    if content.before:
        body.append(compared(content.pairs, content.before, content.comparison))
    body += [loop(section, i + 1) for i, section in enumerate(sections)]
    if content.overview:
        body.append(folded("The whole run", figure(content.overview)))
    # Whatever a text may hold, the browser loads and runs nothing.
    policy = "default-src 'none'; style-src 'unsafe-inline'"
    head = [Html('<meta charset="utf-8">'),
            Html(f'<meta http-equiv="Content-Security-Policy" content="{policy}">'),
            Html('<meta name="viewport" content="width=device-width">'),
            tag("title", title), tag("style", Html("".join(styles())))]
    return ("<!DOCTYPE html>\n" + tag("html", tag("head", head), tag("body", body),
                                      lang="en") + "\n")
