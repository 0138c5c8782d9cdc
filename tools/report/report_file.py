"""A report: what USERSCHED_REPORT=FILE.json makes the library write."""
import bisect
import dataclasses

from .errors import Failure
from .fields import Fields, required

FORMAT = "usersched-report-3"


@dataclasses.dataclass
class Chunks:
    """Contiguous ranges of iterations; chunk I is begin[I] to begin[I + 1]."""
    begin: list
    load: list
    seconds: list       # None where not measured
    threads: int = None # that they were balanced for; None: no plan
    groups: list = ()   # where each thread's group begins, and the trip count

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
    seconds: float      # the least
    times: int = 1      # how often it was timed

    @property
    def iterations(self):
        return self.end - self.begin


@dataclasses.dataclass
class Technique:
    """How some executions of a loop ran, and why."""
    name: str
    reason: str         # completes "because"
    executions: int


@dataclasses.dataclass
class Execution:
    number: int
    seconds: float
    lambda_time: float  # None if not known
    kind: str           # "inspected", "plan" or "even"
    busy: float = None  # seconds that all threads spent in iterations
    threads: int = None # None: as many as in the others


@dataclasses.dataclass
class LoopReport:
    """One annotated loop. A measure that the file lacks is None."""
    file: str
    line: int
    column: int
    function: str
    load: str
    has_prefix: bool    # None if not known
    telescopes: bool    # the load is a difference of neighbours; None if not known
    is_constant: bool   # the load is never evaluated; None if not known
    measures: dict      # name: number, see MEASURES
    chunks: Chunks      # or None
    pieces: list        # what was timed: larger than chunks, most often
    history: list
    techniques: list


@dataclasses.dataclass
class Report:
    path: str
    version: str
    command: str
    date: str
    process: int
    threads: int        # the most of any loop
    processors: int     # that the process might use
    quota: float        # processor time per time, as CPU quotas limit it; None: no limit
    seconds: float
    loops: list


# Where a loop's measures stand in the file; "a.b" is the field b of object a.
MEASURES = [
    "executions", "trip_count.least", "trip_count.most", "iterations_each",
    "threads.least", "threads.most", "seconds", "busy_seconds",
    "plans.made", "plans.hits", "plans.stale", "plans.evicted", "plans.refined",
    "inspect_seconds", "balance_seconds", "present_seconds", "processor_seconds",
    "lambda_load_percent",
    "lambda_time_percent", "steals", "stolen_load_percent",
    "dispatches_per_execution"]

# A page with more chunks would be slow to open.
MOST_CHUNKS = 4096


def read_chunks(fields):
    begin, load = fields.counts("begin"), fields.numbers("load", 0)
    if not begin and not load:
        return None
    if len(begin) != len(load) + 1:
        raise Failure(
            f"{fields.place} has {len(begin)} numbers in \"begin\" and {len(load)} in "
            '"load"; expected one more in "begin"')
    if None in begin or None in load:
        raise Failure(f"{fields.place} has null in \"begin\" or \"load\"; expected "
                      "numbers")
    if any(b >= c for b, c in zip(begin, begin[1:])):
        raise Failure(f"{fields.where('begin')} does not rise; expected where each "
                      "chunk begins, and at last the trip count")
    groups = fields.counts("groups")
    if None in groups or groups != sorted(groups) or (
            groups and (groups[0] != begin[0] or groups[-1] != begin[-1])):
        raise Failure(f"{fields.where('groups')} does not rise from the first "
                      "iteration to the trip count; expected where each group begins")
    return Chunks(begin, load, [None] * len(load), fields.number("threads", 0),
                  groups) if load else None


