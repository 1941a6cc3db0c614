"""Evidence that comes as text, as a verdict model reads it."""

from veriscope.corpus.feverous_pages import read_links
from veriscope.datasets.verdict_rows import EvidenceText, VerdictRow
from veriscope.domain import Evidence, SentenceId
from veriscope.text import normalise_space, split_sentences, title_from_fever
from veriscope.text.titles import restore_brackets


def given_evidence(row: VerdictRow, *, split: bool = False) -> list[Evidence]:
    """The pieces of a row, ranked as they stand and with equal scores; those of an unknown page have no context.

    They read as a corpus shows them: links as their anchors, FEVER's names of brackets as brackets. With `split`, a
    piece of several sentences becomes one piece a sentence.
    """
    shown = [(title_from_fever(piece.page), text) for piece in row.evidence for text in _texts(piece, split=split)]
    return [
        Evidence(SentenceId(page, number), text, (page,) if page else (), 1.0)
        for number, (page, text) in enumerate(shown)
    ]


def _texts(piece: EvidenceText, *, split: bool) -> list[str]:
    text = normalise_space(restore_brackets(read_links(piece.text)[0]))
    return split_sentences(text) if split else [text]
