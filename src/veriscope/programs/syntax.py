r"""Programs as text: `eq{count{filter_eq{all_rows; style; jive}}; 2}`.

In a column or a literal, a backslash comes before a mark (`\;`); `""` is the empty literal.
"""

import re
from typing import NoReturn

from veriscope.errors import ProgramError
from veriscope.programs.language import ALL_ROWS, MAX_DEPTH, Call

_PART = re.compile(r"[{};]|(?:[^{};\\]|\\.|\\\Z)+", re.DOTALL)
_MARKS = frozenset("{};")
_MARK = re.compile(r"[{};\\]|^\s|\s\Z")
_BACKSLASH = re.compile(r"\\(.)", re.DOTALL)
_EMPTY = '""'
_SHOWN = 80


def parse(text: str) -> Call:
    """The call that a text writes; raises `ProgramError` if the text is not a program."""
    parser = _Parser(text)
    found = parser.argument(MAX_DEPTH)
    if parser.part:
        parser.fail(f"{parser.part.strip()!r} follows its end")
    if isinstance(found, str):
        parser.fail("it is not a call")
    return found


def write(call: Call) -> str:
    """The text of a call; `parse` reads it back."""
    if call == ALL_ROWS:
        return ALL_ROWS.operator
    arguments = (_escape(argument) if isinstance(argument, str) else write(argument) for argument in call.arguments)
    return f"{call.operator}{{{'; '.join(arguments)}}}"


class _Parser:
    """Reads a program part by part; `part` is the current part, empty at the end."""

    def __init__(self, text: str) -> None:
        self._text = text
        # Space between two marks is only for readability; a literal of spaces is written with a backslash.
        self._parts = iter([part for part in _PART.findall(text) if part.strip()])
        self.part = ""
        self._next()

    def argument(self, depth: int) -> Call | str:
        """Read the current call, column or literal."""
        if not depth:
            self.fail(f"it nests more than {MAX_DEPTH} calls")
        if self.part in _MARKS or not self.part:
            # Two marks in a row have an empty literal between them.
            return "" if self.part != "{" else self.fail("a brace follows no operator")
        written = self._next()
        if self.part == "{":
            return self._call(written.strip(), depth)
        return ALL_ROWS if written.strip() == ALL_ROWS.operator else _plain(written)

    def fail(self, why: str) -> NoReturn:
        """Raise an error of one clear line."""
        shown = self._text if len(self._text) <= _SHOWN else f"{self._text[:_SHOWN]}…"
        raise ProgramError(f"not a program: {shown!r}: {why}; a program looks like 'eq{{count{{all_rows}}; 2}}'")

    def _call(self, operator: str, depth: int) -> Call:
        if not operator.isidentifier():
            self.fail(f"{operator!r} is not the name of an operator")
        self._next()
        if self.part == "}":
            self._next()
            return Call(operator)
        arguments = [self.argument(depth - 1)]
        while self.part == ";":
            self._next()
            arguments.append(self.argument(depth - 1))
        if self.part != "}":
            self.fail(f"{self.part.strip()!r} found where ; or }} belongs" if self.part else "a brace is not closed")
        self._next()
        return Call(operator, tuple(arguments))

    def _next(self) -> str:
        """Move to the next part; returns the current one."""
        part, self.part = self.part, next(self._parts, "")
        return part


def _plain(written: str) -> str:
    """A literal without the space around it and the backslashes in it."""
    start = len(written) - len(written.lstrip())
    end = len(written.rstrip())
    # The last space belongs to the backslash before it.
    if end < len(written) and (end - len(written[:end].rstrip("\\"))) % 2:
        end += 1
    kept = written[start:end]
    return "" if kept == _EMPTY else _BACKSLASH.sub(r"\1", kept)


def _escape(literal: str) -> str:
    if not literal:
        return _EMPTY
    if literal in {_EMPTY, ALL_ROWS.operator}:
        return f"\\{literal}"
    return _MARK.sub(lambda mark: f"\\{mark[0]}", literal)
