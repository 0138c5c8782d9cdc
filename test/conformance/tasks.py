"""The clauses of `taskloop`, and the loop forms of all constructs in it."""

from dataclasses import replace

import clauses as shared
import loops
from matrix import CXX, TASKLOOP, Cell


def clauses():
    def cell(row, **members):
        return Cell(row, constructs=TASKLOOP, **members)

    total = {"body": "sum += i;", "before": "long sum = 0;", "after": "SHOW(sum);"}
    for divided in ("grainsize(7)", "num_tasks(5)"):
        name = divided.split("(")[0]
        yield cell(f"`{name}`", worksharing=divided)
    yield cell("`chunk`", keys=", chunk: 50")
    yield cell("`private`", body="x = i; HIT(x);", worksharing="private(x)", before="int x = -1;")
    yield cell(
        "`firstprivate`",
        body="HIT(i + x);",
        load="i + x",
        worksharing="firstprivate(x)",
        before="int x = 17;",
    )
    yield cell(
        "`lastprivate`",
        body="x = i; HIT(i);",
        worksharing="lastprivate(x)",
        before="int x = -1;",
        after="SHOW(x);",
    )
    yield cell(
        "`shared`, `default(none)`",
        body="HIT(i + x);",
        load="i + x",
        worksharing="default(none) shared(x, hits)",
        before="int x = 3;",
    )
    yield cell("`reduction`", worksharing="reduction(+ : sum)", **total)
    yield cell(
        "`in_reduction`",
        worksharing="in_reduction(+ : sum)",
        group="task_reduction(+ : sum)",
        **total,
    )
    yield cell("`nogroup`", worksharing="nogroup", group=" ")
    for clause in ("if(0)", "if(taskloop : x > 1)", "final(x > 1)", "mergeable", "untied"):
        yield cell("`if`, `final`, `mergeable`, `untied`", worksharing=clause, before="int x = 2;")
    yield cell("`priority`", worksharing="priority(3)")
    yield cell(
        "clauses with classes",
        body="HIT(i + c.v);",
        load="i + c.v",
        worksharing="firstprivate(c)",
        file_scope="#ifndef TASKS\n#define TASKS\nstruct Task { int v; static int live;"
        " Task() : v(5) { ++live; } Task(const Task &o) : v(o.v)"
        " { __atomic_fetch_add(&live, 1, 5); }"
        " ~Task() { __atomic_fetch_sub(&live, 1, 5); } };\nint Task::live;\n#endif",
        before="{ Task c;",
        after="} SHOW(Task::live);",
        languages=CXX,
    )


def loop_forms():
    """Those that need no other clause than `collapse`."""
    for cell in loops.all_cells():
        if cell.load == "auto":
            continue
        others = cell.worksharing.split()
        is_plain = all(clause.startswith("collapse(") for clause in others)
        if is_plain and not (cell.error or cell.parallel or cell.keys or cell.again):
            yield replace(cell, constructs=TASKLOOP)


def all_cells():
    yield from clauses()
    yield from shared.reproducible(TASKLOOP)
    yield from loop_forms()
