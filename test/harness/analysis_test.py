"""bench/harness: figures from results that were made by hand.

Called as analysis_test.py SOURCE_FOLDER BUILD_FOLDER.
"""
import math
import sys
import unittest

sys.dont_write_bytecode = True
SOURCE = sys.argv[1]
sys.path.insert(0, SOURCE + "/bench")
from harness import analysis, cells, simulation, store, tables  # noqa: E402
from harness.errors import Failure  # noqa: E402


def row(name, schedule, *seconds, phase="steady", threads=2, **more):
    return {"suite": "gap", "kernel": "pr", "input": name, "threads": threads,
            "schedule": schedule, "phase": phase, "seconds": list(seconds),
            **more}


def results(*rows):
    return analysis.Results([{"format": "usersched-bench-1", "date": "2026-01-01",
                              "results": list(rows)}])


class Analysis(unittest.TestCase):
    def test_ratios_are_medians_of_rounds(self):
        r = results(row("a", "static", 2, 9, 3), row("a", "usersched(prof)", 1, 3, 2))
        self.assertEqual(r.ratio("gap", "pr", "a", "static", "usersched(prof)"),
                         (2, 1.5, 3))

    def test_tuned_per_kernel_is_the_best_geometric_mean(self):
        r = results(row("a", "guided,1", 1), row("b", "guided,1", 9),
                    row("a", "guided,8", 2), row("b", "guided,8", 2))
        self.assertEqual(r.per_kernel("gap", "pr", "guided,"), "guided,8")
        self.assertEqual(r.per_input("gap", "pr", "a", "guided,"), "guided,1")

    def test_a_chunk_that_was_not_measured_everywhere_is_not_chosen(self):
        r = results(row("a", "guided,1", 1), row("a", "guided,8", 2),
                    row("b", "guided,8", 2))
        self.assertEqual(r.per_kernel("gap", "pr", "guided,"), "guided,8")

    def test_efficiency_is_of_the_threads_that_ran(self):
        r = results(row("a", "serial", 8, threads=1), row("a", "static", 5))
        self.assertAlmostEqual(r.efficiency("gap", "pr", "a", "static"), 0.8)

    def test_break_even(self):
        def after(first, steady, other):
            return results(row("a", "usersched(prof)", first, phase="first"),
                           row("a", "usersched(prof)", steady),
                           row("a", "static", other)).break_even(
                               "gap", "pr", "a", "static")
        self.assertEqual(after(10, 4, 6), 3)    # 10 + 4 + 4 = 3 * 6
        self.assertEqual(after(5, 4, 6), 1)
        self.assertEqual(after(10, 6, 6), math.inf)

    def test_static_with_and_without_a_chunk_are_two_baselines(self):
        self.assertEqual(analysis.family("static"), "static")
        self.assertEqual(analysis.family("static,8"), "static,")
        self.assertEqual(analysis.family("usersched(prof)"), "usersched(prof)")

    def test_comparison_has_a_cell_for_each_input_and_baseline(self):
        r = results(row("a", "static", 2), row("a", "guided,8", 3),
                    row("a", "usersched(prof)", 1))
        got = {(c.baseline, c.ratio[0])
               for c in analysis.compare(r, "gap", "usersched(prof)", "kernel")}
        self.assertEqual(got, {("static", 2), ("guided,", 3)})

    def test_a_wrong_result_is_in_the_report(self):
        r = results(row("a", "static", 2, problem="rank 3", verified=False))
        self.assertIn("1 rows are wrong", tables.provenance(r, "x"))

    def test_costs_are_found_again(self):
        load, iteration = simulation.fit(
            [(1000, 10, 1e-9 * (3 * 1000 + 5 * 10)),
             (1000, 900, 1e-9 * (3 * 1000 + 5 * 900))])
        self.assertAlmostEqual(load, 3)
        self.assertAlmostEqual(iteration, 5)

    def test_schedules_as_programs_take_them(self):
        self.assertEqual(cells.option("monotonic:dynamic,8"), "dynamic,8")
        self.assertEqual(cells.option("usersched(prof)"), "usersched_prof")

    def test_programs_without_graphs_have_inputs_of_their_own(self):
        graph = cells.Input("ring", "other", ("-f", "ring.el"))
        found = [(k, "/" + k) for k in ("pr", "minimd", "engine")]
        made = cells.make_cells(found, [graph], [4], 3, 10, quick=False)
        self.assertEqual([c.name for c in made][:2],
                         ["gap-pr-ring", "minimd-force-uniform-10__forget"])
        self.assertEqual([c.name for c in made][-6],
                         "engine-flat-all")
        self.assertEqual(made[1].command("out")[:9],
                         ["/minimd", "--system", "uniform", "-s", "10", "--plans",
                          "forget", "-n", "100"])
        self.assertEqual(made[-6].command("out"),
                         ["/engine", "flat", "--json", "out"])
        quick = cells.make_cells(found[2:], [graph], [4], 3, 10, quick=True)
        self.assertEqual(quick[0].command("out"),
                         ["/engine", "flat", "--quick", "--json", "out"])

    def test_results_of_another_kind_are_refused(self):
        good = row("a", "static", 1)
        for bad in ([], {"format": "x"}, {"format": "usersched-bench-1"},
                    {"format": "usersched-bench-1", "results": [{}]},
                    {"format": "usersched-bench-1",
                     "results": [{**good, "seconds": ["1"]}]}):
            with self.assertRaises(Failure, msg=bad):
                store.check(bad, "file")


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
