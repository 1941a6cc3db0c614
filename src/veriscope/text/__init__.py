"""Titles, files, normalisation, tokens and sentences."""

from veriscope.text.files import COMPRESSED_SUFFIXES, MAX_LINE_BYTES, Line, OverlongLine, open_compressed, read_lines
from veriscope.text.normalise import detokenise, fold, normalise_space
from veriscope.text.sentences import sentence_spans, split_sentences
from veriscope.text.titles import canonical_title, title_from_fever, title_to_fever, title_to_feverous
from veriscope.text.tokenise import tokenise, words
from veriscope.text.word_lists import load_words

__all__ = [
    "COMPRESSED_SUFFIXES",
    "MAX_LINE_BYTES",
    "Line",
    "OverlongLine",
    "canonical_title",
    "detokenise",
    "fold",
    "load_words",
    "normalise_space",
    "open_compressed",
    "read_lines",
    "sentence_spans",
    "split_sentences",
    "title_from_fever",
    "title_to_fever",
    "title_to_feverous",
    "tokenise",
    "words",
]
