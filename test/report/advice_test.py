"""tools/report/advice.py: when which advice is given, in which words.

Called as advice_test.py SOURCE_FOLDER.
"""
import pathlib
import re
import sys
import unittest

sys.dont_write_bytecode = True
SOURCE = pathlib.Path(sys.argv.pop(1))
sys.path.insert(0, str(SOURCE / "tools"))
from report import report_file  # noqa: E402
from report.advice import advise  # noqa: E402
import samples  # noqa: E402


def healthy(**more):
    """A long loop that is as it should be. a__b is the figure a.b."""
    return {"executions": 100, "trip_count.most": 10000, "threads.least": 4,
            "threads.most": 4, "seconds": 1, "balanced_seconds": 0.01, "plans.made": 1, "plans.hits": 99,
            "plans.stale": 0, "plans.evicted": 0, "busy_seconds": 4,
            "inspect_seconds": 0.01, "balance_seconds": 0.001, "r_squared": 0.95,
            "correlation": 0.97, "time_spread": 1, "equal_loads_ratio": 1.2,
            "seconds_per_load": 1e-9, "seconds_per_iteration": 0.0,
            "heaviest.begin": 5, "heaviest.end": 6,
            "heaviest_share_percent": 10, "static_excess_percent": 50,
            "has_prefix": False, "telescopes": False, "is_constant": False,
            **{name.replace("__", "."): value for name, value in more.items()}}


def kinds(facts):
    return [kind for kind, _ in advise(facts)]


