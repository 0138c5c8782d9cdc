"""The headers of loops, in every form that OpenMP allows, with few enough
iterations to run."""

from dataclasses import dataclass, field

C, CPP = "C", "C++"
TYPES = ["int", "long", "unsigned", "int8_t", "uint8_t", "int16_t", "uint16_t"]
TYPES += ["int64_t", "uint64_t"]


@dataclass
class Header:
    lines: list
    key: str  # of type uint64_t, another one for each iteration
    values: list  # expressions of the iteration, for loads
    index: str = ""  # int from 0 to N - 1, another one for each iteration
    prefix: str = ""
    depth: int = 1
    linear: bool = True
    rectangular: bool = True
    setup: list = field(default_factory=list)


def counted(function, name, most):
    """A header of at most so many iterations, counted in some type."""
    rng = function.rng
    type = rng.choice(TYPES)
    narrow = "8" in type
    step = rng.choice([1, 1, 1, 2, 3, 7])
    if narrow:
        step = min(step, 2)
    low = rng.choice([0, 0, 1, 5])
    if function.chance(0.2) and not narrow and type[0] != "u":
        low = -rng.randrange(1, 300)
    if type[0] == "u":
        low = max(low, step)  # Which it cannot pass on the way down.
    count = min(most, 60 if narrow else 1000)
    high = f"({type})(n % {count} * {step} + {low})"
    if function.chance(0.5):
        high = str(rng.randrange(count) * step + low)
    if function.chance(0.1) and type in ("unsigned", "uint64_t"):
        low = "4294960000u"
        high = f"(4294960000u + (unsigned)(n % {count}) * {step})"
    by = rng.choice([str(step), f"({type}){step}"])
    up, down = [f"{name} += {by}", f"{name} = {name} + {by}"], [f"{name} -= {by}"]
    up.append(f"{name} = {by} + {name}")
    down.append(f"{name} = {name} - {by}")
    if step == 1:
        up += [f"{name}++", f"++{name}"] * 2
        down += [f"{name}--", f"--{name}"] * 2
    forms = [
        (f"{type} {name} = {low}; {name} < {high};", up),
        (f"{type} {name} = {low}; {name} <= {high};", up),
        (f"{type} {name} = {low}; {high} > {name};", up),
        (f"{type} {name} = {high}; {name} > {low};", down),
    ]
    if step == 1:
        forms.append((f"{type} {name} = {low}; {name} != {high};", up))
    start, steps = rng.choice(forms)
    return f"for ({start} {rng.choice(steps)})"


def simple(function, name):
    """From 0 to below n, so that the variable is an index, too."""
    type = function.rng.choice(["int", "long", "unsigned", "uint64_t", "int16_t"])
    bound = f"({type})n"
    forms = [
        f"for ({type} {name} = 0; {name} < {bound}; ++{name})",
        f"for ({type} {name} = {bound}; {name} > 0; --{name})",
        f"for ({type} {name} = 0; {name} != {bound}; {name}++)",
    ]
    line = function.rng.choice(forms)
    key = f"(uint64_t){name}"
    if "--" in line:
        return Header(
            [line], key, [name], f"(int)({name} - 1)", f"row[n] - row[{name}]"
        )
    return Header([line], key, [name], f"(int){name}", f"row[{name}]")


