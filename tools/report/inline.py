"""matplotlib's SVG as a part of an HTML page.

Ids become unique on the page, ink becomes the page's text colour, and each mark
gets the tooltip of its datum.
"""
import io
import re
import xml.etree.ElementTree as ElementTree

from .figures import INK, MOST_TOOLTIPS, style

SVG = "http://www.w3.org/2000/svg"
XLINK = "http://www.w3.org/1999/xlink"


def drawn(picture):
    file = io.StringIO()
    with style():
        picture.figure.savefig(file, format="svg", transparent=True,
                               metadata={"Date": None})
    return file.getvalue()


def svg(picture):
    """The <svg> element, as text."""
    ElementTree.register_namespace("", SVG)
    ElementTree.register_namespace("xlink", XLINK)
    root = ElementTree.fromstring(drawn(picture))
    for unwanted in root.findall(f"{{{SVG}}}metadata"):
        root.remove(unwanted)
    del root.attrib["width"], root.attrib["height"]
    root.set("role", "img")
    root.set("aria-label", picture.caption)
    for group in list(root.iter(f"{{{SVG}}}g")):
        if group.get("id", "").startswith("mark-"):
            mark(group, picture.tooltips.get(group.get("id"), []))
    for element in root.iter():
        for key, value in list(element.attrib.items()):
            element.set(key, renamed(key, value, picture.name))
    return ElementTree.tostring(root, encoding="unicode")


def mark(group, texts):
    marks = [e for e in group.iter() if e.tag in (f"{{{SVG}}}path", f"{{{SVG}}}use")
             and not e.get("id")]
    group.set("class", "marks " + group.get("id"))
    if len(texts) > MOST_TOOLTIPS:
        return
    for element, text in zip(marks, texts):
        title = ElementTree.SubElement(element, f"{{{SVG}}}title")
        title.text = text


def renamed(key, value, name):
    if key == "d":      # a hundredth of a point is enough
        return re.sub(r"\s+", " ", re.sub(r"(\.\d\d)\d+", r"\1", value)).strip()
    if key == "id":
        return f"{name}-{value}"
    if key == f"{{{XLINK}}}href":
        return re.sub("^#", f"#{name}-", value)
    return value.replace("url(#", f"url(#{name}-").replace(INK, "currentColor")
