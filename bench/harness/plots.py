"""The report's pictures, each as SVG and PNG."""
import os
import statistics

from . import analysis
from .cells import BASELINES, OURS
from .errors import Failure
from .tables import label

COLOURS = {"static": "#999999", "static,": "#666666",
           "monotonic:dynamic,": "#d95f02", "guided,": "#7570b3",
           "static_steal,": "#1b9e77", "usersched": "#e7298a",
           "usersched(prof)": "#c00000"}


def pyplot():
    try:
        import matplotlib
    except ImportError:
        raise Failure("pictures need matplotlib, which is not there: "
                      "run script/setup --bench") from None
    matplotlib.use("Agg")
    # The same picture for the same results.
    matplotlib.rcParams["svg.hashsalt"] = "usersched"
    from matplotlib import pyplot as plt
    return plt


def save(figure, out, name):
    figure.tight_layout()
    figure.savefig(os.path.join(out, name + ".svg"), metadata={"Date": None})
    figure.savefig(os.path.join(out, name + ".png"), dpi=110)
    pyplot().close(figure)
    return name


def speedup(results, suite, out):
    """Geometric means over inputs, per kernel: ours over each baseline, tuned per
    input."""
    cells = analysis.compare(results, suite, OURS[1], "input")
    kernels = [k for k in results.kernels(suite)
               if any(c.kernel == k for c in cells)]
    if not kernels:
        return None
    figure, axis = pyplot().subplots(figsize=(9, 4))
    width = 0.8 / len(BASELINES)
    for number, baseline in enumerate(BASELINES):
        places, heights, low, high = [], [], [], []
        for place, kernel in enumerate(kernels):
            ratios = [c.ratio[0] for c in cells
                      if c.kernel == kernel and c.baseline == baseline]
            if not ratios:
                continue
            mean = analysis.geomean(ratios)
            places.append(place + (number - 2) * width)
            heights.append(mean)
            # A mean of one is not quite that one.
            low.append(max(0, mean - min(ratios)))
            high.append(max(0, max(ratios) - mean))
        axis.bar(places, heights, width, label=label(baseline),
                 color=COLOURS[baseline], yerr=[low, high],
                 error_kw={"linewidth": 0.7})
    axis.axhline(1, color="black", linewidth=0.8)
    axis.set_xticks(range(len(kernels)), kernels)
    axis.set_ylabel("speedup of usersched(prof)")
    axis.set_title("over each baseline, tuned per input: geometric mean and range "
                   "over inputs", fontsize=9)
    axis.legend(fontsize=7, ncol=5)
    return save(figure, out, f"speedup-{suite}")


def chunk_sensitivity(results, suite, kernel, out):
    """Figure 6: time against chunk, geometric mean over inputs, usersched = 1."""
    figure, axis = pyplot().subplots(figsize=(6, 4))
    drawn = False
    for baseline in BASELINES[1:]:
        points = []
        for schedule in results.schedules(suite, kernel, baseline):
            ratios = [results.ratio(suite, kernel, name, schedule, OURS[1])
                      for name in results.inputs(suite, kernel)]
            if ratios and all(ratios):
                points.append((int(schedule.split(",")[1]),
                               analysis.geomean(r[0] for r in ratios)))
        if points:
            points.sort()
            axis.plot(*zip(*points), marker="o", markersize=3,
                      label=label(baseline), color=COLOURS[baseline])
            drawn = True
    if not drawn:
        pyplot().close(figure)
        return None
    axis.axhline(1, color=COLOURS[OURS[1]], label="usersched(prof), no chunk")
    axis.set_xscale("log", base=2)
    axis.set_xlabel("chunk")
    axis.set_ylabel("time over usersched(prof)'s")
    axis.set_title(f"{kernel}: geometric mean over inputs", fontsize=9)
    axis.legend(fontsize=7)
    return save(figure, out, f"chunks-{kernel}")


def flat(results, out):
    """Figure 7: time against chunk, static = 1, a panel for each width of the loop
    variable."""
    curves = {}  # by panel, then family of schedules: (chunk, time over static's)
    for name in results.inputs("engine", "flat"):
        panel = name.split(",")[0]
        for schedule in results.schedules("engine", "flat"):
            family, _, chunk = schedule.rpartition(",")
            ratio = family and results.ratio("engine", "flat", name, schedule,
                                             "static")
            if ratio and name.endswith(f" {chunk}"):
                points = curves.setdefault(panel, {}).setdefault(family, [])
                points.append((int(chunk), ratio[0]))
    if not curves:
        return []
    figure, axes = pyplot().subplots(1, len(curves), figsize=(5 * len(curves), 4),
                                     sharey=True, squeeze=False)
    for axis, (panel, families) in zip(axes[0], curves.items()):
        for family, points in families.items():
            ours = family.startswith("usersched")
            axis.plot(*zip(*sorted(points)), marker="o", markersize=3, label=family,
                      linestyle="--" if "steal off" in family else "-",
                      color=COLOURS[OURS[1 if "prof" in family else 0] if ours
                                    else family + ","])
        axis.set_xscale("log", base=2)
        axis.set_yscale("log")
        axis.set_xlabel("chunk")
        axis.set_title(f"flat loop, {panel}", fontsize=9)
    axes[0][0].set_ylabel("time over static's")
    axes[0][-1].legend(fontsize=7)
    return [save(figure, out, "engine-flat")]


