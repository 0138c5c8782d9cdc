"""Runs the fuzzer of the graph readers on a corpus of small right files.

Usage: graph_reader.py FUZZER [LIBFUZZER-OPTION]...
"""

import os
import struct
import subprocess
import sys
import tempfile


def csr(flags, nodes, arcs, *arrays):
    """A .csr file; the fuzzer puts its checksum right."""
    header = struct.pack(
        "=8sIIQqqQQQ", b"usrgraph", 0x01020304, 1, flags, nodes, arcs, 0, 0, 0
    )
    return header + b"".join(arrays)


def offsets(*values):
    return struct.pack(f"={len(values)}q", *values)


def nodes(*values):
    return struct.pack(f"={len(values)}i", *values)


SEEDS = [
    b"e# comment\n0 1\n1 2\r\n2 0\n\n7 7\n0 4095",
    b"w0 1 5\n1 2 -0.5e3\n",
    b"m%%MatrixMarket matrix coordinate pattern general\n% c\n3 3 2\n1 2\n3 1\n",
    b"m%%MatrixMarket matrix coordinate real symmetric\n3 3 2\n2 1 0.5\n3 3 -1e3\n",
    b"gc comment\np sp 3 2\na 1 2 803\na 3 1 4\n",
    b"aAdjacencyGraph\n3\n3\n0\n2\n2\n1\n2\n0\n",
    b"aWeightedAdjacencyGraph\n2\n2\n0\n1\n1\n0\n5\n-7\n",
    b"\x65\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\x03\x33\x50\x30\xe4\x02\x00",
    b"C" + csr(0, 3, 4, offsets(0, 1, 3, 4), nodes(1, 0, 2, 1)),
    b"C"
    + csr(1, 2, 2, offsets(0, 2, 2), offsets(0, 1, 2), nodes(0, 1), nodes(0, 0)),
    b"c" + csr(1, 0, 0, offsets(0), offsets(0)),
]


def main():
    fuzzer, *options = sys.argv[1:]
    with tempfile.TemporaryDirectory() as folder:
        for number, seed in enumerate(SEEDS):
            with open(os.path.join(folder, str(number)), "wb") as file:
                file.write(seed)
        # An input that fails is printed in base64.
        run = subprocess.run([os.path.abspath(fuzzer), *options, folder], cwd=folder)
    sys.exit(run.returncode)


main()
