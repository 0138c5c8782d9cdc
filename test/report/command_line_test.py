"""tools/usersched-report as people call it.

Called as command_line_test.py SOURCE_FOLDER SIMULATOR.
"""
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
import xml.etree.ElementTree

sys.dont_write_bytecode = True
SOURCE, SIMULATOR = sys.argv[1:3]
del sys.argv[1:3]
import samples  # noqa: E402

PROGRAM = os.path.join(SOURCE, "tools", "usersched-report")


class CommandLine(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.path = pathlib.Path(self.folder.name)
        self.report = self.file("r.json", samples.report())
        self.trace = self.file("t.json", samples.trace(samples.events(6)))

    def tearDown(self):
        self.folder.cleanup()

    def file(self, name, value):
        path = self.path / name
        path.write_text(json.dumps(value))
        return path

    def call(self, *arguments, program=PROGRAM, **more):
        return subprocess.run([sys.executable, program, *map(str, arguments)],
                              text=True, capture_output=True, timeout=600, **more)

    def passes(self, *arguments, **more):
        done = self.call(*arguments, **more)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        return done.stdout

    def fails(self, *arguments, **more):
        done = self.call(*arguments, **more)
        self.assertEqual(done.returncode, 1, done.stderr)
        self.assertEqual(done.stderr.count("\n"), 1, done.stderr)
        self.assertRegex(done.stderr, "^usersched-report: error: ")
        return done.stderr

    def simulated(self, path, threads):
        """Only words: to draw takes most of the time."""
        return self.passes(path, "-o", "-", "--threads", threads,
                           "--simulator", SIMULATOR)

    def test_a_page_beside_the_report(self):
        said = self.passes(self.file("r.json", samples.report(
            samples.loop(inspect_seconds=0.01))))
        self.assertRegex(said, r"\n## pr.cpp:57, `load: g.in_degree\(n\)`\n\n"
                         r"\*\*could be better\*\*: (.*\n)+"
                         r"\* 40.0 % of the threads' time went into looking at loads")
        self.assertIn(f"wrote {self.path}/r.html\n", said)
        self.assertIn("went into looking at", (self.path / "r.html").read_text())

    def test_markdown_in_a_file_or_printed(self):
        printed = self.passes(self.report, "-o", "-")
        self.assertFalse((self.path / "r.html").exists())
        output = self.path / "r.md"
        self.assertEqual(self.passes(self.report, "--output", output),
                         f"wrote {output}\n")
        self.assertEqual(output.read_text() + "\n", printed)
        self.assertIn("## pr.cpp:57", printed)

    def test_the_same_files_make_the_same_page(self):
        pages = []
        for name in ("a", "b"):
            self.passes(self.report, self.trace, "-o", self.path / name)
            pages.append((self.path / name).read_text())
        self.assertEqual(*pages)

    def test_pictures_are_svg(self):
        self.passes(self.report, self.trace, "--pictures", self.path / "new/p",
                    "--threads", 4, "--simulator", SIMULATOR)
        names = {f.stem for f in (self.path / "new/p").iterdir()}
        self.assertEqual(names, {
            "run", "loop-1-execution-1", "loop-1-execution-4", "loop-1-execution-6",
            "loop-1-static", "loop-1-threads", "loop-1-load", "loop-1-history", "loop-1-what-if"})
        for name in names:
            root = xml.etree.ElementTree.parse(self.path / f"new/p/{name}.svg")
            self.assertTrue(root.findall(".//{*}g[@class]"), "an empty picture")

    def test_before_and_after(self):
        before = self.file("b.json", samples.report(samples.loop(seconds=0.016)))
        said = self.passes(self.report, "--before", before, "-o", "-")
        self.assertIn("2.00 times as fast as before", said)

    def test_many_loops_have_pictures_of_the_longest(self):
        loops = [samples.loop(line=n, seconds=n / 1000, ranges={}, history=[])
                 for n in range(1, 21)]
        path = self.file("many.json", samples.report(*loops))
        said = self.passes(path)
        self.assertIn("20 loops: pictures and simulations are of the 12", said)
        page = (self.path / "many.html").read_text()
        self.assertEqual(page.count("<h2>"), 20)
        self.assertEqual(page.count("<figure"), 2 * 12)
        self.assertLess(page.index("<h2>pr.cpp:20<"), page.index("<h2>pr.cpp:19<"))

    def test_threads_that_do_too_little_to_be_seen(self):
        for apart, takes, executions in ((1e6, 1, 1), (0, 0, 1), (10, 5, 5000)):
            found = [samples.event("own", t, t * apart, takes, begin=t, end=t + 1,
                                   load=1, execution=1 + t % executions)
                     for t in range(5000)]
            self.passes(self.file("t.json", samples.trace(found, threads=5000)))

    def test_what_if(self):
        # 4 iterations of 200 us, 2 of 250 us, 4 of 125 us; two threads: static gives
        # the first 800 + 250 us, and an even share is 900 us.
        said = self.passes(self.report, "--threads", 2, "--simulator", SIMULATOR)
        over = re.search(r"^\| static +\| 1\.05 ms +\| (.*?) %", said, re.M)
        self.assertAlmostEqual(float(over[1]), 100 * (1050 / 900 - 1), 0)
        self.assertIn("usersched would suit this loop", said)
        self.assertIn("10 iterations in 3 chunks: inside of a chunk only the sum is "
                      "known", said)
        page = (self.path / "r.html").read_text()
        self.assertIn("With 2 threads", page)
        self.assertIn("monotonic:dynamic,", page)

    def test_what_if_of_a_trace(self):
        said = self.simulated(self.trace, 64)
        self.assertIn("Simulated with 64 threads", said)

    def test_a_loop_without_chunks_is_passed_over(self):
        path = self.file("n.json", samples.report(samples.loop(
            chunks={"begin": [], "load": [], "seconds": []}, ranges={})))
        said = self.simulated(path, 2)
        self.assertNotIn("Simulated", said)

    def test_no_time_at_all_is_not_simulated(self):
        path = self.file("n.json", samples.report(samples.loop(
            chunks={"begin": [0, 9], "load": [5]},
            ranges={"begin": [0], "end": [9], "load": [5], "seconds": [0],
                    "times": [1]})))
        said = self.simulated(path, 2)
        self.assertIn("took no time that could be measured", said)

    def test_the_simulator_is_found_beside_the_program_and_in_path(self):
        bare = self.path / "bin"
        bare.mkdir()
        shutil.copy(PROGRAM, bare)
        shutil.copytree(os.path.join(SOURCE, "tools", "report"),
                        self.path / "share/usersched/report")
        program = bare / "usersched-report"
        call = {"program": program, "env": {"PATH": "/nowhere"}}
        asked = self.report, "--threads", 2, "-o", "-"
        said = self.fails(*asked, **call)
        for word in ("usersched-simulate", "PATH", "--simulator"):
            self.assertIn(word, said)
        self.assertIn("Simulated with 2", self.passes(
            *asked, program=program, env={"PATH": os.path.dirname(SIMULATOR)}))
        built = self.path / "build/any/tools/simulator/usersched-simulate"
        built.parent.mkdir(parents=True)
        built.symlink_to(SIMULATOR)
        self.assertIn("Simulated with 2", self.passes(*asked, **call))
        built.unlink()
        (bare / "usersched-simulate").symlink_to(SIMULATOR)
        self.assertIn("Simulated with 2", self.passes(*asked, **call))

    def test_a_simulator_that_is_none(self):
        def fails(simulator):
            return self.fails(self.report, "--threads", 2, "-o", "-",
                              "--simulator", simulator)

        for name in (self.path, self.path / "absent", self.report):
            self.assertIn("is no program", fails(name))
        self.assertIn("wrote no results", fails("/bin/true"))
        other = self.path / "other"
        other.write_text('#!/bin/sh\necho "{}" > "$6"\n')
        other.chmod(0o755)
        self.assertIn("other results than expected", fails(other))
        self.assertIn("failed", fails("/bin/false"))

    def test_wrong_usage(self):
        for arguments, words in (
                ([], "FILE"), (["--threads", "0", "x"], "1 to 4096"),
                (["--threads", "x", "x"], "'x'"), (["--what", "x"], "--what")):
            done = self.call(*arguments)
            self.assertEqual(done.returncode, 2)
            self.assertIn(words, done.stderr)
            self.assertNotIn("Traceback", done.stderr)

    def test_bad_files_are_errors_in_one_line(self):
        (self.path / "cut.json").write_text(self.report.read_text()[:300])
        for name, word in (("absent", "No such file"), ("cut.json", "ends too early"),
                           (".", "directory")):
            self.assertIn(word, self.fails(self.path / name))
        self.assertIn("both a report", self.fails(self.report, self.report))
        self.assertIn("No such file", self.fails(self.report, "--before", "absent"))

    def test_names_and_terminals_that_are_no_utf_8(self):
        name = os.fsencode(self.path) + b"/\xff.json"
        with open(name, "w") as file:
            json.dump(samples.report(samples.loop(
                load="λ")), file)
        for variables in ({}, {"PYTHONIOENCODING": "ascii", "LC_ALL": "C"}):
            done = subprocess.run([sys.executable, PROGRAM, name], timeout=600,
                                  capture_output=True, env={**os.environ, **variables})
            self.assertEqual((done.returncode, done.stderr), (0, b""))
            self.assertTrue(os.path.exists(name[:-5] + b".html"))

    def test_places_that_cannot_be_written(self):
        for option in ("-o", "--pictures"):
            self.assertIn(str(self.report), self.fails(
                self.trace, option, self.report / "x"))
        self.assertIn("would overwrite", self.fails(self.report, "-o", self.report))
        for redirected in (">/dev/full", ">&-"):
            done = subprocess.run(
                ["sh", "-c", f'"$@" {redirected}', "sh", sys.executable, PROGRAM,
                 self.report, "-o", "-"], text=True, stderr=subprocess.PIPE)
            self.assertEqual(done.returncode, 1, done.stderr)
            self.assertRegex(done.stderr, "^usersched-report: error: .*standard output")
            self.assertEqual(done.stderr.count("\n"), 1, done.stderr)

    def test_help_names_every_option(self):
        said = self.passes("--help")
        for option in ("--output", "--before", "--threads", "--pictures",
                       "--simulator"):
            self.assertIn(option, said)


if __name__ == "__main__":
    unittest.main()
