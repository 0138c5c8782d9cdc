"""What ranges of the iterations take, and what follows for the threads: with equal
numbers of iterations, as schedule(static) gives them, with equal loads, and with the
groups of the plan. The only place where imbalance is computed from parts.
"""
import bisect
import dataclasses

from . import fit

# More threads than a machine has are a mistake in the file.
MOST_THREADS = 1 << 16
# So much of the iterations must have been timed, or told by a load that explains so
# much of the differences in time.
COVERED, EXPLAINED = 0.9, 0.8


@dataclasses.dataclass
class Costs:
    ranges: list        # (begin, end, cost), in the order of iterations
    iterations: int
    threads: int
    groups: list        # where each thread's group begins, and the trip count
    in_seconds: bool    # else in units of load

    def even(self):
        """The cost of each thread's part if all have as many iterations."""
        return equal_parts(self.ranges, self.iterations, self.threads)

    def planned(self):
        """The cost of each group; empty if groups are not known."""
        return [sum(parts) for begin, end in zip(self.groups, self.groups[1:])
                for parts in [equal_parts(clipped(self.ranges, begin, end), end, 1)]]

    def ratio(self, parts):
        """The largest part by the mean; None where nothing costs anything."""
        return max(parts) * len(parts) / sum(parts) if sum(parts) else None

    def longest_iteration(self):
        """The largest cost of a range of one iteration, by a thread's share."""
        whole = sum(cost for _, _, cost in self.ranges)
        longest = max((cost for begin, end, cost in self.ranges if end - begin == 1),
                      default=0)
        return longest * self.threads / whole if whole else None


def clipped(ranges, begin, end):
    for first, last, cost in ranges:
        low, high = max(first, begin), min(last, end)
        if low < high:
            yield low, high, cost * (high - low) / (last - first)


def equal_parts(ranges, whole, count):
    """The cost of each of `count` equal parts of `whole`. What the end of a part
    divides counts in proportion."""
    parts = [0] * count
    for begin, end, cost in ranges:
        part = min(int(begin * count / whole), count - 1)
        if begin == end:
            parts[part] += cost
        at = begin
        while at < end and part < count:
            until = min(end, whole * (part + 1) / count)
            if until > at:
                parts[part] += cost * (until - at) / (end - begin)
                at = until
            part += 1
    return parts


def is_team(threads):
    return threads is not None and 2 <= threads <= MOST_THREADS


def costs(chunks, pieces, fitted, iterations, threads):
    """What the ranges of the loop cost, or None. Chunks may be None; iterations and
    threads are None if they differ from one execution to the next."""
    has_plan = bool(chunks and is_team(chunks.threads))
    whole = chunks.begin[-1] if has_plan else iterations
    team = chunks.threads if has_plan else threads
    if not is_team(team) or not whole:
        return None
    groups = list(chunks.groups) if has_plan else []
    is_covered = sum(p.iterations for p in pieces) >= COVERED * whole
    is_told = bool(fitted and (fitted.r_squared or 0) >= EXPLAINED)
    if has_plan:
        ranges = list(zip(chunks.begin, chunks.begin[1:]))
        seconds, timed = durations(chunks, pieces, fitted)
        if timed and (is_covered or is_told):
            return Costs([(*r, s) for r, s in zip(ranges, seconds)], whole, int(team),
                         groups, True)
    if is_covered:
        return Costs([(p.begin, min(p.end, whole), p.seconds) for p in pieces
                      if p.begin < whole], whole, int(team), groups, True)
    if has_plan:
        return Costs([(*r, load) for r, load in zip(ranges, chunks.load)], whole,
                     int(team), groups, False)
    return None


def durations(chunks, pieces, fitted):
    """(seconds of each chunk, how many were timed). A piece's time is that of its
    chunks together, divided by what load and iterations tell of each. If nothing was
    timed, the loads."""
    if None not in chunks.seconds:
        return list(chunks.seconds), len(chunks)
    if not fitted or not (fitted.per_load or fitted.per_iteration):
        return list(chunks.load), 0
    ends = [piece.end for piece in pieces]
    timed, found = 0, []
    for i, seconds in enumerate(chunks.seconds):
        duration = fitted.told(chunks.load[i], chunks.iterations(i))
        at = bisect.bisect_left(ends, chunks.begin[i + 1])
        piece = pieces[at] if at < len(pieces) else None
        if seconds is not None:
            duration = seconds
        elif piece and piece.begin <= chunks.begin[i] and piece.load is not None:
            whole = fitted.told(piece.load, piece.iterations)
            duration *= piece.seconds / whole if whole else 1
        else:
            timed -= 1
        timed += 1
        found.append(duration)
    return found, timed


def with_equal_loads(chunks, fitted):
    """The largest by the mean of what groups of equal load take, as load and
    iterations tell it; None if they tell nothing."""
    if not (chunks and is_team(chunks.threads) and fitted and sum(chunks.load)):
        return None
    at, ranges = 0, []
    for i, load in enumerate(chunks.load):
        ranges.append((at, at + load, fitted.told(load, chunks.iterations(i))))
        at += load
    parts = equal_parts(ranges, at, int(chunks.threads))
    return max(parts) * len(parts) / sum(parts) if sum(parts) else None


def heaviest_share_percent(chunks, load):
    """What the heaviest chunk, with this load, is of an even share; or None."""
    if not (chunks and is_team(chunks.threads)) or load is None or not sum(chunks.load):
        return None
    return 100 * load * chunks.threads / sum(chunks.load)
