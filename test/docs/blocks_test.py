#!/usr/bin/env python3
"""blocks.py notices what is wrong with a page: blocks_test.py INSTALLATION"""

import pathlib
import subprocess
import sys
import tempfile
import unittest

PREFIX = sys.argv.pop(1)
BLOCKS = pathlib.Path(__file__).parent / "blocks.py"
GOOD = "```cpp run\nint main() { return 0; }\n```\n"
HELLO = "```sh run\necho it took 1.5 ms\necho end\n```\n"


class BlocksTest(unittest.TestCase):
    def check(self, page, *errors):
        """Errors that must be reported for a page; without any it must pass."""
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, "page.md")
            path.write_text(page)
            done = subprocess.run(
                [sys.executable, BLOCKS, path, "--prefix", PREFIX,
                 "--work", folder + "/work"],
                capture_output=True, text=True,
            )
        self.assertEqual(done.returncode != 0, bool(errors), done.stderr)
        for error in errors:
            self.assertIn(error, done.stderr)

    def test_good_blocks_pass(self):
        self.check("# Title\n" + GOOD + HELLO + "```text\nanything\n```\n")

    def test_program_that_fails(self):
        self.check(GOOD.replace("0;", "3;"), "page.md:1", "status 3")

    def test_program_that_does_not_compile(self):
        self.check("\n" + GOOD.replace("0;", "x;"), "page.md:2", "undeclared")

    def test_pragma_is_compiled_with_the_plugin(self):
        body = "\n#pragma ompx usersched(laod: 1)\n#pragma omp parallel for\n" \
            "for (int i = 0; i < 9; ++i);\n"
        self.check(GOOD.replace("return", body + "return"), "did you mean 'load'")

    def test_command_that_fails_in_the_middle(self):
        self.check("```sh run\nfalse\ntrue\n```\n", "page.md:1", "status 1")

    def test_block_without_action(self):
        self.check("```cpp\nint x;\n```\n", "page.md:1", "what is to be done")

    def test_unknown_action(self):
        self.check("```cpp rnu\nint x;\n```\n", "'rnu' means nothing")

    def test_block_without_language(self):
        self.check("```\nint x;\n```\n", "page.md:1", "needs a language")

    def test_skipping_needs_a_reason(self):
        self.check("```sh skip=\nfalse\n```\n", "'skip=' means nothing")

    def test_skipped(self):
        self.check("```sh skip=installs-packages\nfalse\n```\n")

    def test_block_without_end(self):
        self.check("```sh run\ntrue\n", "page.md:1", "no end")

    def test_output_may_differ_in_numbers(self):
        self.check(HELLO + "```text prints\nit took 27 ms\nend\n```\n")

    def test_output_may_be_cut(self):
        self.check(HELLO + "```text prints\n...\nend\n```\n")

    def test_other_output(self):
        self.check(HELLO + "```text prints\nit took 1.5 s\nend\n```\n",
                   "page.md:5", "does not print this")

    def test_files_are_shared_on_a_page(self):
        self.check("```cpp file=a.h\n#define ZERO 0\n```\n"
                   + GOOD.replace("int", '#include "a.h"\nint', 1)
                   .replace("0;", "ZERO;"))

    def test_part_of_a_file(self):
        whole = "```cpp file=a.h\nint a;\nint b;\n```\n"
        self.check(whole + "```cpp of=a.h\n  int b;\n```\n")
        self.check(whole + "```cpp of=a.h\nint c;\n```\n",
                   "page.md:5", "does not stand in a.h")

    def test_frame(self):
        self.check("```cpp in=nothing.cpp\nx\n```\n", "there is no frames/nothing.cpp")


if __name__ == "__main__":
    unittest.main()
