"""Tests of the installed tools. After the installation has been moved,
usersched-report finds its modules and the simulator. The manual names every
option of the programs.

Called as tools.py SOURCE_FOLDER INSTALLATION.
"""
import gzip
import json
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

sys.dont_write_bytecode = True
SOURCE, PREFIX = map(pathlib.Path, sys.argv[1:3])
del sys.argv[1:3]
sys.path.insert(0, str(SOURCE / "test" / "report"))
import samples  # noqa: E402


def call(program, *arguments):
    done = subprocess.run([PREFIX / "bin" / program, *arguments], text=True,
                          capture_output=True, timeout=300,
                          env={"PATH": "/usr/bin:/bin"})
    if done.returncode != 0:
        raise AssertionError(f"{program}: {done.returncode}: {done.stderr}")
    return done.stdout


class Tools(unittest.TestCase):
    def test_a_page_with_a_simulation(self):
        with tempfile.TemporaryDirectory() as folder:
            report = pathlib.Path(folder, "r.json")
            report.write_text(json.dumps(samples.report()))
            said = call("usersched-report", report, "--threads", "2")
            self.assertIn("Simulated with 2 threads", said)
            page = pathlib.Path(folder, "r.html").read_text()
            self.assertIn("max-width", page)
        self.assertEqual(list(PREFIX.rglob("__pycache__")), [])

    def test_the_manual_has_every_option(self):
        for program in ("usersched-report", "usersched-simulate",
                        "usersched-suggest"):
            text = gzip.open(PREFIX / f"share/man/man1/{program}.1.gz", "rt").read()
            manual = text.replace("\\-", "-")
            options = set(re.findall(r"--[a-z][-a-z]+", call(program, "--help")))
            self.assertGreater(len(options), 5)
            self.assertEqual(
                options, set(re.findall(r"--[a-z][-a-z]+", manual)), program)


if __name__ == "__main__":
    unittest.main()
