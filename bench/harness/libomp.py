"""Which OpenMP runtime the programs run with.

OpenMP's own schedules are as quick as libomp is, and a libomp that is built to be
debugged is slow. So every result says which library it was measured with.
"""
import hashlib
import os
import re
import subprocess
import sys

from .errors import Failure

FILE = "libomp.so.5"
# The library prints what it is to stderr when it begins.
ASK = ("import ctypes, sys; "
       "ctypes.CDLL(sys.argv[1]).omp_get_max_threads()")


def use(folder):
    """Lets all programs that are started from now on run with the folder's
    library."""
    if not os.path.isdir(folder):
        raise Failure(f"--libomp {folder}: is no folder; expected one with {FILE}")
    if not os.path.exists(os.path.join(folder, FILE)):
        raise Failure(f"--libomp {folder}: has no {FILE}; expected LLVM's OpenMP "
                      "runtime, or one with the same interface, under this name")
    os.environ["LD_LIBRARY_PATH"] = ":".join(filter(None, [
        os.path.abspath(folder), os.environ.get("LD_LIBRARY_PATH")]))


def describe(path):
    """What the library says of itself, and a part of its file's hash: a build for
    release and one for debugging can say the same."""
    done = subprocess.run([sys.executable, "-c", ASK, path], text=True,
                          capture_output=True,
                          env={**os.environ, "KMP_VERSION": "1"})
    if done.returncode != 0:
        reason = (done.stderr.strip().splitlines() or ["it ended the program"])[-1]
        raise Failure(f"{path}: cannot be used as OpenMP runtime: {reason}")
    facts = dict(re.findall(r"^(.+ OMP version|.* build compiler): (.*)$",
                            done.stderr, re.MULTILINE))
    said = [f"{key.removesuffix(' version')} {value}" if key.endswith("version")
            else f"built with {value}" for key, value in facts.items()]
    with open(path, "rb") as file:
        digest = hashlib.sha256(file.read()).hexdigest()[:8]
    return ", ".join(said + [f"file {digest}"])


def of(program, folder=None):
    """The description of the library that the program runs with. With a folder,
    fails unless it is the folder's, and has all that the program needs."""
    if folder:
        describe(os.path.join(folder, FILE))
    done = subprocess.run(["ldd", "-r", program], text=True, capture_output=True)
    found = re.search(re.escape(FILE) + r" => (/\S+)", done.stdout)
    if not found:
        raise Failure(f"{program}: finds no {FILE}; expected a program of this "
                      "build, and LLVM's OpenMP runtime")
    path = found.group(1)
    missing = re.search(r"undefined symbol: (\w+)", done.stdout + done.stderr)
    if missing:
        raise Failure(f"{path}: has no {missing.group(1)}, which {program} needs; "
                      "expected LLVM's OpenMP runtime of version 19 or later")
    if folder and not os.path.samefile(path, os.path.join(folder, FILE)):
        raise Failure(f"{program}: runs with {path}, not with that of --libomp "
                      f"{folder}")
    return describe(os.path.realpath(path))
