"""Whether a program rests on what the claim names: a plausible program about something else must not decide."""

from veriscope.programs.features import Run
from veriscope.programs.frame import Frame
from veriscope.programs.language import ALL_ROWS, Call
from veriscope.programs.mentions import Mention, Reading
from veriscope.programs.units import unit_fits
from veriscope.text.tokenise import words

_YEAR = 4
_OF_MANY = ("every", "mostly", "total", "average", "unrivalled", "runner_up")
_NEGATING = frozenset({"none", "unsurpassed", "runner up"})


def is_grounded(reading: Reading, frame: Frame, run: Run) -> bool:
    """Whether the claim names what the program reads: its columns, the rows it counts, the subject of a single row.

    "A pen costs 3 euros" counts no pens, "Phobos is wider than Deimos" asks for no year, and a claim that says "not" is
    no program without it.
    """
    candidate = run.candidate
    if _is_mismeasured(reading, run):
        return False
    if any(not reading.columns[place] and not _is_meant(reading, frame, run, place) for place in candidate.columns):
        return False
    if len(frame.rows) == 1 and not (_names_title(reading, frame) and _is_of_one(reading, run)):
        return False
    if candidate.family == "count" and not _counts_a_kind(run, frame) and not _counts_all(reading, frame, run):
        return False
    return not reading.triggers["negation"] or candidate.family in _NEGATING or _negates(candidate.call)


def _is_mismeasured(reading: Reading, run: Run) -> bool:
    """Whether a number is compared with a column that is measured in something else: no area is a population."""
    return any(
        unit_fits(reading.measured.get(amount.start, ""), reading.column_units[place]) < 0
        for amount in run.candidate.amounts
        for place in run.candidate.columns[-1:]
    )


def _is_meant(reading: Reading, frame: Frame, run: Run, place: int) -> bool:
    """Whether a column is meant though the claim does not name it: no other says when, or is measured so."""
    candidate = run.candidate
    ordered = [other for other in range(len(frame.columns)) if frame.kind(other) is not None]
    if reading.times[place] and sum(reading.times[other] for other in ordered) == 1:
        years = [amount for amount in candidate.amounts if amount.literal.isdecimal() and len(amount.literal) == _YEAR]
        return bool(years) or any(way.is_own for way in reading.ways[place])
    said = {reading.measured.get(amount.start, "") for amount in candidate.amounts}
    fits = [other for other in ordered if any(unit_fits(unit, reading.column_units[other]) > 0 for unit in said)]
    return fits == [place]


def _is_of_one(reading: Reading, run: Run) -> bool:
    """Whether a claim speaks of one thing: it says nothing of all or of most, and all its numbers are compared."""
    others = any(amount not in run.candidate.amounts for amount in reading.amounts)
    return not others and not any(reading.triggers[name] for name in _OF_MANY)


def _names_title(reading: Reading, frame: Frame) -> bool:
    """Whether the claim says the whole name of the page, its qualifier left out."""
    name = words(frame.title.split("(")[0])
    return bool(name) and frozenset(name) <= frozenset(reading.words)


def _counts_a_kind(run: Run, frame: Frame) -> bool:
    """Whether rows of a kind are counted: not all rows, and not those of one name."""
    count = run.candidate.call.arguments[0]
    if isinstance(count, Call) and count.arguments[0] == ALL_ROWS:
        return False
    return not any(_is_name(mention, frame) for mention in run.candidate.mentions)


def _counts_all(reading: Reading, frame: Frame, run: Run) -> bool:
    """Whether all rows are counted, the claim says what they are, and it names the table: "Osten has nine lakes"."""
    count = run.candidate.call.arguments[0]
    behind = {amount.end for amount in run.candidate.amounts}
    naming = [place for place in range(len(frame.columns)) if _tells_apart(frame, place)]
    says_rows = any(behind & reading.column_words[place] for place in naming)
    return count == Call("count", (ALL_ROWS,)) and says_rows and _names_title(reading, frame)


def _is_name(mention: Mention, frame: Frame) -> bool:
    """Whether a mention is of one row, in a column that says another thing in every row."""
    return len(mention.rows) < 2 and _tells_apart(frame, mention.column)


def _tells_apart(frame: Frame, column: int) -> bool:
    keys = [value.key for row, value in enumerate(frame.values(column)) if row not in frame.totals]
    return len(set(keys)) == len(keys)


def _negates(call: Call) -> bool:
    """Whether some part of a program asks for what is not so, or for nothing."""
    parts = [argument for argument in call.arguments if isinstance(argument, Call)]
    says_not = "not" in call.operator or call.operator == "none" or call.arguments[-1:] == ("0",)
    return says_not or any(map(_negates, parts))