class Advice(unittest.TestCase):
    def says(self, kind, *words, **more):
        """The text of the only advice, which must be of this kind."""
        given = advise(healthy(**more))
        self.assertEqual([k for k, _ in given], [kind])
        for word in words:
            self.assertIn(word, given[0][1])
        # Of what is not known nothing is said.
        report, = report_file.read(samples.report(), "r").loops
        facts = healthy(**more)
        for name in facts:
            for _, text in advise({**facts, name: None}, report):
                self.assertNotRegex(text, r"\bnan\b", name)
        return given[0][1]

    def says_nothing(self, **more):
        self.assertEqual(kinds(healthy(**more)), [])

    def test_a_good_loop_needs_none(self):
        self.says_nothing()

    def test_a_loop_of_which_nothing_is_known_gets_none(self):
        self.assertEqual(kinds({}), [])
        for name in healthy():
            self.assertEqual(kinds({**healthy(), name: None}), [], name)

    def test_an_iteration_heavier_than_a_share_is_named(self):
        giant = {"heaviest__begin": 17, "heaviest__end": 18}
        self.says("giant-iteration", "Iteration 17 ", "340 % of a thread's even share",
                  "3.40 times as long", heaviest_share_percent=340, **giant)
        self.says_nothing(heaviest_share_percent=100, **giant)

    def test_a_chunk_heavier_than_a_share_is_the_users(self):
        self.says("giant-chunk", "iterations 100 to 199", "2.50 times", "`chunk`",
                  heaviest__begin=100, heaviest__end=200, heaviest_share_percent=250)

    def test_a_block_heavier_than_a_share_is_named_by_its_iterations(self):
        self.says("giant-block", "iterations 850 to 899", "2.50 times",
                  iterations_each=50, heaviest__begin=17, heaviest__end=18,
                  heaviest_share_percent=250)

    def test_a_load_that_does_not_tell_the_time(self):
        self.says("poor-predictor", "explains 12.3 %", "R² = 0.12", r_squared=0.123)
        # Where all take the same time, there is nothing to tell.
        self.says_nothing(r_squared=0.123, time_spread=0.05)
        self.says_nothing(r_squared=None)

    def test_a_load_the_wrong_way_round(self):
        self.says("reversed-load", "correlation -0.90", r_squared=0, correlation=-0.9)
        self.says("unrelated-load", "R² = 0.01", r_squared=0.01, correlation=0.1)
        self.says("unrelated-load", r_squared=0, correlation=-0.4)

    def test_a_constant_load_is_not_looked_at(self):
        self.says("constant-load", "Write what makes", is_constant=True, r_squared=0,
                  correlation=0)
        self.says_nothing(is_constant=True, r_squared=None, correlation=None,
                          inspect_seconds=9)

    def test_a_short_loop(self):
        self.says("too-short", "about 4 us of work", balanced_seconds=4e-6)

    def test_a_loop_for_static(self):
        self.says("static-would-do", "1.50 % longer than the mean", "schedule(static)",
                  static_excess_percent=1.5)
        self.says_nothing(static_excess_percent=1.5, executions=1)

    def test_looking_at_loads_takes_long(self):
        looking = {"executions": 1, "plans__hits": 0, "inspect_seconds": 2,
                   "balance_seconds": 2}
        self.says("inspection-dominates", "50 % of the threads' time",
                  "; 0 of 1 executions found balanced groups",
                  "`prefix` needs no look", **looking)
        for sums in ({"has_prefix": True}, {"telescopes": True}):
            text = self.says("inspection-dominates", "no iteration was looked at",
                             **sums, **looking)
            self.assertNotIn("needs no look", text)

    def test_loads_that_change_all_the_time(self):
        self.says("stale-plans", "in 40 of 100 executions", "`profile: off`",
                  plans__stale=40)
        self.says_nothing(plans__stale=2)

    def test_plans_that_nobody_uses_again(self):
        self.says("plans-unused", "90 times the loop was balanced, and only 10 times",
                  "`data`", plans__made=90, plans__hits=10)

    def test_plans_that_make_room_too_soon(self):
        self.says("plans-evicted", "24 of 40 balanced groups", plans__made=40,
                  plans__hits=60, plans__evicted=24)

    def test_one_thread_is_told_so_and_nothing_else(self):
        (kind, text), = advise({"executions": 5, "trip_count.most": 100,
                                "threads.least": 1, "threads.most": 1, "seconds": 1,
                                "busy_seconds": 1})
        self.assertEqual(kind, "one-thread")
        self.assertIn("nothing to balance", text)

    def test_fewer_iterations_than_threads(self):
        self.says("few-iterations", "at most 3 iterations for 4 threads", "collapse",
                  trip_count__most=3)

    def better(self, load, per_load=0.8e-9, per_iteration=1.2e-9, each=1, **more):
        """The pragma that is advised, and what stands behind it; None without."""
        loop, = report_file.read(samples.report(samples.loop(load=load, **more)),
                                 "r").loops
        found = dict(advise(healthy(seconds_per_load=per_load, iterations_each=each,
                                    seconds_per_iteration=per_iteration), loop))
        if "better-load" not in found:
            return None
        return found["better-load"].split("from the start: ")[1]

    def test_a_better_load_is_printed(self):
        self.assertEqual(self.better("row[i + 1] - row[i]", per_iteration=1.6e-9),
                         "`#pragma ompx usersched(load: (row[i + 1] - row[i]) + 2)`.")
        self.assertEqual(self.better("g.in_degree(n)"),
                         "`#pragma ompx usersched(load: 2 * g.in_degree(n) + 3)`.")
        self.assertEqual(self.better("w->size()", per_iteration=8e-8),
                         "`#pragma ompx usersched(load: w->size() + 100)`.")
        self.assertEqual(self.better("i", per_iteration=2e-10),
                         "`#pragma ompx usersched(load: 4 * i + 1)`.")

    def test_a_better_load_of_blocks_is_one_of_iterations(self):
        self.assertEqual(self.better("i", per_iteration=80e-9, each=50),
                         "`#pragma ompx usersched(load: i + 2)`.")

    def test_a_better_prefix_counts_the_iterations_before(self):
        self.assertEqual(self.better("row[v]", per_iteration=1.6e-9, has_prefix=True),
                         "`#pragma ompx usersched(prefix: row[v] + 2 * v)`, where `v` "
                         "counts the iterations from 0.")

    def test_no_better_load_where_there_is_none(self):
        self.assertIsNone(self.better("i", per_iteration=1e-12))
        self.assertIsNone(self.better("i", per_iteration=1e-3))
        self.assertIsNone(self.better(""))
        self.assertIsNone(self.better("(" * 500 + "i" + ")" * 500))
        loop, = report_file.read(samples.report(), "r").loops
        self.assertEqual(advise(healthy(seconds_per_iteration=1e-9,
                                        equal_loads_ratio=1.01), loop), [])

    def test_the_manual_has_every_kind(self):
        source = (SOURCE / "tools/report/advice.py").read_text()
        manual = (SOURCE / "docs/report.md").read_text()
        self.assertCountEqual(re.findall(r'return "([a-z-]+)", \(', source),
                              re.findall(r"^\| `([a-z-]+)` \|", manual, re.M))

    def test_the_most_important_comes_first(self):
        self.assertEqual(
            kinds(healthy(heaviest__begin=17, heaviest__end=18,
                          heaviest_share_percent=340, static_excess_percent=1,
                          r_squared=0.3)),
            ["giant-iteration", "poor-predictor", "static-would-do"])


if __name__ == "__main__":
    unittest.main()
