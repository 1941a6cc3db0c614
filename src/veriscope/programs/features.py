"""The features that show whether a program says what a claim says: how much of the claim it uses, how it is built."""

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from veriscope.programs.candidates import CandidateProgram
from veriscope.programs.execute import Executor, ProgramResult
from veriscope.programs.language import OPERATORS, Call, ProgramType
from veriscope.programs.mentions import ClaimNumber, ClaimReading, Mention
from veriscope.programs.units import unit_fits
from veriscope.tables import Frame, SeveralValues
from veriscope.text import load_words

Floats = NDArray[np.float32]

FAMILIES: tuple[str, ...] = (
    "lookup", "lookup number", "count", "superlative", "ordinal", "extreme", "comparison", "difference", "avg", "sum",
    "only", "only which", "all", "most", "none", "bound", "same", "different", "all same", "all different", "any",
    "nth", "last", "ratio", "unsurpassed", "runner up", "counts compared", "half",
    "superlative value",
)  # fmt: skip
TESTS = ("eq", "round_eq", "greater", "less", "greater_eq", "less_eq", "before", "after", "and", "any", "none", "only")
_TRIGGERS = ("negation", "only", "every", "mostly", "highest", "lowest", "greater", "less", "average", "total", "count",
             "difference", "same", "different", "before", "after", "approximate", "times", "unrivalled", "runner_up",
             "between")  # fmt: skip
_STOP_WORDS = load_words("stop_words.txt")
_FIRST_YEAR, _LAST_YEAR = 1000, 2100
_OF_PROGRAM = (
    "truth", "covered", "uncovered_amounts", "uncovered_ordinals", "uncovered_mentions", "mentions", "mention_words",
    "mean_share", "least_share", "mention_headers", "columns", "column_named", "least_column_named", "rows_kept",
    "rows_share", "has_trigger", "in_order", "depth", "agreeing_family", "agreeing_all", "repeated_rows",
    "first_column", "amount_near_column", "way", "way_place", "time", "unit_fits", "year_fits", "first_unique",
    "last_unique", "named_rows", "amount_words", "amount_first", "covered_rows", "target_first", "amount_beside",
)  # fmt: skip
OF_CLAIM: tuple[str, ...] = (
    "words", "all_mentions", "all_amounts", "table_rows", "table_columns", "claim_covered", "about", "programs",
)  # fmt: skip
PROGRAM_FEATURES: tuple[str, ...] = (
    *_OF_PROGRAM, *OF_CLAIM, *(f"family {name}" for name in FAMILIES), *(f"test {name}" for name in TESTS),
    *(f"says {name}" for name in _TRIGGERS),
)  # fmt: skip


class Run(NamedTuple):
    """A candidate with its outcome, which is a truth, and the rows that it is about."""

    candidate: CandidateProgram
    outcome: ProgramResult
    truth: bool
    rows: tuple[int, ...]


def runs(candidates: Sequence[CandidateProgram], executor: Executor) -> list[Run]:
    """The candidates whose truth is known."""
    found: list[Run] = []
    for candidate in candidates:
        outcome = executor.run(candidate.call)
        if isinstance(outcome.value, bool):
            found.append(Run(candidate, outcome, outcome.value, _rows(candidate.call, executor)))
    return found


def _rows(call: Call, executor: Executor) -> tuple[int, ...]:
    """The rows of the first inner call that yields rows."""
    while OPERATORS[call.operator].result is not ProgramType.ROWS:
        inner = call.arguments[0]
        if not isinstance(inner, Call):
            return ()
        call = inner
    rows = executor.run(call).value
    return rows if isinstance(rows, tuple) and not isinstance(rows, SeveralValues) else ()


def _depth(call: Call) -> int:
    return 1 + max((_depth(inner) for inner in call.arguments if isinstance(inner, Call)), default=0)


