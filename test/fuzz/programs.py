"""Random programs of annotated loops whose results do not depend on who runs
which iteration: program(rng, language) prints a line per function and round.
Without OpenMP they are serial programs with the same results.

Each iteration has a number K, made of the loop's variables. Results are sums
modulo 2^64, reductions, values that the last iteration leaves, and elements that
only one iteration writes. Loads are random and need not be right.
"""

from program_bodies import loop
from program_loops import CPP

PROLOGUE = """\
#ifdef _OPENMP
#include <omp.h>
#endif
#include <stdint.h>
#include <stdio.h>
enum { N = 1024 };
static int weights[N + 1], row[N + 1];
static uint64_t out[N];
static uint64_t mix(uint64_t v) {
  v = (v ^ (v >> 31)) * 0x9e3779b97f4a7c15u;
  return v ^ (v >> 29);
}
static uint64_t put(uint64_t k, uint64_t v) {
  return __atomic_fetch_add(&out[k % N], mix(v ^ mix(k)), __ATOMIC_RELAXED) * 0;
}
static void spin(uint64_t count) {
  for (volatile uint64_t left = count; left; left = left - 1)
    ;
}
__attribute__((noinline)) static int cost(uint64_t k) { return weights[k % N] + 1; }
static uint64_t scratch;
#pragma omp threadprivate(scratch)
"""

PROLOGUE_CPP = """\
#include <array>
#include <numeric>
#include <vector>
static std::vector<int> items(301);
static std::array<short, 90> shorts;
struct Pair { int first; unsigned second; };
static Pair pairs[77];
struct Sum {
  uint64_t v = 0;
  Sum &operator+=(uint64_t x) { v += x; return *this; }
};
#pragma omp declare reduction(add : Sum : omp_out.v += omp_in.v)
template <class T> static T twice(T x) { return x + x; }
enum Kind { none, few = 3, many = 9 };
"""

MAIN = """\
int main(void) {{
  for (int round = 0; round < {rounds}; ++round) {{
    static const int sizes[] = {{ {sizes} }};
    int n = sizes[round % (int)(sizeof sizes / sizeof *sizes)];
    for (int i = 0; i <= N; ++i) {{
      uint64_t random = mix((uint64_t)(i + 7 + round / {same} * N));
      weights[i] = random % 9 == 0 ? (int)(random >> 8 & 511) : (int)(random >> 8 & 7);
      row[i] = i ? row[i - 1] + weights[i - 1] : 0;
    }}
{fill}{calls}  }}
  return 0;
}}
"""

FILL_CPP = """\
    std::iota(items.begin(), items.end(), round / 3);
    std::iota(shorts.begin(), shorts.end(), short(5));
    for (unsigned i = 0; i < 77; ++i) pairs[i] = Pair{int(i), i * 3};
"""

CALL = """\
    {{
      uint64_t result = {call}, hash = 0;
      for (int i = 0; i < N; ++i) {{
        hash = mix(hash + out[i]);
        out[i] = 0;
      }}
      printf("{name} round=%d n=%d result=%llx out=%llx\\n", round, n,
             (unsigned long long)result, (unsigned long long)hash);
    }}
"""


PLAIN = """\
static uint64_t NAME(int n, int round) {
INNER
}
"""

EVERYWHERE = ["orphan", "again", "inside parallel", "inside tasks"]
ONLY_CPP = ["recursive", "template", "member", "lambda", "copying lambda", "generic"]
ONLY_CPP += ["constructor", "try"]

WRAPPERS = {
    "again": """\
static uint64_t NAME(int n, int round) {
  uint64_t d = 0;
  for (int r = 0; r < 7; ++r)
    d = mix(d + NAME_inner(n >> (r & 1), round + r));
  return d;
}
""",
    "inside parallel": """\
static uint64_t NAME(int n, int round) {
  uint64_t d = 0;
#pragma omp parallel for num_threads(3) reduction(+ : d)
  for (int o = 0; o < 4; ++o)
    d += NAME_inner(n >> (o & 1), round);
  return d;
}
""",
    "inside tasks": """\
static uint64_t NAME(int n, int round) {
  uint64_t d = 0;
#pragma omp parallel num_threads(3)
#pragma omp single
  for (int o = 0; o < 4; ++o)
#pragma omp task shared(d)
  {
    uint64_t one = NAME_inner(n + o, round);
#pragma omp atomic
    d += one;
  }
  return d;
}
""",
    "recursive": """\
static uint64_t NAME(int n, int round) {
  if (n > 60) {
    uint64_t below = NAME(n / 3, round);
    put(1, below);
  }
INNER
}
""",
    "template": """\
template <class T> static uint64_t NAME(T n, int round) {
INNER
}
""",
    "member": """\
struct SNAME {
  int n;
  uint64_t field;
  const int *w;
  uint64_t x1, x2, x3;
  int cost_of(uint64_t k) const { return w[k % N]; }
  uint64_t run(int round) {
INNER
  }
};
""",
    "lambda": """\
static uint64_t NAME(int n, int round) {
  auto f = [&]() -> uint64_t {
INNER
  };
  return f() + f();
}
""",
    "copying lambda": """\
static uint64_t NAME(int n, int round) {
  auto f = [=]() -> uint64_t {
INNER
  };
  return f() + f();
}
""",
    "generic": """\
static uint64_t NAME(int n, int round) {
  auto f = [round](auto n) -> uint64_t {
INNER
  };
  return f(n) + f((long)n);
}
""",
    "constructor": """\
struct SNAME {
  uint64_t value;
  SNAME(int n, int round) : value([&]() -> uint64_t {
INNER
  }()) {}
};
""",
    "try": """\
static uint64_t NAME(int n, int round) {
  try {
INNER
  } catch (int) {
    return 1;
  }
}
""",
}
CALLS = {
    "template": "NAME<TYPE>(n, round)",
    "member": "SNAME{n, 5, weights}.run(round)",
    "constructor": "SNAME(n, round).value",
}


