"""Inferred loads that are asked for as early and as late as a runtime may: none
traps or changes what the program prints, and each is what the compiler says.

Usage: asked.py --clang C --clangxx C++ --plugin SO --include FOLDER
                [--seed N] [--seconds N] [--keep FOLDER]

asked_loads.c is the runtime. A load is compared for each iteration: it is 1 and the
iterations of the loops that are counted, by the remarks of the compiler, unless one
of these may end early or change.
"""

import os
import random
import re
import shlex
import sys
import tempfile
import time

sys.dont_write_bytecode = True
from asked_bodies import program  # noqa: E402
from program_loops import C, CPP  # noqa: E402
from results import STANDARDS, arguments, run  # noqa: E402

FUNCTIONS = 12  # in a program
LEVELS = [["-O0"], ["-O1"], ["-O2", "-g"], ["-O2", "-fno-strict-aliasing"]]
LEVELS += [["-O1", "-g", "-fsanitize=address"], ["-O2", "-fsanitize=address"]] * 2
LEVELS += [["-O1", "-fsanitize=address,undefined", "-fno-sanitize-recover=all"]]
EXACT = "the inferred load counts the iterations of this loop"
REMARK = re.compile(r":(\d+):\d+: remark: (.*) \[-Rpass-analysis=usersched\]")
SETTINGS = {"ASAN_OPTIONS": "detect_leaks=0", "OMP_NUM_THREADS": "2"}


def succeed(command, folder, settings=None):
    status, printed, errors = run(command, folder, settings)
    if status != 0:
        raise ValueError(f"{shlex.join(command)}\nexit status {status}\n{errors}")
    return printed, errors


def verdicts(text, errors):
    """The loops that are counted, by function, and the functions in which one of
    them may have other numbers of iterations than are counted."""
    places = {
        line: (int(match[1]), int(match[2]))
        for line, content in enumerate(text.splitlines(), 1)
        if (match := re.search(r"/\*loop (\d+) (\d+)\*/", content))
    }
    counted, early = {}, set()
    for line, said in REMARK.findall(errors):
        if said.startswith(EXACT) and int(line) in places:
            function, loop = places[int(line)]
            counted.setdefault(function, set()).add(loop)
            if said != EXACT:
                early.add(function)
    return counted, early


def check_loads(folder, comparable, counted, early, printed):
    """Returns how many loads were compared."""
    runs = {}
    for line in printed.splitlines():
        function, iteration, _, *loops = line.split()
        runs[int(function), int(iteration)] = [int(ran) for ran in loops]
    compared = 0
    with open(os.path.join(folder, "loads")) as file:
        lines = file.read().splitlines()
    os.remove(os.path.join(folder, "loads"))
    for line in lines:
        name, *loads = line.split()
        function = int(re.search(r"f(\d+)", name)[1])
        if loads[-1] == "constant" or function not in comparable - early:
            continue
        for iteration, load in enumerate(map(int, loads)):
            ran = runs[function, iteration]
            compared += 1
            expected = 1 + sum(ran[loop] for loop in counted.get(function, ()))
            if load != expected:
                raise ValueError(
                    f"f{function}, iteration {iteration}: the load is {load}, but "
                    f"with the loops {counted.get(function)} it is {expected}"
                )
    return compared


def check(rng, language, folder, options, runtime):
    text, comparable = program(rng, language, FUNCTIONS)
    source = "program.c" if language == C else "program.cpp"
    with open(os.path.join(folder, source), "w") as file:
        file.write(text)
    clang = shlex.split(options.clang if language == C else options.clangxx)
    start = [*clang, f"-std={rng.choice(STANDARDS[language])}", "-w", source, "-o"]
    command = [*start, "asked", "-fopenmp", f"-fplugin={options.plugin}"]
    command += [*rng.choice(LEVELS), "-Rpass-analysis=usersched", runtime]
    try:
        succeed([*start, "serial", "-O0", "-fsanitize=address"], folder)
        expected, _ = succeed(["./serial"], folder, SETTINGS)
        _, errors = succeed(command, folder)
        found, _ = succeed(["./asked"], folder, SETTINGS)
        if found != expected:
            pairs = zip(expected.splitlines(), found.splitlines())
            first = next((pair for pair in pairs if pair[0] != pair[1]), "")
            raise ValueError(f"serial and asked print: {first}")
        return check_loads(folder, comparable, *verdicts(text, errors), expected)
    except ValueError as error:
        sys.exit(f"{text}\n---- the program above\n{shlex.join(command)}\n{error}")


def main():
    parser = arguments()
    parser.add_argument("--include", required=True)
    options = parser.parse_args()
    if options.keep:
        os.makedirs(options.keep, exist_ok=True)
    rng = random.Random(options.seed)
    end, programs, compared = time.monotonic() + options.seconds, 0, 0
    here = os.path.dirname(os.path.abspath(__file__))
    with tempfile.TemporaryDirectory() as scratch:
        runtime = os.path.join(scratch, "asked_loads.o")
        command = [*shlex.split(options.clang), "-O1", "-c", "-o", runtime]
        command += [f"-I{options.include}", os.path.join(here, "asked_loads.c")]
        succeed(command, scratch)
        while time.monotonic() < end:
            folder = options.keep or scratch
            compared += check(rng, rng.choice([C, CPP]), folder, options, runtime)
            programs += 1
    print(f"{programs} programs with seed {options.seed}, {compared} loads")


main()
