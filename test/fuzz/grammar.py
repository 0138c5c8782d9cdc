"""Feeds the compiler random pragmas and loops, in C and C++.

Usage: grammar.py [--seed N] [--seconds N] -- COMPILER [ARGUMENT]...

There are three kinds of inputs: random tokens; loops that follow the grammar of
the language and mean something; and such loops with a few tokens changed or cut
off anywhere. The compiler must accept or reject every input. What it accepts is
compiled to LLVM IR. These are failures, and the input is printed:
- The compiler crashes, or does not end.
- A message shows the preprocessor's scratch buffer or a name of the plugin's own.
A third of the inputs have some of their lines in files that they include. The
plugin has assertions that no file ends too early.
An input on which Clang fails without the plugin, too, says nothing. Such inputs
are counted, and too many of them are a failure.

One call of the compiler compiles many inputs, each a file of its own, because
starting the compiler costs more than parsing them. The same seed makes the same
inputs.
"""

import argparse
import glob
import os
import random
import re
import subprocess
import sys
import tempfile
import time

sys.dont_write_bytecode = True
import right_loops  # noqa: E402
from right_loops import C, CPP  # noqa: E402

TOKENS = """load prefix chunk steal profile subspaces subspace data name on off : , ( ) [ ]
{ } a i j n 1 0 -1 1.5 'c' "s" + - * / ? < > :: ; = ++ & # ## \\ EMPTY CALL(
LOAD(i) sizeof [&] a[i] load: prefix: chunk: _Pragma("omp") this template int
for if else return break goto @ ` $ ... 0x 1e999 \u00e9""".split()
VALUES = [
    "a[i]",
    "i",
    "n - i",
    "LOAD(i)",
    "a[i] ? 1 : 2",
    "(i, 2)",
    "i++",
    "b",
    "[&] { return i; }()",
    "",
    "CALL(i)",
    "1",
    "1.5",
    "-1",
    "f",
    "a",
    "({ i; })",
]
KEYS = [
    "load",
    "prefix",
    "chunk",
    "steal",
    "profile",
    "subspaces",
    "subspace",
    "data",
    "name",
    "laod",
    "x",
]
DIRECTIVES = [
    "for",
    "parallel for",
    "for simd",
    "parallel for simd",
    "parallel",
    "simd",
    "taskloop",
    "loop",
    "loop bind(parallel)",
    "loop bind(",
    "parallel loop lastprivate(i)",
    "teams loop bind(teams) collapse(2)",
    "distribute parallel for",
    "teams distribute parallel for simd",
    "teams distribute parallel for collapse(2) lastprivate(s)",
    "for collapse(2)",
    "parallel for ordered",
    "parallel for schedule(static, 2)",
    "parallel for schedule(",
    "parallel for collapse(",
    "parallel for collapse(n)",
    "parallel for collapse(1 + 1)",
    "for collapse(sizeof(int) / 4)",
    "for reduction(+ : s)",
    "parallel for lastprivate(conditional : s)",
    "parallel for reduction(inscan, + : s)",
    "",
    "for foo",
    "sections",
    "target teams distribute parallel for",
]
LOOPS = [
    "for (int i = 0; i < n; ++i)",
    "for (int i = 0; i < n; ++i) for (int j = i; j < n; ++j)",
    "for (int i = 0; i < n; ++i) { for (long j = 0; j < n; ++j)",
    "for (auto &i : range)",
    "for (auto [i, j] : pairs)",
    "for (;;)",
    "for (",
    "while (n)",
    "for (int i = 0; i < n; i = g(i))",
    "LOOP",
    "OPEN",
    "for (int i = 0; i < n; ++i",
    "{",
    "if (n) for (int i = 0; i < n; ++i)",
    "[]",
    "for (T i = 0; i < n; ++i)",
]
BODIES = [
    "a[i] = 1;",
    "{ a[i] = 1; }",
    ";",
    "",
    "}",
    "{",
    "if (n) a[i] = 1; else a[i] = 2;",
    "break;",
    "continue;",
    "{ goto out; }",
    "return;",
    "PRAGMA a[i] = 1;",
    "co_return;",
]
BETWEEN = [
    "",
    "",
    "",
    "",
    "\n#if 1\n",
    "\n#if 0\n",
    "\n#else\n",
    "\n#endif\n",
    "\nEMPTY\n",
    "\n#define X\n",
    '\n#include "cut.h"\n',
    "\n// comment\n",
    "\n/* open",
    "\n#pragma ompx usersched(load: i)\n",
    "\n#pragma omp parallel for\n",
    "\n#pragma omp tile sizes(2)\n",
    "\n#pragma omp tile sizes(2, n\n",
    "\n#pragma omp unroll partial(2)\n",
    "\n#pragma omp unroll full\n",
    "\n#pragma omp reverse\n",
    "\n#pragma omp interchange\n",
    "\n#pragma once\n",
    "\n#error x\n",
    "\n#line 7\n",
    "\n#undef LOOP\n",
    "\n#pragma GCC poison a\n",
    "\n[[maybe_unused]]\n",
]
PROLOGUE = """\
#define EMPTY
#define LOAD(x) ((x) + 1)
#define CALL(x) LOAD(x
#define LOOP for (int i = 0; i < n; ++i)
#define OPEN for (int i = 0; i <
#define PRAGMA _Pragma("ompx usersched(load: i)") _Pragma("omp for")
int range[9]; struct P { int x, y; } pairs[9]; int g(int);
"""
CUTS = [
    "int cut;",
    "for (",
    "for (int i = 0; i < n; ++i)",
    "#pragma ompx usersched(load: i)",
    "#pragma ompx usersched(load: i)\n#pragma omp parallel for",
    "#if 1",
    "",
    "EMPTY",
    "{",
    "#pragma ompx usersched(load:",
]


