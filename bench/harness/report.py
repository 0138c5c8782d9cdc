"""Tables and pictures of all results, in one Markdown file."""
import os

from . import (analysis, engine_tables, passes, plots, simulated_tables, simulation,
               tables)
from .cells import OURS
from .errors import Failure


def section(title, text, note=""):
    return f"\n## {title}\n\n" + (note + "\n\n" if note else "") + text


def write(documents, out, commit):
    """Writes results.md and the pictures into `out`; returns its path."""
    results = analysis.Results(documents)
    others = {k: [] for k in passes.KINDS}
    for document in passes.together(documents):
        others.get(passes.kind(document), []).append(document)
    simulated, counted = others["simulation"], others["counters"]
    validation = simulation.compare(others["prediction"], results)
    if not results.rows and not simulated and not counted:
        raise Failure("there are no results to report")
    os.makedirs(out, exist_ok=True)
    pictures = []
    text = "# Results\n\n"
    if results.rows:
        text += tables.provenance(results, commit)
    for suite in dict.fromkeys(k[0] for k in results.rows):
        if suite == "engine":
            kernels = set(results.kernels(suite))
            if kernels - {"hard"}:
                text += section("Figure 7: the engine's loops",
                                engine_tables.engine(results),
                                "Ratios are time over static's.")
                pictures += plots.engine(results, out)
            if "hard" in kernels:
                text += section("Hard loops, by choice",
                                engine_tables.hard_choices(results),
                                engine_tables.HARD_NOTE)
                text += section("Every hard loop", engine_tables.hard(results),
                                "In brackets the least and the greatest: of the "
                                "processes, or of the rounds of one process.")
            continue
        name = {"gap": "graph kernels", "minimd": "miniMD"}.get(suite, suite)
        text += section(
            f"Table 2, {name}: baselines tuned per kernel",
            tables.speedups(results, suite, "kernel"),
            "Geometric means over the inputs (in brackets the worst input), of "
            "medians of ratios of the same round; c: the chunk. usersched is "
            "never tuned.")
        text += section(f"Table 2, {name}: baselines tuned per input",
                        tables.speedups(results, suite, "input"),
                        "Harder than the paper's comparison.")
        held_out = tables.speedups(results, suite, "others")
        if held_out:
            text += section(
                f"Table 2, {name}: baselines tuned per input, in other processes",
                held_out, "In each process, against the chunk that was the best "
                "one in the others: the luckiest of several is no better here "
                "than it is.")
        text += section(
            f"One chunk everywhere, {name}", tables.untuned_chunks(results, suite),
            f"Time over {OURS[1]}, geometric mean of all cells. Only chunks that "
            "were measured in every cell.")
        goals = tables.goals(results, suite, others["prediction"])
        if goals:
            text += section(f"What {name} allow", goals, tables.GOALS_NOTE)
        text += section(
            f"Every input, {name}: {OURS[1]} against the best of all baselines",
            tables.every_cell(results, suite),
            "Efficiency: T1 / (P TP). The bound is what perfect speed-up over "
            "one thread would give; where it is near 1, no schedule can gain.")
        beside = tables.tbb(results, suite)
        if beside:
            text += section(f"oneTBB, {name}", beside,
                            f"Time over {OURS[1]}, round by round; tbb_simple with "
                            "the best grain size for the input, OpenMP's schedules "
                            "with the best chunk. oneTBB has as many threads as "
                            "OpenMP's team, whose threads sleep meanwhile.")
        text += section(f"Table 3, {name}: λ by load, %",
                        tables.lambdas(results, suite, "lambda_load_percent"),
                        "Medians over inputs, in brackets the largest; baselines "
                        "tuned per kernel.")
        text += section(f"Table 3, {name}: λ by time, %",
                        tables.lambdas(results, suite, "lambda_time_percent"))
        if "pr_graphit" in results.kernels(suite):
            text += section("Table 5: PageRank as GraphIt generates it",
                            tables.whole_runs(results, suite, "pr_graphit"),
                            f"{OURS[1]} over each baseline's best chunk, whole "
                            "runs.")
        text += section(f"First executions and break-even, {name}",
                        tables.first_executions(results, suite),
                        "Break-even: executions after which the inspection has "
                        "paid for itself.")
        pictures += [plots.speedup(results, suite, out),
                     plots.efficiency(results, suite, out)]
        pictures += [plots.chunk_sensitivity(results, suite, k, out)
                     for k in results.kernels(suite)]
    if others["fit"]:
        text += section("Loads for triangle counting", tables.fits(others["fit"]),
                        "R²: how much of the variance of the time of blocks of "
                        "vertices, on one thread, a straight line over their load "
                        "explains.")
    if counted:
        text += section("Table 4: caches", tables.counters(counted))
    if simulated:
        text += section("Table 3 at many threads, simulated",
                        simulated_tables.simulated(simulated),
                        "The runtime's own code with virtual threads; baselines "
                        "are models of libomp's rules, each with the best chunk "
                        "of the powers of two. No caches, no memory bandwidth.")
        pictures.append(plots.imbalance(simulated, out))
    if validation:
        text += section("The simulator against real runs",
                        simulated_tables.validation(validation, others["prediction"]),
                        "λ by load, %; baselines tuned per kernel.")
        pictures.append(plots.predicted(validation, out))
    drawn = [p for p in pictures if p]
    if drawn:
        text += section("Pictures", "".join(f"![{p}]({p}.svg)\n" for p in drawn))
    path = os.path.join(out, "results.md")
    with open(path, "w") as file:
        file.write(text)
    return path
