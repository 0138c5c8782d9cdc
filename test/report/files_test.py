"""tools/report: a file that is no report or trace is refused in one line. A file
that was cut off is read as far as it goes. Random damage has no other effect.

Called as files_test.py SOURCE_FOLDER.
"""
import copy
import json
import pathlib
import random
import sys
import tempfile
import unittest

sys.dont_write_bytecode = True
sys.path.insert(0, sys.argv.pop(1) + "/tools")
import samples  # noqa: E402
from report import files, markdown, page, run, sections, whatif  # noqa: E402
from report.errors import Failure  # noqa: E402

DAMAGE = [None, True, -1, 0, 1, 0.5, 1e59, 10 ** 400, -1e300, "", "x", "nan",
          "\ud800", "\x00", "</script><b>", "$\\frac{", [], {}, [[]], [None], 2 ** 63]


class Files(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.path = pathlib.Path(self.folder.name)

    def tearDown(self):
        self.folder.cleanup()

    def file(self, content, name="f.json"):
        path = self.path / name
        if isinstance(content, bytes):
            path.write_bytes(content)
        else:
            path.write_text(content if isinstance(content, str)
                            else json.dumps(content))
        return str(path)

    def refused(self, content, *words):
        path = self.file(content)
        with self.assertRaises(Failure) as caught:
            run.read([path])
        said = str(caught.exception)
        self.assertIn(path, said)
        self.assertNotIn("\n", said)
        self.assertLess(len(said), 400 + len(path), said)
        for word in words:
            self.assertIn(word, said)

    def test_what_is_none_of_our_files(self):
        for content in (b"", "  ", "hello", b"\xff\xfe\x00", "[1]", "3",
                        '{"format": 3}', "{}", '{"format": "usersched-bench-1"}',
                        {"traceEvents": []}, "[" * 100000,
                        {"traceEvents": [], "otherData": 3}):
            self.refused(content, "expected a report (USERSCHED_REPORT=FILE.json) or "
                                  "a trace (USERSCHED_TRACE=FILE.json)")
        self.refused('{"a": 1,\n"b" 2}', "line 2")
        self.refused("9" * 5000, "expected a report")

    def test_another_version_of_the_format(self):
        self.refused({**samples.report(), "format": "usersched-report-1"},
                     '"usersched-report-1"', '"usersched-report-3"')
        self.refused(samples.trace(format="usersched-trace-9"),
                     '"usersched-trace-9"', '"usersched-trace-1"')

    def test_files_that_cannot_be_read(self):
        for path in (self.path / "absent", self.path):
            with self.assertRaises(Failure) as caught:
                files.read(str(path))
            self.assertIn(str(path), str(caught.exception))

    def test_a_report_that_ends_too_early(self):
        whole = json.dumps(samples.report())
        for length in range(1, len(whole), 7):
            self.refused(whole[:length], "ends too early" if length > 40 else "")

    def test_fields_of_another_kind_are_named(self):
        loop, report = samples.loop, samples.report
        for content, *words in (
                (report(loops=3), '"loops" is 3; expected a list'),
                (report(7), '"loops"[0] is 7; expected an object'),
                (report(loop(seconds="x")), "\"seconds\" is 'x'; expected a finite number"),
                (report(loop(seconds=-1)), "-1; expected a finite number of at least 0"),
                (report(loop(seconds=10**400)), "expected a finite number of at least 0"),
                (report(loop(seconds=True)), '"seconds" is True'),
                (report(loop(file=None)), '"file" is missing'),
                (report(loop(line=None)), '"line" is missing'),
                (report(loop(load=3)), '"load" is 3; expected a string'),
                (report(loop(plans=[])), '"plans" is []; expected an object'),
                (report(loop(chunks={"begin": [0, 1], "load": []})),
                 'expected one more in "begin"'),
                (report(loop(chunks={"begin": [0, 0], "load": [1]})), "does not rise"),
                (report(loop(chunks={"begin": [0, 5], "load": [None]})), "null"),
                (report(loop(ranges={"begin": [0]})), "same number of each"),
                (report(loop(ranges={"begin": [2], "end": [2], "load": [1],
                                     "seconds": [1], "times": [1]})), "entry 0"),
                (report(loop(ranges={"begin": [0], "end": [1e-300], "load": [1],
                                     "seconds": [1], "times": [1]})),
                 '"end"[0] is 1e-300; expected a whole number'),
                (report(loop(chunks={"begin": [0, 0.5], "load": [1]})),
                 '"begin"[1] is 0.5; expected a whole number'),
                (report(loop(has_prefix=1)), '"has_prefix" is 1; expected true'),
                (report(loop(history=[{"seconds": 1}])), '"execution" is missing'),
                (report(loop(techniques=["x"])), '"techniques"[0]'),
                (report(loop(techniques=[{"technique": "x"}])),
                 '"executions" is missing'),
                (samples.trace([samples.event("own", 0, "x", 1)]), '"ts"'),
                (samples.trace([samples.event("own", 0, 1, -1)]), '"dur" is -1'),
                (samples.trace([samples.event("own", 0, 1, 1, begin=5, end=4)]),
                 "before it begins"),
                (samples.trace([samples.event("own", 0, 1, 1, begin=0.5, end=4)]),
                 '"begin" is 0.5; expected a whole number of at least 0'),
                (samples.trace([5]), '"traceEvents"[2] is 5')):
            self.refused(content, *words)
        self.refused(json.dumps(report()).replace("0.008", "NaN"),
                     '"seconds" is nan')
        self.refused(json.dumps(report()).replace("0.008", "1e999"),
                     '"seconds" is inf')

    def test_what_is_not_known_may_be_null_or_absent(self):
        loop = samples.loop()
        for name in loop.keys() - {"file", "line"}:
            absent = {key: value for key, value in loop.items() if key != name}
            for changed in (absent, {**loop, name: None}):
                with self.subTest(changed):
                    self.whole(samples.report(changed))
        self.whole(samples.report({"file": "a.c", "line": 3}), draw=True)

    def whole(self, content, draw=False):
        """All that is computed of a file."""
        found = run.read([self.file(content)])
        for loop in found.loops:
            if loop.chunks():
                whatif.times(loop.chunks(), loop.pieces())
        content = sections.content(found, before=found, draw=draw)
        markdown.document(content).encode("utf-8")
        if draw:
            page.page(content).encode("utf-8")

    def test_a_trace_that_was_cut_off_is_read_as_far_as_it_goes(self):
        text = json.dumps(samples.trace(samples.events(3)))
        last = text.index('"displayTimeUnit"') + 9
        counts = set()
        for length in range(text.index("[") + 1, last, 11):
            found = run.read([self.file(text[:length])])
            spans = found.trace.spans
            counts.add(len(spans))
            self.assertTrue(found.trace.is_cut_off)
            self.assertIn(f"was cut off: it has what the program wrote before it was "
                          f"stopped, {len(spans)} events", found.notes()[0])
            # Every event that is there to its end, and none else; two are names.
            self.assertEqual(len(spans), max(text[:length].count("}}") - 2, 0))
        self.assertEqual(counts, set(range(13)))

    def test_dropped_events_are_said(self):
        found = run.read([self.file(samples.trace(dropped=7))])
        self.assertIn("7 events did not fit into the trace; it has the other 4",
                      found.notes()[0])

    def test_two_reports_are_not_one_run(self):
        paths = [self.file(samples.report(), name) for name in ("a", "b")]
        with self.assertRaises(Failure) as caught:
            run.read(paths)
        self.assertIn("--before", str(caught.exception))

    def test_random_damage(self):
        choose = random.Random(7)
        outcomes = {"read": 0, "refused": 0, "drawn": 0}
        originals = [samples.report(samples.loop(), samples.loop(line=9)),
                     samples.trace(samples.events(2))]
        for number in range(1500):
            content = copy.deepcopy(originals[number % 2])
            for _ in range(choose.choice((1, 1, 3))):
                damage(content, choose)
            text = json.dumps(content)
            if number % 5 == 0:
                at = choose.randrange(len(text))
                text = text[:at] + choose.choice('"{}[],:0-') + text[at + 1:]
            try:
                run.read([self.file(text)])
            except Failure as failure:
                self.assertNotIn("\n", str(failure))
                outcomes["refused"] += 1
                continue
            # Some with pictures, which take most of the time.
            draw = outcomes["read"] % 50 == 0
            self.whole(text, draw)
            outcomes["read"] += 1
            outcomes["drawn"] += draw
        # Neither is all that happens.
        self.assertGreater(outcomes["read"], 150, outcomes)
        self.assertGreater(outcomes["refused"], 150, outcomes)
        self.assertGreater(outcomes["drawn"], 5, outcomes)


def damage(content, choose):
    """Replaces or removes one value somewhere inside."""
    places = []

    def walk(value):
        keys = (list(value) if isinstance(value, dict) else range(len(value)))
        for key in keys:
            places.append((value, key))
            if isinstance(value[key], (dict, list)):
                walk(value[key])

    walk(content)
    if not places:
        return
    holder, key = choose.choice(places)
    if choose.random() < 0.2:
        del holder[key]
    else:
        holder[key] = choose.choice(DAMAGE)


if __name__ == "__main__":
    unittest.main()
