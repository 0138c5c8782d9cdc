"""The page of usersched-report in a real browser: what is drawn, wide and narrow, in
light and in dark, with texts that would be scripts, and with more events than can be
drawn.

Called as page_test.py SOURCE_FOLDER. Exits with 77 where no browser runs.
"""
import base64
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

sys.dont_write_bytecode = True
SOURCE = sys.argv.pop(1)
import samples  # noqa: E402

PROGRAM = os.path.join(SOURCE, "tools", "usersched-report")
BROWSERS = ("chromium-headless-shell", "chromium-shell", "chromium",
            "google-chrome", "chrome")
DARK = "--blink-settings=preferredColorScheme=0"

# Runs inside of the page, and leaves what it has seen in the document.
PROBE = """<script>
for (const folded of document.querySelectorAll("details")) folded.open = true;
const drawn = {};
for (const figure of document.querySelectorAll("figure")) {
  const picture = figure.querySelector("svg").getBoundingClientRect();
  const marks = {};
  for (const group of figure.querySelectorAll(".marks")) {
    const all = [...group.children];
    const boxes = all.map(e => e.getBoundingClientRect());
    marks[group.classList[1]] = {
      count: all.length,
      visible: boxes.filter(b => b.width > 0 && b.height > 0).length,
      inside: boxes.every(b => b.left >= picture.left - 1 &&
                               b.right <= picture.right + 1 &&
                               b.top >= picture.top - 1 &&
                               b.bottom <= picture.bottom + 1),
      widths: boxes.map(b => b.width),
      colour: all.length && getComputedStyle(all[0]).fill,
      titles: all.map(e => e.querySelector("title")?.textContent),
    };
  }
  drawn[figure.id] = {
    marks, width: picture.width,
    // Texts that lie on each other cannot be read.
    crossings: (all => all.flatMap((a, i) => all.slice(i + 1).filter(
        b => a.left < b.right && b.left < a.right &&
             a.top + 3 < b.bottom && b.top + 3 < a.bottom)).length)(
        [...figure.querySelectorAll("svg text")].map(e => e.getBoundingClientRect())),
    size: Math.min(...[...figure.querySelectorAll("svg text")].map(
        e => parseFloat(getComputedStyle(e).fontSize) * e.getScreenCTM().a)),
    texts: [...figure.querySelectorAll("svg text")].map(e => e.textContent),
    ink: [...new Set([...figure.querySelectorAll("svg text")]
                         .map(e => getComputedStyle(e).fill))],
    legend: [...figure.querySelectorAll(".legend span")].map(e => e.textContent),
    caption: figure.querySelector("figcaption").textContent,
  };
}
const ids = [...document.querySelectorAll("[id]")].map(e => e.id);
const facts = {
  drawn, text: document.body.innerText, title: document.title,
  overflow: document.documentElement.scrollWidth > innerWidth,
  width: innerWidth,
  verdicts: [...document.querySelectorAll(".verdict")].map(
      e => [e.innerText, getComputedStyle(e.querySelector("b")).color]),
  scripts: document.scripts.length - 1,
  dark: matchMedia("(prefers-color-scheme: dark)").matches,
  ink: getComputedStyle(document.body).color,
  paper: (e => { document.body.append(e); e.style.background = "Canvas";
                 const c = getComputedStyle(e).backgroundColor;
                 e.remove(); return c; })(document.createElement("p")),
  repeated: ids.filter((id, place) => ids.indexOf(id) != place),
  links: [...document.querySelectorAll("a[href^='#']")].every(
      e => document.getElementById(e.getAttribute("href").slice(1))),
};
document.body.textContent = "";
const result = document.createElement("pre");
result.id = "facts";
result.textContent = btoa(unescape(encodeURIComponent(JSON.stringify(facts))));
document.body.append(result);
</script>"""


def browse(path, *options):
    """The document after the browser has shown it, and what it logged. A browser
    that ends with nothing to show, for want of memory, say, gets another try."""
    for _ in range(3):
        with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
            done = subprocess.run(
                [BROWSER, "--headless", "--no-sandbox", "--disable-gpu",
                 "--disable-dev-shm-usage", f"--user-data-dir={profile}",
                 "--enable-logging=stderr", "--window-size=1000,900", *options,
                 "--dump-dom", f"file://{path}"],
                text=True, capture_output=True, timeout=300)
        if done.returncode == 0 and "</html>" in done.stdout:
            break
    return done.stdout, re.findall(r".*CONSOLE.*", done.stderr)


