"""Rows of a file that cannot be read, told on stderr."""

from collections.abc import Sequence
from pathlib import Path

from veriscope.cli.output import talk
from veriscope.corpus.records import Skip
from veriscope.datasets import counted
from veriscope.datasets.bad_rows import BadRow
from veriscope.errors import InputError

_NAMED = 5


def tell_bad_rows(data: Path, rows: Sequence[object]) -> None:
    """Name the bad ones among the rows of a file; a file that holds no others is an error."""
    bad = [row for row in rows if isinstance(row, BadRow)]
    if not rows:
        raise InputError(f"{data}: the file holds no rows; expected one JSON object a line")
    if len(bad) == len(rows):
        raise InputError(f"{data}:{bad[0].line}: {bad[0].problem} (no row of the file can be read)")
    for row in bad[:_NAMED]:
        talk.print(f"warning: {data}:{row.line}: {row.problem}", soft_wrap=True)
    if bad:
        talk.print(f"warning: {counted(len(bad), 'row')} of {len(rows):,} cannot be read and left out", soft_wrap=True)


def tell_skips(path: Path, skips: Sequence[Skip], *, what: str) -> None:
    """Name what was left out of a file, and say how much that is."""
    for skip in skips[:_NAMED]:
        talk.print(f"warning: {skip.place}: {skip.reason}", soft_wrap=True)
    if skips:
        talk.print(f"warning: {counted(len(skips), what)} of {path} left out", soft_wrap=True)
