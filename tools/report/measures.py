"""A loop's key figures, whether a report or a trace tells them."""
import dataclasses
import statistics

from . import facts, shares
from .timeline import chosen_executions


def seconds_text(value):
    for scale, unit in ((1, "s"), (1e-3, "ms"), (1e-6, "us")):
        if abs(value) >= scale:
            return f"{value / scale:.3g} {unit}"
    return f"{value * 1e9:.3g} ns" if value else "0 s"


def count_text(value):
    if value != int(value):
        return f"{value:.4g}"
    return f"{value:.0f}" if abs(value) < 1e15 else f"{value:.3g}"


def percent_text(value):
    return f"{value:.3g} %" if value < 1000 else f"{value:.0f} %"


def ratio_text(value):
    return f"{value:.3f}"


@dataclasses.dataclass
class Measure:
    name: str
    value: float
    text: str
    lower_is_better: bool = False   # worth a comparison


class Measures(list):
    def add(self, name, value, text, lower_is_better=False):
        if value is not None:
            self.append(Measure(name, value, text(value), lower_is_better))

    def span(self, name, least, most):
        if least is not None and most is not None:
            text = count_text(least)
            if least != most:
                text += " to " + count_text(most)
            self.append(Measure(name, most, text))

    def get(self, name):
        return next((m.value for m in self if m.name == name), None)


TIME = "time per execution"


def of_report(report):
    found, value = Measures(), facts.facts(report).get
    executions = value("executions")

    def each(total):
        return total / executions if executions and total is not None else None

    found.add("executions", executions, count_text)
    found.span("iterations", value("trip_count.least"), value("trip_count.most"))
    found.span("threads", value("threads.least"), value("threads.most"))
    found.add(TIME, report.seconds_per_execution, seconds_text, True)
    found.add("time in all", value("seconds"), seconds_text)
    found.add("λ by load", value("lambda_load_percent"), percent_text, True)
    found.add("λ by time", value("lambda_time_percent"), percent_text, True)
    found.add("inspection, thread time", value("inspect_seconds"), seconds_text, True)
    found.add("balancing, thread time", value("balance_seconds"), seconds_text, True)
    found.add("iterations, thread time", value("busy_seconds"), seconds_text)
    found.add("slowest thread above the mean, with equal shares",
              value("static_excess_percent"), percent_text)
    for name, field in (("made", "made"), ("used again", "hits"),
                        ("dropped, loads had changed", "stale"),
                        ("dropped, no room", "evicted"),
                        ("cut again by time", "refined")):
        found.add(f"plans {name}", value(f"plans.{field}"), count_text)
    found.add("steals per execution", each(value("steals")), count_text, True)
    found.add("stolen load", value("stolen_load_percent"), percent_text, True)
    found.add("dispatches per execution", value("dispatches_per_execution"),
              count_text, True)
    begin, end = value("heaviest.begin"), value("heaviest.end")
    share = value("heaviest_share_percent")
    if None not in (begin, end, share):
        where = (f"iteration {begin:.0f}" if end == begin + 1
                 else f"iterations {begin:.0f} to {end:.0f}")
        found.append(Measure("heaviest chunk, of a thread's share", share,
                             f"{percent_text(share)} ({where})"))
    found.add("R² of load and time", value("r_squared"), ratio_text)
    found.add("time per unit of load", value("seconds_per_load"), seconds_text)
    found.add("time per iteration besides", value("seconds_per_iteration"),
              seconds_text)
    return found


def of_trace(spans):
    found, executions = Measures(), {}
    for span in spans:
        executions.setdefault(span.execution, []).append(span)
    each = [shares.shares(own) for own in executions.values()]
    lambdas = [shares.lambda_percent(s.busy for s in own) for own in each]
    lambdas = [value for value in lambdas if value is not None]
    found.add("executions in the trace", len(executions), count_text)
    found.add("threads", max(len(own) for own in each), count_text)
    found.add(TIME, statistics.mean(
        max(s.stop for s in own) - min(s.start for s in own)
        for own in executions.values()), seconds_text, True)
    if lambdas:
        found.add("λ by time", statistics.median(lambdas), percent_text, True)
    stolen = [s for s in spans if s.kind == "stolen"]
    found.add("steals per execution", len(stolen) / len(executions), count_text, True)
    load = sum(s.total_load for own in each for s in own)
    if load:
        found.add("stolen load", 100 * sum(s.load or 0 for s in stolen) / load,
                  percent_text, True)
    return found


def measures(loop):
    """The report's where there is one, else what the trace tells."""
    if loop.report:
        return of_report(loop.report)
    return of_trace(loop.spans) if chosen_executions(loop.spans) else Measures()
