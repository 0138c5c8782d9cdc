#!/usr/bin/env python3
"""What usersched-suggest --try says of a loop, from figures made by hand."""
import os
import pathlib
import sys
import tempfile
import types
import unittest

sys.path.insert(0, str(pathlib.Path(sys.argv.pop(1)) / "tools"))
from report import attempt  # noqa: E402
from report.errors import Failure  # noqa: E402

FACTS = {"threads.most": 2, "balanced_seconds": 1e-3, "balance_ratio": 1.01,
         "processor_share": 1, "potential_percent": 1, "over_bound_percent": 1,
         "static_ratio": 1.5, "static_speedup": 1.48, "lambda_load_percent": 0.1,
         "lambda_time_percent": 0.7}


def judge(**changes):
    return attempt.judge({**FACTS, **changes})


class Judge(unittest.TestCase):
    def test_a_pragma_that_earns_its_keep(self):
        word, why = judge()
        self.assertEqual(word, "keep")
        self.assertEqual(why, "1.48 times as fast as schedule(static); imbalance "
                              "predicted 0.1 %, measured 0.7 %")

    def test_a_pragma_that_changes_nothing(self):
        word, why = judge(static_ratio=1, static_speedup=1.01)
        self.assertEqual(word, "drop")
        self.assertIn("no faster than schedule(static)", why)

    def test_a_pragma_that_costs_time(self):
        word, why = judge(static_ratio=1, static_speedup=0.5)
        self.assertEqual(word, "drop")
        self.assertIn("2 times as slow", why)

    def test_one_thread(self):
        self.assertEqual(judge(**{"threads.most": 1})[0], "not measured")

    def test_no_times(self):
        self.assertEqual(judge(static_speedup=None, static_ratio=None)[0],
                         "not measured")

    def test_a_busy_machine(self):
        word, why = judge(processor_share=0.5)
        self.assertEqual(word, "keep")
        self.assertIn("the machine was busy", why)
        self.assertEqual(judge(processor_share=0.5, static_ratio=1.01)[0], "drop")
        self.assertEqual(judge(processor_share=0.5, static_ratio=None)[0],
                         "not measured")


class Copy(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name)

    def test_builds_of_cmake_are_not_copied(self):
        for name in ("a/src", "a/build", "a/.git"):
            (self.root / name).mkdir(parents=True)
        (self.root / "a/build/CMakeCache.txt").touch()
        (self.root / "a/src/x.c").touch()
        (self.root / "a/link").symlink_to("src")
        attempt.copy(self.root / "a", self.root / "b")
        self.assertEqual(sorted(os.listdir(self.root / "b")), ["link", "src"])
        self.assertTrue((self.root / "b/link").is_symlink())

    def test_a_build_folder(self):
        (self.root / "CMakeCache.txt").touch()
        with self.assertRaisesRegex(Failure, "is a build folder of CMake"):
            attempt.copy(str(self.root), str(self.root / "b"))

    def test_no_folder(self):
        with self.assertRaisesRegex(Failure, "is no folder"):
            attempt.copy(str(self.root / "none"), str(self.root / "b"))


class Places(unittest.TestCase):
    def test_names_that_the_compiler_was_given(self):
        def stands(name, file):
            loop = types.SimpleNamespace(report=types.SimpleNamespace(file=name))
            return attempt.stands_in(loop, file)

        self.assertTrue(stands("a.cpp", "/x/src/a.cpp"))
        self.assertTrue(stands("../src/a.cpp", "/x/src/a.cpp"))
        self.assertTrue(stands("/x/src/a.cpp", "/x/src/a.cpp"))
        self.assertFalse(stands("a.cpp", "/x/src/aa.cpp"))
        self.assertFalse(stands("b/a.cpp", "/x/src/a.cpp"))


if __name__ == "__main__":
    unittest.main()
