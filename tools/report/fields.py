"""Values from a file that somebody else wrote, each checked when it is taken.

Every function raises Failure, which says where in the file something is not
what it should be, and what that is. A field may be absent; it is None then.
"""
import sys

from .errors import Failure

# What is larger counts as this, so that sums and squares of many are finite: a load
# may be infinite.
LARGEST = 1e60


def show(value):
    text = repr(value)
    return text if len(text) <= 40 else text[:37] + "..."


class Fields:
    """An object of a JSON file, and its place there for messages."""

    def __init__(self, value, place):
        if not isinstance(value, dict):
            raise Failure(f"{place} is {show(value)}; expected an object")
        self.value, self.place = value, place

    def where(self, name):
        return f'{self.place}, "{name}"'

    def number(self, name, least=-LARGEST):
        return number(self.value.get(name), self.where(name), least)

    def count(self, name):
        return count(self.value.get(name), self.where(name))

    def flag(self, name):
        value = self.value.get(name)
        if not isinstance(value, (bool, type(None))):
            raise Failure(f"{self.where(name)} is {show(value)}; expected true or "
                          "false")
        return value

    def text(self, name):
        value = self.value.get(name)
        if value is not None and not isinstance(value, str):
            raise Failure(f"{self.where(name)} is {show(value)}; expected a string")
        return clean(value or "")

    def object(self, name):
        """Empty if there is none."""
        value = self.value.get(name)
        return Fields({} if value is None else value, self.where(name))

    def list(self, name):
        """(value, place) of each entry."""
        value = self.value.get(name)
        if not isinstance(value, (list, type(None))):
            raise Failure(f"{self.where(name)} is {show(value)}; expected a list")
        return [(entry, f"{self.where(name)}[{index}]")
                for index, entry in enumerate(value or [])]

    def numbers(self, name, least=-LARGEST):
        return [number(entry, place, least) for entry, place in self.list(name)]

    def counts(self, name):
        return [count(entry, place) for entry, place in self.list(name)]


def is_number(value, least):
    return (isinstance(value, (int, float)) and not isinstance(value, bool)
            and least <= value <= sys.float_info.max)


def number(value, place, least=-LARGEST):
    if value is None:
        return None
    if not is_number(value, least):
        atleast = "" if least == -LARGEST else f" of at least {least}"
        raise Failure(f"{place} is {show(value)}; expected a finite number{atleast}")
    return min(value, LARGEST)


def count(value, place):
    """A whole number of at least 0, or None."""
    if value is not None and (not is_number(value, 0) or value != int(value)):
        raise Failure(f"{place} is {show(value)}; expected a whole number of at least "
                      "0")
    return value


def required(value, place, what):
    if value is None or value == "":
        raise Failure(f"{place} is missing; expected {what}")
    return value


def clean(text):
    """The text, with what neither a page nor a picture can hold replaced."""
    text = text.encode("utf-8", "replace").decode("utf-8")
    return "".join(c if c.isprintable() or c == " " else "\ufffd"
                   for c in text.replace("\n", " ").replace("\t", " "))
