"""A folder that measures on another machine, without compiler or network.

The folder has the programs, the libraries that they need down to the C library
and its loader, the graphs, and a shell script. What to measure is decided here.
The script only calls the programs, so the other machine needs only a POSIX shell.
"""
import os
import re
import shlex
import shutil
import subprocess

from .cells import option
from .errors import Failure

MOST_BYTES = 55 << 20

SCRIPT = r'''#!/bin/sh
# Measures schedules on this machine: ./run [--quick]. Stopped, it goes on where
# it was. At the end results.json is what script/bench --plot takes.
set -u
unset CDPATH
cd "$(dirname "$0")" || exit 1
list=cells.full
limit=0
case "${1:-}" in
  --quick) list=cells.quick limit=400 ;;
  "") ;;
  *) echo "usage: ./run [--quick]" >&2; exit 1 ;;
esac
threads=$(getconf _NPROCESSORS_ONLN 2>/dev/null || nproc 2>/dev/null || echo 1)
OMP_NUM_THREADS=$threads; export OMP_NUM_THREADS
mkdir -p raw || exit 1
start=$(date +%s)
total=$(grep -c . "$list")
number=0 longest=0
while IFS='|' read -r name pass program rounds sample schedules input; do
  number=$((number + 1))
  [ -s "raw/$name.json" ] && continue
  passed=$(($(date +%s) - start))
  if [ "$limit" -gt 0 ] && [ $((passed + longest)) -gt "$limit" ]; then
    echo "out of time after $passed s: the rest is left out" >&2
    break
  fi
  echo "[$number/$total] $name, $threads threads ($passed s passed)" >&2
  before=$(date +%s)
  # shellcheck disable=SC2086
  set -- $input
  [ -n "$schedules" ] && set -- "$@" --schedules "$schedules" --sample "$sample"
  [ "$pass" -gt 1 ] && set -- "$@" --no-loads
  [ "$rounds" -gt 0 ] && set -- "$@" --rounds "$rounds"
  lib/ld-linux-x86-64.so.2 --library-path lib "bin/$program" "$@" \
    --json "raw/$name.part" </dev/null >/dev/null 2>"raw/$name.log"
  if [ -s "raw/$name.part" ]; then
    # The program does not know which pass it is; its own loops have none.
    if [ -n "$schedules" ]; then
      { printf '{"pass": %s,' "$pass"; sed '1s/^{//' "raw/$name.part"; } \
        >"raw/$name.whole" && mv "raw/$name.whole" "raw/$name.json"
    else
      cp "raw/$name.part" "raw/$name.json"
    fi
    rm -f "raw/$name.part"
  else
    echo "  failed: $(tail -n 1 "raw/$name.log")" >&2
  fi
  took=$(($(date +%s) - before))
  [ "$took" -gt "$longest" ] && longest=$took
done <"$list"
{
  printf '['
  comma=
  for file in raw/*.json; do
    [ -s "$file" ] || continue
    printf '%s' "$comma"; cat "$file"; comma=,
  done
  printf ']\n'
} >results.part && mv results.part results.json
ls raw/*.json >/dev/null 2>&1 || { echo "nothing was measured" >&2; exit 1; }
echo "results.json is complete: script/bench --plot results.json" >&2
'''

README = """Measures OpenMP loop schedules on this machine.

    ./run --quick    at most 8 minutes
    ./run            everything; stopped, it goes on where it was

Needs an x86-64 Linux and a shell, nothing else. It uses all processors. Send
back results.json; `script/bench --plot results.json` makes tables and pictures
of it.
"""


def libraries(program):
    """Paths of all shared libraries and of the loader."""
    done = subprocess.run(["ldd", program], text=True, capture_output=True)
    if done.returncode != 0:
        raise Failure(f"{program}: ldd failed: {done.stderr.strip()}")
    if "not found" in done.stdout:
        raise Failure(f"{program}: a library is missing: {done.stdout.strip()}")
    found = re.findall(r"(?:=>\s*)?(/\S+)\s+\(0x", done.stdout)
    return list(dict.fromkeys(found))


