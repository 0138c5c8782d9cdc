# One behaviour a test, at most about 30 lines, named for the behaviour.
import os
import pathlib
import shutil
import stat
import sys

import lit.formats

config.name = "usersched"
config.test_format = lit.formats.ShTest(execute_external=False)
config.suffixes = [".c", ".cpp", ".f90", ".test"]
config.excludes = ["Inputs"]
config.test_source_root = os.path.dirname(__file__)

if not getattr(config, "plugin", None):
    lit_config.fatal("run lit on the build tree, or with: ctest -R lit")

plugin = "-fplugin=" + config.plugin
link = "-I%s -L%s -Wl,-rpath,%s -lusersched" % (
    config.include,
    config.runtime,
    config.runtime,
)
strict = "-Wall -Wextra -Werror"

# Longest names first: lit replaces text, not words.
config.substitutions += [
    # A program that compiles and links in one step with the plugin, ...
    ("%clangxx-run", f"{config.clangxx} -fopenmp {plugin} {strict} %s {link}"),
    ("%clang-run", f"{config.clang} -fopenmp {plugin} {strict} %s {link}"),
    # ... the same without it, ...
    (
        "%clangxx-plain",
        f"{config.clangxx} -fopenmp {strict} -Wno-unknown-pragmas %s",
    ),
    ("%clang-alone", f"{config.clang} -fopenmp -Wno-unknown-pragmas"),
    ("%gxx-file", f"{config.gxx} -fopenmp {strict} -Wno-unknown-pragmas"),
    # ... and the compiler with the plugin, alone.
    ("%clangxx", f"{config.clangxx} -fopenmp {plugin}"),
    ("%clang", f"{config.clang} -fopenmp {plugin}"),
    ("%usersched_suggest", config.suggest),
    ("%plugin-release", config.plugin_release),
    ("%plugin", config.plugin),
    ("%release", config.release),
    ("%include", config.include),
    ("%archive", f"{config.runtime}/libusersched.a -lstdc++ -lm -pthread"),
    ("%python", sys.executable),
    ("%link", link),
    # Variables with which ThreadSanitizer sees how libomp orders threads.
    (
        "%see-libomp",
        f"OMP_TOOL_LIBRARIES={config.archer} "
        "TSAN_OPTIONS=ignore_noninstrumented_modules=1:halt_on_error=1",
    ),
    # By default, libomp gives the teams of a league the processors only.
    ("%teams", "KMP_TEAMS_THREAD_LIMIT=64"),
    ("%verify", "-fsyntax-only -Xclang -verify"),
    ("%ir", "-S -emit-llvm -o -"),
]
if config.gxx:
    config.available_features.add("gxx")
config.available_features.add(f"release-{config.release}")
others = [f"clang-{n}" for n in range(14, 23) if str(n) != config.release]
other = next(filter(None, map(shutil.which, others)), None)
if other:
    config.substitutions.insert(0, ("%other-clang", other))
    config.available_features.add("other-clang")
flang = shutil.which(f"flang-{config.release}") or shutil.which(
    f"flang-new-{config.release}"
)
if flang:
    config.available_features.add("flang")
    # The pass alone, for the plugin of another release cannot be loaded.
    config.substitutions += [
        ("%flang-link", f"-L{config.openmp}/lib -L{config.runtime} "
         f"-Wl,-rpath,{config.runtime} -lusersched"),
        ("%flang", f"{flang} -fopenmp -fpass-plugin={config.plugin_release}"),
    ]
if shutil.which("ccache"):
    config.available_features.add("ccache")
if os.path.exists(os.path.join(config.llvm_tools, "ld.lld")):
    config.available_features.add("lld")


def set_uid_programs_run():
    """Whether this user can make programs that run as another one."""
    with open("/proc/self/status") as status:
        may_gain = "NoNewPrivs:\t1" not in status.read()
    allows = not os.statvfs(config.test_exec_root).f_flag & os.ST_NOSUID
    folders = [config.runtime, *map(str, pathlib.Path(config.runtime).parents)]
    is_open = all(os.stat(folder).st_mode & stat.S_IXOTH for folder in folders)
    return os.geteuid() == 0 and may_gain and allows and is_open


if set_uid_programs_run():
    config.available_features.add("set-uid")

config.environment["PATH"] = os.pathsep.join(
    [config.llvm_tools, config.environment["PATH"]]
)
for name in list(config.environment):
    if name.startswith(("OMP_", "KMP_", "USERSCHED_")):
        del config.environment[name]
# More threads than most test machines have cores.
config.environment["OMP_NUM_THREADS"] = "3"
# Threads that spin while they wait keep others from running.
config.environment["OMP_WAIT_POLICY"] = "passive"