def program_features(reading: ClaimReading, frame: Frame, found: Sequence[Run]) -> Floats:
    """A row of features for each run, in the order of `PROGRAM_FEATURES`."""
    if not found:
        return np.zeros((0, len(PROGRAM_FEATURES)), np.float32)
    content = frozenset(
        place for place, word in enumerate(reading.words) if word not in _STOP_WORDS and place not in reading.about
    )
    families = Counter((run.candidate.family, run.truth) for run in found)
    truths = Counter(run.truth for run in found)
    distinct = tuple(_distinct(frame, column) for column in range(len(frame.columns)))
    # "Five teams": some column headed "Team" has a different value in every row.
    names_rows = any(reading.columns[column] and distinct[column] == 1 for column in range(len(frame.columns)))
    of_claim = _of_claim(reading, frame, content, len(found))
    whole = _Whole(reading, frame, content, families, truths, of_claim, distinct, names_rows, _tells_gap(reading))
    return np.array([whole.row(run) for run in found], np.float32)


def _of_claim(reading: ClaimReading, frame: Frame, content: frozenset[int], programs: int) -> list[float]:
    spans = {place for mention in reading.mentions for place in range(mention.start, mention.end)}
    return [
        len(reading.words), len(reading.mentions), len(reading.amounts), len(frame.rows), len(frame.columns),
        len(spans & content) / max(1, len(content)), len(reading.about), programs,
    ]  # fmt: skip


class _Whole(NamedTuple):
    reading: ClaimReading
    frame: Frame
    content: frozenset[int]
    families: Counter[tuple[str, bool]]
    truths: Counter[bool]
    of_claim: list[float]
    distinct: tuple[float, ...]
    names_rows: bool
    is_gap: bool

    def row(self, run: Run) -> list[float]:
        candidate = run.candidate
        return [
            *self._of_program(run),
            *self.of_claim,
            *(float(candidate.family == name) for name in FAMILIES),
            *(float(candidate.call.operator == name) for name in TESTS),
            *(float(bool(self.reading.triggers[name])) for name in _TRIGGERS),
        ]

    def _of_program(self, run: Run) -> list[float]:
        candidate, reading = run.candidate, self.reading
        used = _used_words(candidate, reading)
        mentions = candidate.mentions
        shares = [mention.share for mention in mentions] or [0.0]
        named = [reading.columns[place] for place in candidate.columns]
        headers = [reading.columns[mention.column] for mention in mentions] or [0.0]
        kept = len(run.rows)
        family = self.families[candidate.family, True] + self.families[candidate.family, False]
        return [
            float(run.truth),
            len(used & self.content) / max(1, len(self.content)),
            sum(not set(range(one.start, one.end)) & used for one in reading.amounts),
            sum(one.value > 1 and one.start not in used for one in reading.ordinals),
            sum(not set(range(one.start, one.end)) & used for one in reading.mentions),
            len(mentions),
            sum(mention.end - mention.start for mention in mentions),
            sum(shares) / len(shares),
            min(shares),
            sum(headers) / len(headers),
            len(candidate.columns),
            sum(named) / len(named) if named else -1.0,
            min(named) if named else -1.0,
            kept,
            kept / max(1, len(self.frame.rows)),
            float(bool(candidate.trigger) and bool(reading.triggers.get(candidate.trigger))),
            _in_order(candidate, reading),
            _depth(candidate.call),
            self.families[candidate.family, run.truth] / family,
            self.truths[run.truth] / sum(self.truths.values()),
            max((len(mention.rows) for mention in mentions), default=0),
            float(any(mention.column == 0 for mention in mentions)),
            _near_column(candidate, reading),
            *self._of_words(run),
        ]

    def _of_words(self, run: Run) -> list[float]:
        """How the words of the claim fit what the program reads."""
        candidate, reading = run.candidate, self.reading
        mentions, amounts = candidate.mentions, candidate.amounts
        distinct = [self.distinct[mention.column] for mention in mentions] or [-1.0]
        places = [way.place for column in candidate.columns for way in reading.ways[column]]
        last = amounts[-1] if amounts else None
        targets = [mention.start for mention in mentions]
        return [
            candidate.way,
            min(places) / len(reading.words) if places else -1.0,
            max((float(reading.times[column]) for column in candidate.columns), default=-1.0),
            _unit_fits(candidate, reading),
            _year_fits(candidate, reading),
            distinct[0],
            distinct[-1],
            float(self.names_rows),
            -1.0 if last is None else float(not reading.words[last.start][0].isdigit()),
            -1.0 if last is None else last.start / len(reading.words),
            float(len(run.rows) <= 1),
            float(len(targets) > 1 and targets[-1] < targets[0]),
            float(self.is_gap),
        ]


