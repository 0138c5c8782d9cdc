"""formats.py WORK INPUTS: the replacements in r.yaml, and the fixes in log.json, make
of the files in INPUTS what --apply has made of those in WORK."""
import json
import pathlib
import re
import sys
import urllib.parse

WORK, INPUTS = map(pathlib.Path, sys.argv[1:])


def inserted(path, insertions):
    text = (INPUTS / path.name).read_text()
    for offset, new in sorted(insertions, reverse=True):
        text = text[:offset] + new + text[offset:]
    assert text == path.read_text(), path


# 1. YAML. Strings are in quotes; a line end in one is an empty line.
entry = re.compile(r"  - FilePath:\s+'?(.+?)'?\n    Offset:\s+(\d+)\n    Length:\s+0\n"
                   r'    ReplacementText: "(.*)"\n')
text = (WORK / "r.yaml").read_text()
assert text.startswith("---\nMainSourceFile:"), text
files = {}
for path, offset, new in entry.findall(text):
    files.setdefault(pathlib.Path(path), []).append((int(offset), json.loads(f'"{new}"')))
assert len(files) == 2, text
for path, insertions in files.items():
    inserted(path, insertions)

# 2. SARIF: what the schema requires.
log = json.loads((WORK / "log.json").read_text())
assert log["version"] == "2.1.0"
run, = log["runs"]
driver = run["tool"]["driver"]
assert driver["name"] == "usersched-suggest"
rules = {rule["id"] for rule in driver["rules"]}
files = {}
for result in run["results"]:
    assert result["message"]["text"] and result["ruleId"] in rules
    assert result["kind"] in ("pass", "open", "fail")
    assert (result["level"] == "none") == (result["kind"] != "fail")
    place, = result["locations"]
    uri = place["physicalLocation"]["artifactLocation"]["uri"]
    assert re.fullmatch(r"file://([\w/.~-]|%[0-9A-F]{2})+", uri, re.ASCII), uri
    assert place["physicalLocation"]["region"]["startLine"] >= 1
    for fix in result.get("fixes", []):
        for change in fix["artifactChanges"]:
            assert change["artifactLocation"]["uri"] == uri
            for replacement in change["replacements"]:
                region = replacement["deletedRegion"]
                assert region["startColumn"] == region["endColumn"] == 1
                path = pathlib.Path(urllib.parse.unquote(uri.removeprefix("file://")))
                lines = (INPUTS / path.name).read_text().splitlines(True)
                offset = len("".join(lines[:region["startLine"] - 1]))
                files.setdefault(path, []).append(
                    (offset, replacement["insertedContent"]["text"]))
assert len(files) == 2
for path, insertions in files.items():
    inserted(path, insertions)
