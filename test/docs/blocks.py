#!/usr/bin/env python3
"""Does what the fence of each code block of a page says.

    blocks.py PAGE --prefix INSTALLATION --work FOLDER

The blocks of a page share FOLDER and run in their order, against an
installation of usersched. The words behind a fence's language are actions:

    cpp, c   run               compile with the plugin, run; it must return 0
             in=FRAME          ... in place of the line BLOCK of frames/FRAME
             file=NAME         keep it as NAME; without run, only that
             with=LIBRARY      link with -lLIBRARY
             of=FILE           not compiled; the lines must stand in FILE, in
                               this order
    sh       run               every command must succeed
             skip=REASON       not run; says why
    text     prints            what the block before printed, numbers and white
                               space aside; a line ... stands for any lines
             (nothing)         not checked
    others   file=NAME

A block of code without an action is an error.
"""

import argparse
import os
import pathlib
import re
import shutil
import subprocess
import sys

FRAMES = pathlib.Path(__file__).parent / "frames"
COMPILERS = {"c": "clang-19", "cpp": "clang++-19"}
# What may stand behind a language, as "word" or "word=".
WORDS = {
    "c": {"run", "in=", "file=", "with=", "of="},
    "cpp": {"run", "in=", "file=", "with=", "of="},
    "sh": {"run", "skip="},
    "text": {"prints"},
}


class Failure(Exception):
    pass


class Block:
    def __init__(self, page, line, info, text):
        self.place = f"{page}:{line}"
        self.page, self.line = page, line
        self.text = text
        self.language, *words = info.split() or [""]
        self.actions = {}
        known = WORDS.get(self.language, {"file="})
        if not self.language:
            raise Failure(f"{self.place}: a block needs a language: ```cpp run")
        for word in words:
            name, equals, value = word.partition("=")
            if name + equals not in known or (equals and not value):
                raise Failure(
                    f"{self.place}: '{word}' means nothing behind "
                    f"'{self.language}'; known are {', '.join(sorted(known))}"
                )
            self.actions[name] = value
        if self.language != "text" and not self.actions:
            raise Failure(
                f"{self.place}: say what is to be done with this block, one or "
                f"more of {', '.join(sorted(known))} behind "
                f"'{self.language}', so that it stays true"
            )


def blocks(page):
    """The fenced blocks of a Markdown file."""
    fence = None
    for number, line in enumerate(page.read_text().splitlines(), 1):
        mark = re.match(r"( *)(```+|~~~+)(.*)", line)
        if fence is None and mark:
            fence, start, info, text = mark[2], number, mark[3], []
        elif fence and mark and mark[2].startswith(fence) and not mark[3].strip():
            yield Block(page, start, info, "".join(text))
            fence = None
        elif fence:
            text.append(line + "\n")
    if fence:
        raise Failure(f"{page}:{start}: this block has no end")


class Page:
    def __init__(self, prefix, work):
        self.work = work
        self.printed = None
        libdir = subprocess.run(
            [prefix / "bin" / "usersched-config", "--libdir"],
            check=True, capture_output=True, text=True,
        ).stdout.strip()
        self.environment = {
            "PATH": f"{prefix}/bin:{os.environ['PATH']}",
            "HOME": os.environ.get("HOME", "/"),
            "PKG_CONFIG_PATH": f"{libdir}/pkgconfig",
            "CMAKE_PREFIX_PATH": str(prefix),
            "LD_LIBRARY_PATH": libdir,
            "OMP_NUM_THREADS": "3",
            # Threads that spin while they wait keep others from running.
            "OMP_WAIT_POLICY": "passive",
            "SOURCES": str(pathlib.Path(__file__).resolve().parents[2]),
        }
        self.flags = {
            option: self.call(["usersched-config", option], "").split()
            for option in ("--cflags", "--libs")
        }

    def call(self, command, place):
        """Runs a command in the page's folder; returns its stdout."""
        try:
            done = subprocess.run(
                command, cwd=self.work, env=self.environment, timeout=1000,
                stdin=subprocess.DEVNULL, capture_output=True, text=True,
            )
        except subprocess.TimeoutExpired:
            raise Failure(f"{place}: did not end within 300 s")
        if done.returncode:
            raise Failure(
                f"{place}: failed with status {done.returncode}\n"
                f"{done.stdout}{done.stderr}"
            )
        return done.stdout

    def do(self, block):
        actions = block.actions
        if "of" in actions:
            self.find(block)
        elif block.language in COMPILERS:
            self.compile(block)
        elif "run" in actions:
            script = "set -euo pipefail\n" + block.text
            self.printed = self.call(["bash", "-c", script], block.place)
        elif "prints" in actions:
            self.compare(block)
        elif "file" in actions:
            file = self.work / actions["file"]
            file.parent.mkdir(exist_ok=True)
            file.write_text(block.text)

    def compile(self, block):
        source, actions = block.text, block.actions
        if "in" in actions:
            frame = FRAMES / actions["in"]
            if not frame.is_file():
                raise Failure(f"{block.place}: there is no frames/{frame.name}")
            before, found, after = frame.read_text().partition("\nBLOCK\n")
            if not found:
                raise Failure(f"{frame}: has no line BLOCK")
            line = f'#line {block.line + 1} "{block.page.name}"'
            source = f"{before}\n{line}\n{source}{after}"
        name = actions.get("file", f"line{block.line}.{block.language}")
        (self.work / name).write_text(source)
        if "run" not in actions and "in" not in actions:
            return
        program = self.work / (name + ".out")
        libraries = ["-l" + actions["with"]] if "with" in actions else []
        self.call(
            [COMPILERS[block.language], "-O2", "-Wall", "-Wextra", "-Werror",
             "-Wno-misleading-indentation", *self.flags["--cflags"], name,
             *self.flags["--libs"], *libraries, "-o", program],
            block.place,
        )
        self.printed = self.call([program], block.place)

    def find(self, block):
        def words(text):
            return " ".join(text.split())

        whole = self.work / block.actions["of"]
        if not whole.is_file() or words(block.text) not in words(whole.read_text()):
            raise Failure(f"{block.place}: this does not stand in {whole.name}")

    def compare(self, block):
        def shape(text):
            lines = text.strip().splitlines()
            return [" ".join(re.sub(r"\d+(\.\d+)?", "#", l).split()) for l in lines]

        if self.printed is None:
            raise Failure(f"{block.place}: no block before this one has run")
        wanted = shape(block.text)
        pattern = "".join(
            r"(.*\n)*" if line == "..." else re.escape(line) + r"\n"
            for line in wanted
        )
        if not re.fullmatch(pattern, "\n".join(shape(self.printed)) + "\n"):
            raise Failure(
                f"{block.place}: the block before does not print this, but\n"
                + self.printed
            )


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("page", type=pathlib.Path)
    parser.add_argument("--prefix", type=pathlib.Path, required=True)
    parser.add_argument("--work", type=pathlib.Path, required=True)
    arguments = parser.parse_args()
    shutil.rmtree(arguments.work, ignore_errors=True)
    arguments.work.mkdir(parents=True)
    try:
        page = Page(arguments.prefix.resolve(), arguments.work.resolve())
        found = list(blocks(arguments.page))
        for block in found:
            page.do(block)
        print(f"{arguments.page.name}: {len(found)} blocks")
    except Failure as failure:
        sys.exit(f"error: {failure}")


if __name__ == "__main__":
    main()
