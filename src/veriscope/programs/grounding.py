"""Whether a program rests on what the claim names: a plausible program about something else must not decide."""

from veriscope.programs.features import Run
from veriscope.programs.frame import Frame
from veriscope.programs.language import ALL_ROWS, Call
from veriscope.programs.mentions import Amount, Reading
from veriscope.programs.order import Kind
from veriscope.programs.units import unit_fits
from veriscope.text import load_words
from veriscope.text.tokenise import words

_STOP_WORDS = load_words("stop_words.txt")
_YEAR = 4
# Names are words, or words and a number: "IC 12".
_NAMES = (None, Kind.LOOSE)
# How much of a column is named where the claim says what is measured; "largest" says less.
_BY_HEADER = 0.6
_BOUNDING = frozenset({"before", "after", "than", "over", "under", "above", "below"})
_OF_MANY = ("every", "mostly", "total", "average", "unrivalled", "runner_up")
_NEGATING = frozenset({"none", "unsurpassed", "runner up"})
_COUNTING = frozenset({"count", "counts compared", "half"})
_OF_KINDS = frozenset({"count", "half", "all", "most", "none", "only"})
_ORDERING = frozenset({"superlative", "superlative value", "ordinal", "unsurpassed", "runner up"})


def is_grounded(reading: Reading, frame: Frame, run: Run) -> bool:
    """Whether the claim names what the program reads: its columns, the rows it counts, the subject of a single row.

    "A pen costs 3 euros" counts no pens, "Phobos is wider than Deimos" asks for no year, and a claim that says "not" is
    no program without it.
    """
    found = _Grounds(reading, frame, run)
    return (
        found.names_columns()
        and not found.is_mismeasured()
        and not found.bounds_by_a_word()
        and not found.leaves_bounds()
        and not found.leaves_numbers()
        and not found.leaves_names()
        and (found.speaks_of_one() if len(frame.rows) == 1 else found.speaks_of_rows())
        and (not reading.triggers["negation"] or run.candidate.family in _NEGATING or _negates(run.candidate.call))
    )


