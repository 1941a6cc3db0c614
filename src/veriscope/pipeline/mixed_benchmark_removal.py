"""Elements taken away, so that what a claim says is told nowhere (NEI sampling of the FEVEROUS paper, section 5)."""

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping
from pathlib import Path

from veriscope.datasets.claim_formats import read_records
from veriscope.datasets.fields import take_list, take_text
from veriscope.datasets.json_lines import located
from veriscope.domain import Element, EvidenceId, Page, Section, Sentence, SentenceId, Table
from veriscope.pipeline.mixed_benchmark_candidates import Candidate, Part
from veriscope.pipeline.mixed_benchmark_clauses import holds
from veriscope.pipeline.mixed_benchmark_sameness import lines, says
from veriscope.pipeline.other_writings import NUMBER_WORDS
from veriscope.text import words

_OVERLAP = 0.5
_SPELLED = frozenset(map(str, range(len(NUMBER_WORDS))))


class Ledger:
    """Which elements claims rely on and which are gone, so that no claim needs what another has taken away."""

    def __init__(self) -> None:
        self._used: defaultdict[str, set[str]] = defaultdict(set)
        self.removed: defaultdict[str, set[str]] = defaultdict(set)

    def may_use(self, parts: Iterable[Part]) -> bool:
        """Whether all the parts are still there."""
        return all(part.element not in self.removed[part.page.title] for part in parts)

    def may_cite(self, ids: Iterable[EvidenceId]) -> bool:
        """Whether all the evidence is still there."""
        return all(element_of(one) not in self.removed[one.page] for one in ids)

    def may_remove(self, part: Part) -> bool:
        """Whether no claim relies on the part."""
        return part.element not in self._used[part.page.title]

    def use(self, ids: Iterable[EvidenceId]) -> None:
        """Notes what a claim cites."""
        for one in ids:
            self._used[one.page].add(element_of(one))


def element_of(evidence_id: EvidenceId) -> str:
    """The sentence, table or list that a piece of evidence stands in."""
    if isinstance(evidence_id, SentenceId):
        return f"sentence_{evidence_id.sentence}"
    return f"table_{evidence_id.table}" if hasattr(evidence_id, "table") else f"list_{evidence_id.list}"


def read_removed(path: Path) -> dict[str, set[str]]:
    """The elements of each page that a `removed.jsonl` lists, by title."""
    found: defaultdict[str, set[str]] = defaultdict(set)
    for line in read_records(path):
        with located(path, line.number):
            title = take_text(line.value, "title")
            elements = take_list(line.value, "elements", of="names such as 'table_0'")
        found[title] |= {element for element in elements if isinstance(element, str)}
    return dict(found)


def without(page: Page, removed: Iterable[str]) -> Page:
    """The page with the elements taken away; the others keep their numbers."""
    gone = set(removed)
    return Page(page.title, tuple(element for element in page.elements if name_of(element) not in gone), page.origin)


def name_of(element: Element) -> str:
    """What FEVEROUS calls an element of a page; a heading has no name here."""
    if isinstance(element, Section):
        return ""
    kind = "sentence" if isinstance(element, Sentence) else "table" if isinstance(element, Table) else "list"
    return f"{kind}_{element.index}"


def is_told_elsewhere(candidate: Candidate, part: Part, removed: Mapping[str, set[str]]) -> bool:
    """Whether another element of the page says much the same: all the values, or one and most of the words."""
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
    """What of a value of an infobox a sentence would say: its numbers in figures or words, or all of it."""
    numbers = re.findall(r"\d+(?:[.,]\d+)*", value)
    spelled = [NUMBER_WORDS[int(number)] for number in numbers if number in _SPELLED]
    return [*numbers, *spelled] or [value]


def _share(wanted: set[str], text: str) -> float:
    return len(wanted & set(words(text))) / len(wanted)


def nearest(candidate: Candidate, part: Part, removed: Mapping[str, set[str]]) -> tuple[EvidenceId, ...]:
    """What is left that shares most words with the claim: a sentence, or some cells of the row of another table."""
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
