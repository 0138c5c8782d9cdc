"""Several processes of one cell, and results of several runs, as one set.

A process can be slow or quick for its whole life. It depends on where its memory
lies and where the system puts its threads. The ratios of schedules differ, too.
So each pass measures a cell in a process of its own. The rounds of all passes are
put together, and a ratio never mixes two rounds, except where each schedule had a
process of its own (--apart): there, rounds have nothing in common.
"""
import copy
import re

from .errors import Failure

# Counted, not timed: only the first pass has them.
COUNTED = ("lambda_load_percent", "lambda_time_percent", "deviation_load_percent")
KINDS = ("simulation", "prediction", "counters", "fit")


def kind(document):
    """"measured", or what else the document is about."""
    return next((k for k in KINDS if document.get(k)), "measured")


def cell(document):
    """What two documents have in common if they are about the same."""
    about = document.get("simulation") or {}
    return (kind(document), str(about.get("nanoseconds", "")),
            document.get("threads") if about else None,
            tuple(sorted({(r.get("suite", "gap"), r["kernel"], r["input"])
                          for r in document["results"]})))


def row_key(row):
    return (row.get("suite", "gap"), row["kernel"], row["input"], row["schedule"],
            row.get("phase", "steady"))


def join_rows(rows):
    joined = dict(rows[0])
    for field in ("seconds", "kernel_seconds"):
        if all(isinstance(r.get(field), list) for r in rows):
            joined[field] = [value for r in rows for value in r[field]]
    for field in COUNTED:
        if field in joined:
            joined[field] = next((r[field] for r in rows
                                  if r.get(field) is not None), None)
    shares = [r.get("processor_share") for r in rows]
    if all(isinstance(s, (int, float)) for s in shares):
        joined["processor_share"] = sum(shares) / len(shares)
    if "verified" in joined:
        joined["verified"] = all(r.get("verified") for r in rows)
        joined["problem"] = next((r["problem"] for r in rows if r.get("problem")),
                                 "")
    return joined


def join(documents):
    """Documents with a "pass" that are of the same cell put together, in order of
    the passes; "passes" then has the pass of each round. Others are kept."""
    groups = {}
    for document in documents:
        key = cell(document) if "pass" in document else id(document)
        groups.setdefault(key, []).append(document)
    joined = []
    for group in groups.values():
        if "pass" not in group[0]:
            joined.append(group[0])
            continue
        # Of a pass that is there twice, the later one.
        group = [d for _, d in sorted({d["pass"]: d for d in group}.items())]
        whole = copy.copy(group[0])
        rows = [{row_key(r): r for r in d["results"]} for d in group]
        for number, document in enumerate(group):
            if rows[number].keys() != rows[0].keys() or any(
                    document.get(f) != whole.get(f) for f in ("machine", "threads",
                                                         "libomp")):
                row = whole["results"][0]
                raise Failure(
                    f"{row['kernel']} on {row['input']}: pass {document['pass']} has "
                    "other schedules, threads, another machine or libomp than pass "
                    f"{whole['pass']}; expected passes of one run")
        whole["results"] = [join_rows([r[key] for r in rows]) for key in rows[0]]
        whole["passes"] = [d["pass"] for d in group for _ in range(
            max((len(r["seconds"]) for r in d["results"]), default=0))]
        whole["rounds"] = len(whole["passes"])
        commits = dict.fromkeys(d["commit"] for d in group if d.get("commit"))
        if commits:
            whole["commit"] = ", ".join(commits)
        del whole["pass"]
        joined.append(whole)
    return joined


def together(documents):
    """Passes joined; of a cell that is there twice, the later results only, so that
    no ratio is of different runs."""
    latest = {}
    for document in join(documents):
        key = cell(document)
        latest.pop(key, None)
        latest[key] = document
    return list(latest.values())


def without_folders(document):
    """The document without the absolute paths of the machine that measured."""
    def strip(value):
        if isinstance(value, str):
            return re.sub(r"(?<![^\s'\"=])/(?:[^\s'\"/]+/)*([^\s'\"/]+)", r"\1", value)
        return value
    return {key: strip(value) for key, value in document.items()}
