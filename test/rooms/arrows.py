#!/usr/bin/env python3
"""Checks that each file includes only what its room may include.

The table of rooms stands in CONTRIBUTING.md, under "Rooms": one row a room,
with the rooms that it may include. The check fails at an include that the
table does not allow, at a folder that has no row, at a row without a folder,
and if the arrows of the table or the includes of the files go in a circle.

The tables of files, under a heading for each house, name each file once: the
check fails at a file without a row and at a row without a file.

Of the plugin's files, three may depend on the release of clang (RELEASE_FILES).
The check fails at a macro of the release in any other.
"""
import argparse
import pathlib
import re
import sys

INCLUDE = re.compile(r'^#include "([^"]+)"', re.M)
ROW = re.compile(r"^\| `([\w/]+/)` \|([^|]*)\|", re.M)
SOURCES = (".h", ".cpp", ".c")
# The headings of the tables of files, and the folders with those files.
FILES = {"### `plugin/`": "plugin", "### `runtime/`": "runtime/src"}

# The macros that are the numbers of the release of clang or LLVM, and the files
# that may name them.
RELEASE = re.compile(r"\b(?:(?:CLANG|LLVM)_VERSION_M\w+|__clang_m\w+)")
RELEASE_FILES = {"plugin/base/Ast19And22.h", "plugin/base/Ir19And22.h",
                 "plugin/HostCheck.cpp"}


def table(text):
    """{folder: {folders it may include}} from CONTRIBUTING.md."""
    rows = {}
    for room, allowed in ROW.findall(text.split("### Rooms", 1)[1].split("\n### ")[0]):
        rows[room.rstrip("/")] = {
            name.rstrip("/") for name in re.findall(r"`([\w/]+/)`", allowed)
        }
    return rows


def sources(root, top):
    return sorted(p for p in (root / top).rglob("*") if p.suffix in SOURCES)


def circle(graph):
    """Some circle of graph as a list of nodes, or None."""
    state, path = {}, []

    def visit(node):
        state[node] = "open"
        path.append(node)
        for following in sorted(graph.get(node, ())):
            if state.get(following) == "open":
                return path[path.index(following):] + [following]
            if following not in state and (found := visit(following)):
                return found
        state[node] = "done"
        path.pop()
        return None

    for node in sorted(graph):
        if node not in state and (found := visit(node)):
            return found
    return None


def check(root):
    """The mistakes, as lines of text."""
    rows = table((root / "CONTRIBUTING.md").read_text())
    tops = sorted({top(room, rows) for room in rows})
    mistakes, files = [], {}
    for name, allowed in sorted(rows.items()):
        if not (root / name).is_dir():
            mistakes.append(f"CONTRIBUTING.md: there is no folder {name}/")
        for other in sorted(allowed - rows.keys()):
            mistakes.append(f"CONTRIBUTING.md: {name}/ may include {other}/, which has no row")
    if found := circle(rows):
        mistakes.append("CONTRIBUTING.md: a circle of rooms: " + " -> ".join(found))
    for place in tops:
        for path in sources(root, place):
            here = path.relative_to(root)
            room = str(here.parent)
            if room not in rows:
                mistakes.append(f"{here}: the folder {room}/ has no row in CONTRIBUTING.md")
                continue
            files[str(here)] = included(root, [place, here.parent, *tops], path)
            for target in sorted(files[str(here)]):
                other = str(pathlib.Path(target).parent)
                if other != room and other not in rows[room]:
                    mistakes.append(f'{here}: includes "{target}": CONTRIBUTING.md '
                                    f"does not let {room}/ include {other}/")
    if found := circle(files):
        mistakes.append("a circle of includes: " + " -> ".join(found))
    return mistakes


def unlisted(root):
    """The mistakes in the tables of files, as lines of text."""
    text, mistakes = (root / "CONTRIBUTING.md").read_text(), []
    for heading, folder in FILES.items():
        if heading not in text:
            continue
        section = text.split("\n" + heading, 1)[1].split("\n### ")[0]
        cells = re.findall(r"^\|([^|]*)\|", section, re.M)
        named = [n for cell in cells for n in re.findall(r"`(\w+)`", cell)]
        there = {path.stem for path in sources(root, folder)}
        for name in sorted(there - set(named)):
            mistakes.append(f"CONTRIBUTING.md: {folder}/: no row names {name}")
        for name in sorted(n for n in set(named) if n not in there or named.count(n) > 1):
            mistakes.append(f"CONTRIBUTING.md: {folder}/: {name} is "
                            + ("named twice" if name in there else "no file"))
    return mistakes


def releases(root):
    """The mistakes of files that ask for the release of clang, as lines."""
    mistakes = []
    for path in sources(root, "plugin"):
        here = str(path.relative_to(root))
        if here in RELEASE_FILES:
            continue
        for number, line in enumerate(path.read_text().split("\n"), 1):
            if found := RELEASE.search(line):
                mistakes.append(f"{here}:{number}: asks for the release of clang "
                                f"({found[0]}): only {', '.join(sorted(RELEASE_FILES))} "
                                "may")
    return mistakes


def top(room, rows):
    """The folder that room's includes start from: the outermost folder around
    room that has a row, or else the folder that room is in."""
    parents = pathlib.PurePath(room).parents
    known = [str(p) for p in parents if str(p) in rows]
    if room in rows and any(other.startswith(room + "/") for other in rows):
        return room
    return known[-1] if known else str(parents[0])


def included(root, places, path):
    """The files that path includes, as names from root: each is looked for in
    the places, in this order. Files that stand in none are not ours."""
    found = set()
    for name in INCLUDE.findall(path.read_text()):
        for place in places:
            if (root / place / name).is_file():
                found.add(str((root / place / name).resolve().relative_to(root)))
                break
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("root", type=pathlib.Path, help="a checkout")
    root = parser.parse_args().root.resolve()
    mistakes = check(root) + unlisted(root) + releases(root)
    for line in mistakes:
        print(line, file=sys.stderr)
    return 1 if mistakes else 0


if __name__ == "__main__":
    sys.exit(main())
