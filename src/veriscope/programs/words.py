"""A program's result in words: short steps with their values, and a sentence that compares it with the claim."""

from typing import NamedTuple

from veriscope.programs.execute import ProgramResult, Step
from veriscope.programs.language import ALL_ROWS, OPERATORS, Call, ProgramType
from veriscope.programs.operations import Rows
from veriscope.programs.phrases import AGGREGATE, COMPARISON, Phrases
from veriscope.programs.row_operations import Result
from veriscope.tables import CellValue, Frame, SeveralValues

_MAX_SHOWN = 4
_REST = "what it rests on is unknown"
_CHOICES = frozenset({"argmax", "argmin", "nth_argmax", "nth_argmin", "max", "min", "nth_max", "nth_min"})


class Explanation(NamedTuple):
    """A program in words: what it asserts, the steps it took, and its result compared with the claim."""

    question: str
    steps: tuple[str, ...]
    conclusion: str


def explain(outcome: ProgramResult) -> Explanation:
    """The result of a program, in words."""
    writer = _Writer(outcome)
    return Explanation(Phrases(outcome.frame).of(outcome.call), writer.steps(), writer.conclusion(outcome.call))


class _Writer:
    """Writes down the steps of one result."""

    def __init__(self, outcome: ProgramResult) -> None:
        self._frame = outcome.frame
        self._phrases = Phrases(outcome.frame)
        self._steps = {step.call: step for step in outcome.steps}
        self._name_column = _name_column(outcome.frame)

    def steps(self) -> tuple[str, ...]:
        """The steps that read the table or compute; comparisons go into the conclusion."""
        written = (self._step(step) for step in self._steps.values())
        return tuple(dict.fromkeys(line for line in written if line))

    def conclusion(self, call: Call) -> str:
        """The result, compared with the claim."""
        step = self._steps[call]
        name = call.operator
        if name in {"and", "or"}:
            parts = [self.conclusion(part) for part in call.arguments if isinstance(part, Call)]
            return "; ".join(dict.fromkeys(parts))
        if step.value is None:
            return f"unknown: {self._why(call)}"
        if name == "not":
            inner = self._phrases.of(call.arguments[0])
            return f"it is {'not ' if step.value else ''}so that {inner}, {_says(step.value, '', 'that it is not')}"
        if OPERATORS[name].result is not ProgramType.TRUTH:
            return self._show(step.value)
        is_over_rows = OPERATORS[name].parameters[0] is ProgramType.ROWS
        return self._over_rows(call, step) if is_over_rows else self._comparison(call, step)

    def _step(self, step: Step) -> str:
        call, name = step.call, step.call.operator
        if call == ALL_ROWS:
            return step.note
        if OPERATORS[name].result is ProgramType.TRUTH or (step.value is not None and self._is_said(step)):
            return ""
        found = self._unknown_because(step) if step.value is None else self._finding(step)
        left_out = f" ({step.left_out} of {step.considered} rows left out: no value to read)" if _tells(step) else ""
        return f"{self._subject(step)}: {found}{left_out}"

    def _is_said(self, step: Step) -> bool:
        """Whether the step before already said it: how many rows a filter kept, or which row was chosen."""
        below = step.call.arguments[0]
        if not isinstance(below, Call):
            return False
        if step.call.operator == "count":
            return below.operator.startswith("filter_")
        return step.call.operator == "hop" and below.operator in _CHOICES and self._reads_names(step)

    def _reads_names(self, step: Step) -> bool:
        return bool(step.rows) and self._phrases.column(step.call) == self._name()

    def _name(self) -> str:
        return self._frame.columns[self._name_column].name

    def _subject(self, step: Step) -> str:
        call = step.call
        below = call.arguments[0]
        if call.operator in _CHOICES:
            return f"{self._phrases.extreme(call)}{self._phrases.among(below)}"
        if call.operator in AGGREGATE:
            return f"{AGGREGATE[call.operator]} {self._phrases.column(call)}{self._phrases.among(below)}"
        if call.operator == "hop":
            return f"{self._phrases.column(call)}{self._holder(step)}"
        if call.operator == "count":
            return f"number of {self._phrases.counted_rows(below)}"
        return self._phrases.of(call)

    def _holder(self, step: Step) -> str:
        """The owner of a value: the rows by name, or by their condition; empty if the value is their name."""
        if self._reads_names(step):
            return ""
        below = step.call.arguments[0]
        assert isinstance(below, Call)
        if below.operator.startswith("filter_") and self._phrases.column(below) != self._name():
            return self._phrases.after_column(below)
        return f" of {self._names(step.rows)}" if step.rows else self._phrases.after_column(below)

    def _finding(self, step: Step) -> str:
        call, value = step.call, step.value
        if call.operator.startswith("filter_"):
            return f"{len(step.rows)} of {step.considered}"
        if call.operator in _CHOICES:
            column = self._frame.column(str(call.arguments[1])) or 0
            return f"{self._frame.rows[step.rows[0]][column].text} ({self._names(step.rows)})"
        if call.operator in {"first", "last", "nth"}:
            return self._names(step.rows)
        return self._show(value)

    def _unknown_because(self, step: Step) -> str:
        return f"unknown, because {self._why(step.call)}"

    def _why(self, call: Call) -> str:
        """The first reason why a call is unknown, from the call where it arose."""
        step = self._steps[call]
        if step.note and step.note != _REST:
            return step.note
        inner = [part for part in call.arguments if isinstance(part, Call) and self._steps[part].value is None]
        return self._why(inner[0]) if inner else _REST

    def _over_rows(self, call: Call, step: Step) -> str:
        """What is true of rows: `3 of 5 rows, and the claim says all`."""
        name, count = call.operator, len(step.rows)
        if name in {"only", "any", "none"}:
            wanted = {"only": "only one", "any": "at least one", "none": "none"}[name]
            return f"{_count_rows(count)}, {_says(step.value, '', wanted)}"
        if name in {"same", "different"}:
            values = "1 value" if step.held == 1 else f"{step.held} different values"
            wanted = "all the same" if name == "same" else "all different"
            return f"{values} in {_count_rows(count)}, {_says(step.value, '', wanted)}"
        return f"{step.held} of {_count_rows(count)}, {_says(step.value, '', name.partition('_')[0])}"

    def _comparison(self, call: Call, step: Step) -> str:
        """The result of a comparison: `5, and the claim says 4`."""
        left, right = call.arguments[0], call.arguments[1]
        found = self._operand(left)
        if call.operator == "within":
            limits = f"between {self._operand(right)} and {self._operand(call.arguments[2])}"
            return f"{found}, {_says(step.value, limits, limits)}"
        relation = COMPARISON[call.operator].removeprefix("is").strip()
        if isinstance(right, Call):
            relation = relation or "the same as"
            relation = "different from" if relation == "not" else relation
            limit = f"{relation} {self._operand(right)}"
            return f"{found}, {limit}, as the claim says" if step.value else f"{found}, not {limit} as the claim says"
        claimed = f"{relation} {self._operand(right)}".strip()
        is_plain = call.operator == "eq" or (call.operator == "round_eq" and found == right)
        return f"{found}, {_says(step.value, '' if is_plain else claimed, claimed)}"

    def _operand(self, argument: Call | str) -> str:
        return (argument or "nothing") if isinstance(argument, str) else self._show(self._steps[argument].value)

    def _show(self, value: Result) -> str:
        match value:
            case None:
                return "unknown"
            case bool():
                return "yes" if value else "no"
            case CellValue():
                return value.text or "nothing"
            case SeveralValues():
                return _list_texts([one.text or "nothing" for one in value.values], "or")
            case _:
                return self._names(value)

    def _names(self, rows: Rows) -> str:
        named = [self._frame.rows[row][self._name_column].text or f"row {row + 1}" for row in rows[:_MAX_SHOWN]]
        return _list_texts(named, "and", more=len(rows) - len(named)) if named else "no row"


def _says(truth: Result, shown: str, claimed: str) -> str:
    """`as the claim says`, after what is true if that must be shown; else what the claim says instead."""
    if truth is not True:
        return f"and the claim says {claimed}"
    return f"{shown}, as the claim says" if shown else "as the claim says"


def _count_rows(rows: int) -> str:
    return "no row" if rows == 0 else ("1 row" if rows == 1 else f"{rows} rows")


def _list_texts(texts: list[str], last: str, *, more: int = 0) -> str:
    shown = list(dict.fromkeys(texts))
    if more:
        return f"{', '.join(shown)} {last} {more} more"
    return shown[0] if len(shown) == 1 else f"{', '.join(shown[:-1])} {last} {shown[-1]}"


def _tells(step: Step) -> bool:
    return bool(step.left_out) and step.value is not None


def _name_column(frame: Frame) -> int:
    """The column that names the rows: the first with words and mostly different values, else the first column."""
    for column in range(len(frame.columns)):
        keys = [value.key for value in frame.values(column)]
        if frame.kind(column) is None and 2 * len(set(keys)) > len(keys):
            return column
    return 0
