"""What to do about a loop, in words: a function of its figures alone.

Each kind of advice is given at most once per loop. It says what was found, by how
much, and what to do. The bounds are where a person would not care any more.
"""
import math


def text(number):
    """Three digits, or all in front of the point."""
    size = abs(number)
    digits = 0 if size >= 99.95 or size == int(size) else 1 if size >= 9.995 else 2
    return f"{number:.{digits}f}"


class Known:
    """The figures; one that is not known is NaN, which no comparison is true of."""

    def __init__(self, facts):
        self.facts = facts

    def __getitem__(self, name):
        value = self.facts.get(name)
        return math.nan if value is None else value


def advise(facts):
    """[(kind, text)], the most important first; empty if nothing is to be
    improved. See facts.py."""
    known = Known(facts)
    found = []
    for rule in (about_team, about_giants, about_predictor, about_length, about_static,
                 about_inspections, about_plans, about_room):
        advice = rule(known)
        if advice:
            found.append(advice)
    return found


def about_team(f):
    if f["threads.most"] == 1:
        return "one-thread", ("The loop ran with one thread: there was nothing to "
                              "balance, and its loads were not looked at.")
    if f["trip_count.most"] < f["threads.least"]:
        return "few-iterations", (
            f"The loop has at most {text(f['trip_count.most'])} iterations for "
            f"{text(f['threads.least'])} threads: some have nothing to do. Run another "
            "loop of the nest in parallel, or both with collapse(2).")
    return None


def about_giants(f):
    share, begin = f["heaviest_share_percent"], f["heaviest.begin"]
    if not share > 105:
        return None
    cost = (f"so the loop takes at least {text(share / 100)} times as long as if it "
            "were balanced")
    if f["heaviest.end"] - begin == 1:
        return "giant-iteration", (
            f"Iteration {text(begin)} (counted from 0) alone has {text(share)} % of a "
            "thread's even share of the load. An iteration cannot be split, "
            f"{cost}. Use a parallel loop inside of such iterations, or fewer threads "
            "for this one.")
    return "giant-chunk", (
        f"The chunk of the iterations {text(begin)} to {text(f['heaviest.end'] - 1)} "
        f"has {text(share)} % of a thread's even share of the load and is never "
        f"divided, {cost}. Ask for less load per chunk with `chunk`, or leave the "
        "choice to usersched.")


def about_predictor(f):
    if not f["r_squared"] < 0.5 or f["time_spread"] < 0.1:
        return None
    return "poor-predictor", (
        f"The load explains {text(f['r_squared'] * 100)} % of the differences in time "
        f"between iterations (R² = {text(f['r_squared'])}), so balanced load is not "
        "balanced time. Look for what makes iterations slow that `load` does not "
        "count.")


def about_length(f):
    if not (f["executions"] > 0 and f["seconds"] > 0 and f["threads.most"] > 1):
        return None
    each = f["seconds"] / f["executions"]
    if not each < 10e-6:
        return None
    return "too-short", (
        f"One execution takes {text(each * 1e6)} us on average. It takes threads about "
        "as long to start and to meet again, so balancing cannot gain much. Put more "
        "work into one loop, or run it with one thread (`if` clause).")


def about_static(f):
    excess = f["static_excess_percent"]
    if not (excess < 3 and f["executions"] > 1):
        return None
    return "static-would-do", (
        "With as many iterations for each thread, the slowest would take "
        f"{text(excess)} % longer than the mean: schedule(static) would do as well, "
        "and needs no look at the loads.")


def about_inspections(f):
    looking = f["inspect_seconds"] + f["balance_seconds"]
    everything = looking + f["busy_seconds"]
    if not (everything > 0 and looking / everything >= 0.1):
        return None
    if f["has_prefix"] == 1:
        what = ("To balance by `prefix` costs little; the loop has too little work for "
                "it.")
    else:
        what = ("If sums of the loads are at hand, as in a CSR row pointer, `prefix` "
                "needs no look at single iterations; a cheaper `load` helps, too.")
    return "inspection-dominates", (
        f"{text(looking / everything * 100)} % of the threads' time went into looking "
        f"at loads; {text(f['plans.hits'])} of {text(f['executions'])} executions "
        f"found balanced groups. {what}")


def about_plans(f):
    if f["plans.stale"] >= 3 and f["plans.stale"] * 10 > f["executions"]:
        return "stale-plans", (
            "The loads had changed behind balanced groups in "
            f"{text(f['plans.stale'])} of {text(f['executions'])} executions. If they "
            "change each time, `profile: off` saves the checks; if they change when "
            "other data is used, name that with `data`; USERSCHED_STALENESS says which "
            "change matters.")
    if f["plans.made"] >= 8 and f["plans.hits"] < f["plans.made"]:
        return "plans-unused", (
            f"{text(f['plans.made'])} times the loop was balanced, and only "
            f"{text(f['plans.hits'])} times that was used again: trip count, threads "
            "or data differ from one execution to the next. If the loads do not, name "
            "what they depend on with `data`; else `profile: off` saves making groups.")
    return None


def about_room(f):
    if not (f["plans.evicted"] >= 8 and f["plans.evicted"] * 2 > f["plans.made"]):
        return None
    return "plans-evicted", (
        f"{text(f['plans.evicted'])} of {text(f['plans.made'])} balanced groups had to "
        "make room for others before they could be used again: a loop keeps 16 kinds "
        "of executions (trip count, threads, data), all loops what USERSCHED_CACHE_MIB "
        "allows.")
