"""A better load, ready to paste: what is measured, in the words of the program."""
import re

# Larger numbers and longer expressions nobody reads.
LARGEST, LONGEST = 1000, 200
# So near is near enough.
TOLERANCE = 0.12


def term(expression):
    """The expression as a term of a sum or product: in parentheses if need be."""
    outside = expression.replace("->", ".")
    while re.search(r"[(\[][^()\[\]]*[)\]]", outside):
        outside = re.sub(r"[(\[][^()\[\]]*[)\]]", "", outside)
    return expression if re.fullmatch(r"[\w.:]*", outside) else f"({expression})"


def whole_numbers(per_load, per_iteration):
    """(m, k), small whole numbers: m * load + k is about in proportion to the time.
    None if there are none."""
    ratio = per_iteration / per_load if per_load > 0 else 0
    if not 0 < ratio < 2 * LARGEST:  # or it is not known
        return None
    for m in range(1, 11):
        k = round(m * ratio)
        if 1 <= k <= LARGEST and abs(k / m - ratio) <= TOLERANCE * ratio:
            return m, k
    return None


def counter(expression):
    """The only variable that stands alone between brackets: the loop's, most often;
    or None."""
    found = set(re.findall(r"\[\s*([A-Za-z_]\w*)\s*\]", expression))
    return found.pop() if len(found) == 1 else None


def better(report, per_load, per_iteration):
    """(the pragma with a load that counts iterations, too, what must hold); or None."""
    if not report or not 0 < len(report.load) <= LONGEST:
        return None
    found = whole_numbers(per_load, per_iteration)
    if not found:
        return None
    m, k = found
    load = term(report.load)
    load = load if m == 1 else f"{m} * {load}"
    if not report.has_prefix:
        return f"#pragma ompx usersched(load: {load} + {k})", ""
    name = counter(report.load) or "i"
    return (f"#pragma ompx usersched(prefix: {load} + {k} * {name})",
            f", where `{name}` counts the iterations from 0")