def clauses(rng):
    if rng.random() < 0.4:
        return " ".join(rng.choice(TOKENS) for _ in range(rng.randrange(12)))
    items = (
        f"{rng.choice(KEYS)}: {rng.choice(VALUES)}" for _ in range(rng.randrange(1, 4))
    )
    text = "(" + ", ".join(items) + ")"
    if rng.random() < 0.2:
        text = text[: rng.randrange(len(text))]
    return text


def soup(rng):
    parts = []
    for _ in range(rng.randrange(1, 4)):
        head = rng.choice(
            [
                "void f(int n, int *a) {",
                "template <class T> void f(T n, T *a) {",
                "struct S { int n; void m(int *a) {",
                "auto l = [](auto n, int *a) {",
                "",
                "void f(int n, int *a) {\n#pragma omp parallel\n{",
            ]
        )
        pragma = "\n#pragma ompx usersched" + clauses(rng) + "\n"
        if rng.random() < 0.1:
            pragma = f'\n_Pragma("ompx usersched{clauses(rng)}")\n'.replace('"s"', "s")
        tail = rng.choice(["}", "}", "}", "} }", "", "}; }"])
        pieces = [
            head,
            pragma,
            f"#pragma omp {rng.choice(DIRECTIVES)}\n",
            rng.choice(LOOPS),
            rng.choice(BODIES),
            "\n" + tail + "\n",
        ]
        parts += [piece + rng.choice(BETWEEN) for piece in pieces]
    text = "".join(parts)
    if rng.random() < 0.2:
        text = text[: rng.randrange(len(text) + 1)]
    return PROLOGUE + text


def source(rng, language):
    kind = rng.random()
    if kind < 0.4:
        return soup(rng)
    text = right_loops.source(rng, language)
    if kind < 0.6:
        return text
    return right_loops.change(rng, text, TOKENS + BETWEEN)


def split(rng, lines, path):
    """The lines, with some of them in files that are included, and so on."""
    for number in range(rng.randrange(3) if len(lines) > 1 else 0):
        first = rng.randrange(1, len(lines))
        last = first + rng.randrange(1, 8)
        name = f"{path}.{number}"
        part = split(rng, lines[first:last], name)
        write(name, "\n".join(part) + rng.choice(["", "\n", "\n// end\n"]))
        lines[first:last] = [f'#include "{name}"']
    return lines


