"""Loops with what only some iterations may read, and what they may read only
after they have done something.

A resource is valid where ok[i] is set: elsewhere a pointer is null, an index
far outside, a divisor 0. A body reads it behind a guard. Or it is invalid for all
iterations until they make it valid themselves.
"""

from program_loops import CPP

PROLOGUE = """\
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#ifdef _OPENMP
#include <omp.h>
#else
static int omp_get_thread_num(void) { return 0; }
#endif
enum { N = 24, HALF = N / 2, WILD = -1000000000, LOOPS = 16 };
struct Row { int n; int *v; struct Row *next; };
struct Pair { int from, to; };
static int *as_mi, *as_md, *as_mk; // what somebody else writes through
static int *ok, *n, *idx, *dv, *kind, *row, *mi, *md, *mk, *half, *ready, *other, **where, **spare;
static struct Row **p, **full, **mp, *rows;
static unsigned char *nb;
static unsigned *un;
static short *sh;
static long out[N + 1], counts[N][LOOPS];
static int left;
struct Whole { int *lengths; };
static struct Whole *whole;
static volatile int done;
static const int table[N] = {1, 2, 3, 4, 3, 2, 1, 0, 2, 5, 1, 1, 0, 3, 4, 1};
static int length(const struct Row *r) { return r->n; }
static int length_if(const struct Row *r) { return r ? r->n : 0; }
static struct Pair range_of(int i) {
  struct Pair result = {row[i], row[i + 1]};
  return result;
}
static int deep(int d) { return d <= 0 ? 0 : 1 + deep(d - 1); }
__attribute__((const, noinline)) static int look(int i) { return table[i]; }
__attribute__((noinline)) static int opaque(int v) {
  __asm__ volatile("" : "+r"(v) : : "memory");
  return v;
}
__attribute__((noinline)) static void set(int *p, int v) {
  *p = opaque(v);
}
static void (*volatile setter)(int *, int) = set;
static void put(struct Row **at, struct Row *r) { *at = r; }
static void *make(size_t size) {
  void *made = malloc(size);
  if (!made) abort();
  memset(made, 0, size);
  return made;
}
#define MAKE(type, count) (type *)make(sizeof(type) * (count))
static void fill(unsigned seed) {
  ok = MAKE(int, N), n = MAKE(int, N), idx = MAKE(int, N), dv = MAKE(int, N);
  kind = MAKE(int, N), row = MAKE(int, N + 1), mi = MAKE(int, N), md = MAKE(int, N);
  mk = MAKE(int, N), half = MAKE(int, HALF), ready = MAKE(int, N + 1);
  where = MAKE(int *, N), other = MAKE(int, N), spare = MAKE(int *, N), p = MAKE(struct Row *, N), full = MAKE(struct Row *, N);
  mp = MAKE(struct Row *, N + 1), rows = MAKE(struct Row, N), nb = MAKE(unsigned char, N);
  un = MAKE(unsigned, N), sh = MAKE(short, N), whole = MAKE(struct Whole, 1);
  whole->lengths = MAKE(int, N);
  memset(out, 0, sizeof out), memset(counts, 0, sizeof counts);
  left = N, done = 0;
  for (int i = 0; i < N; ++i) {
    seed = seed * 1103515245u + 12345u;
    ok[i] = (seed >> 13) % 3 != 0;
    n[i] = (int)(seed >> 20) % 7 - (seed >> 9) % 5 / 4 * 3;
    row[i + 1] = row[i] + (n[i] > 0 ? n[i] : 0);
    idx[i] = ok[i] ? (int)(seed >> 10) % N : WILD;
    dv[i] = ok[i] ? (int)(seed >> 11) % 4 + 1 : 0;
    kind[i] = ok[i] ? 2 : (int)(seed >> 12) % 2 * 3;
    mi[i] = WILD, mk[i] = 1, where[i] = &mi[i], spare[i] = &other[i];
    rows[i].n = (int)(seed >> 14) % 6, rows[i].v = MAKE(int, 1);
    *rows[i].v = (int)(seed >> 15) % 5, rows[i].next = &rows[(i + 5) % N];
    full[i] = &rows[i], p[i] = ok[i] ? &rows[i] : NULL;
    nb[i] = (seed >> 16) % 9, un[i] = (seed >> 17) % 6, sh[i] = (seed >> 18) % 8 - 2;
    whole->lengths[i] = (int)(seed >> 19) % 5;
    if (i < HALF) half[i] = (int)(seed >> 12) % 5;
  }
  mp[0] = full[0], ready[0] = 1, as_mi = mi, as_md = md, as_mk = mk;
}
"""

