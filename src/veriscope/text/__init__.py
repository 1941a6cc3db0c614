"""Titles, files, normalisation, tokens and sentences."""

from veriscope.text.files import (
    COMPRESSED_SUFFIXES,
    MAX_LINE_BYTES,
    Block,
    Line,
    OverlongLine,
    open_compressed,
    read_blocks,
    read_lines,
)
from veriscope.text.names import name_key, name_keys, qualifier, without_qualifier
from veriscope.text.normalise import detokenise, fold, normalise_space
from veriscope.text.sentences import sentence_spans, split_sentences
from veriscope.text.terms import stem, terms
from veriscope.text.titles import canonical_title, title_from_fever, title_to_fever, title_to_feverous
from veriscope.text.tokenise import tokenise, words
from veriscope.text.word_lists import load_words

__all__ = [
    "COMPRESSED_SUFFIXES",
    "MAX_LINE_BYTES",
    "Block",
    "Line",
    "OverlongLine",
    "canonical_title",
    "detokenise",
    "fold",
    "load_words",
    "name_key",
    "name_keys",
    "normalise_space",
    "open_compressed",
    "qualifier",
    "read_blocks",
    "read_lines",
    "sentence_spans",
    "split_sentences",
    "stem",
    "terms",
    "title_from_fever",
    "title_to_fever",
    "title_to_feverous",
    "tokenise",
    "without_qualifier",
    "words",
]
