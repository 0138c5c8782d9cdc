"""Loops whose loads the compiler infers: random bodies with inner loops, over
arrays of which a wrong guard or a read too early traps.

A row is null, and an index far outside, if the row is not `valid`. Each loop of
a body counts its iterations in a variable of the iteration, of which the sum over
all iterations is printed.
"""

from program_loops import CPP

PROLOGUE = """\
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
enum { N = 300, WILD = -1000000000 };
struct Row { int n; int *v; struct Row *next; };
static struct Row *rows[N], *lists[N];
static int valid[N], row[N + 1], index_of[N], lens[N], small[N];
static int *values, *scratch;
static double *reals;
static long counts[99], out[N];
static void *make(size_t size) {
  void *p = calloc(size ? size : 1, 1);
  if (!p) abort();
  return p;
}
static int minimum(int a, int b) { return a < b ? a : b; }
static int length(const struct Row *r) { return r ? r->n : 0; }
__attribute__((noinline)) static int opaque(int v) {
  __asm__ volatile("" : "+r"(v));
  return v;
}
static void note(int loop, long count) {
  __atomic_fetch_add(&counts[loop], count, __ATOMIC_RELAXED);
}
"""

PROLOGUE_CPP = """\
#include <vector>
struct Graph {
  int *first;
  std::vector<int> targets;
  struct Neighbours {
    const int *from, *to;
    const int *begin() const { return from; }
    const int *end() const { return to; }
  };
  Neighbours of(int u) const {
    return {targets.data() + first[u], targets.data() + first[u + 1]};
  }
};
static std::vector<std::vector<int>> nested;
static Graph graph;
"""

FILL = """\
static void fill(unsigned seed) {
  for (int i = 0; i < N; ++i) {
    seed = seed * 1103515245u + 12345u;
    int n = (int)(seed >> 16) % 7 == 0 ? (int)(seed >> 20) % 90 : (int)(seed >> 20) % 5;
    valid[i] = (seed >> 13) % 3 != 0;
    lens[i] = n;
    small[i] = (int)(seed >> 9) % 4 + 1;
    row[i + 1] = row[i] + n;
    index_of[i] = valid[i] ? (int)(seed >> 10) % N : WILD;
    rows[i] = 0;
    if (valid[i]) {
      rows[i] = (struct Row *)make(sizeof(struct Row));
      rows[i]->n = n;
      rows[i]->v = n ? (int *)make(sizeof(int) * (size_t)n) : 0;
    }
    lists[i] = 0;
    for (int k = n % 6; k > 0; --k) {
      struct Row *r = (struct Row *)make(sizeof(struct Row));
      r->n = k, r->next = lists[i], lists[i] = r;
    }
  }
  values = (int *)make(sizeof(int) * (size_t)(row[N] + 1));
  reals = (double *)make(sizeof(double) * (size_t)(row[N] + 1));
  scratch = (int *)make(sizeof(int) * 3 * N);
  for (int i = 0; i < row[N]; ++i) values[i] = i % 50, reals[i] = i % 9;
  for (int i = 0; i < 3 * N; ++i) scratch[i] = WILD;
}
"""

FILL_CPP = """\
static void fill_more() {
  nested.assign(N, {});
  for (int i = 0; i < N; ++i) nested[i].assign(lens[i], i);
  graph.first = row;
  graph.targets.assign(row[N], 3);
}
"""

# Conditions that say that rows[i] and index_of[i] may be used.
SAFE = ["valid[{i}]", "rows[{i}]", "index_of[{i}] >= 0", "rows[{i}] != 0 && lens[{i}] > 1"]
# Any other ones.
ANY = ["{i} % 3 == 1", "lens[{i}] > 2", "(acc & 3) != 1", "opaque({i}) % 4", "small[{i}] == 2"]
ANY += ["row[{i}] < row[{i} + 1]", "local[{i} & 3] == 0", "length(lists[{i}]) > 2"]


