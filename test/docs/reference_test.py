#!/usr/bin/env python3
"""docs/reference.md lists everything that exists, and nothing else.

    reference_test.py INSTALLATION

Each table is compared with what the plugin, the library, the installed files
or the sources themselves say.
"""

import gzip
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

from messages import messages

PREFIX = pathlib.Path(sys.argv.pop(1)).resolve()
ROOT = pathlib.Path(__file__).resolve().parents[2]
REFERENCE = ROOT / "docs" / "reference.md"
PROGRAM = """
int main() {
#pragma ompx usersched(load: i)
#pragma omp parallel for
  for (int i = 0; i < 9; ++i);
}
"""


def call(*command, environment=None):
    done = subprocess.run(
        command, capture_output=True, text=True, check=True, env=environment
    )
    return done.stdout + done.stderr


def config(*options):
    return call(PREFIX / "bin" / "usersched-config", *options).split()


def table(heading):
    """The rows below a heading of the reference, as lists of cells."""
    rows, here = [], False
    for line in REFERENCE.read_text().splitlines():
        if line.startswith("#"):
            here = line.lstrip("# ") == heading
        elif here and line.startswith("|"):
            rows.append([c.strip() for c in re.split(r"(?<!\\)\|", line)[1:-1]])
    if not rows:
        raise AssertionError(f"{REFERENCE} has no table below '{heading}'")
    return rows[2:]


def names(heading, pattern=r"`([^`]*)`"):
    """What stands between backticks in the first column."""
    return [n for row in table(heading) for n in re.findall(pattern, row[0])]


