"""Random programs print what they print without OpenMP.

Usage: results.py --clang C --clangxx C++ --plugin SO --runtime FOLDER
                  [--seed N] [--seconds N] [--keep FOLDER]

Each program is compiled twice: as a serial program, and with the plugin at a
random optimization level. The second runs with a random number of threads and
random settings. The script prints the first program whose results differ, and
keeps it in the FOLDER. The same seed makes the same programs.
"""

import argparse
import itertools
import os
import random
import shlex
import subprocess
import sys
import tempfile
import time

sys.dont_write_bytecode = True
from program_loops import C, CPP  # noqa: E402
from programs import program  # noqa: E402

LEVELS = [["-O0"], ["-O1"], ["-O2"], ["-O2", "-g"], ["-O3"], ["-O3", "-march=native"]]
LEVELS += [["-O1", "-g", "-fsanitize=address,undefined", "-fno-sanitize-recover=all"]]
LEVELS += [["-O3", "-fsanitize=address"], ["-O2", "-fno-inline"]]
LEVELS += [["-O2", "-fplugin-arg-usersched-align-all"], ["-Os", "-fPIC"]]
STANDARDS = {C: ["c99", "c17", "gnu17"], CPP: ["c++17", "c++20", "gnu++20"]}
SETTINGS = {
    "ASAN_OPTIONS": ["detect_leaks=0"],  # libomp has some
    "OMP_NUM_THREADS": ["1", "2", "2", "3", "3", "5", "8", "16"],
    "OMP_MAX_ACTIVE_LEVELS": ["", "1", "2", "3"],
    "OMP_SCHEDULE": ["", "static", "dynamic,3", "guided,2"],
    "OMP_DYNAMIC": ["", "", "true"],
    "OMP_THREAD_LIMIT": ["", "", "", "6"],
    "KMP_BLOCKTIME": ["0"],
    "USERSCHED_SCHEDULE": ["", "", "", "", "off"],
    "USERSCHED_STEAL": ["", "", "on", "off"],
    "USERSCHED_PROFILE": ["", "", "on", "off"],
    "USERSCHED_CHUNK": ["", "", "", "1", "1000"],
    "USERSCHED_CACHE_MIB": ["", "", "0", "1"],
    "USERSCHED_STALENESS": ["", "0", "1", "1000"],
    "USERSCHED_REPORT": ["", "", "", "report.json"],
    "USERSCHED_TRACE": ["", "", "", "trace.json"],
}


RUNS = 4  # of a program, each with other settings


def run(command, folder, settings=None):
    """Exit status, what was printed, and the errors."""
    clean = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith(("OMP_", "KMP_", "USERSCHED_"))
    }
    options = {"capture_output": True, "text": True, "timeout": 300, "cwd": folder}
    try:
        done = subprocess.run(command, env={**clean, **(settings or {})}, **options)
    except subprocess.TimeoutExpired:
        return "did not end", "", ""
    return done.returncode, done.stdout, done.stderr


def printed_by(command, folder, settings=None):
    """What it prints; a failure is an error."""
    status, printed, errors = run(command, folder, settings)
    if status != 0 or "usersched:" in errors:
        raise ValueError(f"exit status {status}\n{errors}")
    return printed.splitlines()


def compilations(rng, source, language, options):
    """How to make the serial program, and the other one."""
    compiler = shlex.split(
        options.clang if language == C else options.clangxx
    )
    standard = rng.choice(STANDARDS[language])
    serial = [*compiler, f"-std={standard}", "-w", source, "-o"]
    place = options.runtime
    return [*serial, "serial", "-O1"], [
        *serial,
        "usersched",
        "-fopenmp",
        f"-fplugin={options.plugin}",
        *rng.choice(LEVELS),
        *(f"-L{place}", f"-Wl,-rpath,{place}", "-lusersched"),
    ]


def check(rng, text, language, folder, options):
    """How many results it has. Raises a ValueError that says what is wrong."""
    source = os.path.join(folder, "program.c" if language == C else "program.cpp")
    with open(source, "w") as file:
        file.write(text)
    commands = compilations(rng, source, language, options)
    for command in commands:
        printed_by(command, folder)
    expected = printed_by(["./serial"], folder)
    for _ in range(RUNS):
        settings = {name: rng.choice(values) for name, values in SETTINGS.items()}
        settings = {name: value for name, value in settings.items() if value}
        how = f"{' '.join(commands[1])}\n{settings}\n"
        try:
            found = printed_by(["./usersched"], folder, settings)
        except ValueError as error:
            raise ValueError(f"{how}{error}") from None
        for pair in itertools.zip_longest(expected, found, fillvalue="(nothing)"):
            if pair[0] != pair[1]:
                raise ValueError(f"{how}serial:    {pair[0]}\nusersched: {pair[1]}")
    return len(expected)


def arguments():
    parser = argparse.ArgumentParser()
    for name in ("clang", "clangxx", "plugin", "runtime"):
        parser.add_argument("--" + name, required=True)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--keep")
    return parser


def main():
    options = arguments().parse_args()
    if options.keep:
        os.makedirs(options.keep, exist_ok=True)
    rng = random.Random(options.seed)
    end, programs, results = time.monotonic() + options.seconds, 0, 0
    with tempfile.TemporaryDirectory() as scratch:
        while time.monotonic() < end:
            language = rng.choice([C, CPP, CPP])
            text = program(rng, language)
            try:
                results += check(rng, text, language, options.keep or scratch, options)
            except ValueError as error:
                sys.exit(f"{error}\n---- the program\n{text}")
            programs += 1
    print(
        f"{programs} programs with seed {options.seed}, {results} results, {RUNS} times"
    )


if __name__ == "__main__":
    main()
