"""Every kind of advice: a loop that gets it, and one that must not. Real runs.

Called as programs_test.py SOURCE_FOLDER PROGRAM.
"""
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

sys.dont_write_bytecode = True
SOURCE, PROGRAM = sys.argv[1:3]
del sys.argv[1:3]
sys.path.insert(0, SOURCE + "/tools")
from report import advice, run  # noqa: E402

# Other programs may run meanwhile: what holds in one run of these holds.
MOST_RUNS = 4
KINDS = re.findall(r'return "([a-z-]+)", \(',
                   pathlib.Path(SOURCE, "tools/report/advice.py").read_text())


def given():
    """{function: {kind: advice}} of a run."""
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([PROGRAM], check=True, cwd=folder, timeout=600, env={
            **os.environ, "USERSCHED_REPORT": "r.json", "KMP_BLOCKTIME": "1"})
        loops = run.read([os.path.join(folder, "r.json")]).loops
        return {loop.report.function.split("::")[-1]:
                dict(advice.advise(loop.facts, loop.report)) for loop in loops}


def wrong(found):
    """What is not as it should be."""
    names = {kind: kind.replace("-", "_") for kind in KINDS}
    better = re.search(r"`#pragma ompx usersched\(load: i \+ (\d+)\)`",
                       found["gets_better_load"].get("better-load", ""))
    return ({f"gets_{name}" for kind, name in names.items()
             if kind not in found[f"gets_{name}"]}
            | {f"lacks_{name}" for kind, name in names.items()
               if kind in found[f"lacks_{name}"]}
            | (set() if better and 400 <= int(better[1]) <= 600 else {"500"}))


class Programs(unittest.TestCase):
    def test_each_kind_is_given_where_it_is_due_and_not_beside(self):
        self.assertGreater(len(KINDS), 12)
        left = {""}
        for _ in range(MOST_RUNS):
            found = given()
            left = wrong(found) if left == {""} else left & wrong(found)
            if not left:
                break
        self.assertEqual({name: list(found.get(name, [])) for name in left}, {})


if __name__ == "__main__":
    unittest.main()
