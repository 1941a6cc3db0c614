"""Removes elements of pages, so that nothing decides a claim (NEI sampling of the FEVEROUS paper, section 5)."""

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping
from pathlib import Path

from veriscope.datasets import read_records, take_list, take_text
from veriscope.domain import Element, EvidenceId, Page, Section, Sentence, SentenceId, Table
from veriscope.files import locate_errors
from veriscope.lab.lessons.mixed_candidates import ClaimCandidate, EvidencePart
from veriscope.lab.lessons.mixed_clauses import holds
from veriscope.lab.lessons.mixed_sameness import lines, says
from veriscope.lab.lessons.rewordings import NUMBER_WORDS
from veriscope.text import words

_OVERLAP = 0.5
_SPELLED = frozenset(map(str, range(len(NUMBER_WORDS))))


class Ledger:
    """Records which elements claims use and which are removed, so that no claim uses a removed one."""

    def __init__(self) -> None:
        self._used: defaultdict[str, set[str]] = defaultdict(set)
        self.removed: defaultdict[str, set[str]] = defaultdict(set)

    def may_use(self, parts: Iterable[EvidencePart]) -> bool:
        """Whether none of the parts is removed."""
        return all(part.element not in self.removed[part.page.title] for part in parts)

    def may_cite(self, ids: Iterable[EvidenceId]) -> bool:
        """Whether none of the evidence is removed."""
        return all(element_of(one) not in self.removed[one.page] for one in ids)

    def may_remove(self, part: EvidencePart) -> bool:
        """Whether no claim cites the element of the part."""
        return part.element not in self._used[part.page.title]

    def use(self, ids: Iterable[EvidenceId]) -> None:
        """Notes the elements that a claim cites."""
        for one in ids:
            self._used[one.page].add(element_of(one))


def element_of(evidence_id: EvidenceId) -> str:
    """The name of the sentence, table or list that holds a piece of evidence."""
    if isinstance(evidence_id, SentenceId):
        return f"sentence_{evidence_id.sentence}"
    return f"table_{evidence_id.table}" if hasattr(evidence_id, "table") else f"list_{evidence_id.list}"


def read_removed(path: Path) -> dict[str, set[str]]:
    """The elements of each page that a `removed.jsonl` lists, by title."""
    found: defaultdict[str, set[str]] = defaultdict(set)
    for line in read_records(path):
        with locate_errors(path, line.number):
            title = take_text(line.value, "title")
            elements = take_list(line.value, "elements", of="names such as 'table_0'")
        found[title] |= {element for element in elements if isinstance(element, str)}
    return dict(found)


def without(page: Page, removed: Iterable[str]) -> Page:
    """The page without the removed elements; the others keep their numbers."""
    gone = set(removed)
    return Page(page.title, tuple(element for element in page.elements if name_of(element) not in gone), page.origin)


def name_of(element: Element) -> str:
    """The name of an element in FEVEROUS; empty for a heading."""
    if isinstance(element, Section):
        return ""
    kind = "sentence" if isinstance(element, Sentence) else "table" if isinstance(element, Table) else "list"
    return f"{kind}_{element.index}"


def is_told_elsewhere(candidate: ClaimCandidate, part: EvidencePart, removed: Mapping[str, set[str]]) -> bool:
    """Whether another element says nearly the same: it has all the values, or one and most words of the claim."""
    left = without(part.page, {part.element, *removed.get(part.page.title, ())})
    wanted = set(words(candidate.true))
    if candidate.kind == "infobox" and any(says(left, core) for core in _cores(candidate.said[0])):
        return True
    for element in left.elements:
        if isinstance(element, Section):
            continue
        for text in lines(element):
            found = [value for value in candidate.said if value in text and holds(text, value)]
            if len(found) == len(candidate.said) > 1 or (found and _share(wanted, text) > _OVERLAP):
                return True
    return False


def _cores(value: str) -> list[str]:
    """The parts of an infobox value that a sentence would repeat: its numbers, as digits and words, or all of it."""
    numbers = re.findall(r"\d+(?:[.,]\d+)*", value)
    spelled = [NUMBER_WORDS[int(number)] for number in numbers if number in _SPELLED]
    return [*numbers, *spelled] or [value]


def _share(wanted: set[str], text: str) -> float:
    return len(wanted & set(words(text))) / len(wanted)


def nearest(candidate: ClaimCandidate, part: EvidencePart, removed: Mapping[str, set[str]]) -> tuple[EvidenceId, ...]:
    """The remaining evidence that shares most words with the claim: a sentence, or a few cells of a row."""
    left = without(part.page, {part.element, *removed.get(part.page.title, ())})
    wanted = set(words(candidate.true)) - set(words(part.page.title))
    options: list[tuple[int, int, tuple[EvidenceId, ...]]] = []
    for sentence in left.sentences():
        shared = len(wanted & set(words(sentence.text)))
        options.append((-shared, len(options), (left.sentence_id(sentence),)))
    for table in left.tables():
        rows: dict[int, list[EvidenceId]] = {}
        texts: defaultdict[int, str] = defaultdict(str)
        for cell in table.cells:
            if not cell.is_header and cell.text:
                rows.setdefault(cell.row, []).append(left.cell_id(table, cell))
                texts[cell.row] += f" {cell.text}"
        for row, ids in list(rows.items())[:40]:
            options.append((-len(wanted & set(words(texts[row]))), len(options), tuple(ids[:3])))
    return min(options)[2] if options else ()
