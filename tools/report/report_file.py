"""A report: what USERSCHED_REPORT=FILE.json makes the library write."""
import dataclasses

from .errors import Failure
from .fields import Fields, required

FORMAT = "usersched-report-1"


@dataclasses.dataclass
class Chunks:
    """Contiguous ranges of iterations; chunk I is begin[I] to begin[I + 1]."""
    begin: list
    load: list
    seconds: list       # None where not measured

    def __len__(self):
        return len(self.load)

    def iterations(self, index):
        return self.begin[index + 1] - self.begin[index]

    def measured(self):
        """As pieces, those that were timed."""
        return [Piece(self.begin[i], self.begin[i + 1], self.load[i], seconds)
                for i, seconds in enumerate(self.seconds) if seconds is not None]


@dataclasses.dataclass
class Piece:
    """Iterations begin to before end that were timed at one go."""
    begin: int
    end: int
    load: float         # None if not known
    seconds: float

    @property
    def iterations(self):
        return self.end - self.begin


@dataclasses.dataclass
class Execution:
    number: int
    seconds: float
    lambda_time: float  # None if not known
    kind: str           # "inspected", "plan" or "even"


@dataclasses.dataclass
class LoopReport:
    """One annotated loop. A measure that the file lacks is None."""
    file: str
    line: int
    column: int
    function: str
    load: str
    measures: dict      # name: number, see MEASURES
    chunks: Chunks      # or None
    pieces: list        # what was timed: larger than chunks, most often
    history: list
    advice: list        # (kind, text)

    @property
    def seconds_per_execution(self):
        executions, seconds = (self.measures.get("executions"),
                               self.measures.get("seconds"))
        return seconds / executions if executions and seconds is not None else None


@dataclasses.dataclass
class Report:
    path: str
    version: str
    command: str
    date: str
    threads: int
    seconds: float
    loops: list


# Where a loop's measures stand in the file; "a.b" is the field b of object a.
MEASURES = [
    "executions", "trip_count.least", "trip_count.most", "threads.least",
    "threads.most", "seconds", "busy_seconds", "static_excess_percent",
    "plans.made", "plans.hits", "plans.stale", "plans.evicted", "plans.refined",
    "inspect_seconds", "balance_seconds", "lambda_load_percent",
    "lambda_time_percent", "steals", "stolen_load_percent", "stolen_iterations",
    "dispatches_per_execution", "fit.r_squared", "fit.seconds_per_load",
    "fit.seconds_per_iteration", "heaviest.begin", "heaviest.end",
    "heaviest.share_percent"]
SIGNED = {"fit.r_squared"}


def read_chunks(fields):
    begin, load = fields.numbers("begin", 0), fields.numbers("load", 0)
    seconds = fields.numbers("seconds", 0) or [None] * len(load)
    if not begin and not load:
        return None
    if len(begin) != len(load) + 1 or len(seconds) != len(load):
        raise Failure(
            f"{fields.place} has {len(begin)} numbers in \"begin\", {len(load)} in "
            f"\"load\" and {len(seconds)} in \"seconds\"; expected one more in "
            '"begin" than in the others')
    if None in begin or None in load:
        raise Failure(f"{fields.place} has null in \"begin\" or \"load\"; only "
                      '"seconds" may be unknown')
    if any(b >= c for b, c in zip(begin, begin[1:])):
        raise Failure(f"{fields.where('begin')} does not rise; expected where each "
                      "chunk begins, and at last the trip count")
    return Chunks(begin, load, seconds) if load else None


def read_pieces(fields):
    names = ("begin", "end", "load", "seconds")
    columns = [fields.numbers(name, 0) for name in names]
    if len(set(map(len, columns))) != 1:
        lengths = ", ".join(f'{len(c)} in "{n}"' for n, c in zip(names, columns))
        raise Failure(f"{fields.place} has {lengths}; expected the same number of each")
    pieces, last = [], 0
    for index, row in enumerate(zip(*columns)):
        piece = Piece(*row)
        if piece.begin is None or piece.end is None or not (
                last <= piece.begin < piece.end):
            raise Failure(f"{fields.place}: entry {index} is not behind the one "
                          'before; expected "begin" before "end", and both rising')
        last = piece.end
        if piece.seconds is not None:
            pieces.append(piece)
    return pieces


def read_execution(fields):
    return Execution(required(fields.number("execution", 0),
                              fields.where("execution"), "its number"),
                     required(fields.number("seconds", 0),
                              fields.where("seconds"), "its time"),
                     fields.number("lambda_time_percent", 0), fields.text("kind"))


def read_loop(fields):
    measures = {}
    for name in MEASURES:
        *outer, field = name.split(".")
        of = fields.object(outer[0]) if outer else fields
        measures[name] = (of.number(field) if name in SIGNED
                          else of.number(field, 0))
    return LoopReport(
        required(fields.text("file"), fields.where("file"), "a file's name"),
        required(fields.number("line", 0), fields.where("line"), "a line's number"),
        fields.number("column", 0) or 0, fields.text("function"),
        fields.text("load"), measures, read_chunks(fields.object("chunks")),
        read_pieces(fields.object("ranges")),
        [read_execution(Fields(*entry)) for entry in fields.list("history")],
        [(advice.text("kind"), advice.text("text")) for advice in
         (Fields(*entry) for entry in fields.list("advice"))])


def read(value, path):
    """The report in a JSON value. Raises Failure."""
    fields = Fields(value, path)
    if "loops" not in value:
        raise Failure(f'{path} has no "loops"; expected a report')
    return Report(path, fields.text("version"), fields.text("command"),
                  fields.text("date"), fields.number("threads", 0),
                  fields.number("seconds", 0),
                  [read_loop(Fields(*entry)) for entry in fields.list("loops")])
