"""The form of list and ranking pages: a few sentences, then a table or a list."""

from collections.abc import Mapping, Sequence

from tools.atlas.draft import Cell, Draft, head
from tools.atlas.prose import capitalised
from tools.atlas.tables import read_table


def start_list(title: str, slots: Mapping[str, str]) -> Draft:
    """A page with its introduction; the sentences stand in phrases/lists.toml under the title."""
    draft = Draft(title)
    draft.sentences(capitalised(sentence.format_map(slots)) for sentence in read_table("phrases", "lists")[title])
    return draft


def ranked(
    title: str, columns: Sequence[str], rows: Sequence[Sequence[str]], *, slots: Mapping[str, str], caption: str
) -> Draft:
    """A page with a table whose first column counts, and whose second names the row."""
    draft = start_list(title, slots)
    table = [[head(name) for name in ("Rank", *columns)]]
    for rank, (name, *values) in enumerate(rows, start=1):
        table.append([Cell(str(rank)), head(name), *(Cell(value) for value in values)])
    draft.table(table, caption=caption)
    return draft


def tabled(
    title: str, columns: Sequence[str], rows: Sequence[Sequence[str]], *, slots: Mapping[str, str], caption: str
) -> Draft:
    """A page with a table whose first column names the row."""
    draft = start_list(title, slots)
    table = [[head(name) for name in columns]]
    table += [[head(name), *(Cell(value) for value in values)] for name, *values in rows]
    draft.table(table, caption=caption)
    return draft