class Function:
    """What the parts of one function know of each other."""

    def __init__(self, rng, language, number):
        self.rng, self.language, self.number = rng, language, number
        self.names = 0
        self.nested = False  # whether it runs several times at once
        self.file_scope, self.before, self.after = [], [], []
        self.atoms = []  # values that all its loops can use
        self.loads = []  # loads, too: k is the iteration, e some value
        self.tables = []  # arrays that can be looked up from 0 to n
        self.fields = []  # members that its clauses can name

    def fresh(self, prefix):
        self.names += 1
        return f"{prefix}{self.number}_{self.names}"

    def chance(self, probability):
        return self.rng.random() < probability

    def result(self, value):
        self.after.append(f"d = mix(d + (uint64_t)({value}));")


def region(function, shared):
    """The inside of a parallel region: loops, of which some leave the barrier
    out, and what threads do between them."""
    rng, text = function.rng, ""
    for _ in range(rng.randrange(1, 5)):
        if function.chance(0.75):
            text += "{\n" + loop(function, False, shared, function.chance(0.8)) + "}\n"
        elif function.chance(0.2):
            text += "#pragma omp barrier\n"
        else:
            kind = rng.choice(["single", "single nowait", "master", "critical"])
            text += f"#pragma omp {kind}\nspin({rng.randrange(300)});\n"
    return text


def tables(function):
    """What loads can look up, as large as they need, so that a sanitizer sees
    what lies beside it."""
    for _ in range(function.rng.choice([0, 0, 1, 2])):
        name = function.fresh("t")
        kind = function.rng.choice(["int", "short", "unsigned char", "long", "double"])
        size = function.rng.choice(["32", "(n % 7 + 1)", "(n + 1)"])
        if function.language == CPP and function.chance(0.5):
            function.before.append(f"std::vector<{kind}> {name}({size});")
        else:
            function.before.append(f"{kind} {name}[{size}];")
        function.before.append(
            f"for (int x = 0; x < {size}; ++x) {name}[x] = ({kind})(x * 3 % 8);"
        )
        function.loads += [f"{name}[({{k}}) % {size}]"] * 2
        if size == "(n + 1)":
            function.tables.append(name)
    if function.language == CPP and function.chance(0.3):
        u, v = function.fresh("u"), function.fresh("v")
        function.before.append(f"const auto [{u}, {v}] = Pair{{int(n) % 3, 4u}};")
        function.before.append(
            f"static const int {u}_s = 3; const int {u}_c = n / 2 + 1;"
        )
        function.loads += [f"{u}_s + {u}_c", f"weights[({{k}}) % {u}_c]"]


def content(function, shared=False):
    """Declarations, loops, and the return of their digest."""
    rng, text = function.rng, ""
    if not shared:
        tables(function)
    for _ in range(rng.randrange(1, 3)):
        if shared or function.chance(0.5):
            inner = region(function, shared)
            if shared:
                name = function.fresh("orphan")
                function.file_scope.append(
                    f"__attribute__((noinline)) static void {name}(int n, int round) "
                    f"{{\n{inner}}}"
                )
                inner = f"{name}(n, round);\n"
            clause = (
                f" num_threads({rng.randrange(1, 9)})" if function.chance(0.2) else ""
            )
            text += f"#pragma omp parallel{clause}\n{{\n{inner}}}\n"
        else:
            text += "{\n" + loop(function, True, False) + "}\n"
    start = ["uint64_t d = (uint64_t)n;", "(void)round;", *function.before]
    return "\n".join([*start, text, *function.after, "return d;"])


def function_text(rng, language, number):
    """One function with what it needs, and how it is called."""
    kinds = ["plain"] * 3 + (EVERYWHERE + ONLY_CPP if language == CPP else EVERYWHERE)
    kind = rng.choice(kinds)
    function = Function(rng, language, number)
    function.nested = kind in ("inside parallel", "inside tasks", "recursive")
    if kind == "member":
        function.atoms = ["field", "(uint64_t)w[3]"]
        function.fields = ["x1", "x2", "x3"]
        function.loads = ["w[({k}) % N]", "int(field + ({e}) % 3)", "cost_of({k})"]
    inner = content(function, kind == "orphan")
    text, call = WRAPPERS.get(kind, PLAIN), CALLS.get(kind, "NAME(n, round)")
    if "NAME_inner" in text:
        text = PLAIN.replace("NAME", "NAME_inner") + text
    text = "\n".join(function.file_scope) + "\n" + text
    call = call.replace("TYPE", rng.choice(["int", "long", "short"]))
    name = f"f{number}"
    return text.replace("NAME", name).replace("INNER", inner), CALL.format(
        name=name, call=call.replace("NAME", name)
    )


def program(rng, language):
    text = PROLOGUE + (PROLOGUE_CPP if language == CPP else "")
    calls = ""
    for number in range(rng.randrange(3, 9)):
        function, call = function_text(rng, language, number)
        text += function
        calls += call
    sizes = ["100", "1000, 1000, 3", "0, 1, 2, 500", "700", "1000, 999, 70"]
    return text + MAIN.format(
        rounds=rng.choice([3, 8, 20]),
        sizes=rng.choice(sizes),
        same=rng.choice([1, 5, 100]),
        fill=FILL_CPP if language == CPP else "",
        calls=calls,
    )
