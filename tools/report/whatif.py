"""What other schedules, on more threads, would make of a loop: runs
usersched-simulate on the loads and times of its chunks.

Of the iterations inside a chunk only the sum is known, so each gets an equal
part. A schedule that cuts inside a chunk looks better here than it might be.
"""
import dataclasses
import glob
import json
import os
import shutil
import subprocess
import tempfile

from . import balance, fit
from .errors import Failure

PROGRAM = "usersched-simulate"
# Iterations beyond this are simulated in blocks.
MOST_ITERATIONS = 1 << 20
OURS = {"usersched(prof)": "usersched",
        "usersched": "usersched with profile: off"}
DEFAULT = "usersched(prof)"
# Nobody would feel a smaller difference.
ABOUT_EQUAL = 1.05


@dataclasses.dataclass
class Prediction:
    loop: object
    threads: int
    rows: list          # as usersched-simulate writes them, steady and first
    bound: float        # seconds
    one_exceeds: bool
    notes: list
    sentence: str


def find_simulator(option, here):
    """The program: as the option says, beside this one, in a build folder of
    the sources that `here` stands in, or in PATH. Raises Failure."""
    if option:
        found = shutil.which(option)
        if not found:
            raise Failure(f"--simulator {option} is no program that can be run")
        return found
    beside = os.path.join(here, PROGRAM)
    built = sorted(glob.glob(os.path.join(os.path.dirname(here), "build", "*", "tools",
                                          "simulator", PROGRAM)),
                   key=os.path.getmtime, reverse=True)
    for candidate in [beside, *built, shutil.which(PROGRAM)]:
        if candidate and os.access(candidate, os.X_OK):
            return candidate
    raise Failure(f"--threads needs {PROGRAM}, which is neither beside this program "
                  "nor in PATH; install the package usersched-tools, build it "
                  f"(cmake --build build/release --target {PROGRAM}) or say where "
                  "it is: --simulator FILE")


def times(chunks, pieces):
    """Nanoseconds of each chunk, and notes on what is not measured."""
    found, timed = balance.durations(chunks, pieces, fit.fit(pieces))
    if not timed:
        return found, ["no time was measured: a unit of load counts as one nanosecond"]
    notes = []
    if timed < len(chunks) or len(pieces) < len(chunks):
        notes = [f"{timed} of {len(chunks)} chunks were timed, in {len(pieces)} "
                 "pieces; times inside of these, and of all others, follow from "
                 "loads and iterations"]
    return [1e9 * seconds for seconds in found], notes


def bounds(chunks):
    """Where each chunk begins, in blocks of iterations, and a block's size."""
    block = -(-int(chunks.begin[-1]) // MOST_ITERATIONS) or 1
    begin = [0]
    for i in range(len(chunks)):
        begin.append(begin[-1] + max(1, round(chunks.iterations(i) / block)))
    return begin, block


def simulate(program, loop, threads):
    """A Prediction; None for a loop whose chunks are not known. Raises Failure."""
    chunks = loop.chunks()
    if not chunks:
        return None
    begin, block = bounds(chunks)
    durations, notes = times(chunks, loop.pieces())
    if len(chunks) < chunks.begin[-1]:
        notes.insert(0, f"{chunks.begin[-1]:.0f} iterations in {len(chunks)} chunks: "
                     "inside of a chunk only the sum is known, and every iteration "
                     "counts the same")
    if block > 1:
        notes.append(f"simulated in blocks of {block} iterations")
    if not sum(durations):
        return Prediction(loop, threads, [], 0, False,
                          ["the loop took no time that could be measured"], "")
    with tempfile.TemporaryDirectory() as folder:
        paths = [os.path.join(folder, name) for name in ("loads", "times", "out")]
        for path, values in zip(paths, (chunks.load, durations)):
            with open(path, "w") as file:
                json.dump({"begin": begin, "loads": values}, file)
        document = run(program, paths, threads)
    try:
        return read(document, loop, threads, notes)
    except (KeyError, TypeError, IndexError, ValueError, StopIteration):
        raise Failure(f"{program} wrote other results than expected; it should be "
                      "the one that came with this program") from None


def run(program, paths, threads):
    command = [program, "--loads", paths[0], "--times", paths[1], "--json", paths[2],
               "--threads", str(threads), "--name", "loop"]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=600)
    except OSError as error:
        raise Failure(f"{program}: {error.strerror}") from None
    except subprocess.TimeoutExpired:
        raise Failure(f"{program} took more than 10 minutes") from None
    if done.returncode != 0:
        said = (done.stderr.strip().splitlines() or ["it said nothing"])[-1]
        raise Failure(f"{program} failed: {said}")
    try:
        with open(paths[2]) as file:
            return json.load(file)
    except (OSError, ValueError):
        raise Failure(f"{program} wrote no results; it should be the one that came "
                      "with this program") from None


def read(document, loop, threads, notes):
    rows, about = document["results"], document["simulation"]
    for row in rows:
        if not row["verified"]:
            raise Failure(f"{PROGRAM}: {row['schedule']}: {row['problem']}")
    return Prediction(loop, threads, rows, about["bound_seconds"],
                      about["one_exceeds_share"], notes,
                      sentence(rows, about["one_exceeds_share"], threads))


def sentence(rows, one_exceeds, threads):
    """Which schedule would suit the loop."""
    steady = {r["schedule"]: r["seconds"][0] for r in rows if r["phase"] == "steady"}
    standard = min((name for name in steady if not name.startswith("usersched")),
                   key=steady.get)
    # The default, as long as nothing else is better by more than it matters.
    chosen = min((name for name in steady if name in OURS),
                 key=lambda name: steady[name] * (1 if name == DEFAULT
                                                  else ABOUT_EQUAL))
    name, ours, best = OURS[chosen], steady[chosen], min(steady.values())
    over = next(r["over_bound_percent"] for r in rows
                if r["schedule"] == chosen and r["phase"] == "steady")
    if steady["static"] <= ABOUT_EQUAL * best:
        text = (f"static would do: with {threads} threads no schedule is more than "
                f"{100 * (ABOUT_EQUAL - 1):.0f} % faster.")
    elif ours <= steady[standard]:
        text = (f"{name} would suit this loop: {steady[standard] / ours:.2f} times "
                f"as fast as {standard}, the best of the others with its best chunk "
                f"size, and {steady['static'] / ours:.2f} times as fast as static; "
                f"{max(over, 0):.1f} % above the lower bound.")
    elif ours <= ABOUT_EQUAL * steady[standard]:
        text = (f"{name} would suit this loop: within "
                f"{100 * (ours / steady[standard] - 1):.1f} % of {standard}, the best "
                "of the others, whose chunk size must be found by trying, and "
                f"{steady['static'] / ours:.2f} times as fast as static.")
    else:
        text = (f"{standard} would suit this loop: {name} would take "
                f"{ours / steady[standard]:.2f} times as long.")
    if one_exceeds:
        text += (" One iteration alone has more load than a thread's share: no schedule "
                 "balances that, and fewer threads would do.")
    return text
