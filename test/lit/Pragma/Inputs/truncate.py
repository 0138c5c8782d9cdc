"""Cuts a source file off behind each of its tokens, and compiles each part by
itself and as a header that a complete file includes.

Usage: truncate.py SOURCE COMPILER [ARGUMENT]...
Fails if the compiler crashes, hangs, or is silent about a cut inside the
annotated loop.
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
cuts = [m.end() for m in re.finditer(r"\w+|[^\w\s]|\n", source)]
with tempfile.TemporaryDirectory() as folder:
    header = os.path.join(folder, "cut.h")
    for cut in cuts:
        text = source[:cut]
        accepted = compile(command, text)
        if accepted != (cut == len(source)) and "#pragma" in text:
            sys.exit(f"accepted: {accepted}, for:\n{text}")
        with open(header, "w") as file:
            file.write(text)
        compile(command, f'#include "{header}"\n  for (;;) {{}} }} int x;\n')
print(f"{len(cuts)} truncated files, alone and included")
