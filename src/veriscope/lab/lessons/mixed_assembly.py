"""Makes the claims of one split: each kind has its share, and each label occurs equally often within a kind."""

import random
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from veriscope.domain import EvidenceId, Label, Page
from veriscope.lab.lessons.mixed_candidates import ClaimCandidate
from veriscope.lab.lessons.mixed_clauses import Clause
from veriscope.lab.lessons.mixed_facts import KeyedTable
from veriscope.lab.lessons.mixed_removal import Ledger, is_told_elsewhere, nearest
from veriscope.lab.lessons.mixed_split import SplitPages
from veriscope.lab.lessons.mixed_table_claims import Forms, comparison, count, one_cell, superlative, two_cells
from veriscope.lab.lessons.mixed_text_claims import (
    cell_and_linked_page,
    cell_and_sentence,
    infobox_and_sentence,
    infobox_row,
    one_sentence,
    two_sentences,
)

SHARES: Mapping[str, float] = {
    "one sentence": 0.20,
    "two sentences": 0.13,
    "one cell": 0.11,
    "two cells": 0.07,
    "comparison": 0.07,
    "superlative": 0.05,
    "count": 0.04,
    "infobox": 0.03,
    "cell and sentence": 0.15,
    "cell and linked page": 0.15,
}
_TEXT_KINDS = frozenset({"one sentence", "two sentences", "infobox"})
_FROM_TABLE = {"comparison": comparison, "superlative": superlative, "count": count}
# If the pages give too few claims of one kind, other kinds fill in, up to `_BOUND` times their share.
_BOUND, _LEAST_BOUND = 1.7, 0.15
_TRIES = 4
_ROUNDS = 8
# The share of undecided claims that are about something the page never says.
_UNSPOKEN = 0.3
_MOST_PIECES = 25


class MixedClaim(NamedTuple):
    """A finished claim; `removed` holds the (title, element) pairs that its pages must not show."""

    text: str
    label: Label
    kind: str
    challenge: str
    ids: tuple[EvidenceId, ...]
    pages: tuple[Page, ...]
    removed: tuple[tuple[str, str], ...] = ()


