"""Random loops that should compile: source(rng, language) returns one. They have
every key, clause and form of loop that may stand together.
"""

import re

C, CPP = "C", "C++"

PROLOGUE = """\
#define EMPTY
#define WEIGHT(x) ((x) + 1)
#define PICK(x, y) ((x) > 0 ? (x) : (y))
#define ITEMS load: WEIGHT(i), chunk: 4
#define SCHEDULED(items) _Pragma("ompx usersched(load: i)") _Pragma("omp for")
#define UP(v) for (int v = 0; v < n; ++v)
int weights[99]; int row[99]; int shared;
#pragma omp threadprivate(shared)
"""

PROLOGUE_CPP = """\
template <class A, class B> A most(A x, B y) { return x > y ? x : y; }
struct Graph { int degree(long v) const { return int(v) % 3; } int *rows; };
struct Iterator {
  int at; explicit Iterator(int v) : at(v) {}
  using difference_type = long; using value_type = int; using pointer = int *;
  using reference = int &; struct iterator_category {};
  int operator*() const { return at; }
  Iterator &operator++() { ++at; return *this; }
  Iterator &operator+=(long d) { at += int(d); return *this; }
  Iterator &operator-=(long d) { at -= int(d); return *this; }
  friend Iterator operator+(Iterator x, long d) { return x += d; }
  friend Iterator operator+(long d, Iterator x) { return x += d; }
  friend Iterator operator-(Iterator x, long d) { return x -= d; }
  friend long operator-(Iterator x, Iterator y) { return x.at - y.at; }
  friend bool operator<(Iterator x, Iterator y) { return x.at < y.at; }
  friend bool operator!=(Iterator x, Iterator y) { return x.at != y.at; }
};
struct Pair { int first, second; }; Pair pairs[9];
"""

TYPES = ["int", "long", "unsigned", "signed char", "unsigned short", "unsigned long"]


def headers(rng, language):
    """The headers of one loop or of a nest, and how many they are."""
    kind = rng.random()
    if kind < 0.3:
        depth = rng.randrange(2, 5)
        names = ["i", "j", "k", "l"][:depth]
        lines, outer = [], None
        for name in names:
            least = outer if outer and rng.random() < 0.3 else "0"
            lines.append(f"for (int {name} = {least}; {name} < n; ++{name})")
            outer = name
        return lines, depth
    kind_of = rng.choice(TYPES)
    simple = [
        f"for ({kind_of} i = 0; i < n; ++i)",
        f"for ({kind_of} i = 0; i <= n; i += 2)",
        f"for ({kind_of} i = 0; i < n; i = i + step)",
        "for (int i = n; i > 0; --i)",
        "for (long i = n; i >= 0; i -= step)",
        "for (int i = 0; i != n; i++)",
        "UP(i)",
        "for (int i = 0; n > i; i = 3 + i)",
        "for (outer = 0; outer < n; ++outer)",
    ]
    if language == CPP:
        simple += [
            "for (int *p = a; p < a + n; ++p)",
            "for (Iterator p(0); p < Iterator(9); ++p)",
            "for (Iterator p(0); p != Iterator(9); p += 1)",
            "for (int &p : weights)",
            "for (auto &[p, q] : pairs)",
            "for (auto p = T(0); p < n; ++p)",
        ]
    return [rng.choice(simple)], 1


def variable(header):
    return re.search(r"\b(outer|i|p)\b", header).group(1)


def load(rng, language, name):
    choices = [
        "n",
        "1",
        "weights[3]",
        "WEIGHT(n)",
        "PICK(n, 2)",
        "n * 1.5",
        "(n, 2)",
        "-n",
        "n ? 1 : 2",
        "sizeof(int)",
        "a[0] + step",
        "EMPTY 3",
    ]
    if name in ("i", "outer"):
        choices += [name, f"weights[{name}]", f"WEIGHT({name})", f"PICK({name}, n)"] * 2
        choices += [f"row[{name} + 1] - row[{name}]", f"({name} & 7) + 1"]
    if language == CPP:
        choices += [
            "most<int>(n, 2)",
            "most<int, long>(n, step)",
            "[](int x) { return x; }(1)",
            "g.degree(n)",
            "decltype(n)(3)",
            "[&] { return n; }()",
        ]
    return rng.choice(choices)