class _Grounds:
    def __init__(self, reading: Reading, frame: Frame, run: Run) -> None:
        self._reading, self._frame, self._run = reading, frame, run
        self._candidate = run.candidate
        told_apart = (place for place in range(len(frame.columns)) if _tells_apart(frame, place))
        named = next((place for place in told_apart if frame.kind(place) in _NAMES), None)
        self._naming = frozenset(() if named is None else (named,))

    def names_columns(self) -> bool:
        """Whether the claim names every column that is read, or means it though it does not name it."""
        return all(self._reading.columns[place] or self._is_meant(place) for place in self._candidate.columns)

    def _is_meant(self, place: int) -> bool:
        """Whether no other column says when, or is measured so."""
        reading = self._reading
        ordered = [other for other in range(len(self._frame.columns)) if self._frame.kind(other) is not None]
        if reading.times[place] and sum(reading.times[other] for other in ordered) == 1:
            years = [one for one in self._candidate.amounts if one.literal.isdecimal() and len(one.literal) == _YEAR]
            return bool(years) or any(way.is_own for way in reading.ways[place])
        said = {reading.measured.get(amount.start, "") for amount in self._candidate.amounts}
        fits = [other for other in ordered if any(unit_fits(unit, reading.column_units[other]) > 0 for unit in said)]
        return fits == [place]

    def is_mismeasured(self) -> bool:
        """Whether a number is compared with a column that is measured in something else: no area is a population."""
        return any(
            unit_fits(self._reading.measured.get(amount.start, ""), self._reading.column_units[place]) < 0
            for amount in self._candidate.amounts
            for place in self._candidate.columns[-1:]
        )

    def bounds_by_a_word(self) -> bool:
        """Whether the number that bounds is none: "longer than one on Earth"."""
        told = self._reading.words
        return any(told[one.start - 1 : one.end] == ("than", "one") for one in self._candidate.amounts)

    def leaves_bounds(self) -> bool:
        """Whether a number that the claim bounds is taken as it stands: "before 1776" is not in that year."""
        told = self._reading.words
        cells = [one for one in self._candidate.mentions if told[one.start].isdigit()]
        return any(told[one.start - 1] in _BOUNDING for one in cells if one.start)

    def leaves_numbers(self) -> bool:
        """Whether the claim has a number that the program does not use, other than how many rows there are."""
        used = self._candidate.amounts
        known = {0.0, 1.0, float(len(self._run.rows)), float(len(self._frame.rows) - len(self._frame.totals))}
        others = [one for one in self._reading.amounts if not any(one.start == two.start for two in used)]
        return any(one.value not in known and not self._is_mentioned(one) for one in others)

    def _is_mentioned(self, amount: Amount) -> bool:
        """Whether a number is a part of a cell or of a header that the program reads."""
        headers = [self._reading.column_words[place] for place in self._candidate.columns]
        is_header = any(amount.start in header for header in headers)
        return is_header or any(mention.meets(amount) for mention in self._candidate.mentions)

    def leaves_names(self) -> bool:
        """Whether all rows are judged together though the claim names one of them."""
        is_whole = self._candidate.family in {"all same", "all different"} and not self._candidate.mentions
        return is_whole and any(one.start not in self._reading.about for one in self._reading.mentions)

    def speaks_of_one(self) -> bool:
        """Whether the claim speaks of the page of a single row: it names it first, and says nothing of many."""
        told = self._reading.words
        title = words(self._frame.title.split("(")[0])
        first = min((told.index(word) for word in title if word in told), default=len(told))
        is_first = all(first < amount.start for amount in self._candidate.amounts)
        return self._names_title() and is_first and not any(self._reading.triggers[name] for name in _OF_MANY)

    def speaks_of_rows(self) -> bool:
        """Whether what is counted, or ordered, are the rows of the table, and of a kind."""
        family = self._candidate.family
        kinds = self._candidate.mentions
        if family in _OF_KINDS and any(len(one.rows) < 2 and self._is_name(one.column) for one in kinds):
            return False
        if family in _COUNTING and self._candidate.call.arguments[0] == Call("count", (ALL_ROWS,)):
            return self._counts_all()
        if family in _COUNTING:
            return self._names_rows() or self._names_title()
        columns = [self._reading.columns[place] for place in self._candidate.columns]
        by_header = bool(columns) and min(columns) >= _BY_HEADER
        return family not in _ORDERING or by_header or self._names_rows() or self._names_title()

    def _is_name(self, column: int) -> bool:
        """Whether a cell of a column names a row; of all rows nothing is said that each says otherwise."""
        is_of_all = self._candidate.family in {"all", "most"}
        return _tells_apart(self._frame, column) if is_of_all else column in self._naming

    def _counts_all(self) -> bool:
        """Whether the claim says what is counted, and names the table: "Osten has nine lakes"."""
        behind = {amount.end for amount in self._candidate.amounts}
        says_rows = any(behind & self._reading.column_words[place] for place in self._naming)
        return says_rows and self._names_title()

    def _names_rows(self) -> bool:
        """Whether the claim says what the rows are, as the header of their names does, or the title: "teams"."""
        ordering = {way.place for own in self._reading.ways for way in own}
        about = [place for place in self._reading.about if place not in ordering]
        told = [self._reading.words[place] for place in about]
        is_titled = any(not word.isdigit() and word not in _STOP_WORDS for word in told)
        return is_titled or any(self._reading.columns[place] for place in self._naming)

    def _names_title(self) -> bool:
        """Whether the claim says the whole name of the page, its qualifier left out."""
        name = words(self._frame.title.split("(")[0])
        return bool(name) and frozenset(name) <= frozenset(self._reading.words)


def _tells_apart(frame: Frame, column: int) -> bool:
    """Whether a column says another thing in every row."""
    keys = [value.key for row, value in enumerate(frame.values(column)) if row not in frame.totals]
    return len(set(keys)) == len(keys)


def _negates(call: Call) -> bool:
    """Whether some part of a program asks for what is not so, or for nothing."""
    parts = [argument for argument in call.arguments if isinstance(argument, Call)]
    says_not = "not" in call.operator or call.operator == "none" or call.arguments[-1:] == ("0",)
    return says_not or any(map(_negates, parts))
