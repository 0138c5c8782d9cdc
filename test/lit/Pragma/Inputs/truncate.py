"""Cuts a source file off behind each of its tokens, and compiles each part by
itself, as a header that the rest includes, and as a header that other text
includes. Each part is the text behind such a header, too.

Usage: truncate.py SOURCE COMPILER [ARGUMENT]...
Fails if the compiler crashes, hangs, is silent about a cut inside the annotated
loop, or refuses a loop that two files have together.
"""
import os
import re
import subprocess
import sys
import tempfile


def compile(command, source):
    run = subprocess.run(
        command + ["-x", "c++", "-fsyntax-only", "-"],
        input=source,
        capture_output=True,
        text=True,
        timeout=300,
    )
    if run.returncode not in (0, 1) or "PLEASE submit a bug" in run.stderr:
        sys.exit(f"exit status {run.returncode} for:\n{source}\n{run.stderr}")
    return run.returncode == 0


source, command = open(sys.argv[1]).read().strip(), sys.argv[2:]
cuts = [m.end() for m in re.finditer(r"\w+|\+\+|[^\w\s]|\n", source)]
with tempfile.TemporaryDirectory() as folder:
    header = os.path.join(folder, "cut.h")
    for cut in cuts:
        text = source[:cut]
        accepted = compile(command, text)
        if accepted != (cut == len(source)) and "#pragma" in text:
            sys.exit(f"accepted: {accepted}, for:\n{text}")
        with open(header, "w") as file:
            file.write(text)
        include = f'#include "{header}"\n'
        compile(command, include + "  for (;;) {} } int x;\n")
        rest = source[cut:]
        if text.endswith("\n") or "#" not in text.rpartition("\n")[2]:
            if not compile(command, include + rest):
                sys.exit(f"refused, where the header ends behind:\n{text}")
        if text.endswith("\n"):
            with open(header, "w") as file:
                file.write(rest)
            compile(command, text + include)
print(f"{len(cuts)} truncated files, alone and included")
