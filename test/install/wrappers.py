"""Tests of the installed usersched-cc and usersched-c++.

Called as wrappers.py INSTALLATION WORK_FOLDER.
"""
import os
import pathlib
import shutil
import subprocess
import sys
import unittest

PREFIX, WORK = (pathlib.Path(a).resolve() for a in sys.argv[1:3])
del sys.argv[1:3]
HERE = pathlib.Path(__file__).parent
CC = PREFIX / "bin" / "usersched-cc"
PATH = f"{PREFIX}/bin:/usr/bin:/bin"


class Wrappers(unittest.TestCase):
    def setUp(self):
        self.folder = WORK / self._testMethodName
        shutil.rmtree(self.folder, ignore_errors=True)
        shutil.copytree(HERE / "wrapped", self.folder)
        for name in ("loop.c", "loop.cc"):
            shutil.copy(HERE / "archive" / "loop.c", self.folder / name)

    def call(self, *command, fails=False, input=None, **environment):
        """Runs a command, which must succeed unless it fails; what it says."""
        done = subprocess.run(
            command, cwd=self.folder, text=True, timeout=300, input=input,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
            env={"PATH": PATH, "HOME": str(self.folder), "OMP_NUM_THREADS": "3",
                 **environment})
        self.assertEqual(done.returncode != 0, fails, done.stdout)
        return done.stdout

    def programs(self, folder="."):
        """Each fails if usersched did not schedule its loop."""
        for program in ("in_c", "in_cxx", "shared"):
            self.call(f"{folder}/{program}")

    def test_configure_and_make(self):
        both = {"CC": "usersched-cc", "CXX": "usersched-c++"}
        self.call("./configure", **both)
        self.call("make")
        self.programs()

    def test_cmake(self):
        self.call("cmake", "-B", "build", "-DCMAKE_C_COMPILER=usersched-cc",
                  "-DCMAKE_CXX_COMPILER=usersched-c++")
        self.call("cmake", "--build", "build")
        self.programs("build")

    def test_no_library_unless_it_links(self):
        commands = ["-c", "-S", "-E", "-M", "-MM", "-fsyntax-only", "-r"]
        for option in commands:
            said = self.call(CC, "-###", option, "loop.c")
            self.assertNotIn("-lusersched", said, option)
            self.call(CC, "-Werror", "-Wall", option, "loop.c", "-o", "made")
        self.assertIn("-lusersched", self.call(CC, "-###", "loop.c"))

    def test_no_warning_of_unused_options(self):
        (self.folder / "empty.s").touch()
        (self.folder / "arguments").write_text("-c loop.c -o loop.o")
        self.call(CC, "-Werror", "-c", "empty.s", "-o", "empty.o")
        self.call(CC, "-Werror", "@arguments")
        self.call(CC, "-Werror", "loop.o", "empty.o", "-o", "in_c")
        self.call("./in_c")

    def test_questions_without_a_file(self):
        self.assertIn("clang version 19", self.call(CC, "--version"))
        self.assertIn("clang version 19", self.call(CC, "-v"))
        self.assertIn("no input files", self.call(CC, fails=True))

    def test_standard_input(self):
        self.call(CC, "-x", "c", "-", "-o", "made",
                  input=(self.folder / "loop.c").read_text())
        self.call("./made")

    def test_two_dashes_before_the_files(self):
        self.call(CC, "-o", "made", "--", "loop.c")
        self.call("./made")

    def test_the_command_can_turn_openmp_off(self):
        said = self.call(CC, "-fno-openmp", "-fsyntax-only", "loop.c")
        self.assertIn("without '-fopenmp'", said)

    def test_folders_of_the_command_come_first(self):
        said = self.call(CC, "-###", "-Imine", "-Lmine", "loop.c")
        self.assertLess(said.index('"mine"'), said.index(f'"{PREFIX}/include"'))
        self.assertLess(said.index('"-Lmine"'), said.index(f'"-L{PREFIX}/lib'))

    def test_options_are_those_of_usersched_config(self):
        config = self.call("usersched-config", "--cflags", "--libs").split()
        said = self.call("sh", "-x", CC, "-###", "loop.c")
        command = said[said.rindex("\n+ exec "):].splitlines()[1].split()
        self.assertLessEqual(set(config), set(command))

    def test_a_folder_with_spaces(self):
        prefix = self.folder / "it's a prefix"
        shutil.copytree(PREFIX, prefix, symlinks=True)
        self.call(prefix / "bin" / "usersched-cc", "loop.c", "-o", "in_c")
        self.call("./in_c")
        (self.folder / "spaces.mk").write_text(
            "in_c: loop.c\n\tclang-19 $(shell $(CONFIG) --cflags) loop.c -o in_c "
            "$(shell $(CONFIG) --libs)\n")
        config = f"CONFIG='{self.folder}'/it\\'s\\ a\\ prefix/bin/usersched-config"
        self.call("make", "-B", "-f", "spaces.mk", config)
        self.call("./in_c")

    def test_folders_that_a_shell_reads_as_they_are(self):
        prefix = self.folder / "usersched@1.0%gcc~josé"
        shutil.copytree(PREFIX, prefix, symlinks=True)
        for locale in ("C", "C.UTF-8"):
            self.call("sh", "-c", f"clang-19 $({prefix}/bin/usersched-config --cflags) "
                      f"loop.c -o in_c $({prefix}/bin/usersched-config --libs)",
                      LC_ALL=locale)
            self.call("./in_c")

    def test_precompiled_headers(self):
        (self.folder / "all.h").write_text("#include <stdio.h>\n")
        for command in (["all.h"], ["all.h", "-o", "all.h.pch"],
                        ["-MD", "-MF", "all.d", "all.h"],
                        ["-x", "c-header", "all.h", "-o", "all.h.pch"]):
            self.call(CC, "-Werror", *command)
        shutil.copy(self.folder / "loop.c", self.folder / "loop.h")
        for command in (["-xc", "loop.h"], ["-x", "c", "loop.h"]):
            self.call(CC, *command, "-o", "in_c")
            self.call("./in_c")
        self.call(CC, "-include", "all.h", "loop.c", "-o", "in_c")
        self.call("./in_c")

    def test_another_clang(self):
        clang = shutil.which("clang-19")
        (self.folder / "mine").symlink_to(clang)
        mine = {"USERSCHED_CC": f"{self.folder}/mine"}
        self.call(CC, "loop.c", "-o", "in_c", **mine)
        self.assertEqual(self.call("./in_c", **mine), "")

    def test_a_compiler_that_cannot_load_the_plugin(self):
        said = self.call(CC, "-c", "loop.c", fails=True, USERSCHED_CC="gcc")
        self.assertIn("gcc cannot load usersched's plugin", said)

    def test_no_compiler(self):
        for wrong in ("clang-1", str(CC), "usersched-cc", "/none/clang-19"):
            said = self.call(CC, "-c", "loop.c", fails=True, USERSCHED_CC=wrong)
            self.assertIn(f"there is no compiler '{wrong}'", said)

    def test_under_the_name_of_clang(self):
        for name in ("clang-19", "clang++-19"):
            (self.folder / name).symlink_to(CC)
        self.call("clang-19", "loop.c", "-o", "in_c", PATH=f"{self.folder}:{PATH}")
        self.call("./in_c")

    @unittest.skipUnless(shutil.which("ccache"), "there is no ccache")
    def test_ccache_before_or_behind(self):
        (self.folder / "clang-19").symlink_to(shutil.which("ccache"))
        ways = [(["ccache", CC], {}),
                ([CC], {"USERSCHED_CC": f"{self.folder}/clang-19"})]
        for number, (command, environment) in enumerate(ways):
            cache = {"CCACHE_DIR": f"{self.folder}/cache{number}", **environment}
            for _ in range(2):
                self.call(*command, "-c", "loop.c", "-o", "loop.o", **cache)
            self.call(CC, "loop.o", "-o", "in_c")
            self.call("./in_c")
            statistics = self.call("ccache", "--print-stats", **cache)
            self.assertRegex(statistics, r"(?m)^direct_cache_hit\s+1$")


if __name__ == "__main__":
    unittest.main()
