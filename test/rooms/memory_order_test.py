"""The table of memory orders in runtime/src/memory-order.md has each atomic
operation of the runtime that orders anything, and no other.

Usage: memory_order_test.py SOURCES: the folder runtime/src
"""

import pathlib
import re
import sys

FILES = ["run/*", "team/*", "plan/*", "entry/OpenMP.cpp", "entry/Taskloop.cpp"]
FILES += ["learn/PlanCache.*", "learn/KnownPlan.h"]
CALL = re.compile(
    r"(?:(\w+)(?:\[\w+\])?(?:\.|->)|__atomic_(?=(?:load|store)_n\(&\w+(?:\.|->)))"
    r"(load|store|exchange|fetch_add|fetch_sub|compare_exchange_strong)(?:_n)?\("
)
ROW = re.compile(r"\| `(\w+)` \| (\w+) \| ([\w, ]+) \|")


def argument_text(text, start):
    """What stands in the parentheses that open before start; without what stands
    in further ones."""
    depth, inside = 1, ""
    while depth > 0:
        depth += {"(": 1, ")": -1}.get(text[start], 0)
        inside += text[start] if depth == 1 else ""
        start += 1
    return inside


def operations(text):
    """(word, operation, orders) of each atomic operation."""
    for call in CALL.finditer(text):
        word, operation = call.groups()
        arguments = argument_text(text, call.end())
        orders = re.findall(r"(?:memory_order_|__ATOMIC_)(\w+)", arguments)
        if not word:
            word = re.match(r"&\w+(?:\.|->)+(?:\w+(?:\.|->)+)*(\w+)", arguments)[1]
        if orders or operation != "load" or not arguments:
            yield word, operation, ", ".join(orders).lower() or "seq_cst"


def found(sources):
    paths = [path for pattern in FILES for path in sources.glob(pattern)]
    texts = [path.read_text() for path in paths if path.suffix != ".md"]
    # Stores through pointers that are no atomics have no orders, nor a name here.
    return {each for text in texts for each in operations(text)}


def main():
    sources = pathlib.Path(sys.argv[1])
    table = (sources / "memory-order.md").read_text()
    rows = {row.groups() for row in ROW.finditer(table)}
    code = found(sources)
    for row in sorted(code - rows):
        print("no row for", *row)
    for row in sorted(rows - code):
        print("not in the code:", *row)
    if code != rows:
        sys.exit("runtime/src/memory-order.md and the code differ")
    if len(code) < 40:
        sys.exit("too few operations found: has their spelling changed?")


if __name__ == "__main__":
    main()
