"""script/graphs: what it finds, what it tells other programs, and how it fails.

Usage: graphs_script_test.py SCRIPT. Archives come from file: addresses, so
that the tests need no network.
"""

import io
import json
import os
import subprocess
import sys
import tarfile
import tempfile
import unittest

SCRIPT = sys.argv.pop()
CLASSES = {"wiki", "internet", "citation", "social", "road", "web"}
# One graph of each class, as files of any kind.
FILES = {
    "c2-WikiWikiWeb.el.xz": "wiki",
    "as-Skitter.mtx": "internet",
    "cit-HepPh.csr": "citation",
    "ego-Twitter.csr.zst": "social",
    "USA-road-d.NE.gr.gz": "road",
    "cnr-2000.adj": "web",
}


def run(*arguments, data=None):
    environment = {k: v for k, v in os.environ.items() if k != "USERSCHED_DATA"}
    if data:
        environment["USERSCHED_DATA"] = data
    return subprocess.run(
        [sys.executable, SCRIPT, *arguments],
        env=environment,
        capture_output=True,
        text=True,
        timeout=300,
    )


def write(folder, name, content=b""):
    path = os.path.join(folder, name)
    with open(path, "wb") as file:
        file.write(content)
    return path


def archive(folder, members):
    """A .tar.gz with these members, and a manifest that names it."""
    path = os.path.join(folder, "graph.tar.gz")
    with tarfile.open(path, "w:gz") as tar:
        for name, content in members.items():
            info = tarfile.TarInfo(name)
            info.size = len(content)
            tar.addfile(info, io.BytesIO(content))
    paper = {"name": "tiny", "page": "https://example.org", "archive": "file://" + path}
    manifest = {
        "format": "usersched-graphs-1",
        "classes": {"web": {"title": "web", "generated": [], "paper": paper}},
        "graphs": [],
    }
    return path, write(folder, "manifest.json", json.dumps(manifest).encode())


class Finds(unittest.TestCase):
    def setUp(self):
        self.temporary = tempfile.TemporaryDirectory()
        self.folder = self.temporary.name
        self.addCleanup(self.temporary.cleanup)

    def found(self, *arguments, **options):
        result = run("--json", *arguments, **options)
        self.assertEqual(result.returncode, 0, result.stderr)
        return json.loads(result.stdout)

    def test_all_classes_in_a_folder(self):
        for name in FILES:
            write(self.folder, name)
        for found in (self.found("--data", self.folder), self.found(data=self.folder)):
            classes = {g["class"] for g in found["graphs"]}
            self.assertEqual(classes, CLASSES | {"extra"})
            self.assertEqual(found["generated"], [])
            for name, wanted in FILES.items():
                path = os.path.join(self.folder, name)
                (graph,) = [g for g in found["graphs"] if g["file"] == path]
                self.assertEqual(graph["class"], wanted)
                symmetrize = wanted in ("internet", "social", "road")
                self.assertEqual(
                    graph["arguments"], ["-f", path] + ["-s"] * symmetrize
                )

    def test_stand_ins_for_classes_without_a_graph(self):
        found = self.found()
        self.assertEqual([g["name"] for g in found["graphs"]], ["debian12-deps"])
        self.assertEqual({g["class"] for g in found["generated"]}, CLASSES)

    def test_the_fastest_file_of_a_graph(self):
        for name in ("g.el.xz", "g.csr.xz", "g.csr", "g.txt", "notes"):
            write(self.folder, name)
        graphs = self.found("--data", self.folder)["graphs"]
        self.assertEqual(
            [g["file"] for g in graphs if g["class"] == "other"],
            [os.path.join(self.folder, "g.csr")],
        )

    def test_the_paper_s_sources(self):
        result = run("--data", self.folder)
        self.assertEqual(result.returncode, 0, result.stderr)
        for name in ("Wiki-2007", "Skitter", "Patents", "LiveJournal", "Road", "Web"):
            self.assertIn(f"in the paper  {name}: ", result.stdout)
        self.assertEqual(result.stdout.count("https://"), 6)

    def test_no_folder(self):
        result = run("--data", os.path.join(self.folder, "none"))
        self.assertEqual(result.returncode, 1)
        self.assertIn("none: No such file or directory; expected", result.stderr)

    def test_a_broken_manifest(self):
        for content in (b"", b"{}", b"[1"):
            path = write(self.folder, "m.json", content)
            result = run("--manifest", path)
            self.assertEqual(result.returncode, 1)
            self.assertTrue(result.stderr.startswith(f"error: {path}: "), result.stderr)


class Fetches(unittest.TestCase):
    setUp = Finds.setUp

    def fetch(self, manifest, *names):
        return run(
            "--manifest", manifest, "--data", self.folder + "/data", "--fetch", *names
        )

    def data(self):
        return sorted(os.listdir(self.folder + "/data"))

    def test_an_archive(self):
        content = b"%%MatrixMarket\n" * 100000
        _, manifest = archive(
            self.folder, {"tiny/other.mtx": b"x", "tiny/tiny.mtx": content}
        )
        result = self.fetch(manifest)
        self.assertEqual(result.returncode, 0, result.stderr)
        with open(self.folder + "/data/tiny.mtx", "rb") as file:
            self.assertEqual(file.read(), content)
        self.assertEqual(self.data(), ["tiny.mtx"])
        self.assertIn("is here already", self.fetch(manifest).stdout)

    def check_failure(self, manifest, reason):
        result = self.fetch(manifest)
        self.assertEqual(result.returncode, 1)
        self.assertTrue(
            result.stderr.startswith("error: tiny could not be fetched from file://"),
            result.stderr,
        )
        self.assertIn(reason, result.stderr)
        self.assertIn("fetch it by hand, see https://example.org", result.stderr)
        self.assertEqual(self.data(), [])

    def test_fails_without_the_archive(self):
        path, manifest = archive(self.folder, {})
        os.remove(path)
        self.check_failure(manifest, "No such file")

    def test_fails_without_the_graph_in_it(self):
        _, manifest = archive(self.folder, {"tiny.txt": b"x"})
        self.check_failure(manifest, "the archive has no tiny.mtx")

    def test_fails_if_the_archive_is_cut_off(self):
        path, manifest = archive(self.folder, {"tiny/tiny.mtx": os.urandom(100000)})
        with open(path, "rb") as file:
            content = file.read()
        for size in (0, 5, 60000, len(content) - 8000):
            with open(path, "wb") as file:
                file.write(content[:size])
            self.check_failure(manifest, "")

    def test_fails_for_unknown_names_and_no_folder(self):
        result = run("--fetch", "tiny", data=self.folder)
        self.assertEqual(result.returncode, 1)
        self.assertIn("error: tiny cannot be fetched; expected wiki", result.stderr)
        result = run("--fetch")
        self.assertEqual(result.returncode, 1)
        self.assertIn("name one with --data or USERSCHED_DATA", result.stderr)


unittest.main()
