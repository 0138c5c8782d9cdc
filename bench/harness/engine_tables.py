"""Tables of what the engine's benchmarks measured."""
import statistics

from . import analysis
from .markdown import number, table


def engine(results):
    """Figure 7's numbers: everything the engine's benchmarks wrote."""
    rows = []
    for kernel in results.kernels("engine"):
        for name in results.inputs("engine", kernel) if kernel != "hard" else ():
            for schedule in results.schedules("engine", kernel):
                row = results.get("engine", kernel, name, schedule)
                if row:
                    ratio = results.ratio("engine", kernel, name, schedule,
                                          "static")
                    rows.append([f"{kernel} {name}", schedule,
                                 number(1e6 * statistics.median(row["seconds"])),
                                 number(ratio[0]) if ratio else "-"])
    return table(["loop", "schedule", "us", "over static"], rows)


HARD_NOTE = (
    "The time of the best of all baselines, each with its best chunk, over that of "
    "usersched(prof): medians of the rounds' ratios, and of these geometric means "
    "and the least. With several processes, each is compared with the schedule that "
    "was the best in the other ones. \"First 16\": executions of a loop of which nothing is known. "
    "[The benchmark](../README.md#hard-loops) says what the choices are.")


def hard_choices(results):
    """The hard loops by what was chosen in each dimension."""
    cells = analysis.hard(results)
    groups = {"**all**": cells}
    for dimension in zip(*(c.parts for c in cells)):
        for choice in dict.fromkeys(dimension):
            groups[choice] = [c for c in cells if choice in c.parts]
    rows = []
    for choice, group in groups.items():
        row = [choice, len(group)]
        for phase in analysis.HardCell.GOALS:
            ratios = [c.ratio[phase][0] for c in group]
            row += [number(analysis.geomean(ratios)), number(min(ratios)),
                    sum(c.is_behind(phase) for c in group)]
        rows.append(row)
    return table(["choice", "cells", "steady", "worst", "below 0.97", "first 16",
                  "worst", "below 0.87"], rows)


def hard(results):
    """Each hard loop, the worst first."""
    rows = []
    for cell in analysis.hard(results):
        row = [cell.name, number(cell.microseconds, 1)]
        for phase in analysis.HardCell.GOALS:
            mark = "**" if cell.is_behind(phase) else ""
            least, most = cell.passes[phase] or cell.ratio[phase][1:]
            row += [f"{mark}{cell.ratio[phase][0]:.2f}{mark} "
                    f"({least:.2f} to {most:.2f})", cell.best[phase]]
        rows.append(row)
    return table(["loop", "us", "steady", "over", "first 16", "over"], rows)
