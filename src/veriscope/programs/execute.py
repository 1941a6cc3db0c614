"""Runs programs on a frame: each call once, with the cells it reads and a trace of its steps."""

from collections.abc import Iterator
from itertools import chain, product
from typing import NamedTuple

from veriscope.domain import CellId
from veriscope.programs.language import MAX_DEPTH, OPERATORS, Call, Operator, ProgramType, check_call, place
from veriscope.programs.operations import VALUE_OPERATIONS, Operand, Rows
from veriscope.programs.row_operations import ROW_OPERATIONS, OperatorResult, Result, Scope
from veriscope.tables import CellValue, Frame, SeveralValues, is_total, read_value


class Step(NamedTuple):
    """A call with its result; None means unknown, and `note` says why.

    `rows` are the rows that were kept, that hold the value, or that were judged. Of the `considered` rows, `left_out`
    held nothing that the operator can read. `held` counts the judged rows that passed, or the different values.
    """

    call: Call
    value: Result
    rows: Rows = ()
    considered: int = 0
    left_out: int = 0
    note: str = ""
    held: int = 0


class _Node(NamedTuple):
    """A call with its result, the columns read on the way, and the calls that it depends on."""

    call: Call
    found: OperatorResult
    considered: int = 0
    columns: tuple[int, ...] = ()
    inputs: tuple["_Node", ...] = ()

    def step(self) -> Step:
        """The step of this call."""
        value, rows, left_out, note, held = self.found
        return Step(self.call, value, rows, self.considered, left_out, note, held)


class ProgramResult:
    """What a program yields: rows, a value, a truth, or None for unknown; the rest is computed when asked for."""

    __slots__ = ("_node", "frame", "value")

    def __init__(self, node: _Node, frame: Frame) -> None:
        self.value = node.found.value
        self.frame = frame
        self._node = node

    @property
    def call(self) -> Call:
        """The program."""
        return self._node.call

    @property
    def cells(self) -> tuple[CellId, ...]:
        """The cells that were read in the rows that were kept, without repeats, in table order."""
        rows = self.frame.rows
        places = sorted({place for node in _read(self._node) for place in product(node.found.rows, node.columns)})
        return tuple(dict.fromkeys(chain.from_iterable(rows[row][column].ids for row, column in places)))

    @property
    def steps(self) -> tuple[Step, ...]:
        """The steps, without repeats, each after those that it depends on."""
        return tuple(dict.fromkeys(_steps(self._node)))


class Executor:
    """Runs programs on one frame; parts that programs share are computed once."""

    def __init__(self, frame: Frame) -> None:
        self.frame = frame
        self._nodes: dict[tuple[Call, bool], _Node] = {}

    def run(self, call: Call) -> ProgramResult:
        """The result of a program; raises `ProgramError` if it does not fit the frame."""
        return ProgramResult(self._node(call, MAX_DEPTH, with_totals=False), self.frame)

    def _node(self, call: Call, depth: int, *, with_totals: bool) -> _Node:
        key = (call, with_totals)
        node = self._nodes.get(key)
        if node is None:
            operator = check_call(call, self.frame, depth)
            if not operator.parameters:
                node = self._all_rows(call, with_totals=with_totals)
            elif operator.parameters[0] is ProgramType.ROWS:
                node = self._over_rows(call, operator, depth, with_totals=with_totals or _names_totals(call))
            else:
                node = self._over_values(call, depth)
            self._nodes[key] = node
        return node

    def _all_rows(self, call: Call, *, with_totals: bool) -> _Node:
        count = len(self.frame.rows)
        rows = tuple(row for row in range(count) if with_totals or row not in self.frame.totals)
        dropped = count - len(rows)
        note = f"{dropped} {'row' if dropped == 1 else 'rows'} of totals left out" if dropped else ""
        return _Node(call, OperatorResult(rows, rows, note=note), count)

    def _over_rows(self, call: Call, operator: Operator, depth: int, *, with_totals: bool) -> _Node:
        kept, *arguments = call.arguments
        assert isinstance(kept, Call)
        below = self._node(kept, depth - 1, with_totals=with_totals)
        column, number = -1, 1
        values: list[Operand] = []
        inputs = [below]
        for argument, wanted in zip(arguments, operator.parameters[1:], strict=True):
            if wanted is ProgramType.COLUMN:
                column = self._column(argument)
            elif wanted is ProgramType.NUMBER:
                number = place(str(argument)) or 1
            else:
                values.append(self._operand(argument, depth - 1, inputs))
        columns = below.columns if column < 0 or column in below.columns else (*below.columns, column)
        rows = below.found.rows
        if below.found.value is None or None in values:
            return _Node(call, _UNKNOWN, len(rows), columns, tuple(inputs))
        scope = Scope(self.frame, rows, column, tuple(map(_value, values)), number)
        return _Node(call, ROW_OPERATIONS[call.operator](scope), len(rows), columns, tuple(inputs))

    def _over_values(self, call: Call, depth: int) -> _Node:
        inputs: list[_Node] = []
        values = [self._operand(argument, depth - 1, inputs) for argument in call.arguments]
        value, note = VALUE_OPERATIONS[call.operator](*values)
        return _Node(call, OperatorResult(value, note=note), inputs=tuple(inputs))

    def _operand(self, argument: Call | str, depth: int, inputs: list[_Node]) -> Operand:
        """The value or truth of an argument; the call that yields it is added to the inputs."""
        if isinstance(argument, str):
            return read_value(argument)
        node = self._node(argument, depth, with_totals=False)
        inputs.append(node)
        value = node.found.value
        assert not isinstance(value, tuple) or isinstance(value, SeveralValues)
        return value

    def _column(self, argument: Call | str) -> int:
        found = self.frame.column(argument) if isinstance(argument, str) else None
        assert found is not None
        return found


_UNKNOWN = OperatorResult(None, note="what it rests on is unknown")


def _value(operand: Operand) -> CellValue | SeveralValues:
    assert isinstance(operand, CellValue | SeveralValues)
    return operand


def _names_totals(call: Call) -> bool:
    """Whether a filter asks for rows of totals by name."""
    wanted = call.arguments[-1]
    return call.operator == "filter_eq" and isinstance(wanted, str) and is_total(wanted)


def _read(node: _Node) -> Iterator[_Node]:
    """The nodes whose cells count; a node over rows knows which of the rows below it were kept."""
    yield node
    over_rows = OPERATORS[node.call.operator].parameters[:1] == (ProgramType.ROWS,)
    for below in node.inputs[1:] if over_rows else node.inputs:
        yield from _read(below)


def _steps(node: _Node) -> Iterator[Step]:
    for below in node.inputs:
        yield from _steps(below)
    yield node.step()
