"""The language of table programs: calls, the operators with their types, and the type checker."""

from collections.abc import Collection
from enum import StrEnum
from typing import NamedTuple, Protocol

from veriscope.errors import ProgramError


class Type(StrEnum):
    """What an argument or a result is; a number is also a value."""

    ROWS = "rows"
    COLUMN = "column"
    VALUE = "value"
    NUMBER = "number"
    TRUTH = "truth"


class Call(NamedTuple):
    """An operator with its arguments; a text is a column or a literal, as the operator's signature says."""

    operator: str
    arguments: tuple["Call | str", ...] = ()


class Operator(NamedTuple):
    """An operator's signature."""

    name: str
    parameters: tuple[Type, ...]
    result: Type


class HasColumns(Protocol):
    """A table whose columns are found by name."""

    @property
    def column_names(self) -> Collection[str]:
        """The names, for messages."""

    def column(self, name: str) -> int | None:
        """The place of the column of that name; None where there is none."""


ALL_ROWS = Call("all_rows")
COMPARISONS = ("eq", "not_eq", "greater", "less", "greater_eq", "less_eq")
_R, _C, _V, _N, _T = Type.ROWS, Type.COLUMN, Type.VALUE, Type.NUMBER, Type.TRUTH
_SIGNATURES: dict[Type, dict[tuple[Type, ...], str]] = {
    _R: {
        (): "all_rows",
        (_R,): "first last",
        (_R, _N): "nth",
        (_R, _C): "argmax argmin",
        (_R, _C, _N): "nth_argmax nth_argmin",
        (_R, _C, _V): " ".join(f"filter_{test}" for test in (*COMPARISONS, "before", "after")),
        (_R, _C, _V, _V): "filter_within",
    },
    _V: {(_R, _C): "hop max min", (_R, _C, _N): "nth_max nth_min"},
    _N: {(_R,): "count", (_R, _C): "sum avg", (_V, _V): "diff ratio"},
    _T: {
        (_R,): "only any none",
        (_R, _C): "same different",
        (_R, _C, _V): " ".join(f"{share}_{test}" for share in ("all", "most") for test in COMPARISONS),
        (_V, _V): " ".join((*COMPARISONS, "round_eq", "before", "after")),
        (_V, _V, _V): "within",
        (_T, _T): "and or",
        (_T,): "not",
    },
}
OPERATORS = {
    name: Operator(name, parameters, result)
    for result, families in _SIGNATURES.items()
    for parameters, names in families.items()
    for name in names.split()
}
# Deeper programs than this say nothing that a person could follow, and would exhaust the stack.
MAX_DEPTH = 64


def checked(call: Call, frame: HasColumns) -> Type:
    """The type of what a call yields on a table; `ProgramError` where it does not fit its operators or the table."""
    pending = [(call, MAX_DEPTH)]
    while pending:
        one, depth = pending.pop()
        check_call(one, frame, depth)
        pending += [(argument, depth - 1) for argument in one.arguments if isinstance(argument, Call)]
    return OPERATORS[call.operator].result


def check_call(call: Call, frame: HasColumns, depth: int) -> Operator:
    """The operator of a call, which takes as many arguments of such types; those of its arguments are not looked at."""
    operator = _operator(call)
    if depth <= 0:
        raise ProgramError(f"the program nests more than {MAX_DEPTH} calls")
    if len(call.arguments) != len(operator.parameters):
        wanted = "; ".join(operator.parameters) or "nothing"
        raise ProgramError(f"{call.operator} takes {wanted}, not {_counted(len(call.arguments))}")
    for argument, parameter in zip(call.arguments, operator.parameters, strict=True):
        if isinstance(argument, str):
            _check_text(argument, call.operator, parameter, frame)
        else:
            _check_result(_operator(argument).result, argument.operator, call.operator, parameter)
    return operator


def place(written: str) -> int | None:
    """The place that a literal names in an order, from 1: `2`, `2nd`; None where it names none."""
    digits = written.strip().lower().removesuffix("st").removesuffix("nd").removesuffix("rd").removesuffix("th")
    is_place = digits.isascii() and digits.isdecimal() and 0 < len(digits) <= 9
    return int(digits) or None if is_place else None


def _operator(call: Call) -> Operator:
    operator = OPERATORS.get(call.operator)
    if operator is None:
        raise ProgramError(f"no operator named {call.operator!r}; choose one of: {', '.join(sorted(OPERATORS))}")
    return operator


def _check_text(text: str, operator: str, wanted: Type, frame: HasColumns) -> None:
    if wanted is Type.COLUMN:
        if frame.column(text) is None:
            raise ProgramError(
                f"{operator}: no column named {text!r}; the columns are: {', '.join(frame.column_names)}"
            )
    elif wanted is Type.NUMBER:
        if place(text) is None:
            raise ProgramError(f"{operator}: {text!r} is no place in an order; write 1 for the first")
    elif wanted is not Type.VALUE:
        raise ProgramError(f"{operator}: {text!r} stands where {wanted} belong; write a call there")


def _check_result(found: Type, inner: str, operator: str, wanted: Type) -> None:
    fits = found is wanted or (wanted is Type.VALUE and found is Type.NUMBER)
    # A place in an order is written out, so that it is known to be whole before anything runs.
    if not fits or wanted is Type.NUMBER:
        raise ProgramError(f"{operator}: {inner} yields {found}, where {wanted} belongs")


def _counted(arguments: int) -> str:
    return f"{arguments} argument" if arguments == 1 else f"{arguments} arguments"
