"""What a conformance test is: one annotated loop, written for every construct
and language that it is about.

A cell becomes one function of a program. The function notes which iterations
ran (HIT) and prints results that do not depend on their order (SHOW). The
program must print the same with the plugin and without it.
"""

import re
from dataclasses import dataclass, field, replace

TASKLOOP = ["taskloop"]

# Name, standard, options: together every optimization level that matters. To
# optimize C takes less time than to optimize C++.
LANGUAGES = {
    "C99": ("c", "c99", ["-O1"]),
    "C17": ("c", "c17", ["-O0"]),
    "C++11": ("c++", "c++11", ["-O0"]),
    "C++17": ("c++", "c++17", ["-O2"]),
    "C++20": ("c++", "c++20", ["-O0", "-g"]),
}
C = ["C99", "C17"]
CXX = ["C++11", "C++17", "C++20"]
CXX17 = ["C++17", "C++20"]
EVERY = list(LANGUAGES)

# The languages in which each construct is tested.
CONSTRUCTS = {
    **dict.fromkeys(["for", "for simd", "parallel for", "parallel for simd"], EVERY),
    "loop": ["C99", "C++20"],
    "parallel loop": ["C99", "C++20"],
    "distribute parallel for": ["C99", "C++20"],
    "distribute parallel for simd": ["C++20"],
    "teams distribute parallel for": ["C99", "C++20"],
    "teams distribute parallel for simd": ["C++20"],
    "teams loop": ["C99", "C++20"],
    "taskloop": ["C99", "C++20"],
}
# Taskloops have cells of their own, the others share theirs.
SHARING = [c for c in CONSTRUCTS if c not in TASKLOOP]
# These pass through the same code as those above. They take every eighth of the
# cells that are about the form of the loop.
SAMPLED = [c for c in SHARING if CONSTRUCTS[c] != EVERY]
NOT_SIMD = [c for c in SHARING if "simd" not in c]
SEPARATE = ["for", "for simd"]
DISTRIBUTE = [c for c in CONSTRUCTS if "distribute" in c]
ONE_TEAM = [c for c in SHARING if c not in [*DISTRIBUTE, "teams loop"]]
# The region around a construct that makes none, and its clauses.
REGIONS = {
    **dict.fromkeys([*SEPARATE, *TASKLOOP, "loop"], "parallel"),
    **{c: "teams" for c in DISTRIBUTE if "teams" not in c},
}
TEAMS = " num_teams(2) thread_limit(3)"

# What OpenMP does not allow on a construct, or in its body.
NOT_ON_LOOP = (
    r"\b(linear|nowait|schedule|ordered|inscan|cancel|cancellation|critical|task)\b|"
    r"lastprivate\((?![ij]\b)"
)
# With `copyin`, the threads of a team get the value of its own first thread.
NOT_ON_DISTRIBUTE = (
    r"\b(linear|nowait|ordered|inscan|conditional|copyin)\b|reduction\(task"
)
NOT_ALLOWED = {
    "loop": NOT_ON_LOOP + r"|\b(firstprivate|allocate)\b",
    "parallel loop": NOT_ON_LOOP,
    "teams loop": NOT_ON_LOOP + r"|\b(if|num_threads|proc_bind|copyin)\(",
    **{c: NOT_ON_DISTRIBUTE for c in DISTRIBUTE},
}

# The releases of clang, and the languages that `script/test` compares with them.
# `script/test --long` compares all languages with both.
RELEASES = {19: EVERY, 22: ["C17", "C++20"]}


