"""Numbers and the words of the program's texts, as people read them."""
import math


def seconds_text(value):
    for scale, unit in ((1, "s"), (1e-3, "ms"), (1e-6, "us")):
        if abs(value) >= scale:
            return f"{value / scale:.3g} {unit}"
    return f"{value * 1e9:.3g} ns" if value else "0 s"


def count_text(value):
    if value != int(value):
        return f"{value:.4g}"
    return f"{value:.0f}" if abs(value) < 1e15 else f"{value:.3g}"


def percent_text(value):
    return f"{value:.3g} %" if value < 1000 else f"{value:.0f} %"


def ratio_text(value):
    return f"{value:.3f}"


class NotKnown(ValueError):
    """A text needs a figure that is not known."""


def text(number):
    """Three digits, or all in front of the point."""
    if math.isnan(number):
        raise NotKnown
    size = abs(number)
    digits = 0 if size >= 99.95 or size == int(size) else 1 if size >= 9.995 else 2
    return f"{number:.{digits}f}"


class Known:
    """The figures; one that is not known is NaN, which no comparison is true of."""

    def __init__(self, facts):
        self.facts = facts

    def __getitem__(self, name):
        value = self.facts.get(name)
        return math.nan if value is None else value
