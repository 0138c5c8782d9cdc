"""Tables of what kernels took."""
import statistics

from . import analysis
from .cells import BASELINES, OURS, TBB
from .markdown import label, number, table


# A libomp that takes longer than this for an empty static loop formats a message
# for each, which it then does not print; others take a tenth of it.
DEBUGGING_NS = 100


def provenance(results, commit):
    lines = [f"- OpenMP runtime: {name}" for name in sorted(
        {d["libomp"] for d in results.documents if d.get("libomp")})]
    machines = {(d.get("machine", {}).get("cpu", "?"),
                 d.get("machine", {}).get("processors", "?"),
                 (d["results"] or [{}])[-1].get("threads", d.get("threads", "?")))
                for d in results.documents}
    for cpu, processors, threads in sorted(machines, key=str):
        lines.append(f"- Machine: {cpu}, {processors} processors; up to {threads} "
                     "threads")
    empty = [1e9 * d["empty_loop_seconds"] for d in results.documents
             if "empty_loop_seconds" in d]
    if empty:
        taken = statistics.median(empty)
        lines.append(f"- One thread takes {taken:.0f} ns for an empty static loop" + (
            ": this libomp is built for debugging, which slows loops of a few "
            "microseconds under OpenMP's own schedules (a release build takes some "
            "10 ns)" if taken > DEBUGGING_NS else ""))
    dates = sorted(d.get("date", "") for d in results.documents)
    commits = {d.get("commit") for d in results.documents} - {None} or {commit}
    lines.append(f"- Measured {dates[0]} to {dates[-1]}, commit "
                 f"{', '.join(sorted(filter(None, commits))) or 'unknown'}")
    rounds = {len(r["seconds"]) for r in results.rows.values()}
    processes = {len(set(d["passes"])) for d in results.documents if d.get("passes")}
    shares = [r["processor_share"] for r in results.rows.values()
              if isinstance(r.get("processor_share"), (int, float))]
    apart = sum(bool(d.get("apart")) for d in results.documents)
    lines.append(f"- Medians of {'/'.join(map(str, sorted(rounds)))} "
                 + ("" if apart else "interleaved ") + "rounds" +
                 (f", of {'/'.join(map(str, sorted(processes)))} processes "
                  "for each kernel and input" if processes else ""))
    if apart:
        lines.append(f"- In {apart} of {len(results.documents)} cells, each schedule "
                     "had as many processes of its own: there, ratios of the same "
                     "round are of rounds that have nothing in common")
    if shares:
        low = sum(s < 0.9 for s in shares)
        lines.append(f"- Of the processor time asked for, the programs got a "
                     f"median of {100 * statistics.median(shares):.0f} %; "
                     f"{low} of {len(shares)} rows had less than 90 %")
    wrong = results.problems()
    lines.append("- Every result was verified" if not wrong else
                 f"- **{len(wrong)} rows are wrong**: " + "; ".join(
                     f"{r['kernel']} {r['input']} {r['schedule']}: "
                     f"{r.get('problem')}" for r in wrong[:5]))
    return "\n".join(lines) + "\n"


def speedups(results, suite, tuned):
    """Table 2: geometric means over the inputs, and the worst cell."""
    text = ""
    for ours in OURS:
        cells = analysis.compare(results, suite, ours, tuned)
        if not cells:
            continue
        rows = []
        for kernel in results.kernels(suite) + [None]:
            row = ["**all**" if kernel is None else kernel]
            for baseline in BASELINES:
                own = [c for c in cells if c.baseline == baseline
                       and kernel in (None, c.kernel)]
                if not own:
                    row.append("-")
                    continue
                worst = min(own, key=lambda c: c.ratio[0])
                chunk = ""
                if tuned == "kernel" and kernel and "," in worst.schedule:
                    chunk = f" c={worst.schedule.split(',')[1]}"
                row.append(f"{analysis.geomean(c.ratio[0] for c in own):.2f} "
                           f"({worst.ratio[0]:.2f}){chunk}")
            rows.append(row)
        text += f"\n{ours} over\n\n" + table(
            ["kernel"] + [label(b) for b in BASELINES], rows)
    return text