PROLOGUE_CPP = """\
#include <algorithm>
#include <list>
#include <map>
#include <memory>
#include <vector>
static std::vector<std::vector<int>> nested;
static std::list<int> chain;
static std::map<int, int> tree;
static std::vector<int> *vectors[N];
static const Row &row_of(int i) { return *p[i]; }
static void fill_more() {
  nested.assign(N, {}), chain.assign(3, 1), tree = {{1, 2}, {3, 4}};
  for (int i = 0; i < N; ++i) {
    nested[i].assign(n[i] > 0 ? n[i] : 0, i);
    vectors[i] = ok[i] ? &nested[i] : nullptr;
  }
}
"""

GUARDS = ["ok[i]", "p[i]", "p[i] != NULL", "kind[i] == 2", "idx[i] >= 0", "dv[i] > 0"]
GUARDS += ["(unsigned)idx[i] < N", "dv[i] && n[i] != 1", "!(kind[i] % 3 == 0)", "length_if(p[i]) > 2"]
GUARDED = ["p[i]->n", "length(p[i])", "p[i]->next->n", "*p[i]->v", "n[idx[i]]", "12 / dv[i]"]
GUARDED += ["12 % dv[i]", "look(idx[i])", "p[i]->n >> (dv[i] - 1)", "rows[idx[i]].n"]
GUARDED += ["hers[i]->n"]
GUARDED_CPP = ["row_of(i).n", "(int)vectors[i]->size()", "std::min(p[i]->n, 3)"]
FREE = ["n[i]", "row[i + 1] - row[i]", "i % 5", "nb[i]", "sh[i]", "full[i]->n", "(int)un[i]"]
FREE += ["length_if(p[i])", "(n[i] > 2 ? n[i] : 2)", "i < HALF ? half[i] : 1", "table[i & 7]"]
FREE += ["mine[i]", "(mine && mine[i] < n[N - 1 - i] ? mine[i] : n[N - 1 - i])"]
FREE += ["(i + 1 < N ? n[i + 1] : 0)", "(ok[i] && p[i]->n > 1 ? p[i]->n : 0)", "deep(n[i])"]
FREE_CPP = ["(int)nested[i].size()", "std::max(n[i], 1)", "(int)chain.size()"]
# Makes an element valid, then.
WRITES = ["as_{m}[i] = {v};"] * 5
WRITES += [
    "{m}[i] = {v};",
    "{{ int *q = {m}; q[i] = {v}; }}",
    "set(&{m}[i], {v});",
    "setter(&{m}[i], {v});",
    "{{ int t = {v}; memcpy(&{m}[i], &t, sizeof t); }}",
    "for (int z = 0; z < 1 + (i & 1); ++z) {m}[i] = {v};",
    "__atomic_store_n(&{m}[i], {v}, __ATOMIC_SEQ_CST);",
    "*(volatile int *)&{m}[i] = {v};",
    "\n#pragma omp critical\n{{ {m}[i] = {v}; }}",
    "\n#pragma omp atomic write\n{m}[i] = {v};",
    "where[i] = &{m}[i]; *where[i] = {v};",
    "if (n[i] < 3) {m}[i] = {v}; else set({m} + i, {v});",
    "\n#pragma omp parallel num_threads(1)\n{m}[i] = {v};\n",
]
# Writes to what is not read later, as far as anybody can see.
NOISE = ["out[i] += i;", "scratch[i & 3] = i;", "*spare[i] = i;", "opaque(i);"]
NOISE += ["((unsigned char *)out)[8 * i + 7] = 0;", "if (n[i] > 1000) abort();", "shared = i;"]
NOISE += ["out[i] += omp_get_thread_num();", "\n#pragma omp parallel num_threads(1)\nout[i] += 1;\n"]
NOISE += ["__atomic_fetch_add(&out[N], 0, __ATOMIC_RELAXED);", "\n#pragma omp critical\n{ out[i] += 1; }\n"]
NOISE_CPP = ["delete new int(i);", "{ std::vector<char> own(5); out[i] += own[i % 5]; }"]
NOISE_CPP += ["{ std::unique_ptr<long> own(new long(i)); out[i] += *own; }"]


