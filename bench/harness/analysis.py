"""From rounds to figures.

Schedules are compared round by round, because a disturbance of the machine hits
all schedules of a round alike. The figure is the median of the ratios. Where each
schedule had a process of its own, the figure needs many passes, as a round of one
process has nothing in common with a round of another.

A baseline is tuned in two ways: with the chunk that has the best geometric mean
over a kernel's inputs (as the paper did), and with the best chunk for each input.
The luckiest of several chunks is better in the rounds that it was chosen by than
in other rounds. So with several processes, the second way is also done by
cross-validation: each process is compared with the chunk that was the best in
the other processes.
"""
import collections
import math
import statistics

from .cells import BASELINES, OURS, family
from .passes import kind, row_key, together


def geomean(values):
    values = list(values)
    return math.exp(sum(math.log(v) for v in values) / len(values))


class Results:
    """Measured times by (suite, kernel, input, schedule, phase)."""

    def __init__(self, documents):
        self.documents = [d for d in together(documents) if kind(d) == "measured"]
        self.rows = {}
        self.passes = {}  # of each row's rounds, if there were several processes
        for document in self.documents:
            for r in document["results"]:
                if not r["seconds"] or not all(s > 0 for s in r["seconds"]):
                    continue
                self.rows[row_key(r)] = r
                self.passes[row_key(r)] = document.get("passes")

    def get(self, suite, kernel, name, schedule, phase="steady"):
        return self.rows.get((suite, kernel, name, schedule, phase))

    def kernels(self, suite):
        return list(dict.fromkeys(k[1] for k in self.rows if k[0] == suite))

    def inputs(self, suite, kernel):
        return list(dict.fromkeys(
            k[2] for k in self.rows if k[0] == suite and k[1] == kernel))

    def schedules(self, suite, kernel, of_family=None):
        names = dict.fromkeys(k[3] for k in self.rows
                              if k[0] == suite and k[1] == kernel)
        return [n for n in names if of_family in (None, family(n))]

    def problems(self):
        return [r for r in self.rows.values()
                if r.get("problem") or r.get("verified") is False]

    def ratio(self, suite, kernel, name, slow, quick, phase="steady",
              field="seconds"):
        """(median, least, greatest) of slow's time over quick's, round by round,
        or None. Of slow's steady times, where it was not measured in the phase."""
        a = (self.get(suite, kernel, name, slow, phase)
             or self.get(suite, kernel, name, slow))
        b = self.get(suite, kernel, name, quick, phase)
        if not a or not b or not a.get(field) or not b.get(field):
            return None
        # A round without a complete run has no time of one.
        ratios = [x / y for x, y in zip(a[field], b[field]) if x and y]
        if not ratios:
            return None
        return statistics.median(ratios), min(ratios), max(ratios)

    def of_passes(self, suite, kernel, name, slow, quick, phase="steady"):
        """The least and the greatest of the passes' medians of ratio(), or None
        where there was one process."""
        passes = self.passes.get((suite, kernel, name, quick, phase))
        a = self.get(suite, kernel, name, slow, phase)
        b = self.get(suite, kernel, name, quick, phase)
        if not a or not b or not passes or len(set(passes)) < 2:
            return None
        ratios = {}
        for number, x, y in zip(passes, a["seconds"], b["seconds"]):
            ratios.setdefault(number, []).append(x / y)
        medians = [statistics.median(r) for r in ratios.values()]
        return min(medians), max(medians)

    def seconds(self, suite, kernel, name, schedule, phase="steady"):
        row = self.get(suite, kernel, name, schedule, phase)
        return statistics.median(row["seconds"]) if row else None

    def per_kernel(self, suite, kernel, baseline):
        """The baseline's schedule with the best geometric mean time, of those
        that were measured on all inputs; None without one."""
        best = None
        for schedule in self.schedules(suite, kernel, baseline):
            times = [self.seconds(suite, kernel, i, schedule)
                     for i in self.inputs(suite, kernel)]
            if times and all(times):
                best = min(best or (math.inf, ""), (geomean(times), schedule))
        return best[1] if best else None

    def per_input(self, suite, kernel, name, baseline):
        times = [(self.seconds(suite, kernel, name, s), s)
                 for s in self.schedules(suite, kernel, baseline)]
        times = [t for t in times if t[0]]
        return min(times)[1] if times else None

    def held_out(self, suite, kernel, name, baselines, ours, phase="steady"):
        """(schedule, ratio) of the best schedule of these baselines in all
        processes but one, compared in that one, rounds of all processes together;
        the schedule is what was chosen most often. None with one process."""
        passes = self.passes.get((suite, kernel, name, ours, phase)) or []
        own = self.get(suite, kernel, name, ours, phase)
        rows = [(s, self.get(suite, kernel, name, s, phase))
                for s in self.schedules(suite, kernel) if family(s) in baselines]
        rows = [(s, r["seconds"]) for s, r in rows
                if r and len(r["seconds"]) == len(passes)]
        if not own or not rows or len(set(passes)) < 2:
            return None
        chosen, ratios = collections.Counter(), []
        for number in set(passes):
            rounds = [i for i, p in enumerate(passes) if p == number]
            others = [i for i, p in enumerate(passes) if p != number]
            schedule, seconds = min(rows, key=lambda row: statistics.median(
                row[1][i] for i in others))
            chosen[schedule] += 1
            ratios += [seconds[i] / own["seconds"][i] for i in rounds]
        return (chosen.most_common(1)[0][0],
                (statistics.median(ratios), min(ratios), max(ratios)))

    def efficiency(self, suite, kernel, name, schedule):
        """T1 / (P TP), or None."""
        one = self.seconds(suite, kernel, name, "serial")
        row = self.get(suite, kernel, name, schedule)
        if not one or not row:
            return None
        return one / (row.get("threads", 1) * statistics.median(row["seconds"]))

    def break_even(self, suite, kernel, name, baseline):
        """After how many executions what the first one cost is won back, against
        the baseline's schedule; inf: never; None: not measured."""
        first = self.seconds(suite, kernel, name, OURS[1], "first")
        steady = self.seconds(suite, kernel, name, OURS[1])
        other = self.seconds(suite, kernel, name, baseline)
        if not first or not steady or not other:
            return None
        if first <= other:
            return 1
        if steady >= other:
            return math.inf
        return 1 + math.ceil((first - other) / (other - steady))


