"""Mistakes made on purpose in a few cells are found, and the cells named.

Usage: mistakes_test.py --clang C --clangxx C++ --plugin SO --runtime FOLDER
                        --folder SCRATCH
"""

import argparse
import dataclasses
import sys
import unittest

import conformance
from matrix import Cell

RIGHT = Cell("right")
OTHER = Cell("other", body="x += i;", worksharing="reduction(+ : x)")
OTHER = dataclasses.replace(OTHER, before="int x = 0;", after="SHOW(x);")
ERROR = Cell("refused", worksharing="ordered", error="cannot be scheduled by load")


class Mistaken(conformance.Program):
    """A program whose cells with the plugin are others than those without."""

    def __init__(self, plain, annotated):
        super().__init__(OPTIONS, ["-O0"])
        self.path += ".mistaken"
        self.plain, self.annotated = plain, annotated

    def sources(self):
        plain = self.write(".plain", self.plain)
        return plain, self.write(".annotated", self.annotated)

    def chosen(self, with_error):
        return [cell for cell in self.annotated if bool(cell.error) == with_error]


class Mistakes(unittest.TestCase):
    def found(self, **changes):
        wrong = dataclasses.replace(OTHER, **changes)
        return Mistaken([RIGHT, OTHER, RIGHT], [RIGHT, wrong, RIGHT]).compare()

    def names_the_cell(self, found):
        self.assertIn("usersched: other 1:", found)
        self.assertNotIn("right", found)

    def test_without_a_mistake_nothing_is_found(self):
        self.assertEqual(self.found(), "")

    def test_another_result(self):
        self.names_the_cell(self.found(body="x += i + (i == 99);"))

    def test_an_iteration_that_runs_twice(self):
        self.names_the_cell(self.found(body="x += i; HIT(i % 99);"))

    def test_an_iteration_that_does_not_run(self):
        self.names_the_cell(self.found(loop="for (int i = 0; i < 99; ++i)"))

    def test_a_load_outside_of_the_loop(self):
        self.names_the_cell(self.found(load="inside(i, 99)"))

    def test_a_result_at_some_team_sizes_alone(self):
        found = self.found(body="x += i + (omp_get_num_threads() == 8);")
        self.names_the_cell(found)
        self.assertIn("8 threads", found)
        self.assertNotIn("3 threads", found)

    def test_a_program_that_ends_early(self):
        found = self.found(after="__builtin_trap();")
        self.assertIn("exit status -", found)
        self.assertIn("usersched: (nothing)", found)

    def test_a_cell_more(self):
        found = Mistaken([RIGHT], [RIGHT, OTHER]).compare()
        self.assertIn("plain:     (nothing)", found)
        self.names_the_cell(found)

    def test_a_cell_that_does_not_compile(self):
        found = self.found(load="unknown")
        self.assertIn("does not compile", found)
        self.assertIn("other 1:", found)

    def test_a_message_is_another_one(self):
        self.assertEqual(Mistaken([], [ERROR]).verify(), "")
        found = Mistaken([], [dataclasses.replace(ERROR, error="right")]).verify()
        self.assertIn("refused 0", found)

    def test_a_message_is_missing(self):
        found = Mistaken([], [dataclasses.replace(ERROR, worksharing="")]).verify()
        self.assertIn("refused 0", found)


parser = argparse.ArgumentParser()
conformance.add_compilers(parser)
OPTIONS = parser.parse_args()
OPTIONS.construct, OPTIONS.language = "parallel for", "C17"
unittest.main(argv=sys.argv[:1])
