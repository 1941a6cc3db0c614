"""Turns evidence given as text into what a verdict model reads."""

from veriscope.corpus import read_links
from veriscope.datasets import EvidenceText, VerdictRow
from veriscope.domain import Evidence, SentenceId
from veriscope.text import normalise_space, restore_brackets, split_sentences, title_from_fever


def given_evidence(row: VerdictRow, *, split: bool = False) -> list[Evidence]:
    """The pieces of a row, in its order and with equal scores; pieces of an unknown page have no context.

    They read as in a corpus: links become their anchors, and FEVER's names of brackets become brackets. With `split`,
    each sentence becomes a piece.
    """
    shown = [(title_from_fever(piece.page), text) for piece in row.evidence for text in _texts(piece, split=split)]
    return [
        Evidence(SentenceId(page, number), text, (page,) if page else (), 1.0)
        for number, (page, text) in enumerate(shown)
    ]


def _texts(piece: EvidenceText, *, split: bool) -> list[str]:
    text = normalise_space(restore_brackets(read_links(piece.text)[0]))
    return split_sentences(text) if split else [text]