class Body:
    def __init__(self, rng, language, number):
        self.rng, self.cpp, self.number = rng, language == CPP, number
        self.noise = NOISE + (NOISE_CPP if self.cpp else [])
        self.loops = self.names = self.nesting = 0
        self.comparable = True
        self.helpers = ""

    def name(self):
        self.names += 1
        return f"x{self.names}"

    def bound(self, is_safe):
        choices = FREE + (FREE_CPP if self.cpp else [])
        if is_safe:
            choices = choices[:4] + 2 * (GUARDED + (GUARDED_CPP if self.cpp else []))
        if self.is_helper:
            choices = [c for c in choices if "mine" not in c and "hers" not in c]
        return self.rng.choice(choices)

    def counted(self, bound, inside="", before="", j=""):
        """A loop to bound."""
        rng, number = self.rng, self.loops
        self.loops += 1
        j = j or self.name()
        b = f"({bound})"
        forms = [
            ("", f"for (int {j} = 0; {j} < {b}; ++{j})"),
            ("", f"for (int {j} = 0; {j} < {b}; ++{j})"),
            ("", f"for (int {j} = {b}; {j} > 0; --{j})"),
            ("", f"for (long {j} = 1; {j} <= {b}; {j} += 2)"),
            (f"int {j} = {b};", f"while ({j}-- > 0)"),
            (f"int {j} = 0, {j}e = {b};", f"for (; {j} < {j}e; {j}++)"),
            (f"int {j}[3] = {{0, {b}, 2}};", f"for (; {j}[0] < {j}[1]; ++{j}[0])"),
            (f"int {j}e = {b}; if ({j}e < 0) {j}e = 0;",
             f"for (const int *{j} = table, *{j}l = table + ({j}e & 7); {j} != {j}l; ++{j})"),
            ("", f"for (short {j} = 0; {j} < {b}; ++{j})"),
            (f"unsigned char {j}e = (unsigned char){b} & 7;",
             f"for (unsigned char {j} = 0; {j} < {j}e; ++{j})"),
            (f"unsigned {j}e = (unsigned){b} & 7;", f"for (unsigned {j} = {j}e; {j} > 0; --{j})"),
            (f"struct Pair {j}r = range_of(i);",
             f"for (int {j} = {j}r.from; {j} < {j}r.to + ({b} > 0); ++{j})"),
            ("", f"for (int {j} = 0; {j} < {b} && acc < 99999; ++{j})"),
        ]
        if self.cpp:
            forms += [
                (f"const int &{j}a = n[i]; const int &{j}e = {j}a;",
                 f"for (int {j} = 0; {j} < {j}e + ({b} > 1); ++{j})"),
                ("", f"for (int {j} : nested[i])"),
                ("", f"for (auto {j} = chain.begin(); {j} != chain.end(); ++{j})"),
                ("", f"for (auto &{j} : tree)"),
            ]
        start, header = rng.choice(forms)
        if rng.random() < 0.08:  # another loop tells how long it is
            start = (f"int {j}e = 0;\n/*loop {self.number} {self.loops}*/ "
                     f"for (int {j}f = 0; {j}f < {b}; ++{j}f) "
                     f"{{ ++c[{self.loops}]; {j}e += 1; }}")
            header = f"for (int {j} = 0; {j} < {j}e; ++{j})"
            self.loops += 1
        parts = [f"++c[{number}];", "acc += 3;"]
        if rng.random() < 0.25:
            ends = ["break", "continue", "goto end", "break"]
            parts.append(f"if ((acc & 31) == 7) {rng.choice(ends[:2] if self.is_called else ends)};")
        if inside:
            parts.insert(rng.randrange(1, len(parts) + 1), inside)
        if rng.random() < 0.1:
            parts.append(NOISE[0] if self.is_called else rng.choice(self.noise))
        label = f"/*loop {self.number} {number}*/"
        if rng.random() < 0.1:
            ran = f"int {j} = 0, {j}e = {b};\n{label} do {{ {' '.join(parts)} }}"
            return f"{before}{ran} while (++{j} < {j}e);\n"
        return f"{before}{start}\n{label} {header} {{ {' '.join(parts)} }}\n"

    is_called = False  # in a function or a region: no way leads out of it
    is_helper = False  # in a function

    def guarded(self, depth):
        """Something that may read what is valid where the guard holds."""
        rng, g = self.rng, self.rng.choice(GUARDS)
        form = rng.randrange(19 if self.cpp else 16)
        k = self.name()
        if self.is_called and form in (2, 3):
            form = 0
        # A load handles no exception: an iteration that throws has the load 1. A
        # loop that is left in its first iteration may count as one that has none.
        if form == 16 or (form in (2, 3) and self.nesting):
            self.comparable = False
        if form == 12:
            self.loops += 1
            loop = self.loops - 1
        is_loop = form in (6, 12)
        self.nesting += is_loop
        x = self.statement(True, depth - 1)
        self.nesting -= is_loop
        return [
            f"if ({g}) {{ {x} }}",
            f"if (!({g})) {{ acc += 1; }} else {{ {x} }}",
            f"if (!({g})) goto end;\n{x}",
            f"if (!({g})) {{ out[i] += 2; goto end; }}\n{x}",
            f"switch (kind[i]) {{ case 0: case 3: acc += 1; break; case 2: {{ {x} }} }}",
            f"switch ({g} ? 4 : 1) {{ default: break; case 4: {{ {x} }} }}",
            f"while ({g}) {{ {x} break; }}",
            f"do {{ if (!({g})) break; {x} }} while (0);",
            f"if (opaque(!!({g}))) {{ {x} }}",
            f"if (__atomic_load_n(&ok[i], __ATOMIC_RELAXED)) {{ {x} }}",
            f"if (*(volatile int *)&ok[i]) {{ {x} }}",
            f"as_mk[i] = ok[i]; {rng.choice(self.noise)} if (mk[i]) {{ {x} }}",
            f"\n/*loop {self.number} {loop if form == 12 else 0}*/ for (int {k} = 0; {k} < ok[i]; ++{k}) "
            + (f"{{ ++c[{loop}]; {x} }}" if form == 12 else "{ }"),
            f"{{ int {k} = ok[i]; if (i == 3) {k} = !!p[i]; if ({k}) {{ {x} }} }}",
            f"{{ int {k} = 0; if ({g}) {k} = 1; {rng.choice(self.noise)} if ({k} == 1) {{ {x} }} }}",
            f"if (i < N && ({g}) && n[i] != -77) {{ {x} }} else acc += 1;",
            f"try {{ if (!({g})) throw 1; {x} }} catch (int) {{ acc += 2; }}",
            f"{{ auto {k} = [&](bool can) {{ if (can) {{ {x} }} }}; {k}({g}); }}"
            if "goto end" not in x
            else f"if ({g}) {{ {x} }}",
            f"if (const bool {k} = {g}) {{ {x} }}",
        ][form]

    def made(self):
        """What the iteration itself makes valid, and a loop that depends on it."""
        rng = self.rng
        form = rng.randrange(12)
        write = rng.choice(WRITES)
        self.comparable &= "for (" not in write or form > 6
        noise = rng.choice([""] * 3 + self.noise)
        if form < 3:
            write = write.format(m="mi", v="i")
            use = ["n[mi[i]]", "look(mi[i])", "full[mi[i]]->n", "rows[mi[i]].n"]
            return f"{write} {noise} {self.counted(rng.choice(use))}"
        if form < 5:
            write = write.format(m="md", v="1 + (i & 3)")
            return f"{write} {noise} {self.counted(rng.choice(['12 / md[i]', '13 % md[i]']))}"
        if form < 7:
            write = write.format(m="mk", v="ok[i]")
            return f"{write} {noise} if (mk[i]) {{ {self.counted(self.bound(True))} }}"
        if form == 7:
            writes = ["mp[i] = full[i];", "{ struct Row *t = full[i]; memcpy(&mp[i], &t, sizeof t); }"]
            writes += ["__atomic_store_n(&mp[i], full[i], __ATOMIC_RELEASE);"]
            return f"{rng.choice(writes)} {noise} {self.counted('mp[i]->n')}"
        if form == 8:
            k = self.name()
            return (
                f"int {k}; while (({k} = mi[i]) < 0) mi[i] = i; {noise} "
                f"{self.counted(f'n[{k}]')}"
            )
        if form == 9:
            self.comparable = False
            return f"mk[i] = full[i]->n; {self.counted('mk[i]')}"
        if form == 10:  # a variable of the function around the region
            writes = ["loose = full[i];", "*loosely = full[i];", "put(&loose, full[i]);"]
            writes += ["\n#pragma omp parallel num_threads(1)\n*loosely = full[i];\n"]
            return f"{rng.choice(writes)} {noise} {self.counted('loose->n')}"
        return f"shared = i; {noise} {self.counted(rng.choice(['n[*seen]', 'rows[shared].n']))}"

    def pointer_loop(self):
        """Pointers that change in an inner loop."""
        k = self.name()
        inner = self.counted(f"{k}->n")
        number = self.loops
        self.loops += 1
        return (
            f"struct Row *{k} = p[i]; int {k}s = 0;\n/*loop {self.number} {number}*/ "
            f"while ({k} && {k}s < 3) {{ ++c[{number}]; ++{k}s; {inner} {k} = {k}->next; }}\n"
        )

    def region(self, is_safe, depth):
        """A parallel region in the iteration."""
        rng = self.rng
        was_called, self.is_called = self.is_called, True
        number, k = self.loops, self.name()
        form = rng.randrange(4)
        clauses = ["", " schedule(static)", " if (i > 9)"]
        start = "\n#pragma omp parallel"
        if form == 0:
            text = f"{start} num_threads(1)\n{{ {self.statement(is_safe, depth - 1)} }}\n"
        else:
            self.loops += 1
            x = self.statement(is_safe, depth - 1) if form == 1 else "acc += 3;"
            text = (
                f"{start} for num_threads(1){rng.choice(clauses)} /*loop {self.number} {number}*/\n"
                f"for (int {k} = 0; {k} < ({self.bound(is_safe)}); ++{k}) {{ ++c[{number}]; {x} }}\n"
            )
        self.is_called = was_called
        return text

    def helper(self):
        """A function that returns early."""
        name = f"h{self.number}_{self.name()}"
        self.is_called = self.is_helper = True
        inside = self.counted(self.bound(True))
        self.is_called = self.is_helper = False
        self.helpers += (
            f"static {self.rng.choice(['', 'inline '])}unsigned long {name}(int i, "
            f"unsigned long acc, long *c) {{ if (!({self.rng.choice(GUARDS)})) return acc;\n"
            f"{inside} return acc; }}\n"
        )
        return f"acc = {name}(i, acc, c);"

    def statement(self, is_safe, depth):
        rng = self.rng
        if self.loops > 5:
            return "acc += 1;"
        kind = rng.random()
        if depth <= 0 or kind < 0.25:
            inside = ""
            if rng.random() < 0.25 and self.loops < 5:
                self.nesting += 1
                inside = self.statement(is_safe, depth - 1)
                self.nesting -= 1
            return self.counted(self.bound(is_safe), inside)
        if kind < 0.55:
            return self.guarded(depth)
        if kind < 0.75:
            return self.made()
        if kind < 0.82:
            return self.pointer_loop()
        if kind < 0.88 and not self.is_called:
            return self.helper()
        if kind < 0.93 and not self.is_called:
            return self.region(is_safe, depth)
        if kind < 0.96:
            return f"{NOISE[0] if self.is_called else rng.choice(self.noise)} {self.statement(is_safe, depth - 1)}"
        return f"{{ {self.statement(is_safe, depth - 1)} }} {{ {self.statement(is_safe, depth - 1)} }}"


