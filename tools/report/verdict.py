"""How good a loop's schedule was here, in one sentence: a function of its figures."""
import dataclasses

from .facts import ALONE
from .words import Known, text

# Nobody minds less.
WORTH_PERCENT = 10
# schedule(static) is as good, to what an estimate can tell.
EQUAL = 1.05
SHORT_SECONDS = 10e-6


@dataclasses.dataclass
class Verdict:
    word: str           # "good", "could be better" or "not known"
    sentence: str
    potential: str      # what would be gained at best; "" if that is not known


def verdict(facts):
    f = Known(facts)
    if f["threads.most"] == 1:
        return Verdict("not known", "one thread ran it: nothing to balance", "")
    if f["balanced_seconds"] < SHORT_SECONDS:
        return Verdict("could be better", "an execution is only "
                       f"{text(1e6 * f['balanced_seconds'])} us of work for each "
                       "thread: too short to gain from balance", "")
    if f["serial_share"] > 0.5:
        return Verdict("good", "one thread runs most executions alone, because that "
                       "was the quickest", "")
    if f["late_share"] > 0.5:
        return Verdict("not known", f"{under_static(f)}most executions took far longer "
                       "than one thread would have: threads came late, or lost their "
                       "processors", "")
    if not f["balance_ratio"] >= 1:
        return Verdict("not known", "the times of the threads are not known", "")
    if f["processor_share"] < ALONE:
        return Verdict("not known", f"{under_static(f)}the machine was busy, the "
                       "threads had a processor for "
                       f"{100 * f['processor_share']:.0f} % of their time in the loop", "")
    potential = f["potential_percent"]
    is_good = potential < WORTH_PERCENT and not f["static_speedup"] < 1 / EQUAL
    share = "less than 1" if potential < 1 else f"about {potential:.0f}"
    gain = f"{share} % of the loop's time, at best"
    return Verdict("good" if is_good else "could be better",
                   f"{against_static(f)}; {against_best(f)}", gain)


def under_static(f):
    """What holds on a busy machine, too: it is made of the quickest times."""
    ratio = f["static_ratio"]
    return ("" if not ratio >= 1 else "under `schedule(static)`, the slowest thread "
            f"would have about {ratio:.2g} times as much to do as the mean; ")


def against_static(f):
    speedup = f["static_speedup"]
    if f["even_share"] > 0.5:
        return "most executions were divided as `schedule(static)` does"
    if speedup > EQUAL:
        return f"about {speedup:.2g} times as fast here as `schedule(static)`"
    if speedup >= 1 / EQUAL:
        return "about as fast here as `schedule(static)`"
    if speedup > 0:
        return f"`schedule(static)` would be about {1 / speedup:.2g} times as fast here"
    return "how `schedule(static)` would do is not known"


def against_best(f):
    over, best = round(f["over_bound_percent"]), "perfect balance"
    if f["longest_iteration"] > EQUAL:
        best = ("what is possible, because one iteration alone takes "
                f"{text(f['longest_iteration'])} times a thread's share")
    if over < WORTH_PERCENT:
        return f"within {max(1, over)} % of {best}"
    return f"{over} % above {best}"
