"""112 threads without 112 cores: runs tools/simulator on the inputs that are files.

Also validates the simulator: it runs the same schedules on as many threads as
were measured, with costs fitted to the measured times.
"""
import collections
import os
import statistics
import subprocess
import sys
import tempfile

from . import analysis, runner, store
from .cells import BASELINES, OURS, TBB
from .errors import Failure

Predicted = collections.namedtuple("Predicted",
                                   "kernel input schedule measured predicted")
# The load of the kernel's scheduled loop, where it is a degree.
DEGREE = {"pr": "in", "pr_gs": "in", "pr_graphit": "in", "cc": "out",
          "spmv": "in"}


def program(build):
    path = os.path.join(build, "tools", "simulator", "usersched-simulate")
    if not os.access(path, os.X_OK):
        raise Failure(f"{path}: is not there; build first, or name the build "
                      "folder with --build")
    return path


def is_file(found):
    return "-f" in found.arguments


def simulate(build, arguments):
    with tempfile.TemporaryDirectory() as folder:
        out = os.path.join(folder, "out.json")
        done = subprocess.run([program(build), *arguments, "--json", out],
                              text=True, capture_output=True)
        if done.returncode != 0:
            raise Failure(done.stderr.strip())
        return store.read(out)[0]


def all_classes(build, inputs, threads, load_ns, out):
    """Every schedule, baselines with their best chunk, on each input that is a
    file, for each cost of load in `load_ns`."""
    folder = os.path.join(out, "simulated")
    os.makedirs(folder, exist_ok=True)
    documents = []
    for found in inputs:
        if not is_file(found):
            continue
        for degree in ("in",) if "-s" in found.arguments else ("in", "out"):
            for cost in load_ns:
                name = f"{found.name}-{degree}-{threads}-{cost:g}ns"
                path = os.path.join(folder, name + ".json")
                if not os.path.exists(path):
                    print(f"simulating {found.name} by {degree}-degree, {threads} "
                          f"threads, {cost:g} ns", file=sys.stderr, flush=True)
                    document = simulate(build, [
                        *found.arguments, "--degree", degree, "-p", str(threads),
                        "--load-ns", str(cost), "--name",
                        f"{found.name}, {degree}-degree"])
                    document["commit"] = runner.commit()
                    store.write(path, document)
                documents += store.read(path)
    return documents


def fit(samples):
    """(ns per load, ns per iteration) of [(load, iterations, seconds)]: least
    squares of the relative error, neither negative."""
    xx = xy = yy = x = y = 0.0
    for load, iterations, seconds in samples:
        a, b = load / seconds, iterations / seconds
        xx, xy, yy, x, y = xx + a * a, xy + a * b, yy + b * b, x + a, y + b
    determinant = xx * yy - xy * xy
    if determinant <= 1e-6 * xx * yy:
        return 1e9 * x / xx, 0.0
    load, iteration = (x * yy - y * xy) / determinant, (y * xx - x * xy) / determinant
    if load < 0:
        load, iteration = 0.0, y / yy
    if iteration < 0:
        load, iteration = x / xx, 0.0
    return 1e9 * load, 1e9 * iteration


def overhead(results, family):
    """Nanoseconds that handing out one chunk costs: what small chunks take longer
    than large ones, over how many more they are. The median; None without."""
    found = []
    for document in results.documents:
        row = (document.get("results") or [{}])[0]
        kernel, name = row.get("kernel"), row.get("input")
        if kernel not in DEGREE or not document.get("graph"):
            continue
        times = sorted((int(s.rpartition(",")[2]), results.seconds("gap", kernel,
                                                                   name, s))
                       for s in results.schedules("gap", kernel, family)
                       if results.get("gap", kernel, name, s))
        if len(times) < 2:
            continue
        (small, slow), (large, quick) = times[0], times[-1]
        chunks = document["graph"]["vertices"] * (1 / small - 1 / large)
        if chunks > 0:
            found.append(1e9 * document["threads"] * (slow - quick) / chunks)
    return max(0.0, statistics.median(found)) if found else None


def predict(build, results, inputs):
    """For kernels whose load is a degree, on inputs that are files: documents with
    every schedule that was measured, on as many virtual threads, with costs that
    are fitted to the measured times of one thread and of small chunks."""
    about = {d["results"][0]["input"]: d["graph"] for d in results.documents
             if d.get("results") and d.get("graph")}
    files = {}
    for found in filter(is_file, inputs):
        files[found.name] = found
        if "-s" in found.arguments:
            files[found.name + " (symmetrized)"] = found
    overheads = {"own": overhead(results, "static_steal,"),
                 "shared": overhead(results, "monotonic:dynamic,")}
    documents = []
    for kernel, degree in DEGREE.items():
        names = [n for n in results.inputs("gap", kernel) if n in about]
        samples = []
        for name in names:
            graph = about[name]
            seconds = results.seconds("gap", kernel, name, "serial")
            arcs = graph["edges"] * (1 if graph["directed"] else 2)
            if seconds:
                samples.append((arcs, graph["vertices"], seconds))
        if not samples:
            continue
        load, iteration = fit(samples)
        costs = {"load": load, "iteration": iteration,
                 **{k: v for k, v in overheads.items() if v is not None}}
        schedules = [s for s in results.schedules("gap", kernel)
                     if s != "serial" and analysis.family(s) not in TBB]
        for name in (n for n in names if n in files):
            row = results.get("gap", kernel, name, OURS[1])
            if not row:
                continue
            document = simulate(build, [
                *files[name].arguments, "--degree", degree, "-p",
                str(row.get("threads", 2)),
                *(a for k, v in costs.items() for a in (f"--{k}-ns", f"{v:.4g}")),
                "--schedules", ";".join(schedules)])
            loop = document.pop("simulation")
            document["prediction"] = {
                "nanoseconds": loop["nanoseconds"],
                "heaviest_share": loop["heaviest_load"] / loop["total_load"]
                if loop["total_load"] else 0}
            document["commit"] = runner.commit()
            for row in document["results"]:
                row.update(suite="gap", kernel=kernel, input=name)
            documents.append(document)
    return documents


def compare(documents, results):
    """Predicted beside measured λ by load, of the schedules that results.per_kernel
    chooses and of ours."""
    rows = []
    for document in documents:
        kernel = document["results"][0]["kernel"]
        name = document["results"][0]["input"]
        chosen = [results.per_kernel("gap", kernel, b) for b in BASELINES] + OURS
        for predicted in document["results"]:
            measured = results.get("gap", kernel, name, predicted["schedule"])
            if (predicted["phase"] == "steady" and measured
                    and predicted["schedule"] in chosen):
                rows.append(Predicted(
                    kernel, name, predicted["schedule"],
                    measured.get("lambda_load_percent"),
                    predicted["lambda_load_percent"]))
    return rows
