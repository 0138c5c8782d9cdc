"""How well the load tells the time of a loop's iterations: the only place where
R² is computed.

Each piece that was timed gives a mean load and a mean time of an iteration, and
weighs as much as it has iterations. A straight line through these is
seconds = per_load * load + per_iteration * iterations, neither negative.
"""
import dataclasses
import math

# R² of fewer pieces tells nothing: a line fits two always, and three often.
FEWEST = 8
# Loads or times that differ by less, standard deviation by mean, are equal.
LEAST_SPREAD = 0.02


@dataclasses.dataclass
class Fit:
    per_load: float
    per_iteration: float
    r_squared: float    # None: too few pieces, or nothing to explain
    correlation: float  # of load and time, -1 to 1; None as r_squared
    time_spread: float  # standard deviation by mean, of the time of an iteration
    measured: list      # seconds, of each piece
    predicted: list

    def told(self, load, iterations):
        """The seconds that load and iterations tell."""
        return self.per_load * load + self.per_iteration * iterations

    @property
    def count(self):
        return len(self.measured)


def reliable(pieces):
    """The pieces that were timed more than once, if these are most: a thread may
    be interrupted at any time, but hardly ever always at the same place."""
    pieces = [piece for piece in pieces if piece.load is not None]
    often = [piece for piece in pieces if piece.times > 1]
    most = sum(piece.iterations for piece in often)
    return often if 2 * most > sum(piece.iterations for piece in pieces) else pieces


def fit(pieces):
    """None if no piece has a load."""
    used = reliable(pieces)
    if not used:
        return None
    rows = [(piece.iterations, piece.load / piece.iterations,
             piece.seconds / piece.iterations) for piece in used]
    whole = sum(n for n, _, _ in rows)
    load = sum(n * x for n, x, _ in rows) / whole
    time = sum(n * y for n, _, y in rows) / whole
    xx = sum(n * (x - load) ** 2 for n, x, _ in rows)
    xy = sum(n * (x - load) * (y - time) for n, x, y in rows)
    yy = sum(n * (y - time) ** 2 for n, _, y in rows)
    time_spread = math.sqrt(yy / whole) / time if time else 0
    if not load or math.sqrt(xx / whole) < LEAST_SPREAD * load:
        slope = time / load if load else 0
        correlation = 0 if time_spread >= LEAST_SPREAD else None
    else:
        slope = max(xy / xx, 0)
        if slope * load > time:
            slope = time / load
        correlation = (max(-1, min(xy / math.sqrt(xx) / math.sqrt(yy), 1)) if yy
                       else None)
    rest = max(time - slope * load, 0)
    if len(rows) < FEWEST:
        correlation = None
    # More load with less time explains nothing.
    r_squared = None if correlation is None else max(correlation, 0) ** 2
    return Fit(slope, rest, r_squared, correlation, time_spread,
               [piece.seconds for piece in used],
               [slope * piece.load + rest * piece.iterations for piece in used])
