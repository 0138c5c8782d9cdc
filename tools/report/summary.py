"""What the terminal shows: advice, the comparison and the simulation."""
from .figures import row_name
from .measures import TIME, seconds_text


def lines(content):
    for note in content.notes:
        yield f"note: {note}"
    for section in content.sections:
        time = section.measures.get(TIME)
        yield (section.loop.name
               + (f": {seconds_text(time)} per execution" if time is not None else ""))
        for text in section.advice:
            yield f"  {text}"
        if section.pair:
            yield f"  {section.pair.sentence()}"
        yield from what_if(section.what_if)
    for pair in content.pairs:
        if not pair.after:
            yield f"{pair.name}: {pair.sentence()}"


def what_if(prediction):
    if not prediction:
        return
    yield f"  simulated with {prediction.threads} threads:"
    for row in prediction.rows:
        yield (f"    {row_name(row):<32} {seconds_text(row['seconds'][0]):>10}"
               f" {max(row['over_bound_percent'], 0):10.2f} % over the lower bound")
    if prediction.sentence:
        yield f"  {prediction.sentence}"
    for note in prediction.notes:
        yield f"  ({note})"