def items(rng, language, name, depth):
    if rng.random() < 0.05 and name == "i":
        return "ITEMS"
    value = load(rng, language, name)
    work = [f"load: {value}"]
    if rng.random() < 0.3 and depth == 1 and name in ("i", "outer"):
        work = [f"prefix: row[{name}]"] + work * rng.randrange(2)
    others = [
        "chunk: " + rng.choice(["4", "n", "n + 1", "8 * step"]),
        "steal: " + rng.choice(["on", "off"]),
        "profile: " + rng.choice(["on", "off"]),
        "subspaces: " + rng.choice(["3", "n", "4 * n"]),
        "subspace: " + rng.choice(["0", "n % 3", "step"]),
        "data: " + rng.choice(["a", "weights", "&n", "a + 1"]),
    ]
    chosen = work + rng.sample(others, rng.randrange(4))
    rng.shuffle(chosen)
    return ", ".join(chosen)


def clauses(rng, combined, simd, depth, cancels):
    choices = [
        "private(q1)",
        "firstprivate(q2)",
        "lastprivate(q3)",
        "reduction(+ : sum)",
        "reduction(max : top)",
        "reduction(+ : field[0:2])",
        "allocate(q1) private(q1)",
        "schedule(static)",
        "schedule(dynamic, 3)",
    ]
    if depth == 1 and not cancels:
        choices += ["order(unconstrained : concurrent)", "order(concurrent)"]
    if combined:
        choices += [
            "if(n > 3)",
            "num_threads(3)",
            "proc_bind(close)",
            "copyin(shared)",
            "default(shared)",
            "default(none) shared(n, a, step, weights, row, g, pairs, outer) "
            "firstprivate(q1, q2, q3, sum, top, field)",
        ]
    elif not cancels:
        choices += ["nowait"]
    if simd:
        choices += ["safelen(8)", "simdlen(4)"]
    chosen = rng.sample(choices, rng.randrange(4))
    if depth > 1:
        count = str(rng.randrange(1, depth + 1))
        chosen.append(f"collapse({rng.choice([count, count, f'1 * {count}'])})")
    rng.shuffle(chosen)
    # What a clause names may stand in one of them only.
    seen, result = set(), []
    for clause in chosen:
        keys = set(re.findall(r"q\d|sum|top|field|schedule|default", clause))
        if not keys & seen:
            seen |= keys
            result.append(clause)
    return " ".join(result)


# Clang 19 does not accept the others in a template.
TRANSFORMATIONS = ["tile sizes(3)", "unroll partial(2)"]
# Constructs with a region around them, and constructs that make their own.
REPLACING = [
    ["loop", "loop bind(parallel)", "distribute parallel for"],
    ["parallel loop", "teams loop", "teams distribute parallel for"],
]