class Assembly:
    """Draws claims from the pages of a split until there are enough, or until no page gives another."""

    def __init__(
        self, split: SplitPages, forms: Forms, *, seed: int, shares: Mapping[str, float] | None = None
    ) -> None:
        self._split = split
        self._forms = forms
        self._shares = shares or SHARES
        self._draw = random.Random(seed)  # noqa: S311 - a repeatable choice, not a secret
        self._made: Counter[str] = Counter()
        self._labels: Counter[tuple[str, str, Label]] = Counter()
        self._texts: set[str] = set()
        self._unspoken = 0
        self.ledger = Ledger()

    def claims(self, size: int, *, report: Callable[[int, int], None] | None = None) -> list[MixedClaim]:
        """At most `size` claims, drawn from one page after the other."""
        found: list[MixedClaim] = []
        for _ in range(_ROUNDS):
            before = len(found)
            for page in self._split.pages:
                if len(found) == size:
                    return found
                if claim := self._claim(page, size):
                    found.append(claim)
                    if report:
                        report(len(found), size)
            if len(found) == before:
                break
        return found

    def mix(self) -> dict[str, float]:
        """The share of each kind among the claims made so far, in the order of `SHARES`."""
        total = max(1, sum(self._made.values()))
        return {kind: self._made[kind] / total for kind in SHARES}

    def _claim(self, page: Page, size: int) -> MixedClaim | None:
        """A claim from the page, of the kind that is furthest behind its share."""
        total = sum(self._made.values()) + 1
        for kind in sorted(self._shares, key=lambda name: self._made[name] - self._shares[name] * total):
            if self._made[kind] >= max(_LEAST_BOUND, _BOUND * self._shares[kind]) * size:
                continue
            for _ in range(_TRIES):
                candidate = self._candidate(kind, page)
                finished = self._finish(kind, candidate) if candidate else None
                if candidate and finished and finished.text not in self._texts:
                    self._note((kind, candidate.stratum, finished.label), finished)
                    return finished
        return None

    def _note(self, drawn: tuple[str, str, Label], claim: MixedClaim) -> None:
        self._made[drawn[0]] += 1
        self._labels[drawn] += 1
        self._texts.add(claim.text)
        self._unspoken += claim.label is Label.NOT_ENOUGH_INFO and not claim.removed
        self.ledger.use(claim.ids)
        for title, element in claim.removed:
            self.ledger.removed[title].add(element)

    def _candidate(self, kind: str, page: Page) -> ClaimCandidate | None:
        found = self._split.clauses(page)
        tables = self._split.tables(page)
        if kind in _TEXT_KINDS:
            return self._about_text(kind, page, found) if found or kind == "infobox" else None
        if kind == "cell and sentence":
            return self._about_both(page, found, tables) if found else None
        return self._about_table(kind, self._draw.choice(tables)) if tables else None

    def _about_text(self, kind: str, page: Page, found: Sequence[Clause]) -> ClaimCandidate | None:
        split, draw = self._split, self._draw
        if kind == "infobox":
            return infobox_row(page, split.infobox_values, self._forms, draw)
        if kind == "one sentence":
            return one_sentence(found, split.exchanges, split.strangers(page), draw)
        return two_sentences(found, split.exchanges, self._forms, draw)

    def _about_both(self, page: Page, found: Sequence[Clause], tables: Sequence[KeyedTable]) -> ClaimCandidate | None:
        split, draw = self._split, self._draw
        if tables:
            return cell_and_sentence(draw.choice(tables), found, split.exchanges, self._forms, draw)
        return infobox_and_sentence(page, found, split.infobox_values, split.exchanges, self._forms, draw)

    def _about_table(self, kind: str, table: KeyedTable) -> ClaimCandidate | None:
        split, forms, draw = self._split, self._forms, self._draw
        match kind:
            case "one cell":
                return one_cell(table, forms, split.foreign, draw)
            case "two cells":
                return two_cells(table, forms, split.foreign, draw)
            case "cell and linked page":
                return cell_and_linked_page(table, split.linked_clauses, split.exchanges, forms, draw)
            case _:
                return _FROM_TABLE[kind](table, forms, draw)

    def _finish(self, kind: str, candidate: ClaimCandidate) -> MixedClaim | None:
        """The candidate with the label that its kind and stratum have least often so far.

        A candidate that cannot take every label is rejected, so that no wording goes with one label only.
        """
        if not self._suits_every_label(candidate):
            return None
        label = min(Label, key=lambda label: self._had(kind, candidate.stratum, label))
        if label is Label.NOT_ENOUGH_INFO:
            return self._undecided_claim(candidate)
        is_true = label is Label.SUPPORTS
        ids = [one for part in candidate.parts for one in (part.ids if is_true else part.refuting or part.ids)]
        return _finished_claim(candidate, candidate.true if is_true else candidate.false, label, ids)

    def _had(self, kind: str, stratum: str, label: Label) -> tuple[int, int, float]:
        """A sort key: how often the label occurred in the stratum, then overall, then a random number for ties."""
        overall = sum(number for (*_, had), number in self._labels.items() if had is label)
        return self._labels[kind, stratum, label], overall, self._draw.random()

    def _suits_every_label(self, candidate: ClaimCandidate) -> bool:
        pieces = sum(len(part.ids) for part in candidate.parts)
        removed = self.ledger.removed
        return (
            candidate.true != candidate.false
            and pieces <= _MOST_PIECES
            and self.ledger.may_use(candidate.parts)
            and not any(is_told_elsewhere(candidate, part, removed) for part in candidate.parts)
            and bool(nearest(candidate, candidate.parts[0], removed))
        )

    def _undecided_claim(self, candidate: ClaimCandidate) -> MixedClaim | None:
        undecided = sum(number for (*_, label), number in self._labels.items() if label is Label.NOT_ENOUGH_INFO)
        text, ids = candidate.undecided or ("", ())
        if text and self.ledger.may_cite(ids) and self._unspoken <= _UNSPOKEN * undecided:
            return _finished_claim(candidate, text, Label.NOT_ENOUGH_INFO, ids)
        removable = [part for part in candidate.parts if self.ledger.may_remove(part)]
        if not removable:
            return None
        gone = self._draw.choice(removable)
        rest = [one for part in candidate.parts if part is not gone for one in part.ids]
        near = tuple(rest) or nearest(candidate, gone, self.ledger.removed)
        # The remaining parts of a claim must not refute it, so such a claim keeps its true wording.
        text = candidate.true if rest or self._draw.random() < 0.5 else candidate.false
        claim = _finished_claim(candidate, text, Label.NOT_ENOUGH_INFO, near)
        return claim._replace(removed=((gone.page.title, gone.element),))


def _finished_claim(candidate: ClaimCandidate, text: str, label: Label, ids: Sequence[EvidenceId]) -> MixedClaim:
    pages = tuple({part.page.title: part.page for part in candidate.parts}.values())
    unique = tuple(dict.fromkeys(ids))
    return MixedClaim(text, label, candidate.kind, candidate.challenge, unique, pages)
