"""usersched-report on what the library writes: a real run of PageRank.

Called as runs_test.py SOURCE_FOLDER SIMULATOR PAGERANK.
"""
import collections
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

sys.dont_write_bytecode = True
SOURCE, SIMULATOR, PAGERANK = sys.argv[1:4]
del sys.argv[1:4]
sys.path.insert(0, SOURCE + "/tools")
from report import run, trace_file  # noqa: E402

VERTICES, THREADS = 1 << 12, 3


def pagerank(folder, **environment):
    return subprocess.run(
        [PAGERANK, "-g", "12", "-n", "2", "-v"], check=True, cwd=folder, text=True,
        capture_output=True, timeout=300, env={
            **os.environ, "OMP_NUM_THREADS": str(THREADS),
            "USERSCHED_REPORT": "r.json", "USERSCHED_TRACE": "t.json",
            **environment})


class Runs(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.path = pathlib.Path(folder.name)
        self.files = [str(self.path / name) for name in ("r.json", "t.json")]

    def test_report_and_trace_are_of_one_run(self):
        pagerank(self.path)
        found = run.read(self.files)
        # The machine may be busy, or have less processors than the loop threads.
        self.assertNotRegex(" ".join(found.notes()), "cut off|did not fit|stand at")
        loop, = found.loops
        self.assertEqual(loop.report.load, "g.in_degree(n)")
        executions = loop.report.measures["executions"]
        self.assertEqual({s.execution for s in loop.spans},
                         set(range(1, int(executions) + 1)))
        self.assertEqual(loop.report.chunks.begin[-1], VERTICES)
        # What threads ran, whoever it was, is every iteration once.
        ran = collections.defaultdict(list)
        for span in loop.spans:
            self.assertLess(span.row, THREADS)
            if span.kind in trace_file.WORK:
                ran[span.execution].append((span.begin, span.end))
        for pieces in ran.values():
            pieces.sort()
            self.assertEqual([begin for begin, _ in pieces] + [VERTICES],
                             [0] + [end for _, end in pieces])

    def test_page_simulation_and_comparison(self):
        pagerank(self.path)
        for name in ("r.json", "t.json"):
            (self.path / name).rename(self.path / f"before-{name}")
        pagerank(self.path, USERSCHED_SCHEDULE="off")
        done = subprocess.run(
            [sys.executable, os.path.join(SOURCE, "tools", "usersched-report"),
             self.path / "before-r.json", self.path / "before-t.json", "--before",
             *self.files, "--threads", "16", "--simulator", SIMULATOR],
            text=True, capture_output=True, timeout=300)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertIn("Simulated with 16 threads", done.stdout)
        page = (self.path / "before-r.html").read_text()
        for words in ("Before and after", "g.in_degree(n)", "Execution 1 (first"):
            self.assertIn(words, page)


if __name__ == "__main__":
    unittest.main()
