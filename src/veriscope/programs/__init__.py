"""Table programs: what a claim asserts of a table, computed and explained."""

from veriscope.programs.execute import Executor, Outcome, Step
from veriscope.programs.frame import Column, Frame, FrameCell
from veriscope.programs.language import ALL_ROWS, OPERATORS, Call, Type, checked
from veriscope.programs.syntax import parse, write
from veriscope.programs.values import CellValue, Several, read_value
from veriscope.programs.words import Explanation, explain

__all__ = [
    "ALL_ROWS",
    "OPERATORS",
    "Call",
    "CellValue",
    "Column",
    "Executor",
    "Explanation",
    "Frame",
    "FrameCell",
    "Outcome",
    "Several",
    "Step",
    "Type",
    "checked",
    "explain",
    "parse",
    "read_value",
    "write",
]
