"""Builds HTML from Python: what is not Html is text, and is escaped."""
import html


class Html(str):
    """Text that is markup already."""


def text(value):
    return value if isinstance(value, Html) else html.escape(str(value))


def tag(name, *children, **attributes):
    """<name attributes>children</name>; class_ is class, aria_label is aria-label;
    lists are flattened."""
    inner = "".join(text(child) for entry in children for child in
                    (entry if isinstance(entry, (list, tuple)) else [entry]))
    given = "".join(f' {key.rstrip("_").replace("_", "-")}="{html.escape(str(value))}"'
                    for key, value in attributes.items())
    return Html(f"<{name}{given}>{inner}</{name}>")


def table(head, rows, numbers=()):
    """Columns whose index is in `numbers` are set as numbers."""
    def cells(kind, values):
        return [tag(kind, value, **({"class_": "number"} if i in numbers else {}))
                for i, value in enumerate(values)]
    return tag("div", tag("table", tag("thead", tag("tr", cells("th", head))),
                          tag("tbody", [tag("tr", cells("td", r)) for r in rows])),
               class_="table")
