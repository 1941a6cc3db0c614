"""Runs programs on a frame: each call once, with the cells it read and a trace of its steps."""

from collections.abc import Iterator
from itertools import chain, product
from typing import NamedTuple

from veriscope.domain import CellId
from veriscope.programs.frame import Frame, is_total
from veriscope.programs.language import OPERATORS, Call, Type, checked, place
from veriscope.programs.operations import VALUE_OPERATIONS, Operand, Rows
from veriscope.programs.row_operations import ROW_OPERATIONS, Found, Result, Scope
from veriscope.programs.values import CellValue, Several, read_value


class Step(NamedTuple):
    """A call with what it yields; None is unknown, and `note` says why.

    `rows` are those that were kept, that hold the value, or that were judged; of the `considered` rows that were looked
    at, `left_out` held nothing that the operator can read. `held` is how many of the judged rows passed, or how many
    different values they hold.
    """

    call: Call
    value: Result
    rows: Rows = ()
    considered: int = 0
    left_out: int = 0
    note: str = ""
    held: int = 0


class _Node(NamedTuple):
    """A step with the columns read on the way to it and the calls that it rests on."""

    step: Step
    columns: tuple[int, ...] = ()
    inputs: tuple["_Node", ...] = ()


class Outcome:
    """What a program yields: rows, a value, a truth, or None for unknown; the rest is worked out when asked for."""

    __slots__ = ("_node", "frame", "value")

    def __init__(self, node: _Node, frame: Frame) -> None:
        self.value = node.step.value
        self.frame = frame
        self._node = node

    @property
    def call(self) -> Call:
        """The program."""
        return self._node.step.call

    @property
    def cells(self) -> tuple[CellId, ...]:
        """The cells that were read in the rows that were kept; each once, in table order."""
        rows = self.frame.rows
        places = sorted({place for node in _read(self._node) for place in product(node.step.rows, node.columns)})
        return tuple(dict.fromkeys(chain.from_iterable(rows[row][column].ids for row, column in places)))

    @property
    def steps(self) -> tuple[Step, ...]:
        """The steps, each once, after those that it rests on."""
        return tuple(dict.fromkeys(_steps(self._node)))


class Executor:
    """Runs programs on one frame; what programs share is computed once."""

    def __init__(self, frame: Frame) -> None:
        self.frame = frame
        self._nodes: dict[tuple[Call, bool], _Node] = {}
        self._types: dict[Call, Type] = {}

    def run(self, call: Call) -> Outcome:
        """The outcome of a program; `ProgramError` where it does not fit the frame."""
        checked(call, self.frame, self._types)
        return Outcome(self._node(call, with_totals=False), self.frame)

    def _node(self, call: Call, *, with_totals: bool) -> _Node:
        found = self._nodes.get((call, with_totals))
        if found is None:
            operator = OPERATORS[call.operator]
            if not operator.parameters:
                found = self._all_rows(call, with_totals=with_totals)
            elif operator.parameters[0] is Type.ROWS:
                found = self._over_rows(call, with_totals=with_totals or _names_totals(call))
            else:
                found = self._over_values(call)
            self._nodes[call, with_totals] = found
        return found

    def _all_rows(self, call: Call, *, with_totals: bool) -> _Node:
        count = len(self.frame.rows)
        rows = tuple(row for row in range(count) if with_totals or row not in self.frame.totals)
        dropped = count - len(rows)
        note = f"{dropped} {'row' if dropped == 1 else 'rows'} of totals left out" if dropped else ""
        return _Node(Step(call, rows, rows, count, note=note))

    def _over_rows(self, call: Call, *, with_totals: bool) -> _Node:
        below = self._node(_call(call.arguments[0]), with_totals=with_totals)
        arguments = list(zip(call.arguments, OPERATORS[call.operator].parameters, strict=True))
        columns = [self._column(argument) for argument, wanted in arguments if wanted is Type.COLUMN]
        places = [place(str(argument)) for argument, wanted in arguments if wanted is Type.NUMBER]
        operands = [self._operand(argument) for argument, wanted in arguments if wanted is Type.VALUE]
        values = tuple(value for value, _ in operands if isinstance(value, CellValue | Several))
        inputs = (below, *(node for _, node in operands if node is not None))
        rows = below.step.rows
        if below.step.value is None or len(values) < len(operands):
            found = _UNKNOWN
        else:
            found = ROW_OPERATIONS[call.operator](
                Scope(self.frame, rows, columns[0] if columns else -1, values, (places[0] if places else 1) or 1)
            )
        step = Step(call, found.value, found.rows, len(rows), found.left_out, found.note, found.held)
        return _Node(step, tuple(dict.fromkeys((*below.columns, *columns))), inputs)

    def _over_values(self, call: Call) -> _Node:
        operands = [self._operand(argument) for argument in call.arguments]
        value, note = VALUE_OPERATIONS[call.operator](*(value for value, _ in operands))
        return _Node(Step(call, value, note=note), inputs=tuple(node for _, node in operands if node is not None))

    def _operand(self, argument: Call | str) -> tuple[Operand, _Node | None]:
        """What a value or a truth among the arguments is, and the call that yields it."""
        if isinstance(argument, str):
            return read_value(argument), None
        node = self._node(argument, with_totals=False)
        value = node.step.value
        assert not isinstance(value, tuple) or isinstance(value, Several)
        return value, node

    def _column(self, argument: Call | str) -> int:
        found = self.frame.column(argument) if isinstance(argument, str) else None
        assert found is not None
        return found


_UNKNOWN = Found(None, note="what it rests on is unknown")


def _call(argument: Call | str) -> Call:
    assert isinstance(argument, Call)
    return argument


def _names_totals(call: Call) -> bool:
    """Whether a filter asks for rows of totals by name."""
    wanted = call.arguments[-1]
    return call.operator == "filter_eq" and isinstance(wanted, str) and is_total(wanted)


def _read(node: _Node) -> Iterator[_Node]:
    """The nodes whose cells count: a node over rows says itself which of those below it were kept."""
    yield node
    over_rows = OPERATORS[node.step.call.operator].parameters[:1] == (Type.ROWS,)
    for below in node.inputs[1:] if over_rows else node.inputs:
        yield from _read(below)


def _steps(node: _Node) -> Iterator[Step]:
    for below in node.inputs:
        yield from _steps(below)
    yield node.step
