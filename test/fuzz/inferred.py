"""Programs whose loads the compiler infers print what they print without OpenMP,
no sanitizer finds a fault, and loads are as the compiler says.

Usage: inferred.py --clang C --clangxx C++ --plugin SO --runtime FOLDER
                   [--archer SO] [--seed N] [--seconds N] [--keep FOLDER]

A load is 1 and the iterations of the loops that are counted, by the remarks of
the compiler. The script compares the sum of all loads, from a report, with what
the loops of the program counted.
"""

import json
import os
import random
import re
import shlex
import sys
import tempfile
import time

sys.dont_write_bytecode = True
from inferred_bodies import program  # noqa: E402
from program_loops import C, CPP  # noqa: E402
from results import STANDARDS, arguments, run  # noqa: E402

UNDEFINED = "-fno-sanitize-recover=all"
LEVELS = [["-O0"], ["-O1"], ["-O2"], ["-O2", "-g"], ["-O3", "-fno-strict-aliasing"]]
LEVELS += [["-O1", "-g", "-fsanitize=address,undefined", UNDEFINED]] * 2
LEVELS += [["-O2", "-fsanitize=address"], ["-Os", "-fPIC"], ["-O2", "-fno-inline"]]
RACES = [["-O1", "-g", "-fsanitize=thread"]]
SETTINGS = {
    "ASAN_OPTIONS": ["detect_leaks=0"],
    "OMP_NUM_THREADS": ["1", "2", "3", "8"],
    "KMP_BLOCKTIME": ["0"],
    "USERSCHED_STEAL": ["", "on"],
    "USERSCHED_REPORT": ["report.json"],
}
EXACT = "the inferred load counts the iterations of this loop"
REMARK = re.compile(r":(\d+):\d+: remark: (.*) \[-Rpass-analysis=usersched\]")
RUNS = 3


def succeed(command, folder, settings=None):
    status, printed, errors = run(command, folder, settings)
    if status != 0 or "usersched:" in errors or "WARNING: Thread" in errors:
        raise ValueError(f"{shlex.join(command)}\nexit status {status}\n{errors}")
    return printed, errors


def verdicts(text, errors):
    """What the compiler says of each loop, by its number; null if it says of one
    that it may end earlier."""
    numbers = {
        line: int(match[1])
        for line, content in enumerate(text.splitlines(), 1)
        if (match := re.search(r"/\*loop (\d+)\*/", content))
    }
    counted = set()
    for line, said in REMARK.findall(errors):
        if said.startswith(EXACT) and int(line) in numbers:
            if said != EXACT:
                return None
            counted.add(numbers[int(line)])
    return counted


def check_loads(folder, counted, printed):
    """Returns true if there were loads to compare."""
    report = os.path.join(folder, "report.json")
    if not os.path.exists(report):
        return False
    with open(report) as file:
        (loop,) = json.load(file)["loops"]
    os.remove(report)
    if counted is None or "chunks" not in loop or loop["is_constant"]:
        return False
    iterations, *loops = [int(number) for number in printed.split()[1:]]
    expected = iterations + sum(loops[number] for number in counted)
    found = sum(loop["chunks"]["load"])
    if found != expected and found != 0:
        raise ValueError(
            f"the loads are {found}, but {iterations} iterations with the loops "
            f"{sorted(counted)} make {expected}"
        )
    return found != 0


def check(rng, text, language, folder, options):
    """Returns how many runs had loads to compare."""
    source = "program.c" if language == C else "program.cpp"
    with open(os.path.join(folder, source), "w") as file:
        file.write(text)
    clang = shlex.split(options.clang if language == C else options.clangxx)
    start = [*clang, f"-std={rng.choice(STANDARDS[language])}", "-w", source, "-o"]
    level = rng.choice(LEVELS + (RACES if options.archer else []))
    place = options.runtime
    succeed([*start, "serial", "-O1", "-fsanitize=address,undefined", UNDEFINED], folder)
    expected, _ = succeed(["./serial"], folder, {"ASAN_OPTIONS": "detect_leaks=0"})
    command = [*start, "usersched", "-fopenmp", f"-fplugin={options.plugin}", *level]
    command += ["-Rpass-analysis=usersched", f"-L{place}", f"-Wl,-rpath,{place}"]
    _, errors = succeed([*command, "-lusersched"], folder)
    counted, compared = verdicts(text, errors), 0
    for _ in range(RUNS):
        settings = {name: rng.choice(values) for name, values in SETTINGS.items()}
        if "-fsanitize=thread" in level:
            settings["OMP_TOOL_LIBRARIES"] = options.archer
            settings["TSAN_OPTIONS"] = "ignore_noninstrumented_modules=1"
        settings = {name: value for name, value in settings.items() if value}
        try:
            if expected.split()[1] == "0":
                settings.pop("USERSCHED_REPORT")  # there is nothing to report
            found, _ = succeed(["./usersched"], folder, settings)
            if found != expected:
                raise ValueError(f"serial:    {expected}usersched: {found}")
            compared += check_loads(folder, counted, expected)
        except ValueError as error:
            raise ValueError(f"{shlex.join(command)}\n{settings}\n{error}") from None
    return compared


def main():
    parser = arguments()
    parser.add_argument("--archer")
    options = parser.parse_args()
    if options.keep:
        os.makedirs(options.keep, exist_ok=True)
    rng = random.Random(options.seed)
    end, programs, compared = time.monotonic() + options.seconds, 0, 0
    with tempfile.TemporaryDirectory() as scratch:
        while time.monotonic() < end:
            language = rng.choice([C, CPP])
            text = program(rng, language)
            try:
                compared += check(rng, text, language, options.keep or scratch, options)
            except ValueError as error:
                sys.exit(f"{error}\n---- the program\n{text}")
            programs += 1
    print(f"{programs} programs with seed {options.seed}, {compared} sums of loads")


main()
