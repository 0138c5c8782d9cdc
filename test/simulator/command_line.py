"""The program usersched-simulate: what it reads, writes and refuses.

Called as command_line.py PROGRAM.
"""
import json
import pathlib
import subprocess
import sys
import tempfile
import unittest

PROGRAM = None


def run(*arguments):
    return subprocess.run([PROGRAM, *map(str, arguments)], text=True,
                          capture_output=True, timeout=300)


class CommandLine(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.path = pathlib.Path(self.folder.name)

    def tearDown(self):
        self.folder.cleanup()

    def file(self, name, text):
        path = self.path / name
        path.write_text(text, encoding="utf-8")
        return path

    def test_table_and_json_agree(self):
        out = self.path / "out.json"
        done = run("-g", "triangle:1000", "-p", 16, "--json", out)
        self.assertEqual(done.returncode, 0, done.stderr)
        whole = json.loads(out.read_text())
        self.assertEqual(whole["format"], "usersched-bench-1")
        names = {r["schedule"].split(",")[0] for r in whole["results"]}
        self.assertEqual(names, {"static", "monotonic:dynamic", "guided",
                                 "static_steal", "usersched",
                                 "usersched(prof)"})
        for result in whole["results"]:
            self.assertTrue(result["verified"])
            self.assertIn(result["schedule"], done.stdout)
            self.assertIn("%.2f" % (result["seconds"][0] * 1e6), done.stdout)
        self.assertIn("quickest: ", done.stdout)

    def test_the_trace_has_every_iteration_of_each_schedule_once(self):
        path = self.path / "trace.json"
        done = run("-g", "zipf:1000", "-p", 4, "--trace", path, "--schedules",
                   "static;guided,8;usersched(prof)")
        self.assertEqual(done.returncode, 0, done.stderr)
        whole = json.loads(path.read_text())
        self.assertEqual(whole["otherData"]["format"], "usersched-trace-1")
        loops, ended = {}, 0
        for event in whole["traceEvents"]:
            loops.setdefault(event["args"]["loop"], []).append(event)
        self.assertEqual(list(loops), ["static", "guided,8",
                                       "usersched(prof), first execution",
                                       "usersched(prof)"])
        for events in loops.values():
            ranges = sorted((e["args"]["begin"], e["args"]["end"]) for e in events)
            self.assertEqual([b for b, _ in ranges] + [1000],
                             [0] + [e for _, e in ranges])
            # One schedule after the other.
            self.assertGreaterEqual(min(e["ts"] for e in events), ended - 1e-6)
            ended = max(e["ts"] + e["dur"] for e in events)

    def test_loads_as_text_and_as_json_are_the_same_loop(self):
        files = [self.file("a.txt", "1\n2.0\n\n 3\r\n"),
                 self.file("a8.txt", "\ufeff1\n2\n3\n"),
                 self.file("b.json", "[1, 2, 3]"),
                 self.file("b8.json", "\ufeff[1, 2, 3]"),
                 self.file("c.json", '{"loads": [1, 2, 3]}')]
        outputs = {run("-l", f, "-p", 2, "--name", "x").stdout for f in files}
        self.assertEqual(len(outputs), 1)
        self.assertIn("3 iterations, load 6, heaviest 3", outputs.pop())

    def test_ranges_give_each_iteration_an_equal_part(self):
        ranges = self.file("a.json", '{"begin": [0, 3, 4, 8], "loads": [6, 7, 2]}')
        single = self.file("b.json", "[2, 2, 2, 7, 0.5, 0.5, 0.5, 0.5]")
        outputs = {run("-l", loads, "--times", times, "-p", 2, "--name", "x").stdout
                   for loads in (ranges, single) for times in (ranges, single)}
        self.assertEqual(len(outputs), 1)
        self.assertIn("8 iterations, load 15, heaviest 7 (iteration 3)",
                      outputs.pop())

    def test_graph_degrees(self):
        graph = self.file("star.el", "1 0\n2 0\n3 0\n")
        self.assertIn("load 3, heaviest 3 (iteration 0)",
                      run("-f", graph, "-p", 2).stdout)
        self.assertIn("load 3, heaviest 1",
                      run("-f", graph, "-p", 2, "--degree", "out").stdout)
        self.assertIn("load 6, heaviest 3",
                      run("-f", graph, "-p", 2, "-s").stdout)

    def test_speeds_are_shared_out(self):
        out = self.path / "out.json"
        done = run("-g", "flat:30000", "--speeds", "1,2x0.5", "--load-ns", 10,
                   "--own-ns", 0, "--schedules", "static;usersched", "--json", out)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("3 threads of speed 0.5 to 1, 2 in all", done.stdout)
        # Half of 300 us; static gives the slow ones as much as the fast one.
        self.assertIn("bound: 150.00 us", done.stdout)
        self.assertRegex(done.stdout, r"static +200.00 +33.33")
        whole = json.loads(out.read_text())
        self.assertEqual(whole["threads"], 3)
        self.assertEqual(whole["simulation"]["speeds"], [1, 0.5, 0.5])
        self.assertLess(whole["results"][1]["over_bound_percent"], 5)

    def test_numbers_fit_into_the_table(self):
        tiny = self.file("tiny.txt", "1e-300\n2e-300\n1e-300\n")
        done = run("-l", tiny, "-p", 2)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertLess(max(map(len, done.stdout.splitlines())), 120)
        self.assertIn("e+", done.stdout)

    def test_an_iteration_above_a_share_is_named(self):
        self.assertIn("iteration 500 alone has more load",
                      run("-g", "giant:1000", "-p", 3).stdout)

    def shell(self, text):
        """PROGRAM is $0."""
        return subprocess.run(["bash", "-c", text, PROGRAM], errors="replace",
                              capture_output=True, timeout=300)

    def test_loads_may_come_from_a_pipe(self):
        file = self.file("loads.txt", "\n".join(map(str, range(1, 101))))
        same = run("-l", file, "-p", 2, "--name", "x").stdout
        for piped in (f'cat {file} | "$0" -l /dev/stdin', f'"$0" -l <(cat {file})'):
            self.assertEqual(self.shell(piped + " -p 2 --name x").stdout, same)

    def test_output_that_is_lost_is_an_error(self):
        for redirected in (">/dev/full", ">&-"):
            done = self.shell(f'"$0" -g flat:10 -p 2 {redirected}')
            self.assertEqual(done.returncode, 1)
            self.assertIn("standard output", done.stderr)

    def test_arguments_need_not_be_text(self):
        done = self.shell(f"\"$0\" -g flat:10 -p 2 --name $'\\xff' "
                          f"--json {self.path}/j --trace {self.path}/t")
        self.assertEqual(done.returncode, 0, done.stderr)
        for name in "jt":
            json.loads((self.path / name).read_text(encoding="utf-8"))

    def test_bad_input_is_refused_in_words(self):
        cases = [
            (["-l", self.file("d.txt", "1\n2\nx\n")], "d.txt:3: 'x'"),
            (["-l", self.file("e.txt", "1\n-2\n")], "e.txt:2: '-2'"),
            (["-l", self.file("f.txt", "nan\n")], "f.txt:1: 'nan'"),
            (["-l", self.file("g.txt", "")], "g.txt"),
            (["-l", self.file("h.txt", "\n\n")], "h.txt"),
            (["-l", self.file("i.json", "[1, ")], "i.json"),
            (["-l", self.file("j.json", '[1, "x"]')], "j.json"),
            (["-l", self.file("k.json", '{"load": [1]}')], "k.json"),
            (["-l", self.file("l.json", '{"begin": [0, 2], "loads": [1, 2]}')],
             '"begin" does not fit'),
            (["-l", self.file("m.json", '{"begin": 2, "loads": [1, 2]}')],
             '"begin" does not fit'),
            (["-l", self.file("n.json", '{"begin": [0, 2, 2], "loads": [1, 2]}')],
             "rise from 0 at entry 2"),
            (["-l", self.file("o.json", '{"begin": [1, 2], "loads": [1]}')],
             "rise from 0 at entry 0"),
            (["-l", self.file("p.json", '{"begin": [0, -2], "loads": [1]}')],
             "rise from 0 at entry 1"),
            (["-l", self.file("q.json", '{"begin": [0, 1e18], "loads": [1]}')],
             "rise from 0 at entry 1"),
            (["-l", self.file("r.json", '{"begin": [0, 4294967296], "loads": [1]}')],
             "at most 2147483648"),
            (["-l", self.path / "absent"], "absent"),
            (["-l", self.path], str(self.path)),
            (["-f", self.path / "absent.el"], "absent.el"),
            (["-g", "flat"], "'flat'"),
            (["-g", "flat:0"], "'flat:0'"),
            (["-g", "round:9"], "'round'"),
            (["-g", "flat:9", "-p", "0"], "--threads"),
            (["-g", "flat:9", "-p", "5000"], "--threads"),
            (["-g", "flat:9", "--speeds", "2x"], "'2x' is no speed; expected"),
            (["-g", "flat:9", "--speeds", "1,5000x1"], "at most 4096 threads"),
            (["-g", "flat:9", "--speeds", "2x1", "-p", "2"], "excludes"),
            (["-g", "flat:9", "--schedules", "auto"], "'auto'"),
            (["-g", "flat:9", "--noise", "101"], "--noise"),
            (["-g", "flat:9", "--load-ns", "0"], "no time"),
            (["-g", "flat:9", "--json", self.path / "no" / "x"], "no/x"),
            (["-g", "flat:9", "--trace", self.path / "no" / "x"], "no/x"),
            ([], "usage"),
        ]
        for arguments, message in cases:
            done = run(*arguments)
            self.assertEqual(done.returncode, 1, arguments)
            self.assertIn(message, done.stderr, arguments)
            self.assertEqual(done.stderr.count("\n"), 1, done.stderr)


if __name__ == "__main__":
    PROGRAM = sys.argv.pop(1)
    unittest.main()