def untuned_chunks(results, suite):
    """What it costs not to tune: each baseline with one chunk everywhere. Only
    chunks that were measured in every cell."""
    ratios, wins = {}, {}
    inputs = [(k, i) for k in results.kernels(suite) for i in results.inputs(suite, k)]
    for kernel, name in inputs:
        for baseline in BASELINES:
            best = results.per_input(suite, kernel, name, baseline)
            wins[best] = wins.get(best, 0) + 1
            for schedule in results.schedules(suite, kernel, baseline):
                ratio = results.ratio(suite, kernel, name, schedule, OURS[1])
                if ratio:
                    ratios.setdefault(schedule, []).append(ratio[0])
    rows = [[s, f"{analysis.geomean(r):.2f}", f"{max(r):.2f}", wins.get(s, 0)]
            for s, r in ratios.items() if len(r) == len(inputs)]
    rows.sort(key=lambda row: (BASELINES.index(analysis.family(row[0])),
                               int(row[0].partition(",")[2] or 0)))
    return table(["schedule", "times as long", "worst cell",
                  "cells in which the chunk is its schedule's best"], rows)


def every_cell(results, suite):
    """Each kernel on each input: times, ratios with spread, efficiency."""
    rows = []
    for kernel in results.kernels(suite):
        for name in results.inputs(suite, kernel):
            best = [results.per_input(suite, kernel, name, b) for b in BASELINES]
            best = [(results.seconds(suite, kernel, name, s), s)
                    for s in best if s]
            if not best:
                continue
            schedule = min(best)[1]
            ratio = results.ratio(suite, kernel, name, schedule, OURS[1])
            if not ratio:
                continue
            passes = results.of_passes(suite, kernel, name, schedule, OURS[1])
            efficiency = results.efficiency(suite, kernel, name, OURS[1])
            others = results.held_out(suite, kernel, name, BASELINES, OURS[1])
            rows.append([f"{kernel} {name}",
                         number(1e3 * results.seconds(suite, kernel, name,
                                                      OURS[1]), 3),
                         schedule,
                         f"{ratio[0]:.2f} ({ratio[1]:.2f} to {ratio[2]:.2f})",
                         "-" if not passes else
                         f"{passes[0]:.2f} to {passes[1]:.2f}",
                         number(others and others[1][0]),
                         number(efficiency),
                         number(results.efficiency(suite, kernel, name, schedule)),
                         # With an efficiency of 1 nothing is left to gain.
                         number(None if not results.efficiency(
                             suite, kernel, name, schedule) else
                             1 / results.efficiency(suite, kernel, name,
                                                    schedule))])
    return table(["kernel, input", "ms", "best baseline", "speedup over it",
                  "in each process", "chosen in the others", "efficiency",
                  "its", "bound on the speedup"], rows)


def tbb(results, suite):
    """oneTBB's partitioners beside the best of OpenMP's schedules, or "" where
    they were not measured."""
    rows = []
    for kernel in results.kernels(suite):
        for name in results.inputs(suite, kernel):
            ratios = []
            for families in [[b] for b in TBB] + [BASELINES]:
                found = [results.per_input(suite, kernel, name, f) for f in families]
                found = [(results.seconds(suite, kernel, name, s), s)
                         for s in found if s]
                ratios.append(found and results.ratio(suite, kernel, name,
                                                      min(found)[1], OURS[1]))
            if any(ratios[:-1]):
                rows.append([f"{kernel} {name}"] + [
                    f"{r[0]:.2f} ({r[1]:.2f} to {r[2]:.2f})" if r else "-"
                    for r in ratios])
    return rows and table(["kernel, input"] + [label(b) for b in TBB] +
                          ["the best of OpenMP's"], rows)