def joined(chunks, timed):
    """Neighbours as one chunk, where there are too many, with what was timed."""
    step = -(-len(chunks) // MOST_CHUNKS)
    load = [sum(chunks.load[i:i + step]) for i in range(0, len(chunks), step)]
    begin = [*chunks.begin[:-1:step], chunks.begin[-1]]
    known = {(piece.begin, piece.end): piece.seconds for piece in timed}
    return Chunks(begin, load, [known.get(ends) for ends in zip(begin, begin[1:])],
                  chunks.threads, chunks.groups)


def heaviest(chunks):
    """The measures of the chunk with the most load."""
    at = max(range(len(chunks)), key=chunks.load.__getitem__)
    return {"heaviest.begin": chunks.begin[at], "heaviest.end": chunks.begin[at + 1],
            "heaviest.load": chunks.load[at]}


def read_pieces(fields):
    """All that was timed, in any order."""
    names = ("begin", "end", "load", "seconds", "times")
    columns = [fields.numbers(name, 0) if name in ("load", "seconds") else
               fields.counts(name) for name in names]
    if len(set(map(len, columns))) != 1:
        lengths = ", ".join(f'{len(c)} in "{n}"' for n, c in zip(names, columns))
        raise Failure(f"{fields.place} has {lengths}; expected the same number of each")
    pieces = []
    for index, row in enumerate(zip(*columns)):
        piece = Piece(*row)
        if piece.begin is None or piece.end is None or piece.begin >= piece.end:
            raise Failure(f"{fields.place}: entry {index} has no iterations; expected "
                          '"begin" before "end"')
        if piece.seconds is not None:
            piece.times = piece.times or 1
            pieces.append(piece)
    return pieces


def without_overlaps(pieces):
    """In the order of iterations. Of pieces that have iterations in common, the one
    that was timed most often; of those, the shortest."""
    chosen, begins = [], []
    for piece in sorted(pieces, key=lambda p: (-p.times, p.iterations, p.begin)):
        at = bisect.bisect_left(begins, piece.begin)
        if ((at == len(begins) or begins[at] >= piece.end)
                and (at == 0 or chosen[at - 1].end <= piece.begin)):
            begins.insert(at, piece.begin)
            chosen.insert(at, piece)
    return chosen


def read_technique(fields):
    return Technique(required(fields.text("technique"), fields.where("technique"),
                              "its name"),
                     fields.text("reason"),
                     required(fields.number("executions", 0),
                              fields.where("executions"), "how many ran so"))


def read_execution(fields):
    return Execution(required(fields.number("execution", 0),
                              fields.where("execution"), "its number"),
                     required(fields.number("seconds", 0),
                              fields.where("seconds"), "its time"),
                     fields.number("lambda_time_percent", 0), fields.text("kind"),
                     fields.number("busy_seconds", 0))


def read_loop(fields):
    measures = {}
    for name in MEASURES:
        *outer, field = name.split(".")
        of = fields.object(outer[0]) if outer else fields
        measures[name] = of.number(field, 0)
    timed, chunks = read_pieces(fields.object("ranges")), None
    if every := read_chunks(fields.object("chunks")):
        measures.update(heaviest(every))
        chunks = joined(every, timed)
    return LoopReport(
        required(fields.text("file"), fields.where("file"), "a file's name"),
        required(fields.number("line", 0), fields.where("line"), "a line's number"),
        fields.number("column", 0) or 0, fields.text("function"),
        fields.text("load"), fields.flag("has_prefix"), fields.flag("telescopes"),
        fields.flag("is_constant"), measures, chunks, without_overlaps(timed),
        sorted((read_execution(Fields(*entry)) for entry in fields.list("history")),
               key=lambda execution: execution.number),
        [read_technique(Fields(*entry)) for entry in fields.list("techniques")])


def read(value, path):
    """The report in a JSON value. Raises Failure."""
    fields = Fields(value, path)
    if "loops" not in value:
        raise Failure(f'{path} has no "loops"; expected a report')
    loops = [read_loop(Fields(*entry)) for entry in fields.list("loops")]
    threads = max((loop.measures["threads.most"] or 0 for loop in loops), default=0)
    return Report(path, fields.text("version"), fields.text("command"),
                  fields.text("date"), fields.number("process", 0), threads,
                  fields.number("processors", 0),
                  fields.number("quota_processors", 0), fields.number("seconds", 0),
                  loops)