class ReferenceTest(unittest.TestCase):
    maxDiff = None

    def same(self, documented, there):
        """Both must have the same names, each documented once."""
        self.assertCountEqual(
            documented, set(there), f"compare {REFERENCE} with what there is"
        )

    @classmethod
    def setUpClass(cls):
        plugin = config("--cflags")
        cls.help = call("clang++-19", *plugin, "-fplugin-arg-usersched-help",
                        "-fsyntax-only", "-x", "c++", "/dev/null")
        with tempfile.TemporaryDirectory() as folder:
            source, program = f"{folder}/a.cpp", f"{folder}/a"
            pathlib.Path(source).write_text(PROGRAM)
            call("clang++-19", *plugin, source, *config("--libs"), "-o", program)
            cls.settings = call(program, environment={
                "USERSCHED_DISPLAY_ENV": "1",
                "LD_LIBRARY_PATH": config("--libdir")[0]})
        cls.header = (PREFIX / "include" / "usersched.h").read_text()

    def test_keys(self):
        there = re.findall(r"^  (\w+) +([\w ]+): (.*)\n +default: (.*)$",
                           self.help, re.M)
        self.same(names("Keys"), [key[0] for key in there])
        for row, (_, value, meaning, default) in zip(table("Keys"), there):
            self.assertEqual([row[1], row[3]], [value, default])
            # The reference says the same, and more.
            self.assertTrue(row[2].startswith(meaning.split(":")[0]), row)

    def test_options_of_the_compiler(self):
        there = re.findall(r"^  (-\S+)", self.help, re.M)
        self.same(names("Options of the compiler"), there)

    def test_remarks(self):
        source = (ROOT / "plugin" / "dispatch" / "Remarks.cpp").read_text()
        there = re.findall(r'Remark\w*(?: \w+)?\(\s*PassName,\s*"(\w+)"', source)
        self.same(names("Remarks"), there)

    def test_environment_variables(self):
        there = re.findall(r"^  (\w+)='(.*)'\n.*; accepted are (.*)$",
                           self.settings, re.M)
        rows = {row[0].strip("`"): [row[3], row[1]]
                for row in table("Environment variables")}
        # This one was set to show them.
        found = {name: [value, accepted] for name, value, accepted in there}
        found["USERSCHED_DISPLAY_ENV"][0] = "0"
        self.assertEqual(rows, found)

    def test_functions(self):
        exported = call("nm", "-D", "--defined-only", "--format=posix",
                        f"{config('--libdir')[0]}/libusersched.so")
        there = re.findall(r"^((?:usersched|ompx)_\w+)", exported, re.M)
        call_of = r"(\w+)\("
        self.same(names("Functions", call_of)
                  + names("The paper's functions", call_of), there)

    def test_statistics(self):
        body = re.search(r"struct usersched_statistics \{(.*?)\n\};",
                         self.header, re.S)[1]
        self.same(names("Statistics"), re.findall(r"uint64_t (\w+);", body))

    def test_cmake_targets(self):
        text = "".join(f.read_text() for f in PREFIX.rglob("cmake/usersched/*"))
        there = re.findall(r"add_library\((usersched::\w+)", text)
        self.same(names("CMake targets"), there)

    def test_usersched_config(self):
        usage = call(PREFIX / "bin" / "usersched-config", "--help")
        listed = "".join(re.findall(r"^  --.*", usage, re.M))
        there = set(re.findall(r"--[a-z]+", listed)) - {"--static"}
        self.same(names("usersched-config"), there)

    def test_usersched_report(self):
        usage = call(PREFIX / "bin" / "usersched-report", "--help")
        self.same(names("usersched-report"), re.findall(r"--[a-z]+", usage))

    def test_usersched_simulate(self):
        usage = call(PREFIX / "bin" / "usersched-simulate", "--help")
        self.same(names("usersched-simulate"),
                  re.findall(r"--[a-z][a-z-]+", usage))

    def test_usersched_suggest(self):
        usage = call(PREFIX / "bin" / "usersched-suggest", "--help")
        listed = re.findall(r"^  (?:-\w,|   ) (--[a-z]+)", usage, re.M)
        self.same([n for n in names("usersched-suggest") if n.startswith("--")], listed)

    def test_usersched_cc(self):
        wrappers = [(PREFIX / "bin" / f"usersched-{name}").read_text()
                    for name in ("cc", "c++")]
        there = re.findall(r"\$\{(USERSCHED_\w+):-", "".join(wrappers))
        self.same(names("usersched-cc and usersched-c++"), there)

    def test_manual(self):
        """usersched.7 has the keys, the variables and the functions."""
        page = PREFIX / "share" / "man" / "man7" / "usersched.7.gz"
        manual = gzip.open(page, "rt").read().replace("\\-", "-")
        sections = dict(re.findall(r"^\.SH (\w+)\n(.*?)(?=^\.SH|\Z)", manual,
                                   re.M | re.S))
        for section, pattern, heading, name in [
                ("KEYS", r"^\.BI?R? (\w+):", "Keys", r"`([^`]*)`"),
                ("ENVIRONMENT", r"\bUSERSCHED_\w+", "Environment variables",
                 r"`([^`]*)`"),
                ("FUNCTIONS", r"(usersched_\w+)\(", "Functions", r"(\w+)\(")]:
            there = re.findall(pattern, sections[section], re.M)
            self.same(names(heading, name), there)
        defaults = dict(re.findall(r"^\.BI?R? (\w+):[^.]*?default: (.*)$",
                                   sections["KEYS"], re.M))
        self.assertLessEqual(
            defaults.items(),
            {row[0].strip("`"): row[3] for row in table("Keys")}.items())
        self.assertGreater(len(defaults), 4)

    def test_pkg_config(self):
        text = next(PREFIX.rglob("usersched.pc")).read_text()
        self.same(names("pkg-config"), re.findall(r"^(\w+)=", text, re.M))

    def test_messages_of_the_compiler(self):
        # Remarks have names, not messages.
        there = [m for m in messages(ROOT / "plugin") if " " in m]
        self.assertGreater(len(there), 20)
        self.same(names("Messages of the compiler"), there)

    def test_how_late_a_reset_shows(self):
        source = (ROOT / "runtime" / "src" / "base" / "Thresholds.h").read_text()
        most = str(int(re.search(r"UsualCheck, (\d+)\)", source)[1]) - 1)
        for path in (ROOT / "runtime" / "include" / "usersched.h", REFERENCE):
            pattern = r"up to\s+(\d+)\s+executions later"
            self.assertEqual(re.findall(pattern, path.read_text()), [most], path)

    def test_reasons_of_techniques(self):
        source = (ROOT / "runtime/src/plan/Technique.h").read_text()
        names = {kind: re.findall(r'"([a-z-]+)"', listed) for kind, listed in
                 re.findall(r"Names\[(\w+)\] = \{([^}]*)\}", source)}
        page = (ROOT / "docs/how-it-works.md").read_text()
        decision = page[page.index("\n## The decision"):page.index("\n## What it promises")]
        rows = re.findall(r"^\|.*\| `([a-z-]+)` \|$", decision, re.M)
        self.assertEqual(sorted(rows), sorted(names["Reasons"]))
        techniques = re.findall(r"^\| `(\w+)` \| (?:all|thread 0) ", decision, re.M)
        self.assertEqual(techniques, names["Techniques"])
        sys.path.insert(0, str(ROOT / "tools"))
        from report import reasons
        self.assertEqual(sorted(reasons.WORDS), sorted(names["Reasons"]))

    def test_messages_at_run_time(self):
        there = [m for m in messages(ROOT / "runtime" / "src")
                 if m.startswith("usersched: ")]
        self.assertGreater(len(there), 2)
        self.same(names("Messages at run time"), there)


if __name__ == "__main__":
    unittest.main()
