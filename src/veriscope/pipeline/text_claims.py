"""Finds the claims of a text: every sentence that states something, with names for its pronouns."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from veriscope.pipeline.claim_reading import MAX_CHARACTERS, MAX_WORDS
from veriscope.text import (
    Block,
    BlockKind,
    PronounReader,
    ResolvedSentence,
    SentenceKind,
    clean,
    seems_english,
    sentence_kind,
    sentence_spans,
    text_blocks,
    without_label,
    without_marks,
)

# Names that replace pronouns make a sentence longer.
_MAX_WORDS = MAX_WORDS - 50
_MAX_CHARACTERS = MAX_CHARACTERS - 1000
# This counts marks and white space too, so that no very long text is searched for them.
_MAX_RAW = 4 * MAX_CHARACTERS


class LeftOut(StrEnum):
    """Why a part of a text was not checked; the value is the reason as readers see it."""

    HEADING = "a heading"
    CODE = "code"
    TABLE = "a table"
    QUESTION = "a question"
    COMMAND = "an instruction"
    OPINION = "an opinion"
    FEELING = "a feeling or somebody's own words"
    PERSONAL = "about the writer or the reader"
    FRAGMENT = "no whole statement"
    UNCLEAR = "unclear whom or what it speaks of"
    LANGUAGE = "not English"
    LENGTH = "too long to be one statement"


_KINDS = {
    SentenceKind.QUESTION: LeftOut.QUESTION,
    SentenceKind.COMMAND: LeftOut.COMMAND,
    SentenceKind.OPINION: LeftOut.OPINION,
    SentenceKind.FEELING: LeftOut.FEELING,
    SentenceKind.PERSONAL: LeftOut.PERSONAL,
    SentenceKind.FRAGMENT: LeftOut.FRAGMENT,
}
_NO_PROSE = {BlockKind.HEADING: LeftOut.HEADING, BlockKind.CODE: LeftOut.CODE, BlockKind.TABLE: LeftOut.TABLE}


@dataclass(frozen=True, slots=True)
class TextClaim:
    """A sentence of a text to check: its place and words there, and the claim made from it."""

    start: int
    end: int
    block: int
    kind: BlockKind
    sentence: str
    claim: str
    replaced: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Passage:
    """A part of a text that is not checked, the reason, and the unclear word if that is the reason."""

    start: int
    end: int
    block: int
    kind: BlockKind
    sentence: str
    why: LeftOut
    word: str = ""


def find_claims(text: str) -> Iterator[TextClaim | Passage]:
    """All parts of a text, in order: the claims that can be checked, and the rest."""
    reader = PronounReader()
    for number, block in enumerate(text_blocks(text)):
        if block.kind in _NO_PROSE:
            said = _plain(text[block.start : block.end])
            if block.kind is BlockKind.HEADING:
                reader.hear_title(said.strip(" :"))
            yield Passage(block.start, block.end, number, block.kind, said, _NO_PROSE[block.kind])
        else:
            yield from _sentences(text, block, number, reader)


def _sentences(text: str, block: Block, number: int, reader: PronounReader) -> Iterator[TextClaim | Passage]:
    for start, words, end in _spans(text, block):
        if end - words > _MAX_RAW:
            yield Passage(start, end, number, block.kind, _plain(text[words : words + _MAX_RAW]), LeftOut.LENGTH)
            continue
        sentence = _plain(text[words:end])
        if not any(character.isalnum() for character in sentence):
            # Report markup with some letters in it as left out; a row of dashes is not worth mentioning.
            if any(character.isalnum() for character in text[start:end]):
                yield Passage(start, end, number, block.kind, sentence, LeftOut.FRAGMENT)
            continue
        stated = _plain(without_label(text[words:end]))
        why = _why_left_out(stated)
        # Only statements introduce somebody that a later pronoun may mean, not questions or opinions.
        resolved = reader.read(stated) if why is None else ResolvedSentence(stated)
        if why is None and not resolved.unclear:
            yield TextClaim(start, end, number, block.kind, sentence, resolved.text, resolved.replaced)
        else:
            yield Passage(start, end, number, block.kind, sentence, why or LeftOut.UNCLEAR, resolved.unclear)


def _spans(text: str, block: Block) -> Iterator[tuple[int, int, int]]:
    """Where each sentence of a block begins, where its words begin, and where it ends; a list mark is not a word."""
    for place, (begin, finish) in enumerate(sentence_spans(text[block.start : block.end])):
        words = block.start + begin
        has_letter = place == 0 and block.mark < block.start
        yield block.mark if has_letter else words, words, block.start + finish


def _plain(text: str) -> str:
    return clean(without_marks(text)).text


def _why_left_out(sentence: str) -> LeftOut | None:
    if len(sentence.split()) > _MAX_WORDS or len(sentence) > _MAX_CHARACTERS:
        return LeftOut.LENGTH
    if not seems_english(sentence):
        return LeftOut.LANGUAGE
    kind = sentence_kind(sentence)
    return None if kind is SentenceKind.STATEMENT else _KINDS[kind]
