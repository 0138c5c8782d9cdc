"""Runs the conformance tests, or writes the table of what they cover.

conformance.py run --construct NAME --language NAME --clang C --clangxx C++
    --plugin SO --runtime FOLDER --folder SCRATCH [--every-level]
    [--emulator COMMAND]
        compiles all cells of the construct with and without the plugin, and
        compares what they print at 1, 2, 3 and 8 threads; with the options of
        the language, or with those of every language. COMMAND runs programs
        that this machine cannot run.
conformance.py table
        prints the table.
conformance.py check --docs FILE --clang C --tested NAME...
        fails if the file is not what `table` prints, or if the table names other
        languages for the release of C than NAME...
"""

import argparse
import functools
import itertools
import os
import re
import shlex
import subprocess
import sys

import clauses
import loops
import tasks
from matrix import CONSTRUCTS, LANGUAGES, LINES, RELEASES, SAMPLED, TASKLOOP, program

THREADS = (1, 2, 3, 8)


def cells(construct):
    if construct in TASKLOOP:
        yield from tasks.all_cells()
        return
    yield from clauses.all_cells()
    step = 8 if construct in SAMPLED else 1
    yield from itertools.islice(loops.all_cells(), 0, None, step)


@functools.cache
def entries(construct, language):
    return [cell for cell in cells(construct) if cell.applies(construct, language)]


def execute(command, environment=None, seconds=120):
    """What ends at all ends in a tenth of the seconds on a quiet machine."""
    try:
        run = subprocess.run(
            command, capture_output=True, text=True, timeout=seconds, env=environment
        )
    except subprocess.TimeoutExpired as hung:
        return "timeout", (hung.stdout or b"").decode(), ""
    return run.returncode, run.stdout, run.stderr


def environment(threads):
    clean = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith(("OMP_", "KMP_", "USERSCHED_"))
    }
    # Threads that spin while they wait keep others from running.
    return {
        **clean,
        "OMP_NUM_THREADS": str(threads),
        "OMP_WAIT_POLICY": "passive",
        # By default, libomp gives the teams of a league the processors only.
        "KMP_TEAMS_THREAD_LIMIT": "64",
    }


def release_of(compiler):
    _, version, _ = execute([*compiler, "-dumpversion"])
    return int(version.split(".")[0])


class Program:
    """All cells of one construct and language, compiled with LEVEL."""

    def __init__(self, options, level):
        self.options, self.language = options, options.language
        name = "-".join([options.construct, self.language, *level])
        self.path = os.path.join(options.folder, name.replace(" ", "-"))
        kind, standard, _ = LANGUAGES[self.language]
        self.extension = "c" if kind == "c" else "cpp"
        compiler = options.clang if kind == "c" else options.clangxx
        self.compiler = shlex.split(compiler)
        self.release = release_of(self.compiler)
        self.flags = [f"-std={standard}", "-fopenmp", "-w", *level]
        self.plugin = [f"-fplugin={options.plugin}"]
        self.emulator = shlex.split(options.emulator)

    def write(self, suffix, chosen):
        path = f"{self.path}{suffix}.{self.extension}"
        with open(path, "w") as file:
            file.write(program(self.options.construct, self.language, chosen))
        return path

    def chosen(self, with_error):
        every = entries(self.options.construct, self.language)
        every = [cell.for_release(self.release) for cell in every]
        return [cell for cell in every if bool(cell.error) == with_error]

    def compile(self, source, output, arguments):
        status, _, errors = execute(
            [*self.compiler, *self.flags, "-ferror-limit=0", source]
            + ["-o", output, *arguments],
            seconds=900,
        )
        return f"{self.path}: does not compile:\n{errors}" if status else ""

    def sources(self):
        """What is compiled without the plugin, and with it: the same."""
        source = self.write("", self.chosen(with_error=False))
        return source, source

    def compare(self):
        """An empty text, or what is wrong."""
        source, annotated = self.sources()
        folder = self.options.runtime
        link = [f"-L{folder}", f"-Wl,-rpath,{folder}", "-lusersched"]
        # What is right does not depend on the optimizer, which takes its time.
        wrong = self.compile(source, self.path + ".plain", ["-O0"])
        wrong += self.compile(annotated, self.path + ".usersched", self.plugin + link)
        if wrong:
            return wrong
        for threads in THREADS:
            wrong += self.compare_runs(threads)
        return wrong

    def compare_runs(self, threads):
        where = environment(threads)
        wrong, printed = "", []
        for name in ("plain", "usersched"):
            status, output, errors = execute(
                [*self.emulator, f"{self.path}.{name}"], where
            )
            printed.append(output.splitlines())
            if status != 0:
                wrong += f"  {name}: exit status {status}: {errors}\n"
        for expected, found in itertools.zip_longest(*printed, fillvalue="(nothing)"):
            if expected != found:
                wrong += f"  {threads} threads\n    plain:     {expected}\n"
                wrong += f"    usersched: {found}\n"
        return f"{self.path}:\n{wrong}" if wrong else ""

    def verify(self):
        rejected = self.chosen(with_error=True)
        if not rejected:
            return ""
        source = self.write(".errors", rejected)
        status, _, errors = execute(
            [*self.compiler, *self.flags, *self.plugin, "-fsyntax-only"]
            + ["-Xclang", "-verify", source],
            seconds=900,
        )

        def named(match):
            number, line = divmod(int(match[1]), LINES)
            return f"{rejected[number].row} {number}, line {line}"

        errors = re.sub(r"Line (\d+)", named, errors)
        return f"{source}:\n{errors}" if status else ""


