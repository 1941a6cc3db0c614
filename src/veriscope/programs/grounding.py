"""Whether a program rests on what the claim names: a plausible program about something else must not decide."""

from veriscope.programs.features import Run
from veriscope.programs.frame import Frame
from veriscope.programs.language import ALL_ROWS, Call
from veriscope.programs.mentions import Mention, Reading
from veriscope.text.tokenise import words

_NEGATING = frozenset({"none", "unsurpassed"})


def is_grounded(reading: Reading, frame: Frame, run: Run) -> bool:
    """Whether the claim names what the program reads: its columns, the rows it counts, the subject of a single row.

    "A pen costs 3 euros" counts no pens, "Phobos is wider than Deimos" asks for no year, and a claim that says "not" is
    no program without it.
    """
    candidate = run.candidate
    if any(not reading.columns[place] for place in candidate.columns):
        return False
    if len(frame.rows) == 1 and not _names_title(reading, frame):
        return False
    if candidate.family == "count" and not _counts_a_kind(run, frame):
        return False
    return not reading.triggers["negation"] or candidate.family in _NEGATING or _negates(candidate.call)


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


def _is_name(mention: Mention, frame: Frame) -> bool:
    """Whether a mention stands in a column that says another thing in every row."""
    keys = [value.key for row, value in enumerate(frame.values(mention.column)) if row not in frame.totals]
    return len(set(keys)) == len(keys)


def _negates(call: Call) -> bool:
    """Whether some part of a program asks for what is not so, or for nothing."""
    parts = [argument for argument in call.arguments if isinstance(argument, Call)]
    says_not = "not" in call.operator or call.operator == "none" or call.arguments[-1:] == ("0",)
    return says_not or any(map(_negates, parts))
