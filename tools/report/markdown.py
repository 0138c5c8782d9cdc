"""A report as Markdown: for a terminal, and for files."""
import os
import re

from . import reasons
from .figures import row_name
from .words import seconds_text


def marked(text):
    """Text that Markdown shows as it is, in a table, too."""
    return re.sub(r"([\\`*<>&|\[\]])", r"\\\1", str(text))


def code(text):
    """Text as code, outside of tables: between more backticks than it has in a
    row."""
    longest = max(map(len, re.findall("`+", text)), default=0)
    room = " " if longest else ""
    fence = "`" * (longest + 1)
    return f"{fence}{room}{text}{room}{fence}"


def table(head, rows):
    """The cells of a column have the same width, so that a terminal shows it."""
    rows = [head] + [[marked(cell) for cell in row] for row in rows]
    widths = [max(map(len, column)) for column in zip(*rows)]
    lines = ["| " + " | ".join(cell.ljust(width) for cell, width in zip(row, widths))
             + " |" for row in rows]
    lines.insert(1, "|" + "|".join("-" * (width + 2) for width in widths) + "|")
    return lines + [""]


def document(content):
    """The whole text."""
    return "\n".join(lines(content))


def lines(content):
    run = content.run
    title = (run.report.command if run.report and run.report.command
             else os.path.basename(run.paths[0]))
    yield from [f"# usersched: {marked(title)}", ""]
    for line in heading(run):
        yield from [marked(line), ""]
    for note in content.notes:
        yield from [f"note: {marked(note)}", ""]
    for section in content.sections:
        yield from loop(section)
    for pair in content.pairs:
        if not pair.after:
            yield from [f"{marked(pair.name)}: {pair.sentence()}", ""]


def heading(run):
    """Where and when the run was."""
    report = run.report
    if report:
        about = [report.date, f"process {report.process:.0f}" if report.process else "",
                 f"{report.threads:.0f} threads" if report.threads else "",
                 f"{seconds_text(report.seconds)} in all" if report.seconds else "",
                 f"usersched {report.version}" if report.version else ""]
        yield ", ".join(fact for fact in about if fact)
    yield "From " + " and ".join(run.paths)


def loop(section):
    report = section.loop.report
    key = "prefix" if report and report.has_prefix else "load"
    load = f", {code(f'{key}: {report.load}')}" if report and report.load else ""
    yield from [f"## {marked(section.loop.name)}{load}", ""]
    yield from [f"**{section.verdict.word}**: {section.verdict.sentence}.", ""]
    if section.verdict.potential:
        yield from [f"Potential gain: {section.verdict.potential}.", ""]
    for text in section.advice:     # our words, which are Markdown
        yield from [f"* {text}", ""]
    if section.pair:
        yield from [section.pair.sentence(), ""]
    rows = [[m.name, m.text, m.meaning] for m in section.measures]
    if report:
        place = f"{report.file}:{report.line:.0f}:{report.column:.0f}"
        rows.insert(0, ["loop", place + (f" in {report.function}" if report.function
                                         else ""), ""])
    if rows:
        yield from table(["", "", ""], rows)
    if report and report.techniques:
        yield from table(["technique", "because", "executions"],
                         [[t.name, reasons.words(t.reason), f"{t.executions:.0f}"]
                          for t in report.techniques])
    yield from what_if(section.what_if)


def what_if(prediction):
    if not prediction:
        return
    yield from [f"Simulated with {prediction.threads} threads:", ""]
    if prediction.rows:
        yield from table(
            ["schedule", "time", "over the lower bound"],
            [[row_name(row), seconds_text(row["seconds"][0]),
              f"{max(row['over_bound_percent'], 0):.2f} %"] for row in prediction.rows])
    if prediction.sentence:
        yield from [marked(prediction.sentence), ""]
    for note in prediction.notes:
        yield from [f"({marked(note)})", ""]