LATE = """\
static void f{number}(void) {{
#pragma omp parallel num_threads(2)
{{
#ifdef _OPENMP
if (omp_get_thread_num()) while (!done) ;
#endif
struct Whole *mine = whole;
{pragma}
#pragma omp for nowait
for (int i = 0; i < N; ++i) {{
/*loop {number} 0*/ for (int j = 0; j < {bound}; ++j) {{ ++counts[i][0]; out[i] += j; }}
if (--left == 0) {{ {free} }}
}}
done = 1;
(void)mine;
}}
whole = NULL;
}}
"""


def late(rng, number, pragma):
    """A loop whose last iteration frees what it read, before a thread comes."""
    bound = rng.choice(["whole->lengths[i]", "mine->lengths[i]"])
    free = "free(whole->lengths); free(whole); whole = NULL;"
    return LATE.format(number=number, pragma=pragma, bound=bound, free=free)


def function(rng, language, number):
    """A function with one loop, and whether its loads can be compared."""
    pragma = rng.choice(["#pragma ompx usersched", "#pragma ompx usersched(load: auto)"])
    if rng.random() < 0.05:
        return late(rng, number, pragma), True
    body = Body(rng, language, number)
    text = "".join(f"{{ {body.statement(False, 3)} }}\n" for _ in range(rng.choice([1, 1, 2])))
    if rng.random() < 0.15:
        text = f"{rng.choice(body.noise)} {text}"
    last = ""
    if rng.random() < 0.08:  # an iteration waits for the one before
        wait = "while (!*(volatile int *)&ready[i]) ;"
        text = f"{wait}\n{body.counted('mp[i]->n')}{text}"
        last = "mp[i + 1] = full[i]; ready[i + 1] = 1;\n"
    return f"""\
{body.helpers}static void f{number}(void) {{
struct Row **hers = p, *loose = NULL, **loosely = &loose;
int *mine = n;
#pragma omp parallel num_threads(1)
{{
int scratch[4] = {{1, 2, 3, 4}}, shared = WILD, *seen = &shared;
{pragma}
#pragma omp for
for (int i = 0; i < N; ++i) {{
long c[LOOPS] = {{0}};
unsigned long acc = (unsigned long)i;
{{
{text}}}
end:
out[i] += (long)acc;
{last}memcpy(counts[i], c, sizeof c);
}}
(void)scratch, (void)seen;
}}
(void)mine, (void)hers, (void)loosely;
}}
""", body.comparable


def program(rng, language, functions):
    """A program, and the numbers of the functions whose loads can be compared. It
    prints, for each function and iteration, how often each loop ran."""
    made = [function(rng, language, number) for number in range(functions)]
    more = "fill_more();" if language == CPP else ""
    calls = "".join(
        f"fill({rng.randrange(1, 9999)}u); {more} f{number}(); show({number});\n"
        for number in range(functions)
    )
    prologue = PROLOGUE + (PROLOGUE_CPP if language == CPP else "")
    text = f"""{prologue}
static void show(int f) {{
  for (int i = 0; i < N; ++i) {{
    printf("%d %d %lx", f, i, (unsigned long)out[i]);
    for (int k = 0; k < LOOPS; ++k) printf(" %ld", counts[i][k]);
    printf("\\n");
  }}
}}
{''.join(text for text, _ in made)}
int main(void) {{
{calls}return 0;
}}
"""
    return text, {number for number, (_, comparable) in enumerate(made) if comparable}
