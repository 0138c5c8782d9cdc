"""What is measured. A cell is one kernel on one input under many schedules, or
one of the engine's benchmarks, which chooses input and schedules itself.

Everything about a cell is decided here, before anything runs. So a run that was
stopped knows what is left, and a packed folder knows what to do.
"""
import dataclasses
import json
import os
import random
import subprocess
import sys

from .errors import Failure

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

# In the order of the report. Kernels that are not built are left out.
GRAPH_KERNELS = ["pr", "pr_gs", "pr_graphit", "bfs", "cc", "cc_afforest", "bc", "spmv",
           "tc"]
KERNELS = GRAPH_KERNELS + ["minimd", "engine", "hard"]
# One execution takes longer than a sample: every other chunk is enough.
LONG_KERNELS = ["tc"]
QUICK_KERNELS = ["pr", "bfs", "cc", "pr_graphit", "minimd", "engine"]

# System and size of Figure 5, and systems that are not uniform; what happens to
# balanced groups when there are new loads.
SYSTEMS = [("uniform", 10, "forget"), ("uniform", 20, "forget")] + [
    (system, 20, plans) for plans in ("forget", "detect")
    for system in ("droplet", "slab", "gradient")]
QUICK_SYSTEMS = [("uniform", 10, "forget"), ("droplet", 10, "forget")]

# Figure 7, then the others.
ENGINE = ["flat", "short", "skewed", "inspection", "oversubscribed", "deques"]
QUICK_ENGINE = ["flat", "skewed"]

# The paper's baselines, in its order. The first has no chunk.
BASELINES = ["static", "static,", "monotonic:dynamic,", "guided,", "static_steal,"]
CHUNKS = [1, 4, 16, 64, 256, 1024, 4096]
QUICK_CHUNKS = [16, 256, 4096]
OURS = ["usersched", "usersched(prof)"]
# oneTBB's partitioners; a program that is built without it leaves them out.
TBB = ["tbb_auto", "tbb_affinity", "tbb_simple,"]
TBB_KERNELS = ["pr", "spmv"]


def schedules(chunks, kernel=None):
    names = ["serial", "static"]
    for baseline in BASELINES[1:]:
        names += [baseline + str(chunk) for chunk in chunks]
    if kernel in TBB_KERNELS:
        names += TBB[:2] + [TBB[2] + str(chunk) for chunk in chunks]
    return names + OURS


def family(schedule):
    """"guided," of "guided,64"; "static" of itself."""
    name, comma, _ = schedule.partition(",")
    return name + comma


def option(schedule):
    """The schedule as the programs' command lines take it."""
    return (schedule.replace("monotonic:", "")
            .replace("usersched(prof)", "usersched_prof"))


@dataclasses.dataclass(frozen=True)
class Cell:
    suite: str
    kernel: str
    input: str
    program: str        # path
    arguments: tuple    # of the program, that choose the input
    schedules: tuple    # none: the program's own
    rounds: int         # 0: the program's own
    sample_ms: int      # 0: the program's own
    number: int = 1     # of the pass
    apart: bool = False  # each schedule has a process of its own

    @property
    def name(self):
        plain = "".join(c if c.isalnum() or c in "-_." else "_" for c in self.input)
        return f"{self.suite}-{self.kernel}-{plain}"

    @property
    def repeats(self):
        """Whether several processes can be put together: not if each chooses
        what it measures."""
        return bool(self.schedules) or self.kernel == "hard"

    @property
    def file(self):
        return f"{self.name}.pass{self.number}.json"

    @property
    def measured_as(self):
        """The name of a graph in the results of its kernels: see name_of_graph() in
        examples/gap/formats."""
        kind, scale = self.arguments[:2]
        if kind == "-f":
            symmetrized = "-s" in self.arguments
            return self.input + (" (symmetrized)" if symmetrized else "")
        hubs_first = "--hubs-first" in self.arguments
        return f"{kind.lstrip('-')}-{scale}" + (", hubs first" if hubs_first else "")

    def processes(self):
        """The cells that are measured by a process each: this one, or one for each
        schedule, in random order."""
        if not self.apart:
            return [self]
        return [dataclasses.replace(self, schedules=(schedule,)) for schedule in
                random.sample(self.schedules, len(self.schedules))]

    def command(self, json_file):
        command = [self.program, *self.arguments]
        if self.schedules:
            command += ["--schedules", " ".join(option(s) for s in self.schedules)]
            if self.number > 1:
                command.append("--no-loads")
        if self.sample_ms:
            command += ["--sample", str(self.sample_ms)]
        if self.rounds:
            command += ["--rounds", str(self.rounds)]
        return command + ["--json", json_file]

    def key(self):
        """What must be the same for a result to be this cell's."""
        return " ".join(self.command("")[1:]) + (" apart" if self.apart else "")


@dataclasses.dataclass(frozen=True)
class Input:
    name: str
    group: str          # the class of Table 1, "extra", "generated" or "other"
    arguments: tuple


