"""The training claims of a mixed benchmark for the encoder, with what selection finds on their pages."""

from collections.abc import Iterator, Sequence
from pathlib import Path

from veriscope.corpus import Corpus
from veriscope.datasets import DATASET_FORMATS
from veriscope.datasets.claim_formats import read_labelled
from veriscope.domain import Evidence, GoldClaim, Label, TableComputer
from veriscope.neural.evidence_lines import Line, evidence_lines
from veriscope.neural.mined import Found, MinedClaim
from veriscope.pipeline.computed_words import surest_words
from veriscope.pipeline.gold_evidence import gold_evidence
from veriscope.pipeline.mixed_benchmark_removal import read_removed, without
from veriscope.selection import LexicalSelector

_LINES = 10
_PIECES = 30


def mixed_lessons(claims: Path, removed: Path, corpus: Corpus, computer: TableComputer) -> Iterator[MinedClaim]:
    """Each claim with its gold lines and the lines found, without the elements that the pages must not show."""
    gone = read_removed(removed)
    selector = LexicalSelector(corpus.search_index)
    for one in read_labelled(claims, form=DATASET_FORMATS["feverous"]):
        gold = one.claim.gold()
        claim = gold.claim
        cited = {piece for group in gold.evidence_sets for piece in group}
        titles = sorted({piece.page for piece in cited})
        pages = [(without(page, gone.get(title, ())), 1.0) for title in titles if (page := corpus.page(title))]
        pieces = selector.select(claim, pages, limit=_PIECES)
        found = tuple(
            Found(line.line, pieces[line.pieces[0]].score, any(pieces[place].id in cited for place in line.pieces))
            for line in evidence_lines(pieces)[:_LINES]
        )
        lines: tuple[Line, ...] = ()
        if gold.label is not Label.NOT_ENOUGH_INFO:
            lines = (*(each.line for each in found if each.is_gold), *_missed(gold, len(found), pieces, corpus))
        yield MinedClaim(
            f"mixed-{claim.id}", "mixed", claim.text, gold.label, lines, found, is_complete=True,
            computed=surest_words(computer, claim, [page for page, _ in pages]),
        )  # fmt: skip


def _missed(gold: GoldClaim, shown: int, pieces: Sequence[Evidence], corpus: Corpus) -> list[Line]:
    """The gold lines none of whose pieces are among the lines shown."""
    there = {pieces[place].id for line in evidence_lines(pieces)[:shown] for place in line.pieces}
    cited = gold_evidence(gold, corpus)
    return [line.line for line in evidence_lines(cited) if there.isdisjoint(cited[place].id for place in line.pieces)]
