"""Writes the passages of hand-written lessons as documents, so that the whole product can be asked about them."""

import re
from collections.abc import Iterable, Iterator
from pathlib import Path

from veriscope.lab.lessons.hand_written import LessonGroup, LessonTable

# Characters that Markdown would take for its own marks at the start of a line.
_MARKS = re.compile(r"^(\d+)([.)])|^([#>+*=|~-])")


def write_documents(groups: Iterable[LessonGroup], folder: Path) -> None:
    """Write each group as a Markdown file, named as its document is, and by its id."""
    folder.mkdir(parents=True, exist_ok=True)
    for group in groups:
        text = "\n\n".join(_blocks(group)) + "\n"
        (folder / f"{Path(group.about.file).stem or 'note'}-{group.id}.md").write_text(text, encoding="utf-8")


def _blocks(group: LessonGroup) -> Iterator[str]:
    if group.about.title:
        yield f"# {group.about.title}"
    if group.about.date:
        yield f"Date: {group.about.date}"
    if group.about.section:
        yield f"## {group.about.section}"
    yield from (_MARKS.sub(r"\\\g<0>" if line[:1] in "#>+*=|~-" else r"\1\\\2", line) for line in group.lines)
    if group.table is not None:
        yield _table(group.table)


def _table(table: LessonTable) -> str:
    rows = [table.header, ["---"] * len(table.header), *table.rows]
    drawn = "\n".join(f"| {' | '.join(cell.replace('|', '/') for cell in row)} |" for row in rows)
    return f"{table.caption}\n\n{drawn}" if table.caption else drawn
