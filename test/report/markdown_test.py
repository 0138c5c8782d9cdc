"""tools/report/markdown.py: texts of a program stay texts, and a terminal can show
the tables.

Called as markdown_test.py SOURCE_FOLDER.
"""
import sys
import unittest

sys.dont_write_bytecode = True
sys.path.insert(0, sys.argv.pop(1) + "/tools")
import samples  # noqa: E402
from report import markdown, report_file, run, sections  # noqa: E402


def document(*loops, **more):
    found = report_file.read(samples.report(*loops, **more), "r.json")
    return markdown.document(sections.content(run.combine(found, None), draw=False))


class Markdown(unittest.TestCase):
    def test_what_happened_is_in_it(self):
        text = document()
        for words in ("# usersched: pr -g 18\n", "process 7, 2 threads, 1.5 s in all",
                      "\n## pr.cpp:57, `load: g.in_degree(n)`\n",
                      "\n**could be better**: `schedule(static)` would be about 1.2 "
                      "times as fast here; 36 % above perfect balance.\n",
                      "\nPotential gain: about 26 % of the loop's time, at best.\n"):
            self.assertIn(words, text)
        self.assertIn("## pr.cpp:57, `prefix: row[v]`\n",
                      document(samples.loop(load="row[v]", has_prefix=True)))
        for row in (r"loop +\| src/pr.cpp:57:9 in pagerank +\| +",
                    r"executions +\| 4 +\| +",
                    r"λ by load +\| 12.5 % +\| most load of a thread above .*",
                    r"heaviest chunk +\| 100 % \(iterations 0 to 4\) +\| of a .*",
                    r"balanced +\| no plan was kept: makes one +\| 1 +",
                    r"balanced +\| a plan was kept +\| 3 +"):
            self.assertRegex(text, rf"\n\| {row}\|\n")

    def test_advice_stands_in_a_list(self):
        text = document(samples.loop(threads={"least": 1, "most": 1}))
        self.assertRegex(text, r"\n\* The loop ran with one thread.* \(one-thread\)\n")

    def test_columns_are_aligned(self):
        rows = [line for line in document().splitlines() if line.startswith("|")]
        self.assertEqual(len({len(row) for row in rows[:20]}), 1)

    def test_texts_of_the_program_are_texts(self):
        text = document(samples.loop(
            file="a\"b\\c.cpp", function="operator|<`*>", load="x[\"<&>\"]\n|"),
            command="<b> *c*")
        self.assertIn("# usersched: \\<b\\> \\*c\\*\n", text)
        self.assertIn("`load: x[\"<&>\"] |`\n", text)
        self.assertIn("| a\"b\\\\c.cpp:57:9 in operator\\|\\<\\`\\*\\> ", text)

    def test_code_with_backticks_stands_between_more(self):
        self.assertEqual(markdown.code("a`b``c"), "``` a`b``c ```")
        self.assertEqual(markdown.code("a"), "`a`")


if __name__ == "__main__":
    unittest.main()
