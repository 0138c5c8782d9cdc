"""bench/harness: figures from results that were made by hand.

Called as analysis_test.py SOURCE_FOLDER BUILD_FOLDER.
"""
import dataclasses
import math
import sys
import tempfile
import unittest

sys.dont_write_bytecode = True
SOURCE = sys.argv[1]
sys.path.insert(0, SOURCE + "/bench")
from harness import analysis, cells, counters, passes, simulation  # noqa: E402
from harness import engine_tables, plots, simulated_tables  # noqa: E402
from harness import store, tables  # noqa: E402
from harness.errors import Failure  # noqa: E402


def row(name, schedule, *seconds, phase="steady", threads=2, **more):
    return {"suite": "gap", "kernel": "pr", "input": name, "threads": threads,
            "schedule": schedule, "phase": phase, "seconds": list(seconds),
            **more}


def document(*rows, **more):
    return {"format": "usersched-bench-1", "date": "2026-01-01",
            "results": list(rows), **more}


def results(*rows):
    return analysis.Results([document(*rows)])


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

    def test_the_luckiest_of_several_chunks_is_tuned_in_other_processes(self):
        # guided,1 was lucky in the first process, guided,8 in the second.
        def in_turn(first, second):
            return [document(row("a", "guided,1", first[0]),
                             row("a", "guided,8", first[1]),
                             row("a", "usersched(prof)", 4), **{"pass": 1}),
                    document(row("a", "guided,1", second[0]),
                             row("a", "guided,8", second[1]),
                             row("a", "usersched(prof)", 4), **{"pass": 2})]
        r = analysis.Results(in_turn((2, 5), (6, 3)))
        chosen, ratio = r.held_out("gap", "pr", "a", ["guided,"], "usersched(prof)")
        self.assertEqual(ratio, (5.5 / 4, 5 / 4, 6 / 4))
        # What is the best one everywhere stays that.
        r = analysis.Results(in_turn((2, 5), (2, 3)))
        self.assertEqual(r.held_out("gap", "pr", "a", ["guided,", "static"],
                                    "usersched(prof)"),
                         ("guided,1", (0.5, 0.5, 0.5)))
        self.assertEqual([(c.schedule, c.ratio[0]) for c in analysis.compare(
            r, "gap", "usersched(prof)", "others")], [("guided,1", 0.5)])
        r = results(row("a", "guided,1", 1), row("a", "usersched(prof)", 1))
        self.assertIsNone(r.held_out("gap", "pr", "a", ["guided,"],
                                     "usersched(prof)"), "one process")

    def test_a_chunk_that_was_not_measured_everywhere_is_not_chosen(self):
        r = results(row("a", "guided,1", 1), row("a", "guided,8", 2),
                    row("b", "guided,8", 2))
        self.assertEqual(r.per_kernel("gap", "pr", "guided,"), "guided,8")

    def test_one_chunk_everywhere_costs_what_its_cells_cost(self):
        r = results(row("a", "guided,1", 4), row("b", "guided,1", 1),
                    row("a", "guided,8", 2), row("b", "guided,8", 2),
                    row("a", "guided,9", 1), row("a", "usersched(prof)", 1),
                    row("b", "usersched(prof)", 1))
        self.assertEqual(tables.untuned_chunks(r, "gap").splitlines()[2:],
                         ["| guided,1 | 2.00 | 4.00 | 1 |",
                          "| guided,8 | 2.00 | 2.00 | 0 |"])

    def test_simulated_loops_are_put_together(self):
        def loop(guided):
            return document(row("a", "guided,2", guided),
                            row("a", "usersched(prof)", 9, phase="first"),
                            row("a", "usersched(prof)", 1), threads=112,
                            simulation={"nanoseconds": {"load": 100}})
        self.assertEqual(
            simulated_tables.simulated_together([loop(8), loop(2)]).splitlines()[2],
            "| 100 | 112 | 2 | - | - | - | 4.00 (2.000 to 8.00) | - |")

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

    def test_what_a_cell_allows_is_its_time_over_a_share(self):
        def bound(heaviest):
            r = results(row("a", "serial", 8, threads=1), row("a", "static", 5))
            return analysis.bound(r, "gap", "pr", "a", "static", heaviest)
        self.assertAlmostEqual(bound(0), 1.25)
        self.assertAlmostEqual(bound(0.5), 1.25)
        self.assertAlmostEqual(bound(0.625), 1)  # five eighths of 8 are 5
        self.assertIsNone(analysis.bound(results(row("a", "static", 5)), "gap",
                                         "pr", "a", "static"))

    def test_goals_are_restricted_to_where_they_are_possible(self):
        # Of the others, guided,8 has the better mean. Bounds: 6/4 and 4.4/4.
        r = results(*(row(n, "serial", 8, threads=1) for n in "ab"),
                    row("c", "serial", 8, threads=1),
                    row("a", "guided,8", 6, lambda_time_percent=50),
                    row("b", "guided,8", 4.4, lambda_time_percent=None),
                    row("c", "guided,8", 6, lambda_time_percent=15),
                    row("a", "static", 5), row("b", "static", 9),
                    row("c", "static", 9), row("c", "usersched(prof)", 4),
                    row("a", "static_steal,8", 4), row("b", "static_steal,8", 4),
                    row("c", "static_steal,8", 4),
                    row("a", "usersched(prof)", 5), row("b", "usersched(prof)", 4))
        steal, others = analysis.goals(r, "gap")
        self.assertEqual([(c.input, c.schedule) for c in others.all],
                         [("a", "guided,8"), ("b", "guided,8"), ("c", "guided,8")])
        self.assertEqual([c.input for c in others.allowed], ["a", "c"])
        self.assertEqual([c.input for c in others.uneven], ["a"])
        self.assertAlmostEqual(others.mean(others.allowed), (1.2 * 1.5) ** 0.5)
        self.assertAlmostEqual(others.mean(others.allowed, "bound"), 1.5)
        self.assertEqual(steal.allowed, [])
        text = tables.goals(r, "gap")
        self.assertIn("| the best of the others | 1.16 | imbalance allows it | 1 "
                      "| 1.20 | 1.50 | 1.50 |", text)
        self.assertIn("| static_steal,c | 1.05 | bound allows it | 0 | - | - | - |",
                      text)

    def test_a_heavy_iteration_forbids_a_goal(self):
        r = results(row("a", "serial", 8, threads=1), row("a", "static", 6),
                    row("a", "usersched(prof)", 5))
        prediction = document(row("a", "static", 5),
                              prediction={"heaviest_share": 0.7})
        heaviest = analysis.heaviest_shares([prediction])
        self.assertEqual(len(analysis.goals(r, "gap")[1].allowed), 1)
        self.assertEqual(analysis.goals(r, "gap", heaviest)[1].allowed, [])

    def test_a_run_that_was_not_complete_has_no_ratio(self):
        r = results(row("a", "static", 1, 1, kernel_seconds=[6, None]),
                    row("a", "usersched(prof)", 1, 1, kernel_seconds=[2, None]))
        self.assertEqual(r.ratio("gap", "pr", "a", "static", "usersched(prof)",
                                 field="kernel_seconds"), (3, 3, 3))

    def test_a_wrong_result_is_in_the_report(self):
        r = results(row("a", "static", 2, problem="rank 3", verified=False))
        self.assertIn("1 rows are wrong", tables.provenance(r, "x"))

    def test_costs_are_found_again(self):
        load, iteration = simulation.fit(
            [(1000, 10, 1e-9 * (3 * 1000 + 5 * 10)),
             (1000, 900, 1e-9 * (3 * 1000 + 5 * 900))])
        self.assertAlmostEqual(load, 3)
        self.assertAlmostEqual(iteration, 5)

    def test_the_cost_of_a_chunk_is_found_again(self):
        # 1000 vertices, 100 or 10 chunks, 2 threads: 90 chunks take 180 ns longer.
        r = analysis.Results([document(
            row("a", "static_steal,10", 1e-6 + 90e-9),
            row("a", "static_steal,100", 1e-6), graph={"vertices": 1000},
            threads=2)])
        self.assertAlmostEqual(simulation.overhead(r, "static_steal,"), 2)
        self.assertIsNone(simulation.overhead(r, "guided,"))

    def test_predictions_stand_beside_what_was_measured(self):
        def of(schedule, percent, seconds=1):
            return row("a", schedule, seconds, lambda_load_percent=percent)
        measured = results(of("static", 8), of("guided,8", 4), of("guided,64", 5, 2),
                           row("a", "guided,8", 9, phase="first"))
        predicted = document(of("static", 7), of("guided,8", 3), of("guided,64", 2),
                             prediction={"nanoseconds": {
                                 "load": 1, "iteration": 0, "own": 20, "shared": 60}})
        rows = simulation.compare([predicted], measured)
        self.assertEqual([(p.schedule, p.measured, p.predicted) for p in rows],
                         [("static", 8, 7), ("guided,8", 4, 3)])
        text = simulated_tables.validation(rows, [predicted])
        self.assertIn("| static | 1 | 8.00 | 7.00 | 1.00 | 1.00 |", text)
        self.assertIn("| pr a | 8.0 / 7.0 | 4.0 / 3.0 |", text)

    def test_counts_are_of_one_more_run(self):
        self.assertEqual(
            counters.per_run({"cycles": 10, "stalled-cycles-backend": 1, "x": 1},
                             {"cycles": 30, "stalled-cycles-backend": 5}),
            {"cycles": 10, "stalled-cycles-backend": 2, "productive cycles": 8})

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

    def test_hard_loops_are_measured_one_by_one_in_several_processes(self):
        chosen = {"same/t2": ("hard", "--cells", "^same/t2$")}
        made = cells.make_cells([("hard", "/engine")], [], [4], 3, 10, False, chosen)
        first, again = cells.in_passes(made, 2)
        self.assertEqual(first.command("out"),
                         ["/engine", "hard", "--cells", "^same/t2$", "--json", "out"])
        self.assertEqual((first.name, again.number), ("engine-hard-same_t2", 2))

    def test_hard_loops_are_over_the_best_of_the_others(self):
        def one(number, name, ours, static, guided):
            def hard(schedule, seconds, phase):
                return {**row(name, schedule, *seconds, phase=phase),
                        "suite": "engine", "kernel": "hard"}
            return document(*[hard(s, [t * f for t in times], phase)
                              for phase, f in (("steady", 1), ("first", 2))
                              for s, times in (("usersched(prof)", ours),
                                               ("static", static),
                                               ("guided,c", guided))],
                            **{"pass": number})
        r = analysis.Results([one(1, "same/right", [1, 1], [2, 2], [4, 4]),
                              one(2, "same/right", [1, 1], [3, 3], [5, 5]),
                              one(1, "another/right", [2], [4], [1])])
        worst, other = analysis.hard(r)
        self.assertEqual((worst.name, worst.best["steady"], worst.ratio["steady"][0],
                          worst.is_behind("first")),
                         ("another/right", "guided,c", 0.5, True))
        self.assertEqual((other.best["first"], other.ratio["first"][0],
                          other.passes["first"], other.is_behind("steady")),
                         ("static", 2.5, (2, 3), False))
        self.assertIn("| **all** | 2 | 1.12 | 0.50 | 1 | 1.12 | 0.50 | 1 |",
                      engine_tables.hard_choices(r))
        self.assertIn("| same | 1 | 2.50 | 2.50 | 0 |", engine_tables.hard_choices(r))
        self.assertEqual(engine_tables.engine(r).count("\n"), 2,
                         "have tables of their own")
        # Each is the luckiest in one process; in the other one it is not.
        lucky = analysis.Results([one(1, "same/right", [1, 1], [2, 2], [4, 4]),
                                  one(2, "same/right", [1, 1], [5, 5], [3, 3])])
        self.assertEqual(analysis.hard(lucky)[0].ratio["steady"], (4.5, 4, 5))

    def test_the_openmp_runtime_is_named_first(self):
        r = analysis.Results([document(row("a", "static", 1), libomp="LLVM OMP 5"),
                              document(row("b", "static", 1))])
        self.assertEqual(tables.provenance(r, "x").splitlines()[0],
                         "- OpenMP runtime: LLVM OMP 5")

    def test_all_cells_come_before_any_comes_again(self):
        graph = cells.Input("ring", "other", ("-f", "ring.el"))
        made = cells.make_cells([(k, "/" + k) for k in ("pr", "bfs", "engine")],
                                [graph], [4], 3, 10, quick=False)
        order = [(c.kernel, c.number) for c in cells.in_passes(made, 2)]
        self.assertEqual(order[:2] + order[-2:],
                         [("pr", 1), ("bfs", 1), ("pr", 2), ("bfs", 2)])
        self.assertNotIn(("flat", 2), order)
        first, again = (c for c in cells.in_passes(made, 2) if c.kernel == "pr")
        self.assertNotEqual(first.file, again.file)
        self.assertNotIn("--no-loads", first.command("out"))
        self.assertIn("--no-loads", again.command("out"))

    def test_a_mean_of_one_ratio_is_drawn(self):
        for ours in (3, 7, 11, 13):  # exp(log(x)) is above or below x
            r = results(row("a", "static", 10), row("a", "usersched(prof)", ours))
            with tempfile.TemporaryDirectory() as folder:
                self.assertEqual(plots.speedup(r, "gap", folder), "speedup-gap")

    def test_the_quickest_are_measured_again_apart(self):
        graphs = [cells.Input(n, "other", ("-f", n + ".el")) for n in ("a", "b")]
        made = cells.make_cells([("pr", "/pr")], graphs, [4, 8], 3, 10, quick=False)
        r = results(row("a", "serial", 1), row("a", "static", 4),
                    row("a", "static,4", 3), row("a", "guided,4", 5),
                    row("a", "tbb_auto", 2), row("a", "usersched(prof)", 1))
        cell, = cells.of_quickest(made, r, 2)
        self.assertEqual((cell.input, cell.schedules),
                         ("a", ("static,4", "static", "usersched(prof)")))
        alone = [c.schedules for c in cell.processes()]
        self.assertEqual(sorted(alone), [("static",), ("static,4",),
                                         ("usersched(prof)",)])
        # The programs name a graph that they made undirected so.
        graphs = [cells.Input("a", "other", ("-f", "a.el", "-s"))]
        undirected = cells.make_cells([("pr", "/pr")], graphs, [4], 3, 10, False)
        self.assertEqual(len(cells.of_quickest(undirected, results(
            row("a (symmetrized)", "static", 1)), 2)), 1)
        made_up = [cells.Input("generated-x", "generated",
                               ("--kronecker", "18", "--hubs-first"))]
        generated = cells.make_cells([("pr", "/pr")], made_up, [4], 3, 10, False)
        self.assertEqual(len(cells.of_quickest(generated, results(
            row("kronecker-18, hubs first", "static", 1)), 2)), 1)
        # Together they would be another measurement.
        together = dataclasses.replace(cell, apart=False)
        self.assertEqual(together.processes(), [together])
        self.assertNotEqual(together.key(), cell.key())
        with self.assertRaisesRegex(Failure, "none of the graph kernels"):
            cells.of_quickest(made, results(row("c", "static", 1)), 2)
        self.assertIn("In 1 of 2 cells, each schedule had", tables.provenance(
            analysis.Results([document(row("a", "static", 1), apart=True),
                              document(row("b", "static", 1))]), "x"))

    def test_only_some_kernels_run_under_onetbb(self):
        graph = cells.Input("ring", "other", ("-f", "ring.el"))
        pr, bfs = cells.make_cells([(k, "/" + k) for k in ("pr", "bfs")], [graph],
                                   [4, 8], 3, 10, quick=False)
        self.assertEqual([s for s in pr.schedules if s not in bfs.schedules],
                         ["tbb_auto", "tbb_affinity", "tbb_simple,4", "tbb_simple,8"])

    def test_onetbb_stands_beside_the_best_of_openmps(self):
        r = results(row("a", "static", 3), row("a", "guided,1", 2),
                    row("a", "tbb_auto", 4), row("a", "tbb_simple,1", 6),
                    row("a", "tbb_simple,8", 5), row("a", "usersched(prof)", 2))
        self.assertEqual(tables.tbb(r, "gap").splitlines()[2],
                         "| pr a | 2.00 (2.00 to 2.00) | - | 2.50 (2.50 to 2.50) "
                         "| 1.00 (1.00 to 1.00) |")
        self.assertEqual(tables.tbb(results(row("a", "static", 3),
                                            row("a", "usersched(prof)", 2)), "gap"),
                         [], "not measured")

    def test_a_long_kernel_has_fewer_chunks(self):
        graph = cells.Input("ring", "other", ("-f", "ring.el"))
        pr, tc = cells.make_cells([(k, "/" + k) for k in ("pr", "tc")], [graph],
                                  [4, 8, 16], 3, 10, quick=False)
        self.assertIn("guided,8", pr.schedules)
        self.assertNotIn("guided,8", tc.schedules)
        self.assertIn("guided,16", tc.schedules)

    def test_fits_stand_beside_each_other(self):
        def of(name, value):
            return document({**row(name, "steps", 1), "r_squared": value}, fit={})
        self.assertIn("| `steps` | 0.90 | 0.50 |",
                      tables.fits([of("a", 0.9), of("b", 0.5)]))

    def test_passes_are_put_together_round_by_round(self):
        def one(number, static, ours, share):
            return document(
                row("a", "static", *static, kernel_seconds=static, verified=True,
                    lambda_load_percent=share, processor_share=1, problem=""),
                row("a", "usersched(prof)", *ours, verified=number != 2,
                    problem="" if number != 2 else "rank 3"),
                **{"pass": number, "commit": "c" + str(number // 3)})
        joined, = passes.join([one(2, [4, 4], [1, 2], None),
                               one(1, [2, 2], [2, 1], 7), one(3, [3], [3], None)])
        self.assertEqual(joined["passes"], [1, 1, 2, 2, 3])
        self.assertEqual(joined["rounds"], 5)
        self.assertEqual(joined["commit"], "c0, c1")
        static, ours = joined["results"]
        self.assertEqual(static["seconds"], [2, 2, 4, 4, 3])
        self.assertEqual(static["kernel_seconds"], [2, 2, 4, 4, 3])
        self.assertEqual(static["lambda_load_percent"], 7)
        self.assertEqual((static["verified"], ours["verified"], ours["problem"]),
                         (True, False, "rank 3"))
        self.assertNotIn("pass", joined)
        r = analysis.Results([joined])
        self.assertEqual(r.ratio("gap", "pr", "a", "static", "usersched(prof)"),
                         (2, 1, 4))
        self.assertEqual(r.of_passes("gap", "pr", "a", "static", "usersched(prof)"),
                         (1, 3))
        self.assertIn("of 3 processes", tables.provenance(r, "x"))
        self.assertEqual(passes.join([joined]), [joined])

    def test_passes_that_do_not_fit_are_refused(self):
        one = document(row("a", "static", 1), **{"pass": 1})
        for other in (document(row("a", "static", 1), row("a", "guided,1", 1),
                               **{"pass": 2}),
                      document(row("a", "static", 1), threads=3, **{"pass": 2}),
                      document(row("a", "static", 1), libomp="x", **{"pass": 2})):
            with self.assertRaisesRegex(Failure, "pr on a: pass 2 has other"):
                passes.join([one, other])

    def test_a_cell_that_was_measured_again_replaces_the_earlier(self):
        old = document(row("a", "static", 1), row("a", "guided,1", 1))
        new = document(row("a", "static", 2))
        other = document(row("b", "static", 3))
        simulated = [document(row("a", "static", 1), simulation={"nanoseconds": n})
                     for n in (1, 2)]
        self.assertEqual(passes.together([old, other, *simulated, new]),
                         [other, *simulated, new])
        r = analysis.Results([old, *simulated, new])
        self.assertEqual(list(r.rows), [("gap", "pr", "a", "static", "steady")])

    def test_a_libomp_built_for_debugging_is_named(self):
        def told(seconds):
            return tables.provenance(analysis.Results([document(
                row("a", "static", 1), empty_loop_seconds=seconds)]), "x")

        self.assertIn("takes 24 ns for an empty static loop\n", told(24e-9))
        self.assertIn("takes 640 ns for an empty static loop: this libomp is built for "
                      "debugging", told(640e-9))
        self.assertNotIn("empty", tables.provenance(
            analysis.Results([document(row("a", "static", 1))]), "x"))

    def test_folders_of_the_machine_are_left_out(self):
        told = passes.without_folders(document(
            row("a", "static", 1), cell="-f /some/where/a.el -s --json",
            command="/a/b/pr -f '/c/d.el' --schedules 'static guided,4' --x=/e/f"))
        self.assertEqual(told["command"],
                         "pr -f 'd.el' --schedules 'static guided,4' --x=f")
        self.assertEqual(told["cell"], "-f a.el -s --json")
        self.assertEqual(told["results"][0]["seconds"], [1])

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
