#!/usr/bin/env python3
"""Balances ranks that are not there, and prints how long their steps take.

    at_scale.py [--programs FOLDER] [--ranks N,...] [--cases CASE,...]
                [--steps N] [--ways WAY,...]

One row a case and number of ranks, as Markdown: the largest / mean time of ranks
at the end, and seconds of all steps, with everything that moved, divided by those
without balancing. FOLDER has ranks-at-scale-plan and ranks-at-scale-replay.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile

CASES = ["uniform", "droplet", "slab", "gradient", "heavy", "wandering"]
WAYS = ["static", "counts", "measured"]

# A node a rank, 12.5 GB/s each way, 2 us from node to node.
PLATFORM = """<?xml version='1.0'?>
<!DOCTYPE platform SYSTEM "https://simgrid.org/simgrid.dtd">
<platform version="4.1">
<cluster id="cluster" prefix="n" radical="0-{last}" suffix="" speed="1Gf"
         bw="12.5GBps" lat="1us"/>
</platform>
"""

# Only what the program says takes time. Open MPI's algorithms; SimGrid's own
# MPI_Reduce is linear. A look whether a message is there takes no time.
OPTIONS = [
    "--cfg=smpi/simulate-computation:no", "--cfg=smpi/privatization:no",
    "--cfg=smpi/allreduce:rdb", "--cfg=smpi/reduce:binomial",
    "--cfg=smpi/barrier:ompi_recursivedoubling", "--cfg=smpi/test:0",
    "--log=root.thres:error",
]


def run(command):
    done = subprocess.run(command, capture_output=True, text=True,
                          stdin=subprocess.DEVNULL, check=False)
    if done.returncode != 0:
        sys.exit(f"{' '.join(command)}\n{done.stderr}")
    return done.stdout


class Simulation:
    def __init__(self, programs, folder):
        self.programs, self.folder = programs, folder
        # The plan is made by one process of the real MPI.
        os.environ.setdefault("OMPI_MCA_rmaps_base_oversubscribe", "1")
        os.environ.setdefault("OMPI_MCA_orte_tmpdir_base", folder)

    def plan(self, case, ranks):
        plan = os.path.join(self.folder, "plan")
        run([os.path.join(self.programs, "ranks-at-scale-plan"), case, plan,
             "--ranks", str(ranks)])
        return plan

    def replay(self, plan, ranks, way, steps):
        platform = os.path.join(self.folder, "platform.xml")
        with open(platform, "w", encoding="utf-8") as file:
            file.write(PLATFORM.format(last=ranks - 1))
        program = os.path.join(self.programs, "ranks-at-scale-replay")
        return json.loads(run(["smpirun", "-np", str(ranks), "-platform",
                               platform, *OPTIONS, program, plan, way,
                               str(steps)]).splitlines()[0])


def row(simulation, case, ranks, o):
    """The table's row."""
    plan = simulation.plan(case, ranks)
    found = {way: simulation.replay(plan, ranks, way, o.steps)
             for way in o.ways}
    cells = [case, str(ranks), f"{found['static']['seconds'] * 1e3:.1f} ms"]
    for way in o.ways:
        cells.append(f"{found[way]['unevenness']:.3f}")
    for way in o.ways[1:]:
        cells.append(f"{found[way]['seconds'] / found['static']['seconds']:.3f}")
    for way in o.ways:
        cells.append(f"{found[way]['efficiency'] * 100:.0f} %")
    last = found[o.ways[-1]]
    cells += [str(last["balances"]), str(last["moved"])]
    print("| " + " | ".join(cells) + " |", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    words = lambda text: text.split(",")
    parser.add_argument("--programs", default="build/release/examples/ranks")
    parser.add_argument("--ranks", type=words, default=["64", "256", "1024"])
    parser.add_argument("--cases", type=words, default=CASES)
    parser.add_argument("--ways", type=words, default=WAYS)
    parser.add_argument("--steps", type=int, default=40)
    o = parser.parse_args()
    for given, known in ((o.cases, CASES), (o.ways, WAYS)):
        for word in given:
            if word not in known:
                parser.error(f"'{word}' is unknown; expected {', '.join(known)}")
    if o.ways[0] != "static":
        parser.error("--ways must begin with static, which it compares with")
    heads = ["case", "ranks", "static"] + \
        [f"largest / mean, {way}" for way in o.ways] + \
        [f"time, {way}" for way in o.ways[1:]] + \
        [f"efficiency, {way}" for way in o.ways] + ["balances", "moved"]
    print("| " + " | ".join(heads) + " |\n|" + "---|" * len(heads), flush=True)
    with tempfile.TemporaryDirectory() as folder:
        simulation = Simulation(o.programs, folder)
        for ranks in o.ranks:
            for case in o.cases:
                row(simulation, case, int(ranks), o)
    return 0


if __name__ == "__main__":
    sys.exit(main())