def engine(results, out):
    """The engine's loops, each schedule over static."""
    names = flat(results, out)
    for kernel in results.kernels("engine"):
        if kernel in ("flat", "hard"):
            continue
        bars = []
        for name in results.inputs("engine", kernel):
            for schedule in results.schedules("engine", kernel):
                ratio = results.ratio("engine", kernel, name, schedule, "static")
                if ratio and schedule != "static":
                    bars.append((f"{name} {schedule}", ratio[0]))
        if not bars:
            continue
        figure, axis = pyplot().subplots(figsize=(8, 1 + 0.18 * len(bars)))
        axis.barh([b[0] for b in bars], [b[1] for b in bars], color="#7570b3")
        axis.axvline(1, color="black", linewidth=0.8)
        axis.set_xlabel("time over static's")
        axis.tick_params(labelsize=6)
        axis.set_title(kernel, fontsize=9)
        names.append(save(figure, out, f"engine-{kernel}"))
    return names


def imbalance(documents, out):
    """Table 3 at many threads, simulated: time over the bound."""
    loops = [d for d in documents if d["results"]]
    if not loops:
        return None
    families = BASELINES + OURS
    figure, axis = pyplot().subplots(figsize=(10, 4.5))
    width = 0.8 / len(families)
    for number, wanted in enumerate(families):
        heights = []
        for document in loops:
            found = [r for r in document["results"] if r["phase"] == "steady"
                     and analysis.family(r["schedule"]) == wanted]
            heights.append(max(1 + found[0]["over_bound_percent"] / 100, 1)
                           if found else float("nan"))
        axis.bar([p + (number - 3) * width for p in range(len(loops))], heights,
                 width, label=label(wanted), color=COLOURS[wanted])
    axis.set_yscale("log")
    axis.axhline(1, color="black", linewidth=0.8)
    axis.set_xticks(range(len(loops)),
                    [f"{d['results'][0]['input']}\n"
                     f"{d['simulation']['nanoseconds']['load']:g} ns"
                     for d in loops], rotation=90, fontsize=6)
    axis.set_ylabel("time over the lower bound")
    axis.set_title(f"simulated, {loops[0]['threads']} threads, each baseline with "
                   "its best chunk", fontsize=9)
    axis.legend(fontsize=7, ncol=7)
    return save(figure, out, "simulated")


def predicted(rows, out):
    """Measured against predicted λ."""
    points = [(r.measured, r.predicted, r.schedule) for r in rows
              if isinstance(r.measured, (int, float))
              and isinstance(r.predicted, (int, float))]
    if not points:
        return None
    figure, axis = pyplot().subplots(figsize=(4.5, 4.5))
    for wanted in BASELINES + OURS:
        own = [p for p in points if analysis.family(p[2]) == wanted]
        if own:
            axis.scatter([p[0] for p in own], [p[1] for p in own], s=14,
                         label=label(wanted), color=COLOURS[wanted])
    top = max(max(p[0], p[1]) for p in points) or 1
    axis.plot([0, top], [0, top], color="black", linewidth=0.7)
    axis.set_xlabel("measured λ by load, %")
    axis.set_ylabel("predicted")
    axis.legend(fontsize=7)
    return save(figure, out, "predicted")


def efficiency(results, suite, out):
    """T1 / (P TP) of the best baseline and of ours, each cell."""
    cells = []
    for kernel in results.kernels(suite):
        for name in results.inputs(suite, kernel):
            best = [results.per_input(suite, kernel, name, b) for b in BASELINES]
            times = [(results.seconds(suite, kernel, name, s), s)
                     for s in best if s]
            if times:
                pair = (results.efficiency(suite, kernel, name, min(times)[1]),
                        results.efficiency(suite, kernel, name, OURS[1]))
                if all(pair):
                    cells.append(pair)
    if not cells:
        return None
    figure, axis = pyplot().subplots(figsize=(4.5, 4.5))
    axis.scatter(*zip(*cells), s=12, color=COLOURS[OURS[1]])
    low = min(min(c) for c in cells)
    axis.plot([low, 1], [low, 1], color="black", linewidth=0.7)
    axis.set_xlabel("parallel efficiency, best baseline")
    axis.set_ylabel("usersched(prof)")
    axis.set_title(f"median {statistics.median(c[1] for c in cells):.2f}",
                   fontsize=9)
    return save(figure, out, f"efficiency-{suite}")
