"""Pictures as SVG that fits any width, without scripts: what lies along the width is
in per cent, what lies along the height and all text in pixels.

What belongs to one datum is a mark: it stands in a group of the class "marks" and has
a tooltip. Colours are classes; picture.css has them for light and dark.
"""
import dataclasses
import math
import os
import re
import statistics

from .html import Html, tag, text

STYLE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "picture.css")
# So many times the median cannot be drawn beside it.
SKEWED = 30
# More marks than this get no tooltips: the page would be twice as large.
MOST_TOOLTIPS = 5000
# Per cent of the width that can be seen.
THIN = 0.12
# Of a file: its width, and the room beside the plot.
WIDTH, RIGHT = 860, 16


@dataclasses.dataclass
class Picture:
    name: str           # of the file, without extension
    caption: str
    legend: list        # (class, label)
    body: list          # Html
    height: float
    left: int = 58      # pixels for labels

    def svg(self, **more):
        return tag("svg", self.body, height=f"{self.height:.0f}", role="img",
                   aria_label=self.caption, **more)


class Plot:
    """Panels above each other with one axis along the width, from low to high."""

    def __init__(self, low, high):
        self.low, self.range = low, (high - low) or 1
        self.body, self.height = [], 4

    def at(self, value):
        return 100 * (value - self.low) / self.range

    def text(self, x, y, words, css="", **more):
        x = f"{x:.2f}%" if isinstance(x, float) else x
        self.body.append(tag("text", words, x=x, y=f"{y:.1f}",
                             **({"class": css} if css else {}), **more))

    def line(self, x1, y1, x2, y2, css="grid"):
        self.body.append(tag("line", x1=f"{x1:.2f}%", y1=f"{y1:.1f}", x2=f"{x2:.2f}%",
                             y2=f"{y2:.1f}", class_=css))

    def panel(self, height, title=""):
        """Room for a panel below those that are there: the y of its upper end."""
        if title:
            self.text(0, self.height + 12, title, "title")
            self.height += 18
        top = self.height
        self.height += height + 10
        return top

    def marks(self, name, css, shapes, tips):
        """shapes are Html without an end; a tip belongs to each."""
        shown = len(shapes) <= MOST_TOOLTIPS
        self.body.append(tag("g", [
            Html(f"<{shape}><title>{text(tip)}</title></{shape.split()[0]}>"
                 if shown else f"<{shape}/>")
            for shape, tip in zip(shapes, tips)], class_=f"marks mark-{name} {css}"))

    def boxes(self, name, css, boxes, tips):
        """boxes: (begin, end, upper y, lower y), along the axis and in pixels."""
        shapes = []
        for begin, end, upper, lower in boxes:
            wide = self.at(end) - self.at(begin)
            line = ' class="apart"' if wide > 1 else ""
            x = min(self.at(begin), 100 - THIN)
            shapes.append(f'rect x="{x:.3f}%" width="{max(wide, THIN):.3f}'
                          f'%" y="{upper:.2f}" height="{max(lower - upper, 0):.2f}"'
                          f'{line}')
        self.marks(name, css, shapes, tips)

    def points(self, name, css, points, tips):
        """points: (along the axis, y in pixels)."""
        self.marks(name, css, [f'circle cx="{self.at(x):.3f}%" cy="{y:.2f}" r="3"'
                               for x, y in points], tips)

    def axis(self, words, show, ticks=None):
        """Ticks and what they are below the last panel."""
        y = self.height + 6
        for value in ticks or nice(self.low, self.low + self.range):
            at = self.at(value)
            anchor = "start" if at < 4 else "end" if at > 96 else "middle"
            self.text(at, y, show(value), text_anchor=anchor)
        if words:
            self.text(50.0, y + 17, words, text_anchor="middle")
        self.height = y + (24 if words else 8)

    def picture(self, name, caption, legend=(), **more):
        return Picture(name, caption, list(legend), self.body, self.height, **more)


class Scale:
    """An axis along the height of a panel: y pixels for values; logarithmic if a few
    are far above most."""

    def __init__(self, plot, top, height, values, show, may_be_log=False):
        positive = [v for v in values if v > 0]
        self.is_log = bool(may_be_log and positive and
                           max(positive) >= SKEWED * statistics.median(positive))
        self.low, self.high = 0, 1.05 * max(values, default=0) or 1
        if self.is_log:
            self.low, self.high = min(positive) / 2, 2 * max(positive)
        self.top, self.height, self.bottom = top, height, top + height
        ticks = (powers(self.low, self.high) if self.is_log
                 else nice(0, self.high, height / 30))
        for value in ticks:
            y = self.y(value)
            plot.line(0, y, 100, y)
            plot.text(-6, y + 4, show(value), text_anchor="end")

    def y(self, value):
        if self.is_log:
            share = (math.log(max(value, self.low) / self.low)
                     / math.log(self.high / self.low))
        else:
            share = (value - self.low) / (self.high - self.low)
        return self.bottom - self.height * share


def nice(low, high, count=5):
    """Round values between low and high, about so many."""
    least = (high - low) / max(count, 1)
    if not least > 0 or not math.isfinite(least):
        return [low]
    power = 10.0 ** math.floor(math.log10(least))
    step = next((s * power for s in (1, 2, 5) if s * power >= least), 10 * power)
    first = math.ceil(low / step)
    return [step * i for i in range(first, first + 4 * int(count + 2))
            if step * i <= high]


def powers(low, high):
    """Powers of ten, at most five."""
    first, last = math.ceil(math.log10(low)), math.floor(math.log10(high))
    return [10.0 ** i for i in range(first, last + 1, max(1, (last - first) // 4))]


def file_style():
    """picture.css for viewers that know no variables, which most are."""
    with open(STYLE, encoding="utf-8") as style:
        variables, rules = style.read().split("\n\n")
    found = {}
    for name, colour in re.findall(r"(--\w+): (#\w+)", variables):
        found.setdefault(name, []).append(colour)

    def rules_in(which):
        return re.sub(r"var\((--\w+)\)", lambda m: found[m[1]][which], rules)

    return rules_in(0) + "@media (prefers-color-scheme: dark) {\n" + rules_in(1) + "}"


def file(picture):
    """The picture alone, as a file that brings its colours and its background."""
    x, y, keys = picture.left, 12, []
    for css_class, label in picture.legend:
        # About: nobody knows the width of the letters here.
        width = 34 + 6.5 * len(label)
        if x + width > WIDTH:
            x, y = picture.left, y + 18
        keys.append(tag("rect", x=x, y=y, width=11, height=11, class_=css_class))
        keys.append(tag("text", label, x=x + 16, y=y + 10))
        x += width
    top = y + (22 if picture.legend else 0)
    height = picture.height + top + 8
    plot = picture.svg(x=picture.left, y=top, width=WIDTH - picture.left - RIGHT)
    # Most viewers show no tooltips.
    plot = Html(re.sub("<title>[^<]*</title>", "", plot))
    return tag("svg", tag("style", Html(file_style())),
               tag("rect", width="100%", height="100%", class_="paper"), keys, plot,
               xmlns="http://www.w3.org/2000/svg", width=WIDTH,
               height=f"{height:.0f}", class_="picture") + "\n"