def loop(rng, language):
    lines, depth = headers(rng, language)
    name = variable(lines[0])
    combined = rng.random() < 0.5
    simd = rng.random() < 0.25
    cancels = rng.random() < 0.1 and not simd
    construct = ("parallel " if combined else "") + "for" + (" simd" if simd else "")
    if rng.random() < 0.2:
        # Some clauses are errors then.
        construct = rng.choice(REPLACING[combined])
    region = "teams" if construct.startswith("distribute") else "parallel"
    directive = f"{construct} {clauses(rng, combined, simd, depth, cancels)}"
    pragma = f"ompx usersched({items(rng, language, name, depth)})"
    body = rng.choice(
        ["a[0] += 1;", "{ a[1] = 2; }", ";", "if (n) ; else a[2] = 3;", "{ continue; }"]
    )
    if cancels:
        whole = "parallel for" if combined else "for"
        body = f"{{\n#pragma omp cancel {whole.split()[0]}\n}}"
    spelling = rng.random()
    if spelling < 0.15:
        start = f'_Pragma("{pragma}") _Pragma("omp {directive}")'
    elif spelling < 0.2:
        start = "SCHEDULED(x)"
        lines, combined = ["UP(i)"], False
    elif spelling < 0.3:
        start = f"#pragma {pragma} // why\n\n/* and */\n#pragma omp {directive}"
    elif spelling < 0.4:
        start = f"#pragma {pragma}\n#pragma omp {directive}".replace(", ", ", \\\n", 1)
    else:
        start = f"#pragma {pragma}\n#pragma omp {directive}"
    if not (simd or cancels or "prefix" in pragma or "collapse" in directive):
        if rng.random() < 0.2:
            start += "\n#pragma omp " + rng.choice(TRANSFORMATIONS)
    text = f"\n{start}\n" + "\n".join(lines) + f"\n  {body}\n"
    if not combined and rng.random() < 0.9:
        text = f"\n#pragma omp {region}\n{{{text}}}\n"
    return text


LOCALS = (
    "int step = 2, q1 = 0, q2 = 0, q3 = 0, sum = 0, top = 0, outer = 0, field[2];"
    " (void)q1; (void)q2; (void)q3; (void)sum; (void)top; (void)outer; (void)field;"
)


def function(rng, language, number):
    loops = "".join(loop(rng, language) for _ in range(rng.randrange(1, 4)))
    body = LOCALS
    if language == CPP:
        body += " Graph g{}; using T = int; (void)g;"
    else:
        body += " int g = 0; struct { int x; } pairs[2]; (void)g; (void)pairs;"
    body += loops
    if language == C:
        return f"void f{number}(int n, int *a) {{ {body} }}\n"
    forms = [
        f"void f{number}(int n, int *a) {{ {body} }}\n",
        f"inline void f{number}(int n, int *a) {{ {body} }}\n"
        f"void (*use{number})(int, int *) = f{number};\n",
        f"template <class N> void f{number}(N n, int *a) {{ {body} }}\n"
        f"template void f{number}<int>(int, int *);\n"
        f"template void f{number}<long>(long, int *);\n",
        f"struct S{number} {{ int n; void m(int *a) {{ {body} }} }};\n"
        f"void f{number}(S{number} s) {{ s.m(weights); }}\n",
        f"void f{number}(int *a) {{ auto l = [&](auto n) {{ {body} }}; l(3); }}\n",
        f"struct S{number} {{ S{number}(int n, int *a) {{ {body} }} }};\n"
        f"S{number} s{number}(3, weights);\n",
        f"void f{number}(int n, int *a) {{ try {{ {body} }} catch (...) {{}} }}\n",
    ]
    return rng.choice(forms)


def source(rng, language):
    text = PROLOGUE + (PROLOGUE_CPP if language == CPP else "")
    count = rng.randrange(1, 3)
    return text + "".join(function(rng, language, number) for number in range(count))


PARTS = re.compile(r'\s+|\w+|"[^"\n]*"|.', re.DOTALL)


def change(rng, text, others):
    """Text with a few of its tokens dropped, doubled, exchanged, or replaced by
    one of others; or cut off anywhere."""
    start = text.index("#pragma omp threadprivate")
    head, parts = text[:start], PARTS.findall(text[start:])
    for _ in range(rng.choice([0, 1, 1, 2, 5])):
        at = rng.randrange(len(parts))
        what = rng.randrange(4)
        if what == 0:
            parts[at] = ""
        elif what == 1:
            parts[at] *= 2
        elif what == 2:
            to = rng.randrange(len(parts))
            parts[at], parts[to] = parts[to], parts[at]
        else:
            parts[at] = f" {rng.choice(others)} "
    rest = "".join(parts)
    if rng.random() < 0.4:
        rest = rest[: rng.randrange(len(rest) + 1)]
    return head + rest