def find_inputs(data, quick):
    """The graphs of the folder `data`; without one, the bundled and generated
    ones."""
    command = [sys.executable, os.path.join(ROOT, "script", "graphs"), "--json"]
    if data:
        command += ["--data", data]
    done = subprocess.run(command, text=True, capture_output=True)
    if done.returncode != 0:
        raise Failure(done.stderr.strip() or "script/graphs failed")
    known = json.loads(done.stdout)
    inputs = [Input(g["name"], g["class"], tuple(g["arguments"]))
              for g in known["graphs"]]
    # A class without a graph has a generator that is like it.
    stand_ins = known.get("generated", [])
    if quick:
        stand_ins = stand_ins[:2]
    inputs += [Input(g["name"], "generated", tuple(g["arguments"]))
               for g in stand_ins]
    kronecker = ("--kronecker", "16" if quick else "18")
    if kronecker not in [i.arguments for i in inputs]:
        inputs.append(Input("-".join(kronecker)[2:], "generated", kronecker))
    unique = {}
    for found in inputs:
        unique.setdefault(found.name, found)
    if quick and len(unique) > 4:
        # Small ones, skewed and not, and the generated one.
        wanted = ["debian12-deps", "c2-WikiWikiWeb", "cit-HepPh", "kronecker-16"]
        chosen = [unique[n] for n in wanted if n in unique]
        return chosen or list(unique.values())[:4]
    return list(unique.values())


def smallest(inputs):
    """Of those that are files: a list of one, or of none."""
    files = [i for i in inputs if "-f" in i.arguments]
    return sorted(files, key=lambda i: os.path.getsize(
        i.arguments[i.arguments.index("-f") + 1]))[:1]


def path_of(build, kernel):
    """Where the program is, if it is built."""
    folders = {"engine": "bench", "hard": "bench", "minimd": "examples/minimd"}
    program = "engine" if kernel == "hard" else kernel
    return os.path.join(build, folders.get(kernel, "examples/gap"), program)


def graph_kernels(kernels):
    return [k for k in kernels or [] if k in GRAPH_KERNELS]


def programs(build, kernels):
    """(kernel, path) of those that are built; a failure if none is."""
    found = [(k, path_of(build, k)) for k in kernels
             if os.access(path_of(build, k), os.X_OK)]
    if not found:
        raise Failure(f"{build}: has none of the programs {', '.join(kernels)}; "
                      "build first, or name the build folder with --build")
    return found


def in_passes(cells, passes):
    """All cells once, then all again, each time in another process. The engine's
    other benchmarks choose their schedules by what they measure, so that their
    passes could not be put together: they are measured once."""
    return [dataclasses.replace(c, number=number) for number in range(1, passes + 1)
            for c in cells if number == 1 or c.repeats]


def of_quickest(cells, results, others):
    """Those of the graph kernels' cells that are in `results`, with usersched(prof)
    and the `others` of OpenMP's schedules that are the quickest there, each in a
    process of its own."""
    found = []
    for cell in (c for c in cells if c.suite == "gap"):
        def seconds(schedule):
            return results.seconds(cell.suite, cell.kernel, cell.measured_as,
                                   schedule)
        measured = [s for s in results.schedules(cell.suite, cell.kernel)
                    if family(s) in BASELINES and seconds(s)]
        if measured:
            quickest = sorted(measured, key=seconds)[:others]
            found.append(dataclasses.replace(
                cell, schedules=(*quickest, OURS[1]), apart=True))
    if not found:
        raise Failure("--apart: these results have none of the graph kernels' cells "
                      "that are to be measured")
    return found


def find_hard(program, wanted, threads):
    """The arguments that choose each of the cells of `engine hard`, by name; all
    of its default without regular expressions."""
    more = ("--threads", str(threads)) if threads else ()
    done = subprocess.run(
        [program, "hard", "--list", *(("--cells", *wanted) if wanted else ()), *more],
        text=True, capture_output=True)
    if done.returncode != 0:
        raise Failure(done.stderr.strip() or f"{program} hard --list failed")
    return {name: ("hard", "--cells", f"^{name}$", *more)
            for name in done.stdout.splitlines()}


def make_cells(found, inputs, chunks, rounds, sample_ms, quick, hard=None):
    """The cells of the programs `found`, those of graphs first. The graphs'
    kernels see all inputs; the other programs have inputs of their own, those of
    `hard` from find_hard()."""
    cells = [Cell("gap", kernel, i.name, program, i.arguments,
                  tuple(schedules(chunks[::2] if kernel in LONG_KERNELS else chunks,
                                  kernel)), rounds, sample_ms)
             for i in inputs for kernel, program in found if kernel in GRAPH_KERNELS]
    for kernel, program in found:
        if kernel == "minimd":
            cells += [Cell("minimd", "force", f"{system}-{size}, {plans}", program,
                           ("--system", system, "-s", str(size), "--plans", plans,
                            "-n", "40" if quick else "100"),
                           tuple(schedules(chunks)), rounds, sample_ms)
                      for system, size, plans in
                      (QUICK_SYSTEMS if quick else SYSTEMS)]
        if kernel == "engine":
            cells += [Cell("engine", name, "all", program,
                           (name, "--quick") if quick else (name,), (), 0, 0)
                      for name in (QUICK_ENGINE if quick else ENGINE)]
        if kernel == "hard":
            cells += [Cell("engine", kernel, name, program,
                           (*arguments, "--quick") if quick else arguments, (), 0, 0)
                      for name, arguments in (hard or {}).items()]
    return cells
