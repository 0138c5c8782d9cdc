"""ends_by.py SIGNAL PROGRAM...: runs the program, which SIGNAL must end."""

import subprocess
import sys

status = subprocess.run(sys.argv[2:], timeout=60).returncode
if status != -int(sys.argv[1]):
    sys.exit(f"ended with {status}, not by signal {sys.argv[1]}")
