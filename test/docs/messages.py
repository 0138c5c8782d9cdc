"""The messages in the sources of the plugin and the library.

A message is the first string in a call that reports it: error(...),
warning(...), emitError(...), fprintf(stderr, ...). Its placeholders, %0 or %s,
are written as the sign … here and in the reference.
"""

import re

CALL = re.compile(
    r"(?<![\w:])(?:(error|warning|reportAt|reportLoop)\(|\.emitError\(|"
    r"std::fprintf\(\s*stderr,|Optimization(Remark|RemarkMissed)\s*(?:\w+)?\()"
)
LITERAL = re.compile(r'"((?:[^"\\]|\\.)*)"')
FILLED = re.compile(r"%select\{[^}]*\}\d|%\d|%(?:\.\*|l)*[a-zA-Z]")


def shown(text):
    """A message as the reference shows it."""
    text = text.replace("\\n", "").replace('\\"', '"').replace("%%", "%")
    return " ".join(re.sub("…+", "…", FILLED.sub("…", text)).split())


def message_argument(source, start):
    """The text of the first argument with a string literal, of the arguments
    that begin at start; what is put between two literals is a …."""
    depth, at, text, gap = 1, start, None, False
    while depth and at < len(source):
        literal = LITERAL.match(source, at)
        if literal:
            text = (text or "") + ("…" if gap else "") + literal[1]
            at, gap = literal.end(), False
            continue
        if text is not None and depth == 1 and source[at] == ",":
            break
        gap = text is not None and (gap or not source[at].isspace())
        depth += {"(": 1, ")": -1}.get(source[at], 0)
        at += 1
    return text


def messages(folder):
    """{message: where} of the C++ files in a folder and those below."""
    found = {}
    for path in sorted(folder.rglob("*.cpp")):
        source = re.sub(r"^\s*//.*$", "", path.read_text(), flags=re.M)
        for call in CALL.finditer(source):
            text = message_argument(source, call.end())
            # What ends in a colon goes on with a message that is found, too.
            if text and not text.rstrip().endswith(":"):
                found[shown(text)] = path.name
    return found
