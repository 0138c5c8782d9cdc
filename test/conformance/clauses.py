"""Clauses of the constructs, and directives inside the loop."""

from dataclasses import replace

from matrix import C, CXX, DISTRIBUTE, NOT_SIMD, SEPARATE, SHARING, Cell


def data_sharing():
    yield Cell(
        "`private`",
        body="x = i; HIT(x);",
        worksharing="private(x)",
        before="int x = -1;",
    )
    yield Cell(
        "`private`",
        body="y[i % 3] = i; HIT(y[i % 3]);",
        worksharing="private(y)",
        before="int y[3];",
    )
    yield Cell(
        "`firstprivate`",
        body="HIT(i + x);",
        load="i + x",
        worksharing="firstprivate(x)",
        before="int x = 17;",
    )
    yield Cell(
        "`firstprivate`",
        body="HIT(i + y[i % 3]);",
        load="y[i % 3]",
        worksharing="firstprivate(y)",
        before="int y[3] = {1, 2, 3};",
    )
    row = "`lastprivate`"
    yield Cell(
        row,
        body="x = i; HIT(i);",
        worksharing="lastprivate(x)",
        before="int x = -1;",
        after="SHOW(x);",
    )
    yield Cell(
        row,
        body="x = i; y[0] = 2 * i; HIT(i);",
        worksharing="lastprivate(x, y)",
        before="long x = -1; int y[2] = {0, 0};",
        after="SHOW(x); SHOW(y[0]);",
    )
    yield Cell(
        row,
        loop="for (i = 0; i < 77; i += 2)",
        worksharing="lastprivate(i)",
        before="int i = -5;",
        after="SHOW(i);",
    )
    yield Cell(
        row,
        loop="for (i = 77; i > 5; --i)",
        worksharing="lastprivate(i)",
        before="long i = -5;",
        after="SHOW(i);",
    )
    yield Cell(
        row,
        loop="for (i = 0; i < 7; ++i) for (j = 9; j > 1; j -= 2)",
        body="HIT(i * 10 + j);",
        load="i + j",
        worksharing="collapse(2) lastprivate(i, j)",
        before="int i = -5, j = -6;",
        after="SHOW(i); SHOW(j);",
    )
    yield Cell(
        row,
        loop="for (int i = 0; i < n; ++i)",
        body="x = i;",
        worksharing="lastprivate(x)",
        before="int x = -1, n = 0;",
        after="SHOW(x);",
    )
    yield Cell(
        "`lastprivate(conditional)`",
        body="if (i % 17 == 3) x = i; HIT(i);",
        worksharing="lastprivate(conditional: x)",
        before="int x = -1;",
        after="SHOW(x);",
        languages=CXX,
    )
    yield Cell(
        "`lastprivate(conditional)`",
        body="if (i % 17 == 3) x = i; HIT(i);",
        worksharing="lastprivate(conditional: x)",
        before="int x = -1;",
        after="SHOW(x);",
        error="compiles 'lastprivate(conditional",
        last_with_error=21,
        languages=C,
    )
    yield Cell(
        "`linear`",
        body="HIT(x);",
        worksharing="linear(x)",
        before="int x = 3;",
        after="SHOW(x);",
    )
    yield Cell(
        "`linear`",
        body="HIT(x + i);",
        worksharing="linear(x : 2)",
        before="long x = 3;",
        after="SHOW(x);",
    )
    yield Cell(
        "`linear`",
        body="HIT(x);",
        worksharing="linear(x : s)",
        before="int x = 3, s = 4;",
        after="SHOW(x);",
    )
    yield Cell(
        "`default(none)`",
        body="HIT(i + x);",
        load="i + x",
        parallel="default(none) shared(x, hits)",
        before="int x = 1;",
    )
    yield Cell(
        "`default(none)`",
        body="HIT(i); sum += x;",
        load="i + x",
        parallel="default(none) shared(hits, sum, x)",
        worksharing="reduction(+ : sum)",
        before="int x = 1, sum = 0;",
        after="SHOW(sum);",
        constructs=SEPARATE,
    )
    yield Cell(
        "`allocate`",
        body="x = i; HIT(x);",
        worksharing="private(x) allocate(omp_default_mem_alloc : x)",
        before="int x = -1;",
    )
    yield Cell(
        "`allocate`",
        body="x += i;",
        worksharing="reduction(+ : x) allocate(x)",
        before="int x = 0;",
        after="SHOW(x);",
    )
    klass = "#ifndef COUNTED\n#define COUNTED\nstruct Counted { int v; static int live; Counted() : v(5) { __atomic_fetch_add(&live, 1, 5); } Counted(const Counted &o) : v(o.v) { __atomic_fetch_add(&live, 1, 5); } Counted &operator=(const Counted &o) { v = o.v; return *this; } ~Counted() { __atomic_fetch_sub(&live, 1, 5); } };\nint Counted::live;\n#endif"
    for clause, shown in (
        ("private(c)", ""),
        ("firstprivate(c)", ""),
        ("lastprivate(c)", "SHOW(c.v);"),
    ):
        yield Cell(
            "clauses with classes",
            body="c.v = i; HIT(c.v);",
            worksharing=clause,
            before="{ Counted c;",
            after=shown + "} SHOW(Counted::live);",
            file_scope=klass,
            languages=CXX,
        )