Cell = collections.namedtuple("Cell", "kernel input baseline schedule ratio "
                                      "efficiency")


def compare(results, suite, ours, tuned):
    """All cells: ours against each baseline, tuned "kernel", "input" or
    "others", which is held_out()."""
    cells = []
    for kernel in results.kernels(suite):
        for baseline in BASELINES:
            for name in results.inputs(suite, kernel):
                if tuned == "others":
                    schedule, ratio = results.held_out(
                        suite, kernel, name, [baseline], ours) or (None, None)
                else:
                    schedule = (results.per_kernel(suite, kernel, baseline)
                                if tuned == "kernel" else
                                results.per_input(suite, kernel, name, baseline))
                    ratio = schedule and results.ratio(suite, kernel, name,
                                                       schedule, ours)
                if ratio:
                    cells.append(Cell(kernel, name, baseline, schedule, ratio,
                                      results.efficiency(suite, kernel, name,
                                                         schedule)))
    return cells


class HardCell:
    """A cell of `engine hard`, where each process tuned the others itself: over
    the best of them in the other processes, if there are any."""

    # Of the time of the best other over ours, in the steady state and over the
    # first 16 executions.
    GOALS = {"steady": 0.97, "first": 0.87}

    def __init__(self, results, name):
        self.name = name
        self.parts = name.split("/")
        self.microseconds = 1e6 * results.seconds("engine", "hard", name, OURS[1])
        self.best, self.ratio, self.passes = {}, {}, {}
        for phase in self.GOALS:
            self.best[phase], self.ratio[phase] = results.held_out(
                "engine", "hard", name, BASELINES, OURS[1], phase) or min(
                    ((s, results.ratio("engine", "hard", name, s, OURS[1], phase))
                     for s in results.schedules("engine", "hard")
                     if family(s) in BASELINES), key=lambda found: found[1])
            self.passes[phase] = results.of_passes(
                "engine", "hard", name, self.best[phase], OURS[1], phase)

    def is_behind(self, phase):
        return self.ratio[phase][0] < self.GOALS[phase]


def hard(results):
    """All hard cells, the worst in the steady state first."""
    return sorted((HardCell(results, n) for n in results.inputs("engine", "hard")),
                  key=lambda c: c.ratio["steady"])


# bound: see bound(); even: what the baseline would gain if its threads ended at once.
Allowed = collections.namedtuple("Allowed", "kernel input schedule ratio bound even")


def heaviest_shares(predictions):
    """By (kernel, input): the heaviest iteration's share of the load."""
    return {(d["results"][0]["kernel"], d["results"][0]["input"]):
            d["prediction"]["heaviest_share"] for d in predictions}


def bound(results, suite, kernel, name, schedule, heaviest_share=0):
    """How many times as fast as the schedule the best one could be: its time over
    max(T1 / P, the heaviest iteration's). None without T1."""
    efficiency = results.efficiency(suite, kernel, name, schedule)
    if not efficiency:
        return None
    threads = results.get(suite, kernel, name, schedule).get("threads", 1)
    return 1 / (efficiency * max(1, threads * heaviest_share))


class Goal:
    """A ratio to reach, and the inputs where it is possible."""

    def __init__(self, name, goal, cells):
        self.name, self.goal, self.all = name, goal, cells
        self.allowed = [c for c in cells if c.bound >= goal]
        self.uneven = [c for c in self.allowed if c.even >= goal]

    @staticmethod
    def mean(cells, field="ratio"):
        return geomean(getattr(c, field) for c in cells) if cells else None


def goals(results, suite, heaviest=None):
    """The paper's two: 1.05 over static_steal, 1.16 over the best of the other
    baselines. Tuned per kernel, as the best one is chosen per kernel, too."""
    wanted = {"static_steal,c": (1.05, ["static_steal,"]),
              "the best of the others": (1.16, [b for b in BASELINES
                                                if b != "static_steal,"])}
    found = []
    for title, (goal, families) in wanted.items():
        cells = []
        for kernel in results.kernels(suite):
            names = results.inputs(suite, kernel)
            tuned = filter(None, (results.per_kernel(suite, kernel, f)
                                  for f in families))
            best = min(tuned, default=None, key=lambda s: geomean(
                results.seconds(suite, kernel, n, s) for n in names))
            for name in names if best else []:
                ratio = results.ratio(suite, kernel, name, best, OURS[1])
                most = bound(results, suite, kernel, name, best,
                             (heaviest or {}).get((kernel, name), 0))
                # λ by time: the last thread's time over the median one's, which
                # with two threads is the mean.
                uneven = results.get(suite, kernel, name, best).get(
                    "lambda_time_percent")
                if ratio and most:
                    cells.append(Allowed(kernel, name, best, ratio[0], most,
                                         1 + (uneven or 0) / 100))
        found.append(Goal(title, goal, cells))
    return found
