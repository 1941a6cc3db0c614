"""Reads the training claims of a mixed benchmark for the encoder, with the lines selected from their pages."""

from collections.abc import Iterator, Sequence
from pathlib import Path

from veriscope.corpus import Corpus
from veriscope.datasets import DATASET_FORMATS, read_labelled
from veriscope.domain import Evidence, GoldClaim, Label, TableComputer
from veriscope.lab.evaluation import gold_evidence
from veriscope.lab.lessons.linked_claims import surest_words
from veriscope.lab.lessons.mined import MinedClaim, RankedLine
from veriscope.lab.lessons.mixed_removal import read_removed, without
from veriscope.models import Line, evidence_lines
from veriscope.pipeline import Stages, search_config

_LINES = 10
_PIECES = 30


def mixed_lessons(claims: Path, removed: Path, corpus: Corpus, computer: TableComputer) -> Iterator[MinedClaim]:
    """Each claim with its gold lines and the lines found, from pages without the removed elements."""
    gone = read_removed(removed)
    stages = Stages.open(search_config(pages=1, evidence=_PIECES), corpus)
    for one in read_labelled(claims, form=DATASET_FORMATS["feverous"]):
        gold = one.claim.gold()
        claim = gold.claim
        cited = {piece for group in gold.evidence_sets for piece in group}
        titles = sorted({piece.page for piece in cited})
        pages = [(without(page, gone.get(title, ())), 1.0) for title in titles if (page := corpus.page(title))]
        pieces = stages.select(claim, pages)
        found = tuple(
            RankedLine(line.line, pieces[line.pieces[0]].score, any(pieces[place].id in cited for place in line.pieces))
            for line in evidence_lines(pieces)[:_LINES]
        )
        lines: tuple[Line, ...] = ()
        if gold.label is not Label.NOT_ENOUGH_INFO:
            lines = (*(each.line for each in found if each.is_gold), *_missed_lines(gold, len(found), pieces, corpus))
        yield MinedClaim(
            f"mixed-{claim.id}", "mixed", claim.text, gold.label, lines, found, is_complete=True,
            computed=surest_words(computer, claim, [page for page, _ in pages]),
        )  # fmt: skip


def _missed_lines(gold: GoldClaim, shown: int, pieces: Sequence[Evidence], corpus: Corpus) -> list[Line]:
    """The gold lines that share no piece of evidence with the lines shown."""
    there = {pieces[place].id for line in evidence_lines(pieces)[:shown] for place in line.pieces}
    cited = gold_evidence(gold, corpus)
    return [line.line for line in evidence_lines(cited) if there.isdisjoint(cited[place].id for place in line.pieces)]