def read(path):
    with open(path) as file:
        return file.read()


def write(path, text):
    with open(path, "w") as file:
        file.write(text)


STANDARDS = [
    (C, "c99"),
    (C, "c17"),
    (CPP, "c++11"),
    (CPP, "c++17"),
    (CPP, "c++20"),
    (CPP, "c++20"),
]


SLOW = "did not end"
# Of so many inputs, one may be beyond Clang itself.
INPUTS_PER_LOSS = 50


def compile(command, files, seconds):
    """None, or why the compiler did not do its work."""
    try:
        run = subprocess.run(
            command + files,
            capture_output=True,
            timeout=seconds,
            cwd=os.path.dirname(files[0]),
        )
    except subprocess.TimeoutExpired:
        return SLOW
    errors = run.stderr.decode(errors="replace")
    if run.returncode not in (0, 1) or "PLEASE submit a bug" in errors:
        return f"exit status {run.returncode}\n{errors[max(errors.find('Stack dump'), 0) :][:3000]}"
    return misplaced(errors, os.path.dirname(files[0]))


def misplaced(errors, folder):
    """The first message that shows what the user did not write, or None. (What
    comes out of _Pragma or ## stands nowhere in the file.)"""
    path = None
    for line in errors.splitlines():
        if message := re.match(r"(\S+?\.in)[.\d]*:\d+:\d+: (error|warning):", line):
            path = os.path.join(folder, message[1])
        if path and ("<scratch space>" in line or "__usersched" in line):
            text = "\n".join(map(read, glob.glob(path + "*")))
            made = ("_Pragma", "##", "__usersched", "SCHEDULED(", "PRAGMA")
            lines = [l for l in text.splitlines() if not l.startswith("#define")]
            if not any(word in l for word in made for l in lines):
                return f"a message shows what nobody wrote: {line}"
    return None


def round_of(rng, folder, command, count):
    """How many of the inputs Clang fails on without the plugin."""
    files = []
    language, standard = rng.choice(STANDARDS)
    command = command + [
        "-xc" if language == C else "-xc++",
        f"-std={standard}",
        rng.choice(["-O0", "-O0", "-O2"]),
    ]
    write(os.path.join(folder, "cut.h"), rng.choice(CUTS) + rng.choice(["", "\n"]))
    for number in range(count):
        files.append(os.path.join(folder, f"{number}.in"))
        text = source(rng, language)
        if rng.random() < 0.3:
            text = "\n".join(split(rng, text.split("\n"), files[-1]))
        write(files[-1], text)
    together = compile(command, files, 300)
    if together is None:
        return 0
    lost = 0
    plain = [word for word in command if not word.startswith("-fplugin")]
    for path in files:
        why = compile(command, [path], 100)
        if why and compile(plain, [path], 100):
            lost += 1
        elif why:
            headers = glob.glob(path + ".*") + [os.path.join(folder, "cut.h")]
            texts = [f"---- {p}\n{read(p)}" for p in [path] + headers]
            sys.exit("\n".join([f"{' '.join(command)}: {why}"] + texts))
    # Many at once may take long on a busy machine.
    if together != SLOW and not lost:
        sys.exit(f"{together}\non many files, but on none of them alone")
    return lost


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("command", nargs="+")
    options = parser.parse_args()
    command = options.command + ["-S", "-emit-llvm", "-ferror-limit=0", "-w"]
    rng = random.Random(options.seed)
    end, inputs, lost = time.monotonic() + options.seconds, 0, 0
    with tempfile.TemporaryDirectory() as folder:
        # A plugin that is not found would make every input an error.
        nothing = subprocess.run(command + ["-xc", os.devnull, "-o-"], cwd=folder)
        if nothing.returncode:
            sys.exit("an empty file does not compile")
        while time.monotonic() < end:
            lost += round_of(rng, folder, command, 20)
            inputs += 20
    print(
        f"{inputs} inputs with seed {options.seed}, "
        f"on {lost} of them Clang fails without the plugin, too"
    )
    if lost > 1 + inputs // INPUTS_PER_LOSS:
        sys.exit("too many to say that the plugin is tested")


main()
