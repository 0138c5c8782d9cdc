"""tools/report: figures from files whose figures are known by hand.

Called as computations_test.py SOURCE_FOLDER.
"""
import sys
import unittest

sys.dont_write_bytecode = True
sys.path.insert(0, sys.argv.pop(1) + "/tools")
import samples  # noqa: E402
from report import balance, comparison, fit, measures, report_file  # noqa: E402
from report import run, shares, timeline, trace_file, verdict, whatif, words  # noqa: E402

US = 1e-6


def report_run(*loops):
    return run.combine(report_file.read(samples.report(*loops), "r.json"), None)


def spans(found=None):
    return trace_file.read(samples.trace(found), "t.json").spans


def pieces(*rows):
    """(load, iterations, seconds) each."""
    at, found = 0, []
    for load, iterations, seconds in rows:
        found.append(report_file.Piece(at, at + iterations, load, seconds))
        at += iterations
    return found


def twenty(load, seconds):
    """20 pieces of 10 iterations each, piece J with load(J) and seconds(J)."""
    return pieces(*((load(j), 10, seconds(j)) for j in range(20)))


def linear(j):
    return 10 * j


class Fit(unittest.TestCase):
    def test_costs_are_found_again(self):
        found = fit.fit(twenty(linear, lambda j: 30 * j + 50))
        self.assertAlmostEqual(found.per_load, 3)
        self.assertAlmostEqual(found.per_iteration, 5)
        self.assertAlmostEqual(found.r_squared, 1)
        self.assertAlmostEqual(found.predicted[7], 260)

    def test_pieces_weigh_as_much_as_they_have_iterations(self):
        found = fit.fit(pieces((1, 1, 5), (4, 1, 11), (2, 5, 19), (7, 3, 23)))
        self.assertAlmostEqual(found.per_load, 2)
        self.assertAlmostEqual(found.per_iteration, 3)

    def test_no_cost_is_negative(self):
        # 3 * load - 2 * iterations would be exact.
        found = fit.fit(pieces((1, 1, 1), (2, 1, 4), (3, 1, 7)))
        self.assertAlmostEqual(found.per_load, 2)
        self.assertEqual(found.per_iteration, 0)
        found = fit.fit(twenty(linear, lambda j: 1000 - 40 * j))
        self.assertEqual((found.per_load, found.r_squared), (0, 0))

    def test_a_load_that_has_nothing_to_do_with_time_explains_nothing(self):
        found = fit.fit(twenty(linear, lambda j: 3000 if j // 2 % 2 else 1000))
        self.assertLess(found.r_squared, 0.05)
        self.assertAlmostEqual(found.time_spread, 0.5, 2)

    def test_even_loads_explain_nothing_or_have_nothing_to_explain(self):
        self.assertEqual(
            fit.fit(twenty(lambda j: 10, lambda j: 100 + 50 * j)).r_squared, 0)
        found = fit.fit(twenty(lambda j: 10, lambda j: 100))
        self.assertIsNone(found.r_squared)
        self.assertEqual((found.per_load, found.per_iteration), (10, 0))

    def test_without_any_load_iterations_tell(self):
        found = fit.fit(pieces((0, 1, 2), (0, 2, 4), (0, 3, 6)))
        self.assertEqual((found.per_load, found.per_iteration), (0, 2))

    def test_few_pieces_explain_nothing(self):
        self.assertIsNone(
            fit.fit(twenty(linear, lambda j: 30 * j + 1)[:7]).r_squared)
        self.assertIsNone(fit.fit([]))
        self.assertIsNone(fit.fit(pieces((None, 1, 1))))

    def test_an_interruption_of_what_was_timed_once_does_not_count(self):
        found = twenty(linear, lambda j: 30 * j + 50)
        for piece in found:
            piece.times = 2
        found[3].times, found[3].seconds = 1, 1e6
        self.assertAlmostEqual(fit.fit(found).r_squared, 1)

    def test_sizes_far_apart_are_exact_enough(self):
        found = fit.fit(pieces((1e12, 10, 1.00003), (3e12, 20, 3.00006),
                               (1e12, 40, 1.00012)))
        self.assertAlmostEqual(found.per_load * 1e12, 1, 9)
        self.assertAlmostEqual(found.per_iteration * 1e6, 3, 6)


class Balance(unittest.TestCase):
    """100 iterations with load 1 each but the last, with 101; two threads."""
    chunks = report_file.Chunks([0, 50, 99, 100], [50, 49, 101], [None] * 3, 2)

    def costs(self, *timed, chunks=chunks):
        return balance.costs(chunks, [report_file.Piece(b, e, None, s)
                                      for b, e, s in timed], None, 100, 2)

    def test_equal_parts_go_by_load(self):
        for found in (self.costs(), self.costs((0, 25, 10))):
            self.assertEqual((found.even(), found.in_seconds), ([50, 150], False))
            self.assertAlmostEqual(found.ratio(found.even()), 1.5)

    def test_equal_parts_go_by_time_once_that_is_known(self):
        # A piece across the middle is half of each.
        found = self.costs((0, 25, 10), (25, 75, 40), (75, 100, 10))
        self.assertEqual((found.even(), found.in_seconds), ([30, 30], True))

    def test_a_loop_without_a_plan_is_known_by_its_times(self):
        found = self.costs((0, 50, 10), (50, 100, 40), chunks=None)
        self.assertEqual((found.even(), found.planned()), ([10, 40], []))
        self.assertIsNone(self.costs((0, 50, 10), chunks=None))

    def test_the_plan_has_the_cost_of_its_groups(self):
        self.assertEqual(report_run().loops[0].costs.planned(),
                         [8e-4, 5e-4 + 5e-4])
        self.assertEqual(self.costs().planned(), [])

    def test_one_iteration_may_be_longer_than_a_share(self):
        self.assertAlmostEqual(self.costs().longest_iteration(), 1.01)

    def test_equal_loads_differ_in_time_where_iterations_count(self):
        # Two groups of load 10: 1 and 9 iterations, of 5 seconds each besides.
        chunks = report_file.Chunks([0, 1, 10], [10, 10], [None] * 2, 2)
        told = fit.fit(pieces((10, 1, 15), (10, 9, 55)))
        self.assertAlmostEqual(balance.with_equal_loads(chunks, told), 55 / 35)

    def test_the_heaviest_chunk_is_in_parts_of_a_share(self):
        self.assertAlmostEqual(balance.heaviest_share_percent(self.chunks, 101), 101)

    def test_many_chunks_are_joined_but_the_heaviest_is_not(self):
        many = 10000
        found = report_file.read(samples.report(samples.loop(
            chunks={"threads": 2, "begin": list(range(many + 1)),
                    "load": [50 if i == 7000 else 1 for i in range(many)],
                    "groups": [0, 7000, many]})), "f.json").loops[0]
        self.assertEqual(found.chunks.load[:3], [3, 3, 3])
        self.assertEqual(found.chunks.begin[-2:], [9999, 10000])
        self.assertEqual(sum(found.chunks.load), many + 49)
        self.assertEqual([found.measures[f"heaviest.{name}"]
                          for name in ("begin", "end", "load")], [7000, 7001, 50])

    def test_without_a_plan_nothing_is_known(self):
        alone = report_file.Chunks([0, 9], [9], [None], 1)
        for chunks in (None, alone, report_file.Chunks([0, 9], [9], [None])):
            self.assertIsNone(balance.costs(chunks, [], None, 9, 1))
            self.assertIsNone(balance.heaviest_share_percent(chunks, 9))

    def test_more_parts_than_iterations(self):
        self.assertEqual(balance.equal_parts([(0, 1, 8)], 1, 4), [2, 2, 2, 2])


class Pieces(unittest.TestCase):
    def test_what_was_timed_most_often_is_chosen(self):
        found = report_file.without_overlaps([
            report_file.Piece(0, 50, 5, 60, 2),
            report_file.Piece(20, 30, 1, 1, 1),     # inside of the first
            report_file.Piece(40, 100, 6, 10, 1),   # once, across the next
            report_file.Piece(50, 100, 7, 30, 2)])
        self.assertEqual([(p.begin, p.end, p.seconds) for p in found],
                         [(0, 50, 60), (50, 100, 30)])

    def test_a_chunk_that_was_timed_alone_has_that_time(self):
        chunks = report_run().loops[0].chunks()
        self.assertEqual(chunks.seconds, [8e-4, None, None])


class Shares(unittest.TestCase):
    def test_loads_and_times_of_threads(self):
        first, second = shares.shares(spans())
        self.assertEqual(first.load, {"own": 8, "stolen": 2})
        self.assertAlmostEqual(first.busy, 600 * US)
        self.assertAlmostEqual(first.seconds["idle"], 250 * US)
        self.assertEqual(second.total_load, 6)
        self.assertAlmostEqual(second.busy, 900 * US)

    def test_lambda_is_the_busiest_above_the_median(self):
        self.assertAlmostEqual(shares.lambda_percent([600, 900]), 20)
        self.assertAlmostEqual(shares.lambda_percent([1, 2, 5]), 150)
        self.assertIsNone(shares.lambda_percent([0, 0, 5]))
        self.assertIsNone(shares.lambda_percent([]))

    def test_thefts_by_pair(self):
        self.assertEqual(shares.thefts(spans(samples.events(3))), [((0, 1), 3)])


class Timelines(unittest.TestCase):
    def test_few_spans_are_bars(self):
        found = timeline.timeline("x", spans())
        self.assertEqual(found.threads, [0, 1])
        self.assertAlmostEqual(found.seconds, 900 * US)
        self.assertIsNone(found.interval)
        self.assertEqual(
            sorted((b.row, b.kind, round(b.start / US), round(b.seconds / US))
                   for b in found.bars),
            [(0, "idle", 650, 250), (0, "own", 0, 400), (0, "stolen", 450, 200),
             (1, "own", 0, 900)])

    def test_many_are_summed_up(self):
        # 18 intervals of 50 us.
        found = timeline.timeline("x", spans(), most=3, sums=108)
        self.assertAlmostEqual(found.interval, 50 * US)
        self.assertEqual(found.spans, 4)
        count = {kind: sum(b.kind == kind for b in found.bars)
                 for kind in trace_file.KINDS}
        self.assertEqual(count, {"own": 8 + 18, "stolen": 4, "idle": 5,
                                 "inspect": 0, "balance": 0})
        for kind, seconds in (("own", 1300), ("stolen", 200), ("idle", 250)):
            self.assertAlmostEqual(seconds * US, sum(
                b.height * b.seconds for b in found.bars if b.kind == kind))

    def test_kinds_in_one_interval_stand_on_each_other(self):
        found = timeline.timeline("x", spans([
            samples.event("stolen", 0, 0, 25), samples.event("own", 0, 25, 75),
            samples.event("own", 0, 100, 1500)]), most=2, sums=32)
        first = [(b.kind, round(b.base, 6), round(b.height, 6))
                 for b in found.bars if b.start == 0]
        self.assertEqual(first, [("own", 0, 0.75), ("stolen", 0.75, 0.25)])

    def test_the_number_of_sums_is_bounded(self):
        many = spans([samples.event("own", i % 112, i, 5) for i in range(20000)])
        found = timeline.timeline("x", many)
        self.assertEqual(len(found.threads), 112)
        self.assertLessEqual(len(found.bars), timeline.SUMS)

    def test_spans_without_length_are_drawn(self):
        found = timeline.timeline("x", spans([samples.event("own", 0, 7, 0)] * 9),
                                  most=3)
        self.assertEqual((found.seconds, len(found.bars)), (0, 9))

    def test_first_slowest_median_and_last_execution(self):
        times = {1: 30, 2: 10, 3: 99, 4: 20, 5: 15}
        found = timeline.chosen_executions(spans([
            samples.event("own", 0, 1000 * n, t, execution=n)
            for n, t in times.items()]))
        self.assertEqual([(what, number) for what, number, _ in found],
                         [("first", 1), ("slowest", 3), ("median", 4), ("last", 5)])

    def test_one_execution_is_shown_once(self):
        (what, number, own), = timeline.chosen_executions(spans())
        self.assertEqual((what, number, len(own)),
                         ("first, slowest, median, last", 1, 4))


class Runs(unittest.TestCase):
    def test_chunks_of_a_trace_are_those_of_the_last_whole_execution(self):
        found = samples.events(2)
        found[4]["args"]["load"] = 9    # 0 to 4 of the second one
        loop, = run.combine(None, trace_file.read(samples.trace(found), "t")).loops
        self.assertEqual(loop.chunks().begin, [0, 4, 6, 10])
        self.assertEqual(loop.chunks().load, [9, 6, 2])
        del found[5]                    # 4 to 6 is missing: back to the first
        loop, = run.combine(None, trace_file.read(samples.trace(found), "t")).loops
        self.assertEqual(loop.chunks().load, [8, 6, 2])

    def test_a_trace_with_gaps_has_no_chunks(self):
        found = samples.events()
        found.pop(1)
        loop, = run.combine(None, trace_file.read(samples.trace(found), "t")).loops
        self.assertIsNone(loop.chunks())

    def test_report_and_trace_meet_at_the_place(self):
        both = run.combine(
            report_file.read(samples.report(), "r"),
            trace_file.read(samples.trace(samples.events()
                                          + samples.events(place="other.c:3")), "t"))
        self.assertEqual([(l.name, bool(l.report), len(l.spans)) for l in both.loops],
                         [("pr.cpp:57", True, 4), ("other.c:3", False, 4)])

    def test_loops_in_one_line_are_not_guessed(self):
        both = run.combine(
            report_file.read(samples.report(samples.loop(column=1),
                                            samples.loop(column=40)), "r"),
            trace_file.read(samples.trace(), "t"))
        self.assertEqual([len(l.spans) for l in both.loops], [0, 0, 4])
        self.assertIn("several loops stand at pr.cpp:57", both.notes()[0])

    def test_measures_of_a_report(self):
        found = measures.measures(report_run().loops[0].facts)
        self.assertAlmostEqual(found.get("time per execution"), 0.002)
        self.assertAlmostEqual(found.get("steals per execution"), 1.5)
        self.assertEqual(found.get("λ by load"), 12.5)

    def test_measures_of_a_trace(self):
        loop, = run.combine(None, trace_file.read(
            samples.trace(samples.events(3)), "t")).loops
        found = measures.measures(loop.facts)
        self.assertAlmostEqual(found.get("time per execution"), 900 * US)
        self.assertAlmostEqual(found.get("λ by time"), 20)
        self.assertEqual(found.get("steals per execution"), 1)
        self.assertAlmostEqual(found.get("stolen load"), 100 * 2 / 16)

    def test_numbers_for_people(self):
        self.assertEqual([words.seconds_text(s) for s in
                          (0, 2, 0.0015, 2.5e-5, 3e-9)],
                         ["0 s", "2 s", "1.5 ms", "25 us", "3 ns"])
        self.assertEqual([words.count_text(n) for n in (3, 12345678, 1.25)],
                         ["3", "12345678", "1.25"])


class Verdicts(unittest.TestCase):
    """Two threads, 10 iterations: static gives them 1.05 and 0.75 ms."""

    def says(self, loop, *words, word="good"):
        found = verdict.verdict(loop.facts)
        self.assertEqual(found.word, word, found.sentence)
        for expected in words:
            self.assertIn(expected, found.sentence + " | " + found.potential)

    def loop(self, each=0.001, busy=0.0019, **more):
        history = [{"execution": n, "seconds": each, "busy_seconds": busy,
                    "lambda_time_percent": 1, "kind": "plan"} for n in (1, 2, 3)]
        return report_run(samples.loop(history=history, **more)).loops[0]

    def test_faster_than_static_and_balanced(self):
        self.says(self.loop(), "about 1.1 times as fast here as `schedule(static)`; "
                  "within 5 % of perfect balance | about 5 % of the loop's time, at")

    def test_what_could_be_gained(self):
        self.says(self.loop(busy=0.0012), "`schedule(static)` would be about 1.4 times "
                  "as fast", "67 % above perfect balance | about 40 %",
                  word="could be better")

    def test_no_schedule_is_worse_than_one_thread(self):
        self.says(self.loop(each=0.0061), "most executions took far longer than one "
                  "thread would have: threads came late", word="not known")
        facts = self.loop(each=0.0061).facts
        self.assertIsNone(facts["balance_ratio"])
        self.assertNotIn("static_speedup", facts)

    def test_figures_do_not_contradict_each_other(self):
        facts = self.loop().facts
        self.assertAlmostEqual(facts["static_speedup"],
                               (1 + facts["static_excess_percent"] / 100)
                               / facts["balance_ratio"])
        self.assertAlmostEqual(1 / (1 - facts["potential_percent"] / 100),
                               1 + facts["over_bound_percent"] / 100)

    def test_nobody_can_divide_one_iteration(self):
        heavy = {"chunks": {"threads": 2, "begin": [0, 1, 10], "load": [90, 9]},
                 "ranges": {"begin": [0, 1], "end": [1, 10], "load": [90, 9],
                            "seconds": [9e-4, 1e-4], "times": [2, 2]}}
        self.says(self.loop(0.0009, 0.001, **heavy),
                  "within 1 % of what is possible, because one iteration alone takes "
                  "1.80 times a thread's share")

    def test_nothing_is_said_of_what_is_not_known(self):
        self.says(self.loop(ranges={}), "how `schedule(static)` would do is not known; "
                  "within 5 %")
        self.says(self.loop(trip_count={"least": 1, "most": 10, "total": 30}),
                  "how `schedule(static)` would do is not known")
        self.says(self.loop(busy=None), "times of the threads are not known",
                  word="not known")
        self.says(self.loop(threads={"least": 1, "most": 1}), "one thread",
                  word="not known")

    def test_loops_that_ran_evenly_or_too_short(self):
        even = [{"technique": "even", "reason": "off", "executions": 3}]
        self.says(self.loop(techniques=even), "divided as `schedule(static)` does")
        alone = [{"technique": "serial", "reason": "quickest", "executions": 3}]
        self.says(self.loop(techniques=alone), "one thread runs most executions alone")
        self.says(self.loop(2e-5, 9e-6), "an execution is only 4.50 us", "too short",
                  word="could be better")

    def test_a_busy_machine_is_said_so(self):
        found = report_run(samples.loop(processor_seconds=0.008))
        self.assertIn("had a processor for 50 % of their time", found.notes()[0])
        self.says(found.loops[0], "slowest thread would have about 1.2 times as much "
                  "to do as the mean; the machine was busy", word="not known")
        self.assertEqual(report_run().notes(), [])
        many = run.combine(report_file.read(samples.report(samples.loop(threads={"least": 2, "most": 4})), "r"), None)
        self.assertIn("4 threads share 2 processors", many.notes()[0])

    def test_a_quota_below_the_team_is_said_with_the_team_that_fits(self):
        def notes(quota, threads=3):
            of = {"least": 1, "most": threads}
            found = samples.report(samples.loop(threads=of), processors=8,
                                   quota_processors=quota)
            return run.combine(report_file.read(found, "r"), None).notes()

        said, = notes(2.5)
        self.assertIn("the time of 2.5 processors for 3 threads", said)
        self.assertIn("OMP_NUM_THREADS=2", said)
        self.assertIn("OMP_NUM_THREADS=1", notes(0.25)[0])
        for enough in (3, 1e18, None):
            self.assertEqual(notes(enough), [])
        self.assertEqual(notes(0.25, threads=1), [])


class Comparison(unittest.TestCase):
    def compare(self, before, after):
        return comparison.compare(report_run(*before), report_run(*after))

    def test_ratios_are_after_over_before(self):
        pair, = self.compare([samples.loop(seconds=0.016)],
                             [samples.loop(seconds=0.008, steals=3)])
        self.assertAlmostEqual(pair.time_ratio, 0.5)
        self.assertEqual(pair.sentence(), "2.00 times as fast as before")
        row = next(r for r in pair.rows if r.name == "steals per execution")
        self.assertEqual((row.before, row.after, row.ratio), ("1.5", "0.75", 0.5))

    def test_slower_is_said_so(self):
        pair, = self.compare([samples.loop(seconds=0.008)],
                             [samples.loop(seconds=0.01)])
        self.assertEqual(pair.sentence(), "takes 1.25 times as long as before")

    def test_time_per_execution_counts(self):
        pair, = self.compare([samples.loop(seconds=0.008, executions=4)],
                             [samples.loop(seconds=0.008, executions=8)])
        self.assertAlmostEqual(pair.time_ratio, 0.5)

    def test_a_loop_that_moved_is_known_by_function_and_load(self):
        pair, = self.compare([samples.loop(line=50)], [samples.loop(line=57)])
        self.assertEqual((pair.before.report.line, pair.after.report.line), (50, 57))

    def test_a_load_that_changed_is_the_same_loop(self):
        pair, = self.compare([samples.loop(load="1")], [samples.loop()])
        self.assertTrue(pair.before and pair.after)

    def test_loops_that_could_be_either_are_not_guessed(self):
        pairs = self.compare([samples.loop(line=1), samples.loop(line=2)],
                             [samples.loop(line=3)])
        self.assertEqual([p.sentence() for p in pairs],
                         ["only in the second run"] + 2 * ["only in the first run"])


class WhatIf(unittest.TestCase):
    def test_pieces_share_their_time_by_load(self):
        # 4 to 10 took 1 ms; 50 us per load and 100 us per iteration fit both pieces.
        loop = report_run().loops[0]
        found, notes = whatif.times(loop.chunks(), loop.pieces())
        self.assertEqual([round(t) for t in found], [800000, 500000, 500000])
        self.assertIn("3 of 3 chunks were timed, in 2 pieces", notes[0])

    def test_chunks_without_a_piece_follow_from_costs(self):
        loop = report_run(samples.loop(ranges={
            "begin": [0], "end": [4], "load": [8], "seconds": [8e-4],
            "times": [1]})).loops[0]
        found, notes = whatif.times(loop.chunks(), loop.pieces())
        self.assertEqual([round(t) for t in found], [800000, 600000, 200000])
        self.assertIn("1 of 3 chunks were timed", notes[0])

    def test_without_any_time_loads_count(self):
        loop = report_run(samples.loop(
            ranges=None, chunks={"begin": [0, 4, 10],
                                 "load": [3, 5]})).loops[0]
        self.assertEqual(whatif.times(loop.chunks(), loop.pieces())[0],
                         [3, 5])

    def test_large_loops_are_simulated_in_blocks(self):
        n = whatif.MOST_ITERATIONS
        chunks = report_file.Chunks([0, 1, 2 * n, 3 * n], [1, 1, 1], [None] * 3)
        begin, block = whatif.bounds(chunks)
        self.assertEqual(block, 3)
        self.assertEqual(begin, [0, 1, 1 + round((2 * n - 1) / 3),
                                 1 + round((2 * n - 1) / 3) + round(n / 3)])

    def sentence(self, one_exceeds=False, **seconds):
        rows = [{"schedule": name.replace("_", ","), "phase": "steady",
                 "seconds": [s], "over_bound_percent": 2.5}
                for name, s in seconds.items() if name != "ours"]
        rows.append({"schedule": "usersched(prof)", "phase": "steady",
                     "seconds": [seconds["ours"]], "over_bound_percent": 2.5})
        return whatif.sentence(rows, one_exceeds, 64)

    def test_sentences(self):
        self.assertIn("static would do",
                      self.sentence(static=1.04, guided_8=1.02, ours=1))
        found = self.sentence(static=4, guided_8=2, ours=1)
        self.assertIn("2.00 times as fast as guided,8", found)
        self.assertIn("4.00 times as fast as static", found)
        self.assertIn("2.5 % above the lower bound", found)
        self.assertIn("within 2.0 % of guided,8",
                      self.sentence(static=4, guided_8=1, ours=1.02))
        self.assertIn("guided,8 would suit this loop: usersched would take 1.50",
                      self.sentence(static=4, guided_8=1, ours=1.5))
        self.assertIn("usersched would suit this loop: 2.00 times",
                      self.sentence(static=4, guided_8=2, usersched=0.97, ours=1))
        self.assertIn("usersched with profile: off would suit this loop: 2.00 times",
                      self.sentence(static=4, guided_8=2, usersched=1, ours=1.5))
        self.assertIn("and fewer threads would do",
                      self.sentence(True, static=4, guided_8=2, ours=1))


if __name__ == "__main__":
    unittest.main()
