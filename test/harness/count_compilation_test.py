"""bench/count_compilation.py with a fake valgrind whose counts are known. The soak
bench-compilation runs the script with the real one.

Called as count_compilation_test.py SOURCE_FOLDER BUILD_FOLDER.
"""
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

PROGRAM = os.path.join(sys.argv[1], "bench", "count_compilation.py")
del sys.argv[1:3]

# Millions: 40 without any function, 10 to load the plugin, and for each loop 10
# as it is, 12 under dynamic, 30 annotated.
VALGRIND = """#!/bin/sh
echo "$@" >>"$CALLS"
count=40
for last; do
  case $last in -fplugin=*) count=$((count + 10)) ;; esac
done
[ -f "$last" ] || { echo "no such file" >&2; exit 1; }
loops=$(grep -c '^void' "$last")
dynamic=$(grep -c dynamic "$last")
annotated=$(grep -c ompx "$last")
count=$((count + 10 * loops + 2 * dynamic + 20 * annotated))
echo "# Total instructions: ${count}000000" >&2
"""


class CountCompilation(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.path = pathlib.Path(self.folder.name)
        self.calls = self.path / "calls"
        fake = self.path / "valgrind"
        fake.write_text(VALGRIND)
        fake.chmod(0o755)

    def tearDown(self):
        self.folder.cleanup()

    def call(self, *arguments):
        path = f"{self.path}:{os.environ['PATH']}"
        return subprocess.run(
            [sys.executable, PROGRAM, "my-clang", "my.so", *map(str, arguments)],
            text=True, capture_output=True, timeout=100,
            env={**os.environ, "PATH": path, "CALLS": str(self.calls)})

    def test_a_file_with_the_plugin_over_without(self):
        source = self.path / "some.c"
        source.write_text("int x;\n")
        done = self.call("--file", source, "--", "-DHERE=1", "-Ithere")
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertEqual(done.stdout, f"{source}: 50 million with the plugin, "
                                      "40 without: 1.250\n")
        plain, plugin = self.calls.read_text().splitlines()
        for call in plain, plugin:
            self.assertRegex(call, f" my-clang .* -DHERE=1 -Ithere {source}$")
        self.assertNotIn("-fplugin", plain)
        self.assertIn(" -fplugin=my.so ", plugin)

    def test_a_file_that_does_not_compile(self):
        done = self.call("--file", self.path / "none.c")
        self.assertEqual(done.returncode, 1)
        self.assertRegex(done.stderr, "^error: valgrind .*none.c:\nno such file\n$")

    def test_loops_less_what_no_loop_costs(self):
        done = self.call("--loops", 3, "--bound", "static=3.0", "--bound",
                         "dynamic=2.5", "--bound", "unused=1.0")
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertEqual(done.stdout.splitlines()[-3:], [
            "annotated over static: 3.00", "annotated over dynamic: 2.50",
            "plugin unused over static: 1.00"])

    def test_more_than_a_bound(self):
        done = self.call("--loops", 1, "--bound", "dynamic=2.49")
        self.assertEqual(done.returncode, 1)
        self.assertIn("annotated over dynamic: 2.50, more than 2.49\n", done.stdout)

    def test_a_region_beside_the_loops(self):
        done = self.call("--loops", 1, "--region", 2, "--bound", "region=4.9",
                         "--bound", "static=3")
        self.assertEqual(done.returncode, 1)
        # The region's file has one function, and two annotations.
        self.assertIn("annotated over plain: 5.00, more than 4.90\n", done.stdout)
        self.assertIn("annotated over static: 3.00\n", done.stdout)
        # Two files without loops, two for the loops, two for the region: nothing
        # that has no bound.
        self.assertEqual(len(self.calls.read_text().splitlines()), 6)
        self.assertNotIn("unused over", done.stdout)
        self.assertNotIn("dynamic", done.stdout)

    def test_one_case_takes_three_compilations(self):
        done = self.call("--loops", 1, "--bound", "static=3")
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertIn("annotated over static: 3.00\n", done.stdout)
        self.assertEqual(len(self.calls.read_text().splitlines()), 3)

    def test_a_long_body_without_a_load_over_one_with_it(self):
        done = self.call("--loops", 1, "--body", 9, "--bound", "inferred=0.9")
        self.assertEqual(done.returncode, 1)
        self.assertIn("annotated over written: 1.00, more than 0.90\n", done.stdout)
        self.assertEqual(len(self.calls.read_text().splitlines()), 3)

    def test_a_bound_of_what_is_not_measured(self):
        done = self.call("--loops", 1, "--bound", "inferred=9")
        self.assertEqual(done.returncode, 2)
        self.assertIn("--bound inferred: not measured", done.stderr)
        done = self.call("--loops", 1, "--bound", "region=9")
        self.assertEqual(done.returncode, 2)
        self.assertIn("--bound region: not measured", done.stderr)

    def test_a_bound_of_something_else(self):
        done = self.call("--bound", "guided=2")
        self.assertEqual(done.returncode, 2)
        self.assertIn("guided=2: expected CASE=RATIO", done.stderr)


unittest.main()
