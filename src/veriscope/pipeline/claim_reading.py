"""Cleans a claim from outside, rejects what is not a claim, and says what cannot be checked."""

from typing import NamedTuple

from veriscope.domain import Claim, TermStatistics
from veriscope.errors import UsageError
from veriscope.pipeline.spelling import respell
from veriscope.text import (
    as_statement,
    asks_yes_or_no,
    clean,
    content_words,
    is_command,
    is_prompt,
    is_question,
    seems_english,
    split_sentences,
    words,
)

MAX_WORDS = 300
MAX_CHARACTERS = 20 * MAX_WORDS
_SEVERAL_SENTENCES = 3
ASKED = "the question is checked as a statement: SUPPORTS means yes, REFUTES means no"


class ReadClaim(NamedTuple):
    """The claim as the stages read it, notes for the reader, and why it cannot be checked, if so."""

    claim: Claim
    notes: tuple[str, ...]
    unfit: str


def read_claim(claim: Claim, statistics: TermStatistics) -> ReadClaim:
    """The claim, cleaned and with typing errors mended; raises `UsageError` if it is empty or far too long.

    `statistics` know the words of the corpus. A question that asks if something is so is read as that statement. A
    sentence without its final stop is given one: the models read it otherwise as a fragment.
    """
    count = len(claim.text.split())
    if count > MAX_WORDS:
        raise UsageError(f"the claim has {count:,} words; a claim has at most {MAX_WORDS}: check a text with --text")
    if len(claim.text) > MAX_CHARACTERS:
        raise UsageError(
            f"the claim has {len(claim.text):,} characters; a claim has at most {MAX_CHARACTERS:,}: "
            "check a text with --text"
        )
    text, notes = clean(claim.text)
    if not any(character.isalnum() for character in text):
        raise UsageError("the claim is empty; give a sentence to check")
    unfit = _unfit(text)
    if not unfit:
        text, respelled = respell(text, statistics)
        notes = (*notes, *respelled)
        if asks_yes_or_no(text):
            text, notes = as_statement(text), (*notes, ASKED)
        text = f"{text}." if text[-1].isalnum() else text
    return ReadClaim(Claim(claim.id, text), (*notes, *_advice(text)), unfit)


def _advice(text: str) -> tuple[str, ...]:
    count = len(split_sentences(text))
    if count < _SEVERAL_SENTENCES:
        return ()
    return (f"{count} sentences are checked as one claim; --text checks each of them",)


def _unfit(text: str) -> str:
    """Why the text gets no verdict, whatever the corpus holds; empty if it can be checked."""
    if not seems_english(text):
        return "the claim does not seem to be English, the only language that the models read"
    asks = asks_yes_or_no(text)
    if is_prompt(text) or (is_command(text) and not asks):
        return "the text gives an instruction and states nothing that could be checked"
    if is_question(text) and not asks:
        return "a question states nothing that could be checked; write it as a statement"
    if len(words(text)) < 2 or not content_words(text):
        return "the claim says too little to be checked"
    return ""