@dataclass
class Cell:
    row: str  # of the table
    loop: str = "for (int i = 0; i < 100; ++i)"
    body: str = "HIT(i);"
    load: str = "WORK(i)"
    keys: str = ""  # more items of the pragma
    worksharing: str = ""  # clauses of the worksharing construct
    parallel: str = ""  # clauses of the parallel construct
    group: str = ""  # clauses of a taskgroup around a taskloop
    before: str = ""  # declarations
    after: str = ""  # what is shown
    file_scope: str = ""
    languages: list = field(default_factory=lambda: EVERY)
    constructs: list = field(default_factory=lambda: list(SHARING))
    again: bool = False  # the loop stands twice in its region
    error: str = ""  # what -verify must find, instead of a result
    last_with_error: int = 1000  # the last release of clang that needs it
    why_not: str = ""  # why other constructs have no such cell

    def applies(self, construct, language):
        return (
            construct in self.constructs
            and language in self.languages
            and language in CONSTRUCTS[construct]
            and not re.search(NOT_ALLOWED.get(construct, "$^"), self.about(construct))
        )

    def about(self, construct):
        """The clauses of the construct, and its body."""
        parallel = "" if REGIONS.get(construct) == "parallel" else self.parallel
        return f"{self.worksharing} {parallel} {self.body}"

    def for_release(self, release):
        return self if release <= self.last_with_error else replace(self, error="")

    def directive(self, construct):
        clauses = self.worksharing
        if REGIONS.get(construct) != "parallel":
            clauses += " " + self.parallel
        if construct.startswith("teams"):
            clauses += TEAMS
        line = f"#pragma omp {construct} {clauses}".rstrip()
        return f"{line} // expected-error {{{{{self.error}}}}}" if self.error else line

    def function(self, construct, name):
        """The C text of the cell as `static void NAME(void)`."""
        annotated = "\n".join(
            [
                f"#pragma ompx usersched(load: {self.load}{self.keys})",
                self.directive(construct),
                f"{self.loop} {{ {self.body} }}",
            ]
        )
        if self.again:
            annotated += "\n" + annotated
        if self.group:
            annotated = f"#pragma omp taskgroup {self.group}\n{{\n{annotated}\n}}"
        if construct in TASKLOOP:
            annotated = f"#pragma omp single\n{{\n{annotated}\n}}"
        region = REGIONS.get(construct)
        if region:
            more = self.parallel if region == "parallel" else TEAMS
            annotated = f"#pragma omp {region} {more}\n{{\n{annotated}\n}}"
        lines = [self.file_scope, f"static void {name}(void) {{", self.before]
        lines += [annotated, self.after, "}"]
        return "\n".join(line for line in lines if line) + "\n"


PROLOGUE = """\
#include <stdint.h>
#include <stdio.h>
#include <omp.h>
enum { SLOTS = 4099 };
static int hits[SLOTS];
static unsigned long long slot(long long k) {
  return (unsigned long long)k % SLOTS;
}
#define HIT(k) __atomic_fetch_add(&hits[slot((long long)(k))], 1, __ATOMIC_RELAXED)
#define WORK(k) (slot((long long)(k)) % 13 * (slot((long long)(k)) % 3))
#define SHOW(x) printf(" %s=%lld", #x, (long long)(x))
static int outside;
static volatile long kept_here; /* what keeps a loop in a body */
/* A load that must never see an index outside [0, n). */
__attribute__((unused)) static int inside(long long k, long long n) {
  if (k < 0 || k >= n)
    __atomic_store_n(&outside, 1, __ATOMIC_RELAXED);
  return (int)(k & 15);
}
"""

EPILOGUE = """\
static void run(const char *name, void (*cell)(void)) {
  printf("%s:", name);
  kept_here = 0;
  for (int round = 0; round < 3; ++round)
    cell();
  unsigned long long hash = 14695981039346656037ull, total = 0;
  for (int i = 0; i < SLOTS; ++i) {
    hash = (hash ^ (unsigned long long)hits[i]) * 1099511628211ull;
    total += (unsigned long long)hits[i];
    hits[i] = 0;
  }
  printf(" ran=%llu hash=%llx outside=%d\\n", total, hash, outside);
  outside = 0;
}
"""


LINES = 1000  # of a cell, at most


def program(construct, language, cells):
    """The source of all cells, and their functions' names."""
    text, names = [PROLOGUE], []
    for number, cell in enumerate(cells):
        name = f"cell_{number}"
        # Diagnostics then name the cell; those of -verify only say the line.
        label = f"{cell.row} {number}".replace("`", "")
        text.append(f'#line {number * LINES + 1} "{label}"\n')
        text.append(cell.function(construct, name))
        names.append((name, label))
    text.append(
        f'#line 1 "main"\n{EPILOGUE}int main(void) {{\n  setvbuf(stdout, 0, _IOLBF, 4096);\n'
    )
    text += [f'  run("{label}", {name});\n' for name, label in names]
    text.append("  return 0;\n}\n")
    return "".join(text)