def _used_words(candidate: CandidateProgram, reading: ClaimReading) -> set[int]:
    """The words of the claim that the program accounts for."""
    spans: list[Mention | ClaimNumber] = [*candidate.mentions, *candidate.amounts]
    used = {place for one in spans for place in range(one.start, one.end)}
    for amount in candidate.amounts:
        used |= reading.units.get(amount.end, frozenset())
    for column in (*candidate.columns, *(mention.column for mention in candidate.mentions)):
        used |= reading.column_words[column]
    if candidate.way >= 0:
        used |= {way.place for column in candidate.columns for way in reading.ways[column]}
    return used | reading.triggers.get(candidate.trigger, frozenset())


def _distinct(frame: Frame, column: int) -> float:
    """The share of different values in a column."""
    keys = [value.key for row, value in enumerate(frame.values(column)) if row not in frame.totals]
    return len(set(keys)) / max(1, len(keys))


def _tells_gap(reading: ClaimReading) -> bool:
    """Whether a number states a difference: "by 32", "5 metres higher"."""
    compared = {way.place for own in reading.ways for way in own if not way.is_superlative}
    for amount in reading.amounts:
        behind = amount.end + len(reading.units.get(amount.end, ()))
        if reading.words[amount.start - 1 : amount.start] == ("by",) or behind in compared:
            return True
    return False


def _unit_fits(candidate: CandidateProgram, reading: ClaimReading) -> float:
    """Whether the units of the numbers fit the columns that they are compared with."""
    found = [
        unit_fits(reading.measured[amount.start], reading.column_units[column])
        for amount in candidate.amounts
        for column in candidate.columns
        if reading.measured.get(amount.start)
    ]
    return min(found) if -1.0 in found else max(found, default=0.0)


def _year_fits(candidate: CandidateProgram, reading: ClaimReading) -> float:
    """Whether numbers that may be years are compared with columns of years."""
    found = [0.0]
    for amount in candidate.amounts:
        is_year = _FIRST_YEAR <= amount.value <= _LAST_YEAR and amount.literal.isdecimal()
        found += [
            (1.0 if reading.times[column] else -1.0)
            for column in candidate.columns
            if is_year and not reading.measured.get(amount.start)
        ]
    return min(found) if -1.0 in found else max(found)


def _in_order(candidate: CandidateProgram, reading: ClaimReading) -> float:
    """Whether the words of comparison are between the two names that are compared, in the program's order."""
    places = reading.triggers.get(candidate.trigger, frozenset())
    if len(candidate.mentions) < 2 or not places:
        return 0.0
    one, two = candidate.mentions[0], candidate.mentions[1]
    if any(_between(one, two, place) for place in places):
        return 1.0
    return -1.0 if any(_between(two, one, place) for place in places) else 0.0


def _between(one: Mention, two: Mention, place: int) -> bool:
    return one.end <= place < two.start


def _near_column(candidate: CandidateProgram, reading: ClaimReading) -> float:
    """How near the number of the claim is to the words of the column it is compared with."""
    places = [place for column in candidate.columns for place in reading.column_words[column]]
    if not candidate.amounts or not places:
        return -1.0
    amount = candidate.amounts[-1]
    return 1 / (1 + min(abs(place - amount.start) for place in places))