def lambdas(results, suite, field):
    """Table 3: medians over a kernel's inputs, and the largest."""
    rows = []
    for kernel in results.kernels(suite):
        row = [kernel]
        for schedule in BASELINES + OURS:
            values = []
            for name in results.inputs(suite, kernel):
                chosen = (schedule if schedule in OURS else
                          results.per_kernel(suite, kernel, schedule))
                found = chosen and results.get(suite, kernel, name, chosen)
                value = found and found.get(field)
                if isinstance(value, (int, float)):
                    values.append(value)
            row.append(f"{statistics.median(values):.1f} ({max(values):.1f})"
                       if values else "-")
        rows.append(row)
    return table(["kernel"] + [label(s) for s in BASELINES + OURS], rows)


def whole_runs(results, suite, kernel):
    """Table 5: the whole kernel, not the scheduled loop alone."""
    rows = []
    for name in results.inputs(suite, kernel):
        row = [name]
        for baseline in BASELINES:
            times = []
            for schedule in results.schedules(suite, kernel, baseline):
                ratio = results.ratio(suite, kernel, name, schedule, OURS[1],
                                      field="kernel_seconds")
                if ratio:
                    times.append(ratio[0])
            row.append(number(min(times)) if times else "-")
        rows.append(row)
    return table(["input"] + [label(b) + ", best" for b in BASELINES], rows)


def first_executions(results, suite):
    rows = []
    for kernel in results.kernels(suite):
        for name in results.inputs(suite, kernel):
            ratio = results.ratio(suite, kernel, name, "static", OURS[1], "first")
            steady = results.ratio(suite, kernel, name, "static", OURS[1])
            if not ratio or not steady:
                continue
            tuned = results.per_input(suite, kernel, name, "guided,")
            rows.append([f"{kernel} {name}", number(1 / ratio[0]),
                         number(1 / steady[0]),
                         number(results.break_even(suite, kernel, name, "static"),
                                0),
                         number(results.break_even(suite, kernel, name, tuned), 0)
                         if tuned else "-"])
    return table(["kernel, input", "first / static", "steady / static",
                  "break-even, static", "break-even, best guided"], rows)


def counters(documents):
    text = ""
    for source in dict.fromkeys(d["counters"]["source"] for d in documents):
        rows = [r for d in documents if d["counters"]["source"] == source
                for r in d["results"]]
        # A counter may be missing in some runs.
        names = list(dict.fromkeys(name for r in rows for name in r["counts"]))
        text += f"By {source}, of one run of the kernel, all threads.\n\n" + table(
            ["kernel, input", "schedule"] + names,
            [[f"{r['kernel']} {r['input']}", r["schedule"]] +
             [f"{r['counts'][n]:.4g}" if n in r["counts"] else "" for n in names]
             for r in rows])
    return text


def fits(documents):
    """A row for each load, a column for each input."""
    names = [d["results"][0]["input"] for d in documents]
    values = {}
    for document in documents:
        for r in document["results"]:
            values.setdefault(r["schedule"], {})[r["input"]] = r["r_squared"]
    return table(["load"] + names,
                 [[f"`{load}`"] + [number(v.get(n)) for n in names]
                  for load, v in values.items()])


GOALS_NOTE = (
    "usersched(prof), over baselines with the chunk of the best geometric mean. "
    "Bound: the baseline's time over max(T1/P, heaviest iteration), below which only "
    "luck with caches gets; a goal above it is out of reach on that input. Only a "
    "part of it is imbalance, the rest what a second thread costs: its start, memory "
    "that both use. If the baseline's threads ended at once, it would be 1 + λ by "
    "time times as fast, with two threads. So there are "
    "three groups: all inputs; those whose bound is at least the goal; of these, "
    "those where 1 + λ is, too. (A baseline that was slow by chance is more likely "
    "among the latter two.)")


def goals(results, suite, predictions=()):
    rows = []
    for g in analysis.goals(results, suite, analysis.heaviest_shares(predictions)):
        for text, group in (("all", g.all), ("bound allows it", g.allowed),
                            ("imbalance allows it", g.uneven)):
            if g.all:
                rows.append([g.name, f"{g.goal:.2f}", text, len(group)] +
                            [number(g.mean(group, field))
                             for field in ("ratio", "even", "bound")])
    return rows and table(["over", "goal", "group", "inputs", "reached",
                           "1 + λ by time", "bound"], rows)
