"""Tables of what the simulator computed, and of how far that is off."""
import statistics

from . import analysis
from .cells import BASELINES, OURS
from .markdown import label, number, table


def simulated_together(documents):
    """How many times as long as usersched(prof) the baselines take: geometric
    mean, least and most of all loops, each with its best chunk."""
    found = {}
    for document in documents:
        seconds = {analysis.family(r["schedule"]): r["seconds"][0]
                   for r in document["results"] if r["phase"] != "first"}
        unit = document["simulation"]["nanoseconds"]["load"]
        for baseline in BASELINES:
            if baseline in seconds and OURS[1] in seconds:
                found.setdefault((unit, document["threads"]), {}).setdefault(
                    baseline, []).append(seconds[baseline] / seconds[OURS[1]])
    return table(
        ["ns per unit of load", "threads", "loops"] + [label(b) for b in BASELINES],
        [[f"{unit:g}", threads, max(map(len, ratios.values()))] + [
            f"{analysis.geomean(ratios[b]):.2f} ({min(ratios[b]):.3f} to "
            f"{max(ratios[b]):.2f})" if b in ratios else "-" for b in BASELINES]
         for (unit, threads), ratios in found.items()])


def simulated(documents):
    text = (f"{OURS[1]} over each baseline with its best chunk, all loops "
            "together:\n\n" + simulated_together(documents))
    for document in documents:
        about = document["simulation"]
        first = document["results"][0]
        giant = ""
        if about["one_exceeds_share"]:
            giant = (f"; iteration {about['heaviest_iteration']} alone "
                     f"({about['heaviest_load']:.6g}) exceeds a share")
        text += (f"\n{first['input']}: {about['nanoseconds']['load']:g} ns per "
                 f"unit of load, {document['threads']} threads, bound "
                 f"{1e6 * about['bound_seconds']:.2f} us{giant}\n\n")
        text += table(
            ["schedule", "us", "over bound %", "load λ %", "time λ %",
             "dispatches", "steals"],
            [[r["schedule"] + (", first" if r["phase"] == "first" else ""),
              number(1e6 * r["seconds"][0]), number(r["over_bound_percent"]),
              number(r["lambda_load_percent"]), number(r["lambda_time_percent"]),
              r["dispatches"], r["steals"]] for r in document["results"]])
    return text


def validation(rows, documents):
    """How far predictions are off, by schedule, then every input."""
    costs = {}
    for document in documents:
        row, found = document["results"][0], document["prediction"]["nanoseconds"]
        costs[row["kernel"]] = (
            f"{row['kernel']}: {found['load']:.2f} ns per unit of load and "
            f"{found['iteration']:.2f} per iteration (fitted to the times of one "
            f"thread), {found['own']:.0f} ns to hand out an own chunk and "
            f"{found['shared']:.0f} a shared one (from small chunks' times)")
    text = "".join(f"- {c}\n" for c in costs.values()) + "\n"
    groups = {}
    for r in rows:
        if isinstance(r.measured, (int, float)) and isinstance(r.predicted,
                                                               (int, float)):
            groups.setdefault(analysis.family(r.schedule), []).append(r)
    text += table(
        ["schedule", "loops", "median measured", "median predicted",
         "median distance", "largest"],
        [[label(k), len(g)] +
         [number(statistics.median(v)) for v in
          ([r.measured for r in g], [r.predicted for r in g],
           [abs(r.measured - r.predicted) for r in g])] +
         [number(max(abs(r.measured - r.predicted) for r in g))]
         for k, g in ((k, groups[k]) for k in BASELINES + OURS if k in groups)])
    shown = [k for k in BASELINES + OURS if k in groups]
    by_loop = {}
    for k in shown:
        for r in groups[k]:
            by_loop.setdefault((r.kernel, r.input), {})[k] = (
                f"{number(r.measured, 1)} / {number(r.predicted, 1)}")
    return text + "\nMeasured / predicted:\n\n" + table(
        ["kernel, input"] + [label(k) for k in shown],
        [[" ".join(loop)] + [cells.get(k, "-") for k in shown]
         for loop, cells in by_loop.items()])
