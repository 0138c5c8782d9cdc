"""script/bench on tiny graphs: measures, stops, goes on, packs, plots.

Called as command_line_test.py SOURCE_FOLDER BUILD_FOLDER.
"""
import json
import lzma
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest
import xml.etree.ElementTree

SOURCE, BUILD = sys.argv[1:3]
BENCH = os.path.join(SOURCE, "script", "bench")


def bench(*arguments, **more):
    return subprocess.run([sys.executable, BENCH, *map(str, arguments)], text=True,
                          capture_output=True, timeout=1000, **more)


def store_of(path):
    return json.loads(lzma.decompress(path.read_bytes()))


class CommandLine(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.path = pathlib.Path(self.folder.name)
        data = self.path / "data"
        data.mkdir()
        (data / "star.el").write_text(
            "".join(f"{v} 0\n" for v in range(1, 200)))
        (data / "ring.el").write_text(
            "".join(f"{v} {(v + 1) % 300}\n" for v in range(300)))
        self.out = self.path / "out"
        self.tiny = ["--build", BUILD, "--data", data, "--kernels", "pr",
                     "--inputs", "star", "ring", "--chunks", "4", "16",
                     "--rounds", "2", "--sample", "1", "--threads", "2"]
        self.twice = [*self.tiny, "--passes", "2"]

    def tearDown(self):
        self.folder.cleanup()

    def check_report(self, folder, pictures):
        text = (folder / "results.md").read_text()
        self.assertIn("Every result was verified", text)
        self.assertIn("usersched(prof) over", text)
        for name in pictures:
            self.assertIn(f"]({name}.svg)", text)
            root = xml.etree.ElementTree.parse(folder / f"{name}.svg").getroot()
            self.assertTrue(root.tag.endswith("svg"))
            self.assertTrue(root.findall(".//{*}path"), "an empty picture")
            png = (folder / f"{name}.png").read_bytes()
            self.assertEqual(png[:8], b"\x89PNG\r\n\x1a\n")

    def test_measures_stops_goes_on_and_reports(self):
        done = bench(*self.twice, "--out", self.out, "--stop-after", "1e-9")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("goes on", done.stderr)
        first, = (self.out / "raw").glob("*.json")
        before = first.read_bytes()
        self.assertFalse((self.out / "results.md").exists())

        done = bench(*self.twice, "--out", self.out, "--simulate", "8")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("1 of 4 cells were measured before", done.stderr)
        self.assertIn("[3/3] pr on star, pass 2 of 2", done.stderr)
        self.assertEqual(first.read_bytes(), before)
        self.check_report(self.out, ["speedup-gap", "efficiency-gap", "chunks-pr",
                                     "simulated", "predicted"])
        documents = json.loads((self.out / "results.json").read_text())
        self.assertEqual({r["input"] for d in documents for r in d["results"]},
                         {"star", "ring"})
        schedules = {r["schedule"] for d in documents for r in d["results"]}
        tbb = {"tbb_auto", "tbb_affinity", "tbb_simple,4", "tbb_simple,16"}
        if schedules & tbb:  # where it is built
            self.assertLessEqual(tbb, schedules)
            self.assertRegex((self.out / "results.md").read_text(),
                             r"## oneTBB, graph kernels\n(.*\n)*[|] pr ring [|] \d")
            schedules -= tbb
        self.assertEqual(schedules, {
            "serial", "static", "static,4", "static,16", "monotonic:dynamic,4",
            "monotonic:dynamic,16", "guided,4", "guided,16", "static_steal,4",
            "static_steal,16", "usersched", "usersched(prof)"})
        for document in documents:
            self.assertEqual(document["passes"], [1, 1, 2, 2])
            for row in document["results"]:
                self.assertEqual(len(row["seconds"]), 4)
                self.assertEqual(row["lambda_load_percent"] is None,
                                 row["schedule"] in tbb)

        # What was half written is measured again.
        first.write_bytes(before[:100])
        done = bench(*self.twice, "--out", self.out, "--simulate", "0")
        self.assertIn("[1/1]", done.stderr)
        self.assertEqual(done.returncode, 0, done.stderr)

        # One file for all, which the report can be made of; predictions, too.
        whole, predicted = self.path / "all.json.xz", self.path / "predicted.json.xz"
        done = bench("--collect", self.out, self.out / "simulated", "--out", whole)
        self.assertEqual(done.returncode, 0, done.stderr)
        text = lzma.decompress(whole.read_bytes()).decode()
        self.assertNotIn(self.folder.name, text)
        self.assertNotIn(BUILD, text)
        done = bench("--build", BUILD, "--data", self.path / "data", "--predict",
                     whole, "--out", predicted)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual({d["results"][0]["input"] for d in store_of(predicted)},
                         {"star", "ring"})
        report = self.path / "report"
        done = bench("--plot", whole, predicted, "--out", report)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.check_report(report, ["speedup-gap", "simulated", "predicted"])
        text = (report / "results.md").read_text()
        self.assertIn("Medians of 4 interleaved rounds, of 2 processes", text)
        self.assertIn("## What graph kernels allow", text)

        # The quickest again, each in a process of its own.
        apart = self.path / "apart"
        again = [*self.twice, "--apart", whole, "--simulate", "0", "--out", apart]
        done = bench(*again)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("2 of the 2 cells of these results are measured again",
                      done.stderr)
        self.assertIn("In 2 of 2 cells, each schedule had as many processes",
                      (apart / "results.md").read_text())
        for document in json.loads((apart / "results.json").read_text()):
            self.assertEqual(document["passes"], [1, 1, 2, 2])
            steady = {r["schedule"] for r in document["results"]
                      if r["phase"] == "steady"}
            self.assertEqual(len(steady), 6)
            self.assertIn("usersched(prof)", steady)
            self.assertFalse(steady & (tbb | {"serial"}))
        self.assertIn("4 of 4 cells were measured before", bench(*again).stderr)

        # What is of other options is measured again, too.
        changed = [("3" if a == "2" else a) for a in self.tiny[:-2]]
        done = bench(*changed, "--passes", "1", "--out", self.out, "--simulate", "0")
        self.assertIn("[2/2]", done.stderr)

    def test_hard_loops_with_the_openmp_runtime_of_a_folder(self):
        def hard(*more):
            return bench("--build", BUILD, "--kernels", "hard", "--cells",
                         "^(same|another)/n150/right/20us/for/compute/t2$",
                         "--quick", "--passes", "2", "--simulate", "0", "--out",
                         self.out, *more)
        done = hard()
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("[4/4] hard on another/n150/right/20us/for/compute/t2, "
                      "pass 2 of 2", done.stderr)
        document, _ = json.loads((self.out / "results.json").read_text())
        self.assertRegex(document["libomp"], "OMP .*, built with .*, file ")
        text = (self.out / "results.md").read_text()
        self.assertRegex(text, "^# Results\n\n- OpenMP runtime: .* OMP ")
        self.assertRegex(text, "[|] same/n150/right/20us/for/compute/t2 [|] ")

        # Another library is another measurement; its name may be the same.
        ldd = subprocess.run(["ldd", os.path.join(BUILD, "bench", "engine")],
                             text=True, capture_output=True).stdout
        library = ldd.split("libomp.so.5 => ")[1].split(" ")[0]
        other = self.path / "other"
        other.mkdir()
        (other / "libomp.so.5").write_bytes(pathlib.Path(library).read_bytes() + b" ")
        done = hard("--libomp", other)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("[4/4]", done.stderr)
        again, _ = json.loads((self.out / "results.json").read_text())
        self.assertNotEqual(again["libomp"], document["libomp"])
        self.assertEqual(again["libomp"][:-8], document["libomp"][:-8])

    def test_a_folder_without_a_usable_openmp_runtime_is_refused(self):
        compiler = shutil.which("clang-19")
        broken, foreign, whole = (self.path / n for n in "broken foreign whole".split())
        for folder in (broken, foreign):
            folder.mkdir()
        (broken / "libomp.so.5").write_text("text")
        subprocess.run([compiler, "-shared", "-fPIC", "-x", "c", "-", "-o",
                        foreign / "libomp.so.5"], check=True, text=True,
                       input="int omp_get_max_threads(void) { return 1; }")
        for folder, message in ((whole, "is no folder"),
                                (self.path, "has no libomp.so.5"),
                                (broken, "cannot be used as OpenMP runtime"),
                                (foreign, "has no __kmpc_")):
            done = bench("--build", BUILD, "--kernels", "hard", "--libomp", folder,
                         "--out", self.out)
            self.assertEqual(done.returncode, 1, done.stderr)
            self.assertIn(message, done.stderr)
            self.assertEqual(done.stderr.count("\n"), 1, done.stderr)

    def test_triangle_counting_says_how_well_its_load_fits(self):
        at = self.tiny.index("pr")
        done = bench(*self.tiny[:at], "tc", *self.tiny[at + 1:], "--passes", "1",
                     "--simulate", "0", "--out", self.out)
        self.assertEqual(done.returncode, 0, done.stderr)
        fits = json.loads((self.out / "fit.json").read_text())
        self.assertEqual([d["results"][0]["input"] for d in fits], ["ring", "star"])
        text = (self.out / "results.md").read_text()
        self.assertRegex(text, r"[|] `steps_at[^|]*` [|] [01][.]\d\d [|] ")

    @unittest.skipUnless(shutil.which("valgrind"), "nothing counts without it")
    def test_counts_for_each_schedule(self):
        done = bench(*self.tiny, "--passes", "0", "--inputs", "star", "--out",
                     self.out, "--simulate", "0", "--counters")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertFalse((self.out / "results.json").exists())
        report = self.path / "report"
        done = bench("--plot", self.out / "counted.json", "--out", report)
        self.assertEqual(done.returncode, 0, done.stderr)
        text = (report / "results.md").read_text()
        self.assertEqual(text, (self.out / "results.md").read_text())
        rows = text.split("## Table 4")[1].split("##")[0]
        self.assertRegex(rows, "By (hardware counters|cachegrind)")
        self.assertIn("instructions", rows)
        for schedule in ["static", "guided,64", "static_steal,64",
                         "usersched(prof)"]:
            name = schedule.replace("(", "[(]").replace(")", "[)]")
            self.assertRegex(rows, rf"[|] pr \w+ [|] {name} [|] [1-9][^|]* [|]")

    def test_a_packed_folder_runs_with_nothing_but_a_shell(self):
        pack = self.path / "pack"
        both = ["pr", "engine"]
        at = self.tiny.index("pr")
        done = bench(*self.tiny[:at], *both, *self.tiny[at + 1:], "--passes", "2",
                     "--pack", pack)
        self.assertEqual(done.returncode, 0, done.stderr)
        done = subprocess.run([pack / "run", "--quick"], text=True,
                              capture_output=True, timeout=1000, cwd="/",
                              env={"PATH": "/usr/bin:/bin"})
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("results.json is complete", done.stderr)
        report = self.path / "report"
        done = bench("--plot", pack / "results.json", "--out", report)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.check_report(report, ["speedup-gap", "chunks-pr", "engine-flat"])
        passes = {tuple(d.get("passes", [d.get("pass")]))
                  for d in json.loads((pack / "results.json").read_text())}
        self.assertEqual(passes, {(1,), (2,), (None,)})
        again = self.path / "again"
        (pack / "small.json.xz").write_bytes(
            lzma.compress((pack / "results.json").read_bytes()))
        done = bench("--plot", pack / "small.json.xz", "--out", again)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual((again / "results.md").read_text(),
                         (report / "results.md").read_text())
        # Nothing is measured twice, and nothing comes from this build.
        done = subprocess.run([pack / "run", "--quick"], text=True,
                              capture_output=True, timeout=1000)
        self.assertNotIn("threads (", done.stderr)
        for line in (pack / "cells.full").read_text().splitlines():
            self.assertNotIn(BUILD, line)

    def test_bad_usage_is_one_line(self):
        broken = self.path / "broken.json"
        broken.write_text("{")
        other = self.path / "other.json"
        other.write_text('{"format": "x"}')
        noise = self.path / "noise.json.xz"
        noise.write_bytes(b"noise")
        full = self.path / "full"
        full.mkdir()
        (full / "file").touch()
        cases = [(["--plot", broken], "broken.json: is no JSON"),
                 (["--plot", other], "other.json: expected results"),
                 (["--plot", self.path / "absent"], "absent"),
                 (["--plot", noise], "noise.json.xz: is no JSON"),
                 (["--build", self.path, "--kernels", "pr"], "build first"),
                 (["--build", BUILD, "--kernels", "nope"], "nope: no such kernel"),
                 (["--build", BUILD, "--inputs", "nope"], "nope: no such graph"),
                 (["--build", BUILD, "--data", self.path / "absent"], "absent"),
                 ([*self.tiny, "--pack", full], "is not empty"),
                 (["--build", BUILD, "--chunks", "0"], "--chunks"),
                 (["--build", BUILD, "--passes", "-1"], "--passes"),
                 (["--collect", self.path], "--out"),
                 ([*self.tiny, "--apart", broken, "--out", self.path],
                  "would be overwritten"),
                 ([*self.tiny, "--apart", broken, "--pack", full], "--apart"),
                 (["--collect", full, "--out", self.path / "o"], "has no results")]
        for arguments, message in cases:
            done = bench(*arguments)
            self.assertEqual(done.returncode, 1, arguments)
            self.assertIn(message, done.stderr, arguments)
            self.assertTrue(done.stderr.startswith("error: "), done.stderr)
            self.assertEqual(done.stderr.count("\n"), 1, done.stderr)

    def test_pictures_need_matplotlib(self):
        (self.path / "matplotlib.py").write_text("raise ImportError()")
        results = os.path.join(SOURCE, "bench/results/measured.json.xz")
        done = bench("--plot", results, "--out", self.out,
                     env={**os.environ, "PYTHONPATH": str(self.path)})
        self.assertEqual(done.returncode, 1)
        self.assertRegex(done.stderr, "^error: .*script/setup --bench\n$")


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
