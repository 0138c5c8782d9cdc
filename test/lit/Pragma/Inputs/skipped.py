"""Compiles files that end with what Clang skips behind an annotated directive.

Usage: skipped.py COMPILER [ARGUMENT]...
Fails if the compiler crashes or finds a loop.
"""
import subprocess
import sys

START = b"""#define EMPTY
void f(int n) {
#pragma ompx usersched(load: i)
#pragma omp parallel for
"""
SKIPPED = {
    "white space of Unicode": b"\xc2\xa0",
    "a character that no token has": b"\xe2\x80\x8b",
    "no UTF-8": b"\xff",
    "a macro in two lines": b"EM\\\nPTY",
    "a macro that is defined later": b"#define NOTHING\nNOTHING",
    "the markers of a merge": b"<<<<<<< a\n=======\n>>>>>>> b",
}
for name, text in SKIPPED.items():
    run = subprocess.run(
        sys.argv[1:] + ["-x", "c++", "-fsyntax-only", "-"],
        input=START + text + b"\n",
        capture_output=True,
        timeout=300,
    )
    errors = run.stderr.decode(errors="replace")
    if run.returncode != 1 or "expected a 'for' loop for" not in errors:
        sys.exit(f"{name}: exit status {run.returncode}\n{errors}")