OPERATORS = [
    ("+", "0", "x += i"),
    ("-", "9", "x -= i"),
    ("*", "1", "x *= 1 + i % 2"),
    ("&", "-1", "x &= ~(1 << i % 5)"),
    ("|", "0", "x |= 1 << i % 7"),
    ("^", "3", "x ^= i"),
    ("&&", "1", "x = x && i < 99"),
    ("||", "0", "x = x || i == 77"),
    ("min", "1000", "x = x < 90 - i ? x : 90 - i"),
    ("max", "-1", "x = x > i ? x : i"),
]


def reductions():
    for operator, first, update in OPERATORS:
        row = f"`reduction({operator})`"
        for type in ("int", "unsigned long", "signed char"):
            trip = "for (int i = 0; i < 100; ++i)"
            yield Cell(
                row,
                trip,
                f"{update};",
                worksharing=f"reduction({operator} : x)",
                before=f"{type} x = {first};",
                after="SHOW(x);",
            )
        if operator in ("+", "-", "*", "min", "max"):
            yield Cell(
                row,
                "for (int i = 0; i < 60; ++i)",
                f"{update};",
                worksharing=f"reduction({operator} : x)",
                before=f"double x = {first};",
                after="SHOW(x);",
            )
    row = "`reduction`, array section"
    yield Cell(
        row,
        body="a[i % 10] += i;",
        worksharing="reduction(+ : a[0:10])",
        before="int a[10] = {0};",
        after="for (int k = 0; k < 10; ++k) SHOW(a[k]);",
    )
    yield Cell(
        row,
        body="p[i % 5] += i;",
        load="inside(i, 100)",
        worksharing="reduction(+ : p[:n])",
        before="long a[5] = {0}, *p = a; int n = 5;",
        after="for (int k = 0; k < 5; ++k) SHOW(a[k]);",
    )
    yield Cell(
        row,
        body="a[i % 4] += i;",
        worksharing="reduction(+ : a)",
        before="double a[4] = {0};",
        after="for (int k = 0; k < 4; ++k) SHOW(a[k]);",
    )
    row = "`reduction`, user-declared"
    struct = "#ifndef SUM\n#define SUM\nstruct Sum { int v; };\n#pragma omp declare reduction(join : struct Sum : omp_out.v += omp_in.v) initializer(omp_priv = {0})\n#endif"
    yield Cell(
        row,
        body="s.v += i;",
        worksharing="reduction(join : s)",
        before="struct Sum s = {3};",
        after="SHOW(s.v);",
        file_scope=struct,
    )
    klass = "#ifndef KSUM\n#define KSUM\nstruct KSum { int v; KSum() : v(0) {} KSum &operator+=(const KSum &o) { v += o.v; return *this; } ~KSum() {} };\n#pragma omp declare reduction(+ : KSum : omp_out += omp_in)\n#endif"
    yield Cell(
        row,
        body="s.v += i;",
        worksharing="reduction(+ : s)",
        before="KSum s;",
        after="SHOW(s.v);",
        file_scope=klass,
        languages=CXX,
    )
    row = "`reduction`, several"
    yield Cell(
        row,
        body="HIT(i); x += i; y = y > i ? y : i;",
        worksharing="reduction(+ : x) reduction(max : y)",
        before="int x = 0, y = 0;",
        after="SHOW(x); SHOW(y);",
    )
    yield Cell(
        "`reduction(default)`",
        body="x += i;",
        worksharing="reduction(default, + : x)",
        before="int x = 0;",
        after="SHOW(x);",
    )
    yield Cell(
        "`reduction(task)`",
        body="x += i; if (i % 10 == 0) {\n#pragma omp task in_reduction(+ : x)\n x += 1; }",
        worksharing="reduction(task, + : x)",
        before="int x = 0;",
        after="SHOW(x);",
        constructs=NOT_SIMD,
        why_not="OpenMP forbids it with `simd`",
    )
    yield Cell(
        "`reduction(inscan)`",
        body="x += i;\n#pragma omp scan inclusive(x)\n a[i] = x;",
        worksharing="reduction(inscan, + : x)",
        before="static int a[100]; int x = 0;",
        error="cannot be scheduled by load",
    )


