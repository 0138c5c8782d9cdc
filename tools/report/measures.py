"""A loop's key figures for people, each with what it means."""
import dataclasses

from .words import count_text, percent_text, ratio_text, seconds_text


@dataclasses.dataclass
class Measure:
    name: str
    value: float
    text: str
    meaning: str = ""
    lower_is_better: bool = False   # worth a comparison


class Measures(list):
    def add(self, name, value, text, meaning="", lower_is_better=False):
        if value is not None:
            self.append(Measure(name, value, text(value), meaning, lower_is_better))

    def span(self, name, least, most):
        if least is not None and most is not None:
            text = count_text(least)
            if least != most:
                text += " to " + count_text(most)
            self.append(Measure(name, most, text))

    def get(self, name):
        return next((m.value for m in self if m.name == name), None)


TIME = "time per execution"


def measures(facts):
    found, value = Measures(), facts.get
    executions = value("executions")

    def each(name):
        total = value(name)
        return total / executions if executions and total is not None else None

    found.add("executions", executions, count_text)
    found.span("iterations", value("trip_count.least"), value("trip_count.most"))
    found.span("threads", value("threads.least"), value("threads.most"))
    found.add(TIME, each("seconds"), seconds_text,
              "until the last thread leaves the loop", True)
    found.add("time in all", value("seconds"), seconds_text)
    found.add("above perfect balance", value("over_bound_percent"), percent_text,
              "than if all threads worked all the time; median", True)
    found.add("slowest thread under static", value("static_excess_percent"),
              percent_text, "above the mean, if all had as many iterations")
    found.add("λ by load", value("lambda_load_percent"), percent_text,
              "most load of a thread above the median one's, as planned", True)
    found.add("λ by time", value("lambda_time_percent"), percent_text,
              "the same of time in iterations, as measured", True)
    found.add("looking at loads", value("inspect_seconds"), seconds_text,
              "thread time, of all executions", True)
    found.add("balancing", value("balance_seconds"), seconds_text,
              "making plans, which say who runs which iterations", True)
    found.add("in iterations", value("busy_seconds"), seconds_text)
    processor = value("processor_share")
    found.add("had a processor", None if processor is None else 100 * processor,
              percent_text, "of the threads' time in the loop; else others had it")
    for name, field, meaning in (
            ("made", "made", "from a look at all loads"),
            ("used again", "hits", "nothing is looked at then"),
            ("dropped, loads had changed", "stale", ""),
            ("dropped, no room", "evicted", ""),
            ("cut again", "refined", "because times differ from loads")):
        found.add(f"plans {name}", value(f"plans.{field}"), count_text, meaning)
    found.add("steals per execution", each("steals"), count_text,
              "how often an idle thread took work from another one", True)
    found.add("stolen load", value("stolen_load_percent"), percent_text, "", True)
    found.add("dispatches per execution", value("dispatches_per_execution"),
              count_text, "how often a thread got iterations to run", True)
    begin, end = value("heaviest.begin"), value("heaviest.end")
    share = value("heaviest_share_percent")
    if None not in (begin, end, share):
        where = (f"iteration {begin:.0f}" if end == begin + 1
                 else f"iterations {begin:.0f} to {end:.0f}")
        found.append(Measure("heaviest chunk", share,
                             f"{percent_text(share)} ({where})",
                             "of a thread's share, by load"))
    found.add("R² of load and time", value("r_squared"), ratio_text,
              "how much of the differences in time the load explains")
    found.add("time per unit of load", value("seconds_per_load"), seconds_text)
    found.add("time per iteration besides", value("seconds_per_iteration"),
              seconds_text)
    return found
