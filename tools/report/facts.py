"""The figures of one loop of a report: those of the file, and those that follow
from them. None is what is not known."""
from . import balance, fit


def facts(report):
    """{name: number}; see report_file.MEASURES for the names of the file's."""
    found = dict(report.measures)
    fitted = fit.fit(report.pieces)
    if fitted:
        found.update(r_squared=fitted.r_squared, time_spread=fitted.time_spread,
                     seconds_per_load=fitted.per_load,
                     seconds_per_iteration=fitted.per_iteration)
    found.update(
        has_prefix=report.has_prefix,
        plan_threads=report.chunks and report.chunks.threads,
        heaviest_share_percent=balance.heaviest_share_percent(
            report.chunks, found["heaviest.load"]),
        static_excess_percent=balance.static_excess_percent(
            report.chunks, report.pieces))
    return found