class Body:
    def __init__(self, rng, language):
        self.rng, self.language = rng, language
        self.loops, self.names = 0, 0

    def name(self, prefix):
        self.names += 1
        return f"{prefix}{self.names}"

    def header(self, i, is_safe, outer):
        """A loop that ends: what stands before it, and the loop."""
        rng, j = self.rng, self.name("j")
        forms = [
            ("", f"for (int {j} = row[{i}]; {j} < row[{i} + 1]; ++{j})"),
            ("", f"for (int {j} = 0; {j} < lens[{i}]; ++{j})"),
            ("", f"for (unsigned {j} = 0; {j} < (unsigned)lens[{i}]; {j} += 3)"),
            ("", f"for (long {j} = lens[{i}]; {j} > 0; {j}--)"),
            ("", f"for (int {j} = {i} % 40; {j} < 40; ++{j})"),
            ("", f"for (int {j} = 0; {j} <= {i} % 20; {j} += 2)"),
            ("", f"for (int {j} = 0; {j} < lens[{i}] / small[{i}]; ++{j})"),
            ("", f"for (int {j} = 0; {j} < minimum(lens[{i}], 20); ++{j})"),
            ("", f"for (int {j} = 0; {j} < length(rows[{i}]); ++{j})"),
            ("", f"for (struct Row *{j} = lists[{i}]; {j}; {j} = {j}->next)"),
            (
                f"const int *{j}_end = values + row[{i} + 1]; ",
                f"for (const int *{j} = values + row[{i}]; {j} != {j}_end; ++{j})",
            ),
            (f"int {j} = lens[{i}]; ", f"while ({j}-- > 0)"),
            (f"int {j} = opaque(lens[{i}]); ", f"while ({j}-- > 0)"),
            (f"int {j} = 0; ", f"while (++{j} < lens[{i}])"),
            (
                f"int {j} = {i} % 3; int {j}_n = lens[{i}]; ",
                f"for (; {j} < {j}_n; ++{j})",
            ),
        ]
        if is_safe:
            forms += [
                ("", f"for (int {j} = 0; {j} < rows[{i}]->n; ++{j})"),
                ("", f"for (int {j} = 0; {j} < lens[index_of[{i}]]; ++{j})"),
                (
                    f"struct Row *{j}_r = rows[{i}]; ",
                    f"for (int {j} = 0; {j} < {j}_r->n; ++{j})",
                ),
            ] * 2
        if outer:
            forms += [
                ("", f"for (int {j} = 0; {j} < (int)({outer} & 7); ++{j})"),
                ("", f"for (int {j} = 0; {j} < small[{i}]; ++{j})"),
            ] * 2
        if self.language == CPP:
            forms += [
                ("", f"for (int {j} : nested[{i}])"),
                ("", f"for (size_t {j} = 0; {j} < nested[{i}].size(); ++{j})"),
                ("", f"for (int {j} : graph.of({i}))"),
            ] * 2
        before, loop = rng.choice(forms)
        is_number = "Row *" not in loop and "*" + j not in loop
        return before, loop, j if is_number else ""

    def loop(self, i, is_safe, depth, outer=""):
        number = self.loops
        self.loops += 1
        before, header, j = self.header(i, is_safe, outer)
        inside = ["acc += 3;"]
        if self.rng.random() < 0.3:
            ends = ["break", "continue", "goto end", "break"]
            inside.append(f"if ((acc & 63) == 7) {self.rng.choice(ends)};")
        if depth and self.loops < 8:
            inside.append(self.statement(i, is_safe, depth - 1, j))
        self.rng.shuffle(inside)
        text = f"++c[{number}]; " + " ".join(inside)
        if self.rng.random() < 0.1 and self.loops < 8:
            last, self.loops = self.loops, self.loops + 1
            text += f"\n/*loop {last}*/ do ++c[{last}]; while (++acc & 3);\n"
        return f"{before}\n/*loop {number}*/ {header} {{ {text} }}\n"

    def write(self, i):
        """Writes, so that what is read behind them may be another value."""
        rng = self.rng
        return rng.choice(
            [
                f"scratch[{i}] = small[{i}];",
                f"own[{i} & 7] = small[{i}] + 1;",
                f"local[{i} & 3] = lens[{i}];",
                f"out[{i}] = acc;",
                f"if (rows[{i}] && rows[{i}]->n) rows[{i}]->v[0] = {i};",
                f"if (lens[{i}]) reals[row[{i}]] = 1;",
                f"last = {i};",
                f"tail = &local[{i} & 3];",
            ]
        )

    def after_write(self, i):
        """A loop that reads what the iteration has written: before, there is
        no valid value."""
        number, j = self.loops, self.name("j")
        self.loops += 1
        start = f"\n/*loop {number}*/ for (int {j} = 0; {j} <"
        count = f"{{ ++c[{number}]; acc += 1; }}\n"
        w = f"scratch[N + {i}]"
        return self.rng.choice(
            [
                f"{w} = {i};{start} lens[{w}]; ++{j}) {count}",
                f"{w} = small[{i}];{start} 30 / {w}; ++{j}) {count}",
                f"{w} = lens[{i}];{start} {w}; ++{j}) {count}",
                f"{w} = !!rows[{i}];\nif ({w} == 1) {start} rows[{i}]->n; ++{j}) {count}",
                f"big[{i}] = valid[{i}];\nif (big[{i}]) {start} rows[{i}]->n; ++{j}) {count}",
                f"last = {i};{start} lens[*seen]; ++{j}) {count}",
                f"while (scratch[2 * N + {i}] < 0) scratch[2 * N + {i}] += -WILD / 2 + {i};"
                f"{start} lens[scratch[2 * N + {i}] % N]; ++{j}) {count}",
            ]
        )

    def statement(self, i, is_safe, depth, outer=""):
        rng = self.rng
        kind = rng.random()
        if depth == 0 or kind < 0.35 or self.loops > 6:
            return self.loop(i, is_safe, max(depth - 1, 0), outer)
        if kind < 0.65:
            safe = rng.random() < 0.7
            condition = rng.choice(SAFE if safe else ANY).format(i=i)
            inner = self.statement(i, is_safe or safe, depth - 1, outer)
            text = f"if ({condition}) {{ {inner} }}"
            if rng.random() < 0.3:
                text += f" else {{ {self.statement(i, is_safe, depth - 1, outer)} }}"
            return text
        if kind < 0.72:
            return (
                f"switch ({i} % 4) {{ case 0: case 1: {{ "
                f"{self.statement(i, is_safe, depth - 1, outer)} }} break; case 2: "
                f"acc += 2; default: {{ {self.statement(i, is_safe, depth - 1, outer)} }} }}"
            )
        if kind < 0.8:
            return f"{self.write(i)} {self.statement(i, is_safe, depth - 1, outer)}"
        if kind < 0.9:
            return self.after_write(i)
        return (
            f"{self.statement(i, is_safe, depth - 1, outer)} "
            f"{self.statement(i, is_safe, depth - 1, outer)}"
        )