def dependent(function, i, j):
    """Two loops of which the inner one's bounds depend on the outer one, with
    rows of no iterations at the end or between, but not only such: Clang may
    count 2^64 iterations there."""
    rng = function.rng
    type = rng.choice(["int", "long", "short"])
    last = rng.choice(["n % 50", "37", "(n % 40 + 1)"])
    outer = [
        f"for ({type} {i} = 0; {i} < {last}; ++{i})",
        f"for ({type} {i} = 0; {i} <= {last}; {i} += 2)",
        f"for ({type} {i} = {last}; {i} >= 0; --{i})",
    ]
    inner = [
        f"for ({type} {j} = {i}; {j} < 50; ++{j})",
        f"for ({type} {j} = 0; {j} < {i}; ++{j})",
        f"for ({type} {j} = 0; {j} <= {i}; {j} += 2)",
        f"for ({type} {j} = 2 * {i} + 1; {j} < 2 * {i} + 4; ++{j})",
        f"for ({type} {j} = 50; {j} > {i}; --{j})",
        f"for ({type} {j} = {i} - 3; {j} < {i} + 3; ++{j})",
        f"for ({type} {j} = 2 * {i}; {j} < 60; ++{j})",
        f"for ({type} {j} = 2 * {i}; {j} < 30 + n % 7; ++{j})",
        f"for ({type} {j} = n % 9; {j} >= {i}; --{j})",
    ]
    return [rng.choice(outer), rng.choice(inner)]


def nest(function):
    rng = function.rng
    depth = rng.choice([2, 2, 3])
    names = [function.fresh(letter) for letter in "ijk"[:depth]]
    most = 40 if depth == 2 else 12
    rectangular = function.chance(0.5)
    if rectangular:
        lines = [counted(function, name, most) for name in names]
    else:
        lines = dependent(function, *names[:2])
        if depth == 3:
            lines.append(f"for (int {names[2]} = 0; {names[2]} < 3; ++{names[2]})")
            at = rng.randrange(3)
            lines.insert(at, lines.pop())
            names.insert(at, names.pop())
    key = "(uint64_t)0"
    for name in names:
        key = f"({key} * 4099 + (uint64_t){name})"
    return Header(lines, key, names, depth=depth, linear=False, rectangular=rectangular)


def pointed(function):
    name = function.fresh("i")
    line = function.rng.choice(
        [
            f"for (int *{name} = weights; {name} < weights + n; ++{name})",
            f"for (const int *{name} = weights + n; {name} > weights; {name} -= 3)",
            f"for (int *{name} = weights; {name} != weights + n; {name}++)",
        ]
    )
    return Header([line], f"(uint64_t)({name} - weights)", [f"{name}[0]"])


def container(function):
    rng, name = function.rng, function.fresh("i")
    kind = rng.randrange(4)
    if kind == 0:
        line = rng.choice(
            [
                f"for (auto {name} = items.begin(); {name} != items.end(); ++{name})",
                f"for (auto {name} = items.cbegin(); {name} < items.cend(); {name} += 2)",
            ]
        )
        return Header([line], f"(uint64_t)({name} - items.begin())", [f"*{name}"])
    if kind == 1:
        how = rng.choice(["auto &", "const auto &", "int &"])
        key = f"(uint64_t)(&{name} - items.data())"
        return Header([f"for ({how}{name} : items)"], key, [name], linear=False)
    if kind == 2:
        how = rng.choice(["auto ", "auto &", "long "])
        line = f"for ({how}{name} : shorts)"
        return Header([line], f"(uint64_t){name}", [name], linear=False)
    second = function.fresh("j")
    how = rng.choice(["auto &", "auto ", "const auto &"])
    line = f"for ({how}[{name}, {second}] : pairs)"
    return Header([line], f"(uint64_t){name}", [name, second], linear=False)


def header(function):
    kind = function.rng.random()
    name = function.fresh("i")
    if kind < 0.4:
        form = simple(function, name)
    elif kind < 0.65:
        form = Header([counted(function, name, 1000)], f"(uint64_t){name}", [name])
    elif kind < 0.8 or function.language == C:
        form = nest(function) if kind < 0.8 else pointed(function)
    else:
        form = container(function)
    first = form.lines[0]
    if form.values == [name] and ";" in first and function.chance(0.15):
        # Declared outside of the loop.
        type = first[len("for (") : first.index(name)].strip()
        form.setup.append(f"{type} {name};")
        form.lines[0] = first.replace(f"{type} {name}", name, 1)
    return form
