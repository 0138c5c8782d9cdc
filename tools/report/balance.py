"""What a plan says of a loop: its heaviest chunk, and whether equal numbers of
iterations would be balanced, too."""

# More threads than a machine has are a mistake in the file.
MOST_THREADS = 1 << 16


def has_plan(chunks):
    return bool(chunks and chunks.threads
                and 2 <= chunks.threads <= MOST_THREADS)


def heaviest_share_percent(chunks, load):
    """What the heaviest chunk, with this load, is of an even share; or None."""
    if not has_plan(chunks) or load is None or not sum(chunks.load):
        return None
    return 100 * load * chunks.threads / sum(chunks.load)


def static_excess_percent(chunks, pieces):
    """How much longer than the mean the longest of as many equal parts of the
    iterations as there are threads should take; or None. By time, if nearly all
    iterations were timed; else by load."""
    if not has_plan(chunks):
        return None
    whole = chunks.begin[-1]
    if 10 * sum(piece.iterations for piece in pieces) >= 9 * whole:
        costs = [(p.begin, p.end, p.seconds) for p in pieces]
    else:
        costs = list(zip(chunks.begin, chunks.begin[1:], chunks.load))
    return excess_percent(equal_parts(costs, whole, int(chunks.threads)))


def equal_parts(costs, whole, count):
    """The cost of each of `count` equal parts of `whole` iterations. What the end
    of a part divides counts in proportion."""
    parts = [0] * count
    for begin, end, cost in costs:
        part = min(int(begin * count / whole), count - 1)
        at = begin
        while at < end and part < count:
            until = min(end, whole * (part + 1) / count)
            if until > at:
                parts[part] += cost * (until - at) / (end - begin)
                at = until
            part += 1
    return parts


def excess_percent(parts):
    return 100 * (max(parts) * len(parts) / sum(parts) - 1) if sum(parts) else None
