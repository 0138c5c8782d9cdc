"""Loops of random programs, with their clauses and what they do."""

from program_loops import CPP, header
from program_values import expression, items

SCHEDULES = ["static", "static, 3", "dynamic", "guided, 2", "runtime", "auto"]
SCHEDULES += ["monotonic: dynamic, 3", "nonmonotonic: guided"]


def statement(function, atoms, simd, depth):
    rng = function.rng
    e = expression(function, atoms)
    put = f"put(K, {expression(function, atoms)});"
    if depth == 0:
        return put

    def more(extra=()):
        return statement(function, atoms + list(extra), simd, depth - 1)

    v = function.fresh("v")
    forms = [
        lambda: put,
        lambda: f"spin({e} % 60);",
        lambda: f"spin(K % 97 == 3 ? 3000 : 0); {more()}",
        lambda: f"if ({e} & 1) {{ {more()} }} else {{ {more()} }}",
        lambda: f"for (uint64_t {v} = 0; {v} < {e} % 6; ++{v}) {{ {more([v])} }}",
        lambda: f"if ({e} % 5 == 1) continue; {more()}",
        lambda: f"{{ uint64_t {v}[4] = {{ K, 1, {e} }}; {v}[{e} % 4] += 7; "
        f"{more([f'{v}[K % 4]', f'{v}[1]'])} }}",
        lambda: f"switch ({e} % 4) {{ case 0: {{ {more()} }} break; case 1: {put} "
        f"default: {{ {more()} }} }}",
        lambda: f"for (uint64_t {v} = {e} % 9;; --{v}) {{ if (!{v}) break; {put} }}",
    ]
    if not simd:
        forms += [
            lambda: f"scratch = {e}; {more(['scratch'])}",
            lambda: f"\n#pragma omp critical\n{{ {put} }}\n",
            lambda: "\n#pragma omp task firstprivate(K)\nput(K, K % 5);\n",
            lambda: f"if (K % 50 == 7)\n{inner_loop(function)}",
        ]
    if function.language == CPP:
        forms += [
            lambda: f"auto {v} = [&](uint64_t x) {{ return x ^ {e}; }}; "
            f"{more([f'{v}(K)'])}",
            lambda: f"auto {v} = [=](auto x) mutable {{ x += K; return x; }}; "
            f"{more([f'{v}({e})'])}",
        ]
        if not simd:
            forms += [
                lambda: f"try {{ if ({e} % 3 == 0) throw uint64_t({e}); {more()} }} "
                f"catch (uint64_t x) {{ put(K, x); }}",
            ]
    return rng.choice(forms)()


def inner_loop(function):
    v = function.fresh("v")
    return (
        f"#pragma ompx usersched(load: {v} & 3)\n#pragma omp parallel for "
        f"num_threads(2)\nfor (int {v} = 0; {v} < 9; ++{v}) put(K + {v}, K);\n"
    )


def private_clauses(function, atoms, body, simd, shared, may_keep):
    """Clauses of the loop, with what the body does to their variables. May keep:
    there may be lastprivate variables."""
    rng, clauses, first = function.rng, [], []

    def declare(text, type, value):
        name = function.fresh(text)
        if function.fields and type == "uint64_t" and function.chance(0.5):
            name = function.fields.pop()
            function.before.append(f"{name} = {value};")
        elif shared:
            function.file_scope.append(f"static {type} {name} = {value};")
            function.before.append(f"{name} = {value};")
        elif function.language == CPP and type == "uint64_t" and function.chance(0.2):
            function.before.append(f"{type} {name}_o = {value}, &{name} = {name}_o;")
        else:
            function.before.append(f"{type} {name} = {value};")
        return name

    if function.chance(0.4):
        name = declare("s", "uint64_t", 3)
        op, use = rng.choice(
            [("+", "{0} += {1};"), ("^", "{0} ^= {1};"), ("*", "{0} *= {1} | 1;")]
            + [("|", "{0} |= {1} & 0x5500;"), ("&", "{0} &= ~({1} & 64);")]
            + [("max", "{0} = {0} > {1} ? {0} : {1};")]
            + [("min", "{0} = {0} < {1} ? {0} : {1};")]
            + [("&&", "{0} = {0} && {1} % 99;"), ("||", "{0} = {0} || {1} % 99 == 1;")]
        )
        clauses.append(f"reduction({op} : {name})")
        body.append(use.format(name, f"({expression(function, atoms)})"))
        function.result(f"!{name}" if op in ("&&", "||") else name)
    if function.chance(0.15) and not shared:
        name = function.fresh("q")
        function.before.append(f"uint64_t {name}[3] = {{1, 2, 3}};")
        clauses.append(f"reduction(+ : {name}[0:2])")
        body.append(f"{name}[K & 1] += {expression(function, atoms)};")
        function.result(f"{name}[0] + mix({name}[1])")
    if function.chance(0.3) and may_keep:
        name = declare("l", "uint64_t", 1)
        clauses.append(f"lastprivate({name})")
        first.append(f"{name} = {expression(function, atoms)};")
        function.result(name)
    if function.chance(0.2):
        name = declare("p", "uint64_t", 1)
        clauses.append(f"private({name})")
        first.append(f"{name} = {expression(function, atoms)};")
        atoms.append(name)
    if function.chance(0.25):
        name = declare("f", "uint64_t", "77")
        clauses.append(f"firstprivate({name})")
        atoms.append(name)
    if function.chance(0.15) and function.language == CPP and not (simd or shared):
        name = function.fresh("w")
        function.before.append(f"std::vector<uint64_t> {name}(3, 8);")
        clauses.append(f"firstprivate({name})")
        if function.chance(0.5) and may_keep:
            clauses.append(f"lastprivate({name})")
            function.result(f"{name}[1]")
        first.append(f"{name}[1] = {expression(function, atoms)};")
        atoms.append(f"{name}[1]")
    if function.chance(0.1) and function.language == CPP and not shared:
        name = declare("r", "Sum", "{}")
        clauses.append(f"reduction(add : {name})")
        body.append(f"{name} += {expression(function, atoms)};")
        function.result(f"{name}.v")
    body[:0] = first
    return clauses