def luminance(colour):
    red, green, blue = map(int, re.findall(r"\d+", colour)[:3])
    return (0.3 * red + 0.6 * green + 0.1 * blue) / 255


class Page(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.path = pathlib.Path(self.folder.name)

    def tearDown(self):
        self.folder.cleanup()

    def make(self, *files, more=()):
        paths = []
        for number, content in enumerate(files):
            paths.append(str(self.path / f"{number}.json"))
            pathlib.Path(paths[-1]).write_text(json.dumps(content))
        page = self.path / "page.html"
        done = subprocess.run([sys.executable, PROGRAM, *paths, "-o", page, *more],
                              text=True, capture_output=True, timeout=600)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        return page

    def facts(self, page, *options):
        """What the probe sees; the page as it is must leave nothing to log."""
        dom, logged = browse(page, *options)
        self.assertEqual(logged, [])
        self.assertIn("</html>", dom)
        # The page's policy would keep the probe out.
        text = re.sub(r"<meta http-equiv[^>]*>", "", page.read_text(), count=1)
        probed = self.path / "probed.html"
        probed.write_text(text.replace("</body>", PROBE + "</body>"))
        dom, logged = browse(probed, *options)
        self.assertEqual(logged, [])
        found = re.search(r'<pre id="facts">([^<]*)</pre>', dom)
        return json.loads(base64.b64decode(found[1]))

    def counts(self, figure):
        return {name.removeprefix("mark-"): marks["count"]
                for name, marks in figure["marks"].items()}

    def test_a_report_and_a_trace(self):
        starts = list(range(9))
        pieces = {"begin": starts, "end": [s + 1 for s in starts],
                  "load": [2, 2, 2, 2, 3, 3, 0.5, 0.5, 0.5],
                  "seconds": [2e-4] * 4 + [3e-4] * 2 + [5e-5] * 3, "times": [1] * 9}
        facts = self.facts(self.make(
            samples.report(samples.loop(ranges=pieces, inspect_seconds=0.01)),
            samples.trace(samples.events(6))))
        self.assertEqual(facts["title"], "usersched: pr -g 18")
        drawn = facts["drawn"]
        one = {"own": 2, "stolen": 1, "idle": 1}
        self.assertEqual({name: self.counts(figure)
                          for name, figure in drawn.items()}, {
            "run": {kind: 6 * n for kind, n in one.items()},
            "loop-1-static": {"static-static": 2, "plan-plan": 2},
            "loop-1-execution-1": one, "loop-1-execution-4": one,
            "loop-1-execution-6": one,
            "loop-1-threads": {"time-own": 2, "time-stolen": 1, "time-idle": 1},
            "loop-1-load": {"load": 3, "time": 9}, "loop-1-fit": {"piece": 9},
            "loop-1-history": {"inspected": 1, "plan": 2, "lambda": 2}})
        for figure in drawn.values():
            self.assertGreater(figure["width"], 500)
            for name, marks in figure["marks"].items():
                self.assertTrue(marks["inside"], name)
                self.assertTrue(all(marks["titles"]), name)
        # 400 us and 900 us of own chunks, 200 us of stolen ones.
        marks = drawn["loop-1-execution-1"]["marks"]
        short, long = sorted(marks["mark-own"]["widths"])
        self.assertAlmostEqual(long / short, 9 / 4, 2)
        self.assertAlmostEqual(marks["mark-stolen"]["widths"][0] / short, 1 / 2, 2)
        self.assertEqual(marks["mark-stolen"]["titles"], [
            "thread 0, stolen from 1: 200 us, iterations 6 to 10, load 2"])
        self.assertEqual(len({m["colour"] for m in marks.values()}), 3)
        self.assertIn("R² = ", drawn["loop-1-fit"]["caption"])
        for words in ("went into looking at loads", "no plan was kept: makes one",
                      "g.in_degree(n)", "12.5 %", "time per execution", "2 ms",
                      "could be better", "Potential gain: about 26 %",
                      "pagerank"):
            self.assertIn(words, facts["text"])
        self.assertEqual((facts["scripts"], facts["overflow"], facts["repeated"],
                          facts["links"]), (0, False, [], True))

    def test_before_and_after(self):
        pathlib.Path(self.path / "before.json").write_text(
            json.dumps(samples.report(samples.loop(seconds=0.016))))
        facts = self.facts(self.make(
            samples.report(), more=["--before", self.path / "before.json"]))
        figure = facts["drawn"]["comparison"]
        self.assertEqual(self.counts(figure), {"ratio": 1})
        self.assertIn("pr.cpp:57", figure["texts"])
        self.assertIn("2.00 times as fast as before", facts["text"])
        self.assertIn("0.500", facts["text"])
        self.assertIn("the run before", facts["drawn"]["loop-1-history"]["legend"])

    def test_light_and_dark(self):
        page = self.make(samples.report())
        colours = set()
        for options, is_dark in (((), False), ((DARK,), True)):
            facts = self.facts(page, *options)
            (text, colour), = facts["verdicts"]
            self.assertRegex(text, "^▲ could be better: [^<>]*$")
            colours.add(colour)
            if is_dark and not facts["dark"]:
                self.skipTest("this browser has another option for dark pages")
            self.assertEqual(facts["dark"], is_dark)
            ink, paper = luminance(facts["ink"]), luminance(facts["paper"])
            self.assertGreater(abs(ink - paper), 0.7)
            self.assertEqual(ink > paper, is_dark)
            for figure in facts["drawn"].values():
                for ink in figure["ink"]:
                    self.assertGreater(abs(luminance(ink) - paper), 0.4)
        self.assertEqual(len(colours), 2)

    def test_a_telephone(self):
        """Nothing is cut off or smaller than on a large screen."""
        page = self.make(samples.report(), samples.trace(samples.events(6)))
        for width in (420, 1400):
            facts = self.facts(page, f"--window-size={width},900")
            self.assertEqual((facts["width"], facts["overflow"]), (width, False))
            for name, figure in facts["drawn"].items():
                self.assertLess(figure["width"], width)
                self.assertGreaterEqual(figure["size"], 12, name)
                self.assertEqual(figure["crossings"], 0, (name, figure["texts"]))
                for marks in figure["marks"].values():
                    self.assertTrue(marks["inside"], name)

    def test_texts_are_texts(self):
        evil = ("</script><script>console.error(1)</script><img src=x "
                "onerror=console.error(2)>&amp;\"'$\\frac{1$")
        loop = samples.loop(
            file=f"{evil}.cpp", function=evil, load=evil,
            techniques=[{"technique": evil, "reason": evil, "executions": 1}])
        facts = self.facts(self.make(
            samples.report(loop, command=evil),
            samples.trace(samples.events(place=f"{evil}.cpp:57"))))
        self.assertEqual(facts["scripts"], 0)
        self.assertGreaterEqual(facts["text"].count(evil), 4)

    def test_many_threads_and_events_are_summed_up(self):
        found = [samples.event(("own", "stolen", "idle")[(i + t) % 3], t, 9 * i, 9,
                               begin=i, end=i + 1, load=1)
                 for t in range(112) for i in range(100)]
        facts = self.facts(self.make(samples.trace(found, threads=112)))
        figure = facts["drawn"]["loop-1-execution-1"]
        self.assertIn("11200 events are too many to draw", figure["caption"])
        total = sum(self.counts(figure).values())
        self.assertGreater(total, 112 * 16)
        self.assertLess(total, 10000)
        for marks in figure["marks"].values():
            self.assertTrue(marks["inside"])
        self.assertIn("thread 98", figure["texts"])
        self.assertFalse(facts["overflow"])

    def test_a_trace_that_was_cut_off_says_so(self):
        page = self.path / "page.html"
        text = json.dumps(samples.trace(samples.events(2)))
        (self.path / "cut.json").write_text(text[:len(text) * 2 // 3])
        subprocess.run([sys.executable, PROGRAM, self.path / "cut.json", "-o", page],
                       check=True, capture_output=True, timeout=600)
        self.assertIn("was cut off", self.facts(page)["text"])

    def test_nothing_ran(self):
        facts = self.facts(self.make(samples.report(loops=[])))
        self.assertIn("no annotated loop ran", facts["text"])
        self.assertEqual(facts["drawn"], {})


def runs(browser):
    """Whether it starts here at all, which some containers do not let it."""
    with tempfile.TemporaryDirectory() as folder:
        page = pathlib.Path(folder, "a.html")
        page.write_text("<p>it runs</p>")
        try:
            return "it runs" in browse(page)[0]
        except (OSError, subprocess.TimeoutExpired):
            return False


if __name__ == "__main__":
    BROWSER = next(filter(None, map(shutil.which, BROWSERS)), None)
    if not BROWSER:
        print("skipped: no browser; apt-get install chromium-headless-shell")
        sys.exit(77)
    if not runs(BROWSER):
        print(f"skipped: {BROWSER} does not run here")
        sys.exit(77)
    unittest.main()
