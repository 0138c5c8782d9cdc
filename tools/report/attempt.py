"""What `usersched-suggest --try` runs: a command without and with the suggested
pragmas, in a copy of the sources, and what the reports of the second run say of each.

    attempt.py SUGGEST SOURCES --irregular|--unknown COMMAND [ARGUMENT]...

SUGGEST is usersched-suggest. Its folder has usersched-cc and usersched-c++, which the
command gets as CC and CXX. In the first run these also note how they are called, so
that no compile_commands.json is needed. The sources themselves are never written.
"""
import collections
import glob
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
import urllib.parse

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from report import errors, run  # noqa: E402
from report.errors import Failure  # noqa: E402
from report.verdict import EQUAL, verdict  # noqa: E402
from report.words import Known, percent_text, seconds_text, text  # noqa: E402

# Notes a call as an entry of compile_commands.json, one file a call, then makes it.
RECORDER = """#!/usr/bin/python3
import json, os, sys, tempfile
sources = [w for w in sys.argv[1:] if not w.startswith("-") and w.endswith(
    (".c", ".C", ".cc", ".cpp", ".cxx", ".c++")) and os.path.exists(w)]
handle, _ = tempfile.mkstemp(suffix=".json", dir={calls!r})
with os.fdopen(handle, "w") as file:
    json.dump([{{"directory": os.getcwd(), "file": os.path.abspath(source),
                "arguments": [{compiler!r}, *{headers!r}, *sys.argv[1:]]}}
               for source in sources], file)
os.execv({compiler!r}, [{compiler!r}, *sys.argv[1:]])
"""
COMPILERS = {"CC": "usersched-cc", "CXX": "usersched-c++"}


def skipped(folder, names):
    """What a copy does without: histories, and builds of CMake, whose files would
    lead the command back to the sources that were copied."""
    return [name for name in names if name == ".git" or os.path.exists(
        os.path.join(folder, name, "CMakeCache.txt"))]


def copy(sources, place):
    if not os.path.isdir(sources):
        raise Failure(f"--source {sources} is no folder")
    if os.path.exists(os.path.join(sources, "CMakeCache.txt")):
        raise Failure(f"{sources} is a build folder of CMake; name the folder of the "
                      "sources with --source, and configure in the command")
    try:
        shutil.copytree(sources, place, symlinks=True, ignore=skipped)
    except (OSError, shutil.Error) as error:
        raise Failure(f"{sources} cannot be copied: {error}") from None


def recorders(bin_folder, calls, place):
    """{variable: program} that note their calls in the folder calls."""
    os.makedirs(calls)
    os.makedirs(place)
    found, headers = {}, []
    for variable, name in COMPILERS.items():
        compiler = os.path.join(bin_folder, name)
        if not os.access(compiler, os.X_OK):
            raise Failure(f"there is no {name} beside usersched-suggest; install the "
                          "package libusersched-dev")
        # usersched-suggest reads what the compiler behind usersched-cc would.
        headers = headers or ["-idirafter", header_folder(bin_folder)]
        found[variable] = os.path.join(place, name)
        with open(found[variable], "w", encoding="utf-8") as file:
            file.write(RECORDER.format(calls=calls, compiler=compiler,
                                       headers=headers))
        os.chmod(found[variable], 0o755)
    return found


def header_folder(bin_folder):
    """The folder of usersched.h. Raises Failure."""
    program = os.path.join(bin_folder, "usersched-config")
    try:
        return subprocess.run([program, "--includedir"], stdout=subprocess.PIPE,
                              text=True, check=True).stdout.rstrip("\n")
    except (OSError, subprocess.CalledProcessError) as error:
        raise Failure(f"{program} failed: {error}") from None


def execute(command, folder, variables, where="in a copy of the sources"):
    """Seconds that the command took. Raises Failure."""
    start = time.monotonic()
    try:
        status = subprocess.run(command, cwd=folder, env={**os.environ, **variables},
                                stdout=sys.stderr, check=False).returncode
    except OSError as error:
        raise Failure(f"{command[0]}: {error.strerror}") from None
    if status:
        raise Failure(f"'{' '.join(command)}' failed {where} "
                      f"({'signal' if status < 0 else 'status'} {abs(status)})")
    return time.monotonic() - start


def commands(calls, place):
    """Writes compile_commands.json. Returns how many files it names."""
    entries = []
    for path in sorted(glob.glob(os.path.join(calls, "*.json"))):
        with open(path, encoding="utf-8") as file:
            entries += json.load(file)
    with open(os.path.join(place, "compile_commands.json"), "w",
              encoding="utf-8") as file:
        json.dump(entries, file)
    return len(entries)


def suggestions(suggest, options, database):
    """The results of usersched-suggest, in the order of files and lines; and what it
    says of files that it cannot read."""
    done = subprocess.run([suggest, "-p", database, "--format=sarif", *options],
                          capture_output=True, text=True, check=False)
    try:
        return (json.loads(done.stdout)["runs"][0]["results"],
                done.stderr if done.returncode else "")
    except (ValueError, KeyError, IndexError):
        raise Failure(f"usersched-suggest failed:\n{done.stderr}") from None


def place_of(result):
    place = result["locations"][0]["physicalLocation"]
    return (file_of(place["artifactLocation"]), place["region"]["startLine"])


def file_of(artifact):
    uri = artifact["uri"].removeprefix("file://")
    return urllib.parse.unquote(uri, errors="surrogateescape")


def is_copied(file, place):
    return file.startswith(place + os.sep)


