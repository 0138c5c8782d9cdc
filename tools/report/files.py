"""Reads a file of the runtime, whichever it is."""
import json
import re

from . import report_file, trace_file
from .errors import Failure

EXPECTED = ("expected a report (USERSCHED_REPORT=FILE.json) or a trace "
            "(USERSCHED_TRACE=FILE.json)")


def read(path):
    """A Report or a Trace. Raises Failure."""
    try:
        with open(path, "rb") as file:
            text = file.read().decode("utf-8")
    except OSError as error:
        raise Failure(f"{path}: {error.strerror}") from None
    except UnicodeDecodeError as error:
        raise Failure(f"{path} is no text (byte {error.start}); {EXPECTED}") from None
    try:
        value, is_cut_off = json.loads(text), False
    except (ValueError, RecursionError) as error:
        value, is_cut_off = trace_file.salvage(text), True
        if value is None:
            raise Failure(f"{path}: {why(text, error)}; {EXPECTED}") from None
    if not isinstance(value, dict):
        raise Failure(f"{path} holds no JSON object; {EXPECTED}")
    if "traceEvents" in value:
        about = value.get("otherData")
        check_format(path, about.get("format") if isinstance(about, dict) else None,
                     trace_file.FORMAT, optional=is_cut_off)
        return trace_file.read(value, path, is_cut_off)
    check_format(path, value.get("format"), report_file.FORMAT)
    return report_file.read(value, path)


def why(text, error):
    if not text.strip():
        return "is empty"
    if text.lstrip()[0] != "{":
        return "is no JSON"
    if isinstance(error, json.JSONDecodeError):
        # Nothing, or half a word, follows.
        if ("Unterminated" in error.msg
                or re.fullmatch(r"[\s,:]*[-+.\w]*\s*", text[error.pos:])):
            return "ends too early: the program was stopped while it wrote"
        return f"is no JSON in line {error.lineno}: {error.msg}"
    return "is no JSON"


def check_format(path, found, known, optional=False):
    if found == known or (optional and found is None):
        return
    if isinstance(found, str) and found.startswith(known.rstrip("0123456789")):
        raise Failure(f'{path} has the format "{found[:40]}", and this '
                      f'usersched-report reads "{known}"; use the one that came '
                      "with the library")
    raise Failure(f'{path} is none of usersched\'s files ("format" is '
                  f"{json.dumps(found)[:40]}); {EXPECTED}")