def loop(function, combined, shared, annotated=True):
    """A loop with its directive. Shared: its function is called in a region."""
    rng = function.rng
    simd = function.chance(0.2)
    form = header(function)
    atoms = ["K", "(uint64_t)n", "(uint64_t)round"] + function.atoms
    body = []
    # Clang mistakes who ran the last iteration of a nest that is not rectangular.
    may_keep = annotated or form.rectangular
    clauses = private_clauses(function, atoms, body, simd, shared, may_keep)
    known = [f"(uint64_t)({name})" for name in form.values]
    # What has its value before the loop.
    outside = [a for a in atoms if a[0] not in "Kpw" or a in function.atoms]
    values = items(function, form, outside + known, simd)
    if form.linear and not shared and function.chance(0.3):
        name = function.fresh("i")
        function.before.append(f"uint64_t {name} = {rng.randrange(9)};")
        step = rng.choice([1, 3])
        clauses.append(f"linear({name} : {step})")
        body.append(f"const uint64_t {name}_v = {name}; {name} += {step};")
        atoms.append(f"{name}_v")
        function.result(name)
    if form.index and not function.nested and function.chance(0.3):
        name = function.fresh("own")
        function.file_scope.append(f"static uint64_t {name}[N];")
        body.append(f"{name}[{form.index}] += {expression(function, atoms)};")
        function.after.append(f"for (int x = 0; x < N; ++x) d = mix(d + {name}[x]);")
    for _ in range(rng.choice([1, 1, 2])):
        body.append(statement(function, atoms, simd, rng.randrange(3)))
    if function.chance(0.6):
        body.insert(0, "put(K, 1);")
    if form.depth > 1:
        clauses.append(f"collapse({rng.choice(['', '1 * '])}{form.depth})")
    if function.chance(0.3):
        # libomp's dynamic schedule loses the values of lastprivate variables.
        kind = rng.choice(SCHEDULES) if annotated else "static"
        clauses.append(f"schedule({kind})")
    if combined:
        if function.chance(0.15):
            clauses.append(f"num_threads({rng.randrange(1, 9)})")
        if function.chance(0.15):
            clauses.append(f"if(n > {rng.randrange(9)})")
    elif function.chance(0.35):
        clauses.append("nowait")
    rng.shuffle(clauses)
    construct = ("parallel " if combined else "") + "for" + (" simd" if simd else "")
    lines = [f"#pragma omp {construct} {' '.join(clauses)}", *form.lines, "{"]
    # Clang transforms no loop inside `simd`. A linear variable would advance once
    # for each tile.
    is_plain = form.depth == 1 and not simd and "linear" not in lines[0]
    if is_plain and "prefix" not in values and function.chance(0.2):
        kind = rng.choice(["tile sizes(3)", "unroll partial(2)", "tile sizes(70)"])
        lines.insert(1, f"#pragma omp {kind}")
    if annotated:
        pragma = f"ompx usersched({values})"
        lines.insert(
            0, f'_Pragma("{pragma}")' if function.chance(0.1) else f"#pragma {pragma}"
        )
    lines += [f"uint64_t K = {form.key};", *body, "}"]
    return "\n".join(form.setup + lines) + "\n"