def write(results, place):
    """Writes the pragmas into the copy. What stands elsewhere, as the headers of
    another project, is the user's."""
    changes = collections.defaultdict(list)
    for result in results:
        for fix in result.get("fixes", []):
            for change in fix["artifactChanges"]:
                file = file_of(change["artifactLocation"])
                if is_copied(file, place) and os.path.exists(file):
                    changes[file] += change["replacements"]
    for file, replacements in changes.items():
        with open(file, "rb") as source:
            lines = source.read().split(b"\n")
        for new in reversed(replacements):
            line = new["deletedRegion"]["startLine"] - 1
            if line >= len(lines) or b"#" not in lines[line]:
                raise Failure(f"{file} has changed while the command ran; try again")
            lines[line] = new["insertedContent"]["text"].encode() + lines[line]
        with open(file, "wb") as source:
            source.write(b"\n".join(lines))


def loops_of(reports):
    """{line: [loop]} of all processes that wrote a report."""
    found = collections.defaultdict(list)
    for path in reports:
        for loop in run.read([path]).loops:
            found[loop.report.line].append(loop)
    return found


def stands_in(loop, file):
    """Whether a loop may be of this file. The compiler may know the file by a part
    of its name."""
    name = os.path.normpath(loop.report.file)
    while name.startswith("../"):
        name = name[3:]
    return file == name or file.endswith("/" + name)


def judge(facts):
    """(keep, drop or not measured; why) of a loop that ran, from its figures."""
    known, says = Known(facts), verdict(facts)
    speedup, ratio = known["static_speedup"], known["static_ratio"]
    imbalance = ""
    if known["lambda_load_percent"] >= 0 and known["lambda_time_percent"] >= 0:
        imbalance = (f"; imbalance predicted {percent_text(known['lambda_load_percent'])}"
                     f", measured {percent_text(known['lambda_time_percent'])}")
    if says.word == "not known" and known["threads.most"] > 1 and ratio >= 1:
        # The machine was busy. How long the iterations took at best is known.
        return ("keep" if ratio > EQUAL else "drop", says.sentence)
    if says.word == "not known" or not speedup > 0:
        return "not measured", says.sentence + imbalance
    if speedup > EQUAL:
        return "keep", f"{text(speedup)} times as fast as schedule(static){imbalance}"
    if speedup >= 1 / EQUAL:
        return "drop", f"no faster than schedule(static){imbalance}"
    return "drop", f"{text(1 / speedup)} times as slow as schedule(static){imbalance}"


def heaviest(loops):
    """Of the processes that ran a loop, the one that it took most time of."""
    return max(loops, key=lambda loop: loop.facts.get("seconds") or 0)


def report(before, after, sources, place, loops):
    """Prints what became of each suggestion. before and after are the results of
    usersched-suggest, which has the same loops in the same order in both."""
    kept = collections.Counter()
    for old, new in zip(before, after):
        pragma = new["properties"]["pragma"]
        if not pragma:
            continue
        file, line = place_of(new)
        found = [loop for near in (line, line - 1) for loop in loops.get(near, [])
                 if stands_in(loop, file)]
        word, why = ("not measured", "the loop did not run")
        if not is_copied(file, place):
            why = "its file is not in the folder that was copied"
        elif found:
            loop = heaviest(found)
            word, why = judge(loop.facts)
            seconds = loop.facts.get("seconds")
            why += f"; {seconds_text(seconds)} in all" if seconds else ""
        shown = os.path.relpath(place_of(old)[0], place)
        if shown.startswith(".."):
            shown = place_of(old)[0]
        kept[word] += 1
        print(f"{os.path.normpath(os.path.join(sources, shown))}:{place_of(old)[1]}: "
              f"{word}: {why}\n    {pragma}")
    count = sum(kept.values())
    print(f"{count} {'pragma' if count == 1 else 'pragmas'}: {kept['keep']} to keep, {kept['drop']} to drop, "
          f"{kept['not measured']} not measured")


def attempt(suggest, sources, options, command):
    with tempfile.TemporaryDirectory(prefix="usersched-suggest-") as folder:
        folder = os.path.realpath(folder)
        place, calls = os.path.join(folder, "sources"), os.path.join(folder, "calls")
        copy(sources, place)
        compilers = recorders(os.path.dirname(suggest), calls,
                              os.path.join(folder, "bin"))
        seconds = execute(command, place, compilers)
        if not commands(calls, folder):
            raise Failure("the command compiled nothing with the compilers that CC and "
                          "CXX name; does the build use them, and is it made from the "
                          "beginning? As in: --try -- sh -c 'make clean && make test'")
        before, problems = suggestions(suggest, options, folder)
        sys.stderr.write(problems.replace(place + os.sep, ""))
        # A fresh copy: in the first one, what is made of a header may count as made.
        shutil.rmtree(place)
        copy(sources, place)
        write(before, place)
        reports = os.path.join(folder, "reports")
        os.makedirs(reports)
        again = execute(command, place, {
            **compilers, "USERSCHED_REPORT": os.path.join(reports, "%p.json")},
            "with the pragmas, though not without them")
        after, _ = suggestions(suggest, options, folder)
        print(f"'{' '.join(command)}' took {seconds_text(seconds)} without the pragmas, "
              f"{seconds_text(again)} with them, each time with what it compiled")
        report(before, after, sources, place,
               loops_of(sorted(glob.glob(os.path.join(reports, "*.json")))))
        if problems:
            sys.exit(2)


def main():
    suggest, sources, mode, *command = sys.argv[1:]
    attempt(suggest, sources, ["--unknown"] if mode == "--unknown" else [], command)


if __name__ == "__main__":
    errors.run("usersched-suggest", main)