def empty_icu_data(library, target):
    """libarchive needs libxml2, that ICU, and that 30 MB of data which only XML in
    foreign encodings looks at: replaces these by none. Keeps the library if there
    is no compiler to make the other."""
    version = re.search(r"libicudata\.so\.(\d+)", library).group(1)
    compiler = shutil.which("clang-19") or shutil.which("cc")
    if compiler:
        subprocess.run(
            [compiler, "-shared", "-nostdlib", "-x", "c", "-", "-o", target,
             f"-Wl,-soname,libicudata.so.{version}"], check=True, text=True,
            input=f"const char icudt{version}_dat[64] = {{0}};\n")


def copy_input(found, folder, converter):
    """The input's arguments inside the pack; its file copied in binary form,
    compressed."""
    arguments = list(found.arguments)
    if "-f" not in arguments:
        return arguments
    name = found.name + ".csr.xz"
    done = subprocess.run([converter, *arguments, "-o", os.path.join(folder, name)],
                          text=True, capture_output=True)
    if done.returncode != 0:
        raise Failure((done.stderr.strip() or "error").splitlines()[-1])
    # Which way its edges go is in the file.
    return ["-f", "graphs/" + name]


def line(cell, arguments):
    return "|".join([cell.file.removesuffix(".json"), str(cell.number),
                     os.path.basename(cell.program), str(cell.rounds),
                     str(cell.sample_ms),
                     " ".join(option(s) for s in cell.schedules),
                     " ".join(shlex.quote(a) for a in arguments)]) + "\n"


def make(folder, inputs, full, quick, converter):
    """Makes the folder, which must not exist or be empty. `full` and `quick` are
    lists of cells on those inputs, the most wanted first."""
    if os.path.exists(folder) and os.listdir(folder):
        raise Failure(f"{folder}: is not empty; name a new folder")
    for part in ("bin", "lib", "graphs"):
        os.makedirs(os.path.join(folder, part), exist_ok=True)
    by_arguments = {
        i.arguments: copy_input(i, os.path.join(folder, "graphs"), converter)
        for i in inputs}
    for arguments in by_arguments.values():
        if any(c in a for a in arguments for c in " |\"'"):
            raise Failure(f"{arguments}: names with spaces cannot be packed")
    wanted = set()
    for program in sorted({c.program for c in full + quick}):
        target = os.path.join(folder, "bin", os.path.basename(program))
        shutil.copy(program, target)
        subprocess.run(["strip", target], check=False, capture_output=True)
        wanted.update(libraries(program))
    for library in wanted:
        target = os.path.join(folder, "lib", os.path.basename(library))
        shutil.copy(os.path.realpath(library), target)
        subprocess.run(["strip", "--strip-unneeded", target], check=False,
                       capture_output=True)
        if os.path.basename(library).startswith("libicudata."):
            empty_icu_data(library, target)
        if os.path.basename(library).startswith("ld-linux"):
            os.chmod(target, 0o755)
    for name, cells in (("cells.full", full), ("cells.quick", quick)):
        with open(os.path.join(folder, name), "w") as file:
            file.writelines(line(c, by_arguments.get(c.arguments, c.arguments))
                            for c in cells)
    with open(os.path.join(folder, "run"), "w") as file:
        file.write(SCRIPT)
    os.chmod(os.path.join(folder, "run"), 0o755)
    with open(os.path.join(folder, "README"), "w") as file:
        file.write(README)
    size = sum(os.path.getsize(os.path.join(at, name))
               for at, _, names in os.walk(folder) for name in names)
    if size > MOST_BYTES:
        raise Failure(f"{folder}: has {size >> 20} MB; at most "
                      f"{MOST_BYTES >> 20} MB are allowed: name fewer graphs with "
                      "--inputs")
    return size
