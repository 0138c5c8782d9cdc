"""Values of random programs, and the items of their pragmas."""

from program_loops import C, CPP


def expression(function, atoms, depth=2):
    """A value of type uint64_t."""
    rng = function.rng
    if depth == 0 or function.chance(0.2):
        return rng.choice(atoms + [f"{rng.randrange(1, 99)}ull"])
    a = expression(function, atoms, depth - 1)
    b = expression(function, atoms, depth - 1)
    forms = ["({a} + {b})", "({a} - {b})", "({a} * {b})", "({a} ^ {b})"]
    forms += ["({a} >> 3)", "mix({a})", "({a} < {b} ? {b} : {a})"]
    forms += ["(uint64_t)({a} % 7 == 2)"]
    forms += ["(uint64_t)weights[{a} % N]", "(uint64_t)row[{b} % N]"]
    return rng.choice(forms).format(a=a, b=b)


def load(function, loop, atoms, simd):
    """Of any type and size, not always what the work is."""
    rng = function.rng
    e = expression(function, atoms, 1)
    forms = ["weights[({k}) % N]", "cost({k})", "({e}) & 63", "({e}) % 5 + 1", "1"]
    forms += ["(int)(({e}) % 9) - 4", "({e}) % 100 * 0.25", "n", "({e}) << 40", "0"]
    forms += ["(({k}) & 127) == 5 ? 10000 : 1", "(signed char)({e})", "({k}) % 50 < 3"]
    forms += ["({{ int q = cost({k}); while (q > 9) q -= 3; q; }})", "(__int128)({e})"]
    if function.language == C:
        forms += ["(_Bool)(({e}) & 1)"]
    else:
        forms += ["[&](uint64_t v) {{ return cost(v); }}({k})", "twice<int>(cost({k}))"]
        forms += ["[=] {{ int s = 0; while (s < n % 9) ++s; return s; }}()"]
        forms += ["Pair{{cost({k}), 2}}.first", "float(({e}) & 15)"]
        forms += ["Kind(({e}) & 7)", "bool(({e}) & 1)"]
    if function.language == CPP and not simd:
        forms += ["std::vector<int>(3, cost({k}))[2]"]
    forms += function.loads
    if loop.index and function.tables:
        table = rng.choice(function.tables)
        forms += [f"{table}[{loop.index}]"] * 6
        forms += [f"{table}[{loop.index} + 1] - {table}[{loop.index}] + 8"] * 6
    return rng.choice(forms).format(k=loop.key, e=e)


def items(function, loop, atoms, simd):
    rng = function.rng
    chosen = [f"load: {load(function, loop, atoms, simd)}"]
    if loop.prefix and function.chance(0.3):
        chosen.append(f"prefix: {loop.prefix}")
        if function.chance(0.5):
            chosen.pop(0)
    others = ["chunk: " + rng.choice(["1", "n + 1", "64", "2 * n"]), "steal: on"]
    others += ["steal: off", "profile: off", "profile: on", "data: weights"]
    others += ["subspaces: " + rng.choice(["1", "3", "40", "omp_get_num_threads()"])]
    others += ["subspace: " + rng.choice(["0", "omp_get_thread_num() + 1"])]
    for item in rng.sample(others, rng.choice([0, 0, 1, 1, 2, 3])):
        if item.split(":")[0] not in [one.split(":")[0] for one in chosen]:
            chosen.append(item)
    rng.shuffle(chosen)
    return ", ".join(chosen)
