"""Results on disk: one JSON file for each cell, and documents of several.

A file exists only if its cell was measured to the end, because it is written
under another name first. So a run can be stopped at any moment and continued
later.
"""
import json
import lzma
import os

from .errors import Failure

FORMAT = "usersched-bench-1"


def read(path):
    """The documents in a file, also .json.xz: one, or a list of them."""
    try:
        with (lzma.open if path.endswith(".xz") else open)(path, "rt") as file:
            whole = json.load(file)
    except OSError as error:
        raise Failure(f"{path}: {error.strerror}")
    except (ValueError, EOFError, lzma.LZMAError) as error:
        raise Failure(f"{path}: is no JSON: {error}")
    documents = whole if isinstance(whole, list) else [whole]
    for document in documents:
        check(document, path)
    return documents


def check(document, path):
    if not isinstance(document, dict) or document.get("format") != FORMAT:
        raise Failure(f'{path}: expected results with "format": "{FORMAT}"')
    results = document.get("results")
    if not isinstance(results, list):
        raise Failure(f'{path}: has no list of "results"')
    for number, result in enumerate(results):
        for field, kind in (("kernel", str), ("input", str), ("schedule", str),
                            ("seconds", list)):
            if not isinstance(result, dict) or not isinstance(result.get(field),
                                                              kind):
                raise Failure(f'{path}: result {number} has no "{field}"')
        if not all(isinstance(s, (int, float)) and s >= 0
                   for s in result["seconds"]):
            raise Failure(f'{path}: result {number} has "seconds" that are no '
                          "times")


def read_all(path):
    """The documents of a file, or of all .json and .json.xz files of a folder."""
    if not os.path.isdir(path):
        return read(path)
    documents = []
    for name in sorted(os.listdir(path)):
        if name.endswith((".json", ".json.xz")):
            documents += read(os.path.join(path, name))
    if not documents:
        raise Failure(f"{path}: has no results; expected .json files")
    return documents


def write(path, document):
    """A path that ends in .xz is compressed."""
    partial = path + ".partial"
    with (lzma.open if path.endswith(".xz") else open)(partial, "wt") as file:
        json.dump(document, file, indent=1)
        file.write("\n")
    os.replace(partial, path)
