"""How well load and iterations tell the time of a piece of a loop.

As the library does: seconds = a * load + b * iterations, neither negative; here
by least squares of the error in seconds.
"""
import dataclasses


@dataclasses.dataclass
class Fit:
    per_load: float
    per_iteration: float
    r_squared: float    # None if all pieces took the same time
    measured: list      # seconds, of each piece
    predicted: list

    @property
    def count(self):
        return len(self.measured)


def solve(rows):
    """a and b for rows of (load, iterations, seconds)."""
    xx = sum(x * x for x, _, _ in rows)
    xy = sum(x * y for x, y, _ in rows)
    yy = sum(y * y for _, y, _ in rows)
    xt = sum(x * t for x, _, t in rows)
    yt = sum(y * t for _, y, t in rows)
    determinant = xx * yy - xy * xy
    if determinant > 1e-9 * xx * yy:
        a = (xt * yy - yt * xy) / determinant
        b = (yt * xx - xt * xy) / determinant
        if a >= 0 and b >= 0:
            return a, b
    # On the border, or load and iterations say the same: one of them alone,
    # load if that is as good.
    a, b = xt / xx if xx else 0, yt / yy if yy else 0
    error_a = sum((t - a * x) ** 2 for x, _, t in rows)
    error_b = sum((t - b * y) ** 2 for _, y, t in rows)
    return (a, 0) if xx and error_a <= error_b else (0, b)


def fit(pieces):
    """None if fewer than three pieces have a load: two would always fit."""
    rows = [(piece.load, piece.iterations, piece.seconds) for piece in pieces
            if piece.load is not None]
    if len(rows) < 3:
        return None
    # Of similar size, so that sums of squares are exact enough.
    scale = [max(row[i] for row in rows) or 1 for i in range(3)]
    a, b = solve([tuple(v / s for v, s in zip(row, scale)) for row in rows])
    a, b = a * scale[2] / scale[0], b * scale[2] / scale[1]
    measured = [t for _, _, t in rows]
    predicted = [a * x + b * y for x, y, _ in rows]
    mean = sum(measured) / len(measured)
    spread = sum((t - mean) ** 2 for t in measured)
    error = sum((t - p) ** 2 for t, p in zip(measured, predicted))
    return Fit(a, b, 1 - error / spread if spread else None, measured, predicted)
