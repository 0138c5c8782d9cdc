"""How well loads predict the time of triangle counting: examples/gap/tc_fit."""
import os
import subprocess
import sys
import tempfile
import time

from . import runner, store
from .errors import Failure


def measure(build, found):
    """The program's document of one input."""
    program = os.path.join(build, "examples", "gap", "tc_fit")
    if not os.access(program, os.X_OK):
        raise Failure(f"{program}: is not there; build first, or name the build "
                      "folder with --build")
    print(f"fitting loads of tc on {found.name}", file=sys.stderr, flush=True)
    with tempfile.TemporaryDirectory() as folder:
        out = os.path.join(folder, "out.json")
        command = [program, *found.arguments, "--json", out]
        done = subprocess.run(command, text=True, capture_output=True)
        if done.returncode != 0:
            raise Failure(done.stderr.strip())
        document = store.read(out)[0]
    document.update(command=" ".join(command), commit=runner.commit(),
                    date=time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime()))
    return document
