"""Whether a program uses what the claim names: a plausible program about something else must not decide."""

from veriscope.programs.features import Run
from veriscope.programs.language import ALL_ROWS, Call
from veriscope.programs.mentions import ClaimNumber, ClaimReading
from veriscope.programs.units import unit_fits
from veriscope.tables import Frame, OrderKind
from veriscope.text import load_words, words

_STOP_WORDS = load_words("stop_words.txt")
_YEAR = 4
# Names are words, or words with a number: "IC 12".
_NAMES = (None, OrderKind.LOOSE)
# How much of a header must be named to say what is measured; "largest" says less.
_BY_HEADER = 0.6
_BOUNDING = frozenset({"before", "after", "than", "over", "under", "above", "below"})
_OF_MANY = ("every", "mostly", "total", "average", "unrivalled", "runner_up")
_NEGATING = frozenset({"none", "unsurpassed", "runner up"})
_COUNTING = frozenset({"count", "counts compared", "half"})
_OF_KINDS = frozenset({"count", "half", "all", "most", "none", "only"})
_ORDERING = frozenset({"superlative", "superlative value", "ordinal", "unsurpassed", "runner up"})


def is_grounded(reading: ClaimReading, frame: Frame, run: Run) -> bool:
    """Whether the claim names what the program reads: its columns, the rows it counts, the subject of a single row.

    "A pen costs 3 euros" does not count pens, "Phobos is wider than Deimos" does not ask for a year, and a claim with a
    "not" needs a program with one.
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
    def __init__(self, reading: ClaimReading, frame: Frame, run: Run) -> None:
        self._reading, self._frame, self._run = reading, frame, run
        self._candidate = run.candidate
        told_apart = (place for place in range(len(frame.columns)) if _tells_apart(frame, place))
        named = next((place for place in told_apart if frame.kind(place) in _NAMES), None)
        self._naming = frozenset(() if named is None else (named,))

    def names_columns(self) -> bool:
        """Whether the claim names every column that the program reads, or clearly means it."""
        return all(self._reading.columns[place] or self._is_meant(place) for place in self._candidate.columns)

    def _is_meant(self, place: int) -> bool:
        """Whether no other column holds times, or has the unit of the claim's numbers."""
        reading = self._reading
        ordered = [other for other in range(len(self._frame.columns)) if self._frame.kind(other) is not None]
        if reading.times[place] and sum(reading.times[other] for other in ordered) == 1:
            years = [one for one in self._candidate.amounts if one.literal.isdecimal() and len(one.literal) == _YEAR]
            return bool(years) or any(way.is_own for way in reading.ways[place])
        said = {reading.measured.get(amount.start, "") for amount in self._candidate.amounts}
        fits = [other for other in ordered if any(unit_fits(unit, reading.column_units[other]) > 0 for unit in said)]
        return fits == [place]

    def is_mismeasured(self) -> bool:
        """Whether a number is compared with a column of another unit: an area is not a population."""
        return any(
            unit_fits(self._reading.measured.get(amount.start, ""), self._reading.column_units[place]) < 0
            for amount in self._candidate.amounts
            for place in self._candidate.columns[-1:]
        )

    def bounds_by_a_word(self) -> bool:
        """Whether the bounding number is just the word "one": "longer than one on Earth"."""
        claim_words = self._reading.words
        return any(claim_words[one.start - 1 : one.end] == ("than", "one") for one in self._candidate.amounts)

    def leaves_bounds(self) -> bool:
        """Whether a number that the claim bounds is used as an exact value: "before 1776" is not in that year."""
        claim_words = self._reading.words
        cells = [one for one in self._candidate.mentions if claim_words[one.start].isdigit()]
        return any(claim_words[one.start - 1] in _BOUNDING for one in cells if one.start)

    def leaves_numbers(self) -> bool:
        """Whether the claim has a number that the program does not use, apart from numbers of rows."""
        used = self._candidate.amounts
        known = {0.0, 1.0, float(len(self._run.rows)), float(len(self._frame.rows) - len(self._frame.totals))}
        others = [one for one in self._reading.amounts if not any(one.start == two.start for two in used)]
        return any(one.value not in known and not self._is_mentioned(one) for one in others)

    def _is_mentioned(self, amount: ClaimNumber) -> bool:
        """Whether a number is part of a cell or of a header that the program reads."""
        headers = [self._reading.column_words[place] for place in self._candidate.columns]
        is_header = any(amount.start in header for header in headers)
        return is_header or any(mention.meets(amount) for mention in self._candidate.mentions)

    def leaves_names(self) -> bool:
        """Whether the program judges all rows together although the claim names one of them."""
        is_whole = self._candidate.family in {"all same", "all different"} and not self._candidate.mentions
        return is_whole and any(one.start not in self._reading.about for one in self._reading.mentions)

    def speaks_of_one(self) -> bool:
        """Whether the claim is about the page of a single row: it names the page first, and never several rows."""
        claim_words = self._reading.words
        title = words(self._frame.title.split("(")[0])
        first = min((claim_words.index(word) for word in title if word in claim_words), default=len(claim_words))
        is_first = all(first < amount.start for amount in self._candidate.amounts)
        return self._names_title() and is_first and not any(self._reading.triggers[name] for name in _OF_MANY)

    def speaks_of_rows(self) -> bool:
        """Whether the program counts or orders the rows of the table, and rows of a kind."""
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
        """Whether a cell of a column names a row. Nothing general is said of a column that differs in every row."""
        is_of_all = self._candidate.family in {"all", "most"}
        return _tells_apart(self._frame, column) if is_of_all else column in self._naming

    def _counts_all(self) -> bool:
        """Whether the claim names both what is counted and the table: "Osten has nine lakes"."""
        behind = {amount.end for amount in self._candidate.amounts}
        says_rows = any(behind & self._reading.column_words[place] for place in self._naming)
        return says_rows and self._names_title()

    def _names_rows(self) -> bool:
        """Whether the claim names the kind of the rows, by the header of their names or by the title: "teams"."""
        ordering = {way.place for own in self._reading.ways for way in own}
        about = [place for place in self._reading.about if place not in ordering]
        title_words = [self._reading.words[place] for place in about]
        is_titled = any(not word.isdigit() and word not in _STOP_WORDS for word in title_words)
        return is_titled or any(self._reading.columns[place] for place in self._naming)

    def _names_title(self) -> bool:
        """Whether the claim contains the whole name of the page, without its qualifier."""
        name = words(self._frame.title.split("(")[0])
        return bool(name) and frozenset(name) <= frozenset(self._reading.words)


def _tells_apart(frame: Frame, column: int) -> bool:
    """Whether a column has a different value in every row."""
    keys = [value.key for row, value in enumerate(frame.values(column)) if row not in frame.totals]
    return len(set(keys)) == len(keys)


def _negates(call: Call) -> bool:
    """Whether some part of a program asks for a negation, or for zero."""
    parts = [argument for argument in call.arguments if isinstance(argument, Call)]
    says_not = "not" in call.operator or call.operator == "none" or call.arguments[-1:] == ("0",)
    return says_not or any(map(_negates, parts))
