"""Tests of usersched-suggest --try, which needs an installation: on a project with a
Makefile, whose command is run without and with the pragmas in a copy.

Called as suggest.py INSTALLATION.
"""
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

PREFIX = pathlib.Path(sys.argv.pop(1)).resolve()
MAKEFILE = """test: loop
\tgrep -c ompx loop.c; ./loop
loop: loop.c
\t$(CC) -O1 -fopenmp loop.c -o loop
"""
LOOP = """int main(int argc, char **argv) {
  static double sums[500];
  (void)argv;
  for (int step = 0; step < 3; ++step)
#pragma omp parallel for
    for (int i = 0; i < 500; ++i)
      for (int j = 0; j < i; ++j)
        sums[i] += j;
  if (argc > 1)
#pragma omp parallel for
    for (int i = 0; i < 500; ++i)
      for (int j = i; j < 500; ++j)
        sums[i] += j;
  return sums[0] != 0;
}
"""


class Try(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name)
        (self.root / "Makefile").write_text(MAKEFILE)
        (self.root / "loop.c").write_text(LOOP)

    def attempt(self, *command, options=()):
        environment = {"PATH": "/usr/bin:/bin", "OMP_NUM_THREADS": "2",
                       "TMPDIR": str(self.root.parent)}
        return subprocess.run(
            [PREFIX / "bin" / "usersched-suggest", "--try", *options, "--", *command],
            cwd=self.root, env=environment, text=True, capture_output=True, timeout=250)

    def test_each_pragma_is_judged(self):
        done = self.attempt("make", "test")
        self.assertEqual(done.returncode, 0, done.stderr)
        first, second = re.findall(r"^loop\.c:(\d+): (.*)\n    (#.*)$", done.stdout, re.M)
        self.assertEqual((first[0], first[2]),
                         ("5", "#pragma ompx usersched(load: 1 + i)"))
        self.assertRegex(first[1], "^(keep|drop|not measured): ")
        self.assertNotIn("did not run", first[1])
        self.assertEqual(second[:2], ("10", "not measured: the loop did not run"))
        self.assertIn("2 pragmas: ", done.stdout)
        # The sources are as they were.
        self.assertEqual(sorted(os.listdir(self.root)), ["Makefile", "loop.c"])
        self.assertEqual((self.root / "loop.c").read_text(), LOOP)

    def test_headers_that_the_compiler_finds(self):
        (self.root / "loop.c").write_text("#include <usersched.h>\n" + LOOP)
        done = self.attempt("make", "test")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("2 pragmas: ", done.stdout)

    def test_a_file_that_cannot_be_read_again(self):
        (self.root / "Makefile").write_text(MAKEFILE.replace(
            "loop: loop.c\n", "loop: loop.c other.c\n\ttouch made.h\n").replace(
                "-o loop\n", "-o loop\n\t$(CC) -c other.c; rm made.h\n"))
        (self.root / "other.c").write_text('#include "made.h"\n')
        done = self.attempt("make", "test")
        self.assertEqual(done.returncode, 2, done.stderr)
        self.assertIn("'other.c' cannot be read as it is compiled; its loops are left "
                      "out", done.stderr)
        self.assertIn("2 pragmas: ", done.stdout)

    def test_files_outside_the_copy_stay(self):
        with tempfile.TemporaryDirectory() as other:
            outside = pathlib.Path(other) / "outside.h"
            outside.write_text(LOOP.replace("main", "out"))
            # The Makefile does not say that loop.c includes it.
            (self.root / "inside.h").write_text(LOOP.replace("main", "in"))
            (self.root / "loop.c").write_text(
                f'#include "{outside}"\n#include "inside.h"\n'
                "int main(int c, char **v) { return out(c, v) + in(c, v); }\n")
            done = self.attempt("make", "test")
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertRegex(done.stdout, r"outside\.h:5: not measured: its file is not in "
                             "the folder that was copied")
            self.assertNotRegex(done.stdout, r"inside\.h:5: .*did not run")
            self.assertNotIn("ompx", outside.read_text())

    def test_a_command_that_fails(self):
        done = self.attempt("make", "none")
        self.assertEqual(done.returncode, 1)
        self.assertIn("usersched-suggest: error: 'make none' failed in a copy of the "
                      "sources (status 2)", done.stderr)
        done = self.attempt("sh", "-c", "make test && ! grep ompx loop.c")
        self.assertIn("failed with the pragmas, though not without them (status 1)",
                      done.stderr)

    def test_a_command_that_compiles_nothing(self):
        done = self.attempt("true")
        self.assertEqual(done.returncode, 1)
        self.assertIn("error: the command compiled nothing", done.stderr)

    def test_a_command_that_there_is_not(self):
        done = self.attempt("./none")
        self.assertEqual(done.returncode, 1)
        self.assertIn("error: ./none: No such file or directory", done.stderr)

    def test_other_sources(self):
        done = self.attempt("true", options=["--source", "none"])
        self.assertEqual(done.returncode, 1)
        self.assertIn("error: --source none is no folder", done.stderr)


if __name__ == "__main__":
    unittest.main()
