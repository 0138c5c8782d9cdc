"""Two runs, loop by loop: before and after."""
import dataclasses

from .measures import TIME, measures


@dataclasses.dataclass
class Row:
    name: str
    before: str         # as text
    after: str
    ratio: float        # after / before; None where before is 0


@dataclasses.dataclass
class Pair:
    before: object      # Loop, or None
    after: object       # Loop, or None
    rows: list

    @property
    def name(self):
        return (self.after or self.before).name

    @property
    def time_ratio(self):
        return next((r.ratio for r in self.rows if r.name == TIME), None)

    def sentence(self):
        if not self.before:
            return "only in the second run"
        if not self.after:
            return "only in the first run"
        if not self.time_ratio:
            return "the times of one run are not known"
        if self.time_ratio <= 1:
            return f"{1 / self.time_ratio:.2f} times as fast as before"
        return f"takes {self.time_ratio:.2f} times as long as before"


def identity(loop):
    """What stays when lines above a loop are added or removed."""
    if loop.report:
        return loop.report.file, loop.report.function, loop.report.load
    return loop.name


def compare(before, after):
    """A Pair for each loop of either run: those of the same place, then those of
    the same function and load, as long as these are one of a kind."""
    left, right, pairs = list(before.loops), list(after.loops), []
    for same in (lambda a, b: a.name == b.name and identity(a) == identity(b),
                 lambda a, b: a.name == b.name,
                 lambda a, b: identity(a) == identity(b)):
        for loop in list(right):
            found = [other for other in left if same(other, loop)]
            rivals = [other for other in right if same(other, loop)]
            if len(found) == 1 and len(rivals) == 1:
                left.remove(found[0])
                right.remove(loop)
                pairs.append(Pair(found[0], loop, rows(found[0], loop)))
    order = {id(loop): place for place, loop in enumerate(after.loops)}
    pairs.sort(key=lambda pair: order[id(pair.after)])
    return (pairs + [Pair(None, loop, []) for loop in right]
            + [Pair(loop, None, []) for loop in left])


def rows(before, after):
    found, old = [], measures(before.facts)
    for new in measures(after.facts):
        was = next((m for m in old if m.name == new.name), None)
        if was and new.lower_is_better:
            found.append(Row(new.name, was.text, new.text,
                             new.value / was.value if was.value else None))
    return found