def function(rng, language, number):
    """A function with one loop, and how many loops are in the loop's body."""
    body = Body(rng, language)
    early = ""
    is_safe = rng.random() < 0.2
    if is_safe:
        early = f"if (!({rng.choice(SAFE).format(i='i')})) goto end;\n"
    elif rng.random() < 0.1:
        early = f"if ({rng.choice(ANY).format(i='i')}) goto end;\n"
    text = early + "".join(
        body.statement("i", is_safe, rng.randrange(4)) + "\n"
        for _ in range(rng.choice([1, 1, 1, 2]))
    )
    if rng.random() < 0.3:
        text = body.write("i") + "\n" + text
    if rng.random() < 0.1:
        text += "out[i] = opaque((int)acc);\n"
    pragma = rng.choice(["#pragma ompx usersched", "#pragma ompx usersched(load: auto)"])
    schedule = rng.choice(["", "", " schedule(dynamic, 2)"])
    notes = "".join(f"note({loop}, c[{loop}]);\n" for loop in range(body.loops))
    return f"""\
static void f{number}(int n) {{
#pragma omp parallel
{{
int own[8] = {{1, 1, 1, 1, 1, 1, 1, 1}}, local[4] = {{1, 0, 1, 0}}, last = WILD;
int *tail = local, *seen = (int *)(intptr_t)&last, big[N];
for (int k = 0; k < N; ++k) big[k] = 1;
{pragma}
#pragma omp for{schedule}
for (int i = 0; i < n; ++i) {{
long c[9] = {{0}};
unsigned long acc = (unsigned long)i;
{{
{text}}}
end:
out[i] += (long)acc;
note(90, 1);
{notes}(void)tail;
}}
(void)own, (void)local, (void)big, (void)seen, (void)last;
}}
}}
""", body.loops


def program(rng, language):
    """A program with one loop, that prints a digest, the number of iterations, and
    the iterations of each loop in the body."""
    text, loops = function(rng, language, 0)
    n = rng.choice(["N", "N", "N", "1", "0", "2", "37"])
    more = PROLOGUE_CPP if language == CPP else ""
    more += FILL + (FILL_CPP if language == CPP else "")
    calls = "fill_more();" if language == CPP else ""
    return f"""{PROLOGUE}{more}{text}
int main(void) {{
  fill({rng.randrange(1, 9999)}u);
  {calls}
  f0({n});
  unsigned long hash = 0;
  for (int i = 0; i < N; ++i) hash = hash * 31 + (unsigned long)out[i];
  printf("%lx %ld", hash, counts[90]);
  for (int i = 0; i < {loops}; ++i) printf(" %ld", counts[i]);
  printf("\\n");
  return 0;
}}
"""