def run(options):
    levels = [flags for _, _, flags in LANGUAGES.values()]
    if not options.every_level:
        levels = [LANGUAGES[options.language][2]]
    wrong = ""
    for level in levels:
        tested = Program(options, level)
        wrong += tested.compare() + tested.verify()
    if wrong:
        sys.exit(wrong)
    count = len(entries(options.construct, options.language))
    print(f"{options.construct}, {options.language}: {count} loops")


HEADING = """\
# Conformance

<!-- Written by `test/conformance/conformance.py table`; a test compares. -->

Every number counts annotated loops that print the same results, and run the
same iterations, as the same program compiled without the plugin at `-O0`, at 1,
2, 3 and 8 threads, in three executions each. *error* marks a construct that the
plugin rejects with a message that says why, *n/a* what the language or OpenMP
does not have. `ctest -R conformance` runs all of them. The optimization levels
are {levels};
`script/test --long` compiles each language with all of them.

The constructs with `loop`, `distribute` or `teams` pass through the same code as
the others. They are tested in fewer languages and with every eighth loop form; a row
that their tables do not have is not tested. `taskloop` has tests of its own, in the
same languages. `script/test` compares these constructs in C++20.

## {compilers}

| | `script/test` compares | `script/test --long` compares | loops that print the same | rejected with a message |
|---|---|---|---|---|
{rows}

{differ}
"""
ROW = "| clang {release} | {languages} | all languages | {same} | {rejected} |"


def entry(row, construct, language, release):
    tests = [cell for cell in entries(construct, language) if cell.row == row]
    if not tests:
        return "n/a"
    return "error" if tests[0].for_release(release).error else str(len(tests))


def every_entry(row, construct, language):
    """The entry, or if the releases differ that of each."""
    found = [entry(row, construct, language, release) for release in RELEASES]
    return found[0] if len(set(found)) == 1 else " / ".join(found)


def difference(row):
    """A line that says in which languages the releases differ, or nothing."""
    languages, found = {}, {}
    for construct, language in itertools.product(CONSTRUCTS, LANGUAGES):
        here = [entry(row, construct, language, release) for release in RELEASES]
        if len(set(here)) > 1:
            languages[language] = True
            words = [f"{e} with clang {r}" for r, e in zip(RELEASES, here)]
            found[", ".join(words)] = True
    return [f"* {row} in {' and '.join(languages)}: {'; '.join(found)}"] * bool(found)


def compiler_row(release, tested):
    every = itertools.product(CONSTRUCTS, LANGUAGES)
    found = [cell.for_release(release) for pair in every for cell in entries(*pair)]
    rejected = sum(bool(cell.error) for cell in found)
    languages = "all languages" if tested == list(LANGUAGES) else ", ".join(tested)
    return ROW.format(release=release, languages=languages,
                      same=len(found) - rejected, rejected=rejected)


def heading(rows):
    names = [f"clang {release}" for release in RELEASES]
    lines = [line for row in rows for line in difference(row)]
    if lines:
        lines = ["The two differ in these rows, whose entries are those of both, in "
                 "this order:\n", *lines]
    levels = ", ".join(f"`{' '.join(f)}` ({l})" for l, (_, _, f) in LANGUAGES.items())
    return HEADING.format(
        levels=levels,
        compilers=" and ".join(names),
        differ="\n".join(lines or ["No entry differs."]),
        rows="\n".join(compiler_row(*item) for item in RELEASES.items()))


def rows_of(construct):
    return dict.fromkeys(cell.row for cell in cells(construct))


def table():
    rows = [row for construct in CONSTRUCTS for row in rows_of(construct)]
    lines = [heading(dict.fromkeys(rows))]
    for construct, languages in CONSTRUCTS.items():
        lines += [f"## `{construct}`\n", "| | " + " | ".join(languages) + " |"]
        lines += ["|---|" + "---|" * len(languages)]
        for row in rows_of(construct):
            entries = [every_entry(row, construct, language) for language in languages]
            name = row.replace("|", "\\|")
            lines.append(f"| {name} | " + " | ".join(entries) + " |")
        lines.append("")
    return "\n".join(lines)


def check(options):
    if open(options.docs).read() != table():
        sys.exit(f"{options.docs} is not what '{sys.argv[0]} table' prints")
    release = release_of(shlex.split(options.clang))
    if options.tested != RELEASES[release]:
        sys.exit(f"matrix.py says that clang {release} is tested in "
                 f"{', '.join(RELEASES[release])}, but it is in "
                 f"{', '.join(options.tested)}")


def add_compilers(parser):
    for name in ("clang", "clangxx", "plugin", "runtime", "folder"):
        parser.add_argument("--" + name)
    parser.add_argument("--emulator", default="")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("command", choices=["run", "table", "check"])
    parser.add_argument("--construct", choices=CONSTRUCTS)
    parser.add_argument("--language", choices=LANGUAGES)
    parser.add_argument("--every-level", action="store_true")
    parser.add_argument("--docs")
    parser.add_argument("--tested", nargs="+", metavar="LANGUAGE")
    add_compilers(parser)
    options = parser.parse_args()
    if options.command == "run":
        run(options)
    elif options.command == "check":
        check(options)
    else:
        sys.stdout.write(table())


if __name__ == "__main__":
    main()
