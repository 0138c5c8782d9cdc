#!/usr/bin/env python3
"""arrows.py finds what it says it finds: each test plants one mistake in a
small house."""
import pathlib
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).parent))
import arrows

TABLE = """# Contributing
### Rooms

| room | may include | role |
|---|---|---|
| `src/run/` | `src/plan/` `src/base/` | executes |
| `src/plan/` | `src/base/` | plans |
| `src/base/` | | serves |

### The rest
"""


EXAMPLES = """| `examples/gap/kernels/` | `examples/gap/graph/` | computes |
| `examples/gap/graph/` | | stores |
"""


class ArrowsTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name)
        self.write("CONTRIBUTING.md", TABLE)
        self.write("src/run/Run.cpp", '#include "plan/Plan.h"\n#include "run/Run.h"\n')
        self.write("src/run/Run.h", '#include "base/Clock.h"\n')
        self.write("src/plan/Plan.h", '#include "base/Clock.h"\n')
        self.write("src/base/Clock.h", "#include <atomic>\n")

    def write(self, name, text):
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)

    def mistake(self, *words):
        found = arrows.check(self.root)
        self.assertEqual(len(found), 1, found)
        for word in words:
            self.assertIn(word, found[0])

    def test_a_house_in_order(self):
        self.assertEqual(arrows.check(self.root), [])

    def test_an_arrow_that_the_table_does_not_have(self):
        self.write("src/plan/Plan.h", '#include "run/Run.h"\n')
        self.mistake("src/plan/Plan.h", "src/run/")

    def test_a_circle_within_a_room(self):
        self.write("src/base/Clock.h", '#include "base/Time.h"\n')
        self.write("src/base/Time.h", '#include "base/Clock.h"\n')
        self.mistake("circle", "Time.h")

    def test_a_circle_in_the_table(self):
        self.write("CONTRIBUTING.md", TABLE.replace(
            "| `src/base/` | |", "| `src/base/` | `src/run/` |"))
        self.mistake("circle", "src/base")

    def test_a_folder_without_a_row(self):
        self.write("src/attic/Old.h", "")
        self.mistake("src/attic/")

    def test_a_row_without_a_folder(self):
        self.write("CONTRIBUTING.md", TABLE.replace(
            "\n| `src/base/`", "\n| `src/cellar/` | | stores |\n| `src/base/`"))
        self.mistake("src/cellar/")

    def test_an_arrow_to_a_room_without_a_row(self):
        self.write("CONTRIBUTING.md", TABLE.replace(
            "| `src/plan/` | `src/base/`", "| `src/plan/` | `src/bse/` `src/base/`"))
        self.mistake("src/bse/")

    def add_examples(self, graph):
        """A second house, whose file graph/graph.h has the given text."""
        self.write("CONTRIBUTING.md",
                   TABLE.replace("\n### The rest", EXAMPLES + "\n### The rest"))
        self.write("examples/gap/kernels/pr.cpp", '#include "graph/graph.h"\n')
        self.write("examples/gap/graph/graph.h", graph)

    def test_rooms_of_the_examples_in_order(self):
        self.add_examples("#include <vector>\n")
        self.assertEqual(arrows.check(self.root), [])

    def test_a_wrong_include_in_the_examples(self):
        self.write("examples/gap/kernels/verify.h", "")
        self.add_examples('#include "kernels/verify.h"\n')
        self.mistake("examples/gap/graph/graph.h", "examples/gap/kernels/")

    def test_an_include_of_another_house(self):
        self.add_examples('#include "plan/Plan.h"\n')
        self.mistake("examples/gap/graph/graph.h", "src/plan/")

    def listed(self, names):
        self.write("CONTRIBUTING.md", "\n### `plugin/`: a plugin\n\n| file | role |\n"
                   + f"|---|---|\n| {names} | reads `tokens` |\n\n### The rest\n")
        self.write("plugin/base/Walk.h", "")
        self.write("plugin/base/Walk.cpp", "")
        return arrows.unlisted(self.root)

    def test_each_file_is_listed_once(self):
        self.assertEqual(self.listed("`Walk`"), [])

    def test_a_file_without_a_row(self):
        self.assertIn("no row names Walk", self.listed("all")[0])

    def test_a_row_without_a_file(self):
        self.assertIn("Run is no file", self.listed("`Walk`, `Run`")[0])

    def test_a_file_with_two_rows(self):
        self.assertIn("Walk is named twice", self.listed("`Walk`, `Walk`")[0])

    def released(self, name):
        self.write(name, "int a;\n#if CLANG_VERSION_MAJOR >= 22\n#endif\n")
        return arrows.releases(self.root)

    def test_a_file_that_may_ask_for_the_release(self):
        for name in arrows.RELEASE_FILES:
            self.assertEqual(self.released(name), [])

    def test_a_file_that_asks_for_the_release(self):
        found = self.released("plugin/base/Walk.h")
        self.assertEqual(len(found), 1)
        self.assertIn("plugin/base/Walk.h:2: asks for the release", found[0])

    def test_other_macros_of_the_release(self):
        for macro in "LLVM_VERSION_MAJOR", "CLANG_VERSION_MINOR", "__clang_major__":
            self.write("plugin/Plugin.cpp", f"#if {macro} > 19\n#endif\n")
            self.assertIn(macro, arrows.releases(self.root)[0])

    def test_a_message_may_name_the_release(self):
        self.write("plugin/Plugin.cpp", "f(CLANG_VERSION_STRING);\n")
        self.assertEqual(arrows.releases(self.root), [])


if __name__ == "__main__":
    unittest.main()
