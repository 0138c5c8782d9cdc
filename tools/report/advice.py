"""What to do about a loop, in words: a function of its figures alone.

Each kind of advice is given at most once per loop. It says what was found, by how
much, and what to do. The bounds are where a person would not care any more.
"""
from . import pragma
from .balance import EXPLAINED
from .verdict import SHORT_SECONDS
from .words import Known, NotKnown, seconds_text, text


def advise(facts, report=None):
    """[(kind, text)], the most important first; empty if nothing is to be
    improved. See facts.py."""
    known = Known(facts)
    alone = given(about_team, known)
    if alone:
        return [alone]
    found = []
    for rule in (about_giants, about_load, about_length, about_static,
                 about_inspections, about_plans, about_room):
        advice = given(rule, known)
        if advice:
            found.append(advice)
    better = given(about_iterations, known, report)
    return found + [better] if better else found


def given(rule, *arguments):
    """What the rule says; None if it would name a figure that is not known."""
    try:
        return rule(*arguments)
    except NotKnown:
        return None


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
    each = f["iterations_each"]
    if not share > 105:
        return None
    cost = (f"so the loop takes at least {text(share / 100)} times as long as if it "
            "were balanced")
    if each > 1:
        return "giant-block", (
            f"The iterations {text(begin * each // 1)} to "
            f"{text(f['heaviest.end'] * each // 1 - 1)}, or about these, are a reduction "
            f"block with {text(share)} % of a thread's even share of the load. A block "
            f"is never divided, {cost}. Without `reproducible` it would be, unless one "
            "iteration has most of the load.")
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


def about_load(f):
    """A load that tells little of the time."""
    if f["time_spread"] < 0.1:
        return None
    if f["is_constant"] == 1 and f["r_squared"] < 0.5:
        return "constant-load", (
            "The load is the same for all iterations, but their times are not. Write "
            "what makes iterations slow.")
    if f["correlation"] < -0.5:
        return "reversed-load", (
            "The iterations with more load take less time (correlation "
            f"{text(f['correlation'])}): the load seems to count the wrong way round, "
            "such as what is left instead of what is to do.")
    if f["r_squared"] < 0.1:
        return "unrelated-load", (
            f"The load says nothing about the time of an iteration (R² = "
            f"{text(f['r_squared'])}). Look for what makes iterations slow, and write "
            "that; `load: 1` is better than a load that misleads.")
    if f["r_squared"] < 0.5:
        return "poor-predictor", (
            f"The load explains {text(f['r_squared'] * 100)} % of the differences in "
            f"time between iterations (R² = {text(f['r_squared'])}), so balanced load "
            "is not balanced time. Look for what makes iterations slow that `load` "
            "does not count.")
    return None


def about_length(f):
    each = f["balanced_seconds"]
    if not 0 < each < SHORT_SECONDS:
        return None
    return "too-short", (
        f"An execution is about {text(each * 1e6)} us of work for each thread. It takes "
        "threads as long to start and to meet, so balancing cannot gain much. Put more "
        "work into one loop, or run it with one thread (`if` clause).")


def about_static(f):
    excess = f["static_excess_percent"]
    if not (excess < 3 and f["executions"] > 1):
        return None
    return "static-would-do", (
        "With as many iterations for each thread, the slowest would take "
        f"{text(excess)} % longer than the mean: `schedule(static)` would do as well.")


def about_inspections(f):
    looking = f["inspect_seconds"] + f["balance_seconds"]
    everything = looking + f["busy_seconds"]
    # Nothing is looked at where all loads are the same.
    if f["is_constant"] == 1 or not looking >= 0.1 * everything > 0:
        return None
    if f["has_prefix"] == 1 or f["telescopes"] == 1:
        what = ("The sums of the loads are at hand, so that no iteration was looked at; "
                "the loop has too little work to be balanced.")
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
        "make room for others before they could be used again: a loop keeps 64 kinds "
        "of executions (trip count, threads, data), all loops what USERSCHED_CACHE_MIB "
        "allows.")


def about_iterations(f, report):
    """Time that each iteration takes whatever its load."""
    if not (f["r_squared"] >= EXPLAINED and f["equal_loads_ratio"] > 1.03):
        return None
    each = f["iterations_each"] if f["iterations_each"] > 1 else 1
    per_iteration = f["seconds_per_iteration"] / each
    found = pragma.better(report, f["seconds_per_load"], per_iteration)
    if not found:
        return None
    line, condition = found
    return "better-load", (
        f"An iteration takes {seconds_text(f['seconds_per_load'])} per unit of load and "
        f"{seconds_text(per_iteration)} besides, which the load does not "
        "count: of groups with equal load, the slowest takes "
        f"{text(100 * f['equal_loads_ratio'] - 100)} % longer than the mean. usersched "
        "corrects that by measuring, once the loop has run a few times; this is right "
        f"from the start: `{line}`{condition}.")