def execution():
    yield Cell(
        "`nowait`",
        worksharing="nowait",
        constructs=SEPARATE,
        again=True,
        why_not="no such clause on a combined construct",
    )
    for condition in ("n > 5", "n < 5", "0", "1"):
        yield Cell(
            "`if`",
            parallel=f"if({'parallel : ' if n_parallel(condition) else ''}{condition})",
            before="int n = 10; (void)n;",
        )
    yield Cell("`num_threads`", parallel="num_threads(5)")
    yield Cell("`num_threads`", parallel="num_threads(1)")
    yield Cell("`num_threads`", parallel="num_threads(n)", before="int n = 4;")
    for policy in ("close", "spread", "primary"):
        yield Cell("`proc_bind`", parallel=f"proc_bind({policy})")
    yield Cell(
        "`copyin`",
        body="HIT(i + seed);",
        load="i + seed",
        parallel="copyin(seed)",
        before="seed = 23;",
        file_scope="#ifndef SEED\n#define SEED\nstatic int seed;\n#pragma omp threadprivate(seed)\n#endif",
    )
    # On `for` and `for simd`, the first two leave the loop to schedule(static).
    for modifier in ("", "reproducible : ", "unconstrained : "):
        yield Cell("`order(concurrent)`", worksharing=f"order({modifier}concurrent)")
    for schedule in (
        "static",
        "static, 3",
        "dynamic",
        "guided, 4",
        "auto",
        "runtime",
        "nonmonotonic : dynamic, 2",
        "monotonic : static",
        "dynamic, n",
    ):
        yield Cell(
            "`schedule` is replaced",
            worksharing=f"schedule({schedule})",
            before="int n = 3; (void)n;",
        )
    yield Cell(
        "`ordered` is an error",
        worksharing="ordered",
        error="cannot be scheduled by load",
        constructs=NOT_SIMD,
        why_not="OpenMP forbids it with `simd`",
    )
    yield Cell(
        "`ordered` is an error",
        worksharing="ordered(1)",
        error="cannot be scheduled by load",
        constructs=NOT_SIMD,
    )
    none = "OpenMP forbids it with `simd`"
    yield Cell(
        "`cancel for`",
        body="if (i < 0) {\n#pragma omp cancel for\n} HIT(i);",
        constructs=NOT_SIMD,
        why_not=none,
    )
    yield Cell(
        "`cancellation point`",
        body="\n#pragma omp cancellation point for\n HIT(i);",
        constructs=NOT_SIMD,
        why_not=none,
    )
    yield Cell(
        "`simdlen`, `safelen`, `aligned`, `nontemporal`",
        worksharing="simdlen(4) safelen(8)",
        constructs=["for simd", "parallel for simd"],
        why_not="no such clause without `simd`",
    )
    yield Cell(
        "`simdlen`, `safelen`, `aligned`, `nontemporal`",
        body="p[i] = i; HIT(p[i]);",
        load="p[i]",
        worksharing="nontemporal(p) aligned(p : 4)",
        before="static int a[100]; int *p = a;",
        constructs=["for simd", "parallel for simd"],
    )
    yield Cell(
        "critical, atomic, task inside",
        body="\n#pragma omp critical\n HIT(i);\n#pragma omp task\n HIT(i);",
        constructs=NOT_SIMD,
        why_not=none,
    )
    yield Cell(
        "critical, atomic, task inside",
        body="\n#pragma omp atomic\n x += i;",
        before="int x = 0;",
        after="SHOW(x);",
        constructs=NOT_SIMD,
    )
    yield Cell(
        "`continue`, nested loops inside",
        body="if (i % 3) continue; for (int j = 0; j < 3; ++j) HIT(i * 3 + j);",
    )
    yield Cell(
        "`lastprivate`, non-rectangular",
        "for (int i = 0; i < 9; ++i) for (int j = i; j < 9; ++j)",
        "x = i + j;",
        worksharing="collapse(2) lastprivate(x)",
        before="int x = 0;",
        error="needs a rectangular nest",
        constructs=DISTRIBUTE,
    )


def n_parallel(condition):
    return condition == "n > 5"


def reproducible(constructs=tuple(SHARING)):
    for cell in reductions():
        is_bytes = "~KSum" not in cell.file_scope
        if not cell.error and "task" not in cell.row and is_bytes:
            if not cell.before.startswith(("unsigned long", "signed char")):
                keys = cell.keys + ", reproducible: on"
                yield replace(
                    cell, row="`reproducible`", keys=keys, constructs=[*constructs]
                )


def all_cells():
    for source in (data_sharing, reductions, reproducible, execution):
        yield from source()
