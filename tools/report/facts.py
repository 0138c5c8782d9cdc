"""The figures of one loop: those of the files, and those that follow from them. All
that is said of a loop is made of these. None, or no entry, is what is not known.
"""
import statistics

from . import balance, fit

# Threads that had a processor for less of their time were not alone.
ALONE = 0.9
# So much longer than one thread alone is late: by this factor, and this time.
LATE, LATE_SECONDS = 1.5, 50e-6


def measured(loop):
    """Those of the report, or those that the trace tells, too."""
    if loop.report:
        return dict(loop.report.measures)
    return of_trace(loop.spans, loop.executions())


def costs(loop):
    known = measured(loop)
    return balance.costs(loop.chunks(), loop.pieces(), fit.fit(loop.pieces()),
                         single(known, "trip_count"), single(known, "threads"))


def facts(loop):
    """{name: number}; see report_file.MEASURES for the names of the file's."""
    report, chunks, pieces = loop.report, loop.chunks(), loop.pieces()
    found, fitted, costs = measured(loop), fit.fit(pieces), loop.costs
    iterations, threads = single(found, "trip_count"), single(found, "threads")
    if fitted:
        found.update(r_squared=fitted.r_squared, correlation=fitted.correlation,
                     time_spread=fitted.time_spread,
                     seconds_per_load=fitted.per_load,
                     seconds_per_iteration=fitted.per_iteration)
    found.update(
        has_prefix=report and report.has_prefix,
        telescopes=report and report.telescopes,
        is_constant=report and report.is_constant,
        processor_share=processor_share(loop),
        heaviest_share_percent=balance.heaviest_share_percent(
            chunks, found.get("heaviest.load")),
        equal_loads_ratio=balance.with_equal_loads(chunks, fitted),
        even_share=share_of(report, "even"), serial_share=share_of(report, "serial"),
        **achieved(loop.executions(), threads, looking_share(found)))
    if costs and costs.in_seconds and iterations and threads == costs.threads:
        found.update(static_ratio=costs.ratio(costs.even()),
                     longest_iteration=costs.longest_iteration())
    return conclusions(found)


def conclusions(found):
    """Adds what is said of the loop in the end."""
    ratio, static = found.get("balance_ratio"), found.get("static_ratio")
    if ratio:
        bound = min(max(1, found.get("longest_iteration") or 1), ratio)
        found.update(over_bound_percent=100 * (ratio / bound - 1),
                     potential_percent=100 * (1 - bound / ratio))
        if static:
            found["static_speedup"] = static / ratio
    if static:
        found["static_excess_percent"] = 100 * (static - 1)
    return found


def single(found, name):
    """The value that all executions had, or None."""
    least, most = found.get(f"{name}.least"), found.get(f"{name}.most")
    return most if least == most else None


def of_trace(spans, executions):
    """The measures of a report that a trace tells, too."""
    if not executions:
        return {}
    stolen = [s for s in spans if s.kind == "stolen"]
    load = sum(s.load or 0 for s in spans if s.kind in ("own", "stolen"))
    ends = [s.end for s in spans if s.end is not None]
    return {"executions": len(executions),
            "threads.least": min(e.threads for e in executions),
            "threads.most": max(e.threads for e in executions),
            "trip_count.least": max(ends, default=None),
            "trip_count.most": max(ends, default=None),
            "seconds": sum(e.seconds for e in executions),
            "busy_seconds": sum(e.busy for e in executions),
            "lambda_time_percent": median(e.lambda_time for e in executions),
            "steals": len(stolen),
            "stolen_load_percent":
                100 * sum(s.load or 0 for s in stolen) / load if load else None}


def median(values):
    known = [value for value in values if value is not None]
    return statistics.median(known) if known else None


def looking_share(known):
    """The time that went into looks at loads and into groups, over that of iterations."""
    looking = (known.get("inspect_seconds") or 0) + (known.get("balance_seconds") or 0)
    busy = known.get("busy_seconds")
    return looking / busy if busy else 0


def achieved(executions, threads, looking=0):
    """What an execution would take if all threads worked all the time on iterations,
    and how many times as long it takes: medians of the executions."""
    known = [(e.seconds, e.busy, e.threads or threads) for e in executions
             if e.busy and (e.threads or threads) and e.lambda_time is not None]
    # What took far longer than one thread alone would have, looks at loads included,
    # is no schedule's doing: threads came late, or lost their processors.
    timely = [e for e in known if e[0] <= LATE * (1 + looking) * e[1] + LATE_SECONDS]
    return {"balanced_seconds": median(busy / team for _, busy, team in known),
            "balance_ratio": median(max(seconds * team / busy, 1)
                                    for seconds, busy, team in timely),
            "late_share": 1 - len(timely) / len(known) if known else None}


def processor_share(loop):
    """For how much of its time in the loop a thread had a processor; or None."""
    known = loop.report.measures if loop.report else {}
    present, processor = known.get("present_seconds"), known.get("processor_seconds")
    return min(processor / present, 1) if present and processor is not None else None


def share_of(report, technique):
    """How much of the executions ran with this technique; or None."""
    ran = report.techniques if report else []
    whole = sum(t.executions for t in ran)
    own = sum(t.executions for t in ran if t.name == technique)
    return own / whole if whole else None
