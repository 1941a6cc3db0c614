"""The language of table programs: calls, the operators with their types, and checks of calls."""

from enum import StrEnum
from typing import NamedTuple

from veriscope.errors import ProgramError
from veriscope.tables import Frame


class ProgramType(StrEnum):
    """The type of an argument or a result; a number is also a value."""

    ROWS = "rows"
    COLUMN = "column"
    VALUE = "value"
    NUMBER = "number"
    TRUTH = "truth"


class Call(NamedTuple):
    """An operator with its arguments; a text is a column or a literal, depending on the operator's signature."""

    operator: str
    arguments: tuple["Call | str", ...] = ()


class Operator(NamedTuple):
    """An operator's signature."""

    name: str
    parameters: tuple[ProgramType, ...]
    result: ProgramType


ALL_ROWS = Call("all_rows")
COMPARISONS = ("eq", "not_eq", "greater", "less", "greater_eq", "less_eq")
_R, _C, _V, _N, _T = ProgramType.ROWS, ProgramType.COLUMN, ProgramType.VALUE, ProgramType.NUMBER, ProgramType.TRUTH
_SIGNATURES: dict[ProgramType, dict[tuple[ProgramType, ...], str]] = {
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
# Nobody could follow a deeper program, and it would exhaust the stack.
MAX_DEPTH = 64


def check_call(call: Call, frame: Frame, depth: int) -> Operator:
    """The operator of a call, once the number and types of its arguments are checked; inner calls are not checked."""
    operator = _operator(call)
    if depth <= 0:
        raise ProgramError(f"the program nests more than {MAX_DEPTH} calls")
    if len(call.arguments) != len(operator.parameters):
        wanted = "; ".join(operator.parameters) or "nothing"
        raise ProgramError(f"{call.operator} takes {wanted}, not {_number_of_arguments(len(call.arguments))}")
    for argument, parameter in zip(call.arguments, operator.parameters, strict=True):
        if isinstance(argument, str):
            _check_text(argument, call.operator, parameter, frame)
        else:
            _check_result(_operator(argument).result, argument.operator, call.operator, parameter)
    return operator


def place(literal: str) -> int | None:
    """The place in an order that a literal names, from 1: `2`, `2nd`; None if it names none."""
    digits = literal.strip().lower().removesuffix("st").removesuffix("nd").removesuffix("rd").removesuffix("th")
    is_place = digits.isascii() and digits.isdecimal() and 0 < len(digits) <= 9
    return int(digits) or None if is_place else None


def _operator(call: Call) -> Operator:
    operator = OPERATORS.get(call.operator)
    if operator is None:
        raise ProgramError(f"no operator named {call.operator!r}; choose one of: {', '.join(sorted(OPERATORS))}")
    return operator


def _check_text(text: str, operator: str, wanted: ProgramType, frame: Frame) -> None:
    if wanted is ProgramType.COLUMN:
        if frame.column(text) is None:
            raise ProgramError(
                f"{operator}: no column named {text!r}; the columns are: {', '.join(frame.column_names)}"
            )
    elif wanted is ProgramType.NUMBER:
        if place(text) is None:
            raise ProgramError(f"{operator}: {text!r} is not a place in an order; write 1 for the first")
    elif wanted is not ProgramType.VALUE:
        raise ProgramError(f"{operator}: {text!r} is written where {wanted} belong; write a call there")


def _check_result(found: ProgramType, inner: str, operator: str, wanted: ProgramType) -> None:
    fits = found is wanted or (wanted is ProgramType.VALUE and found is ProgramType.NUMBER)
    # A place in an order must be a literal, so that it is known to be whole before anything runs.
    if not fits or wanted is ProgramType.NUMBER:
        raise ProgramError(f"{operator}: {inner} yields {found}, where {wanted} belongs")


def _number_of_arguments(arguments: int) -> str:
    return f"{arguments} argument" if arguments == 1 else f"{arguments} arguments"
