"""Reads a claim as it came from outside: cleans it, refuses what is none, and knows what cannot be checked."""

from typing import NamedTuple

from veriscope.domain import Claim
from veriscope.errors import UsageError
from veriscope.text import split_sentences, words
from veriscope.text.cleaning import clean
from veriscope.text.language import seems_english
from veriscope.text.sentence_kinds import content_words, is_command, is_prompt, is_question

MAX_WORDS = 300
MAX_CHARACTERS = 20 * MAX_WORDS
_SEVERAL_SENTENCES = 3


class ReadClaim(NamedTuple):
    """The claim as the stages read it, what a reader should know of that, and why it cannot be checked, if so."""

    claim: Claim
    notes: tuple[str, ...]
    unfit: str


def read_claim(claim: Claim) -> ReadClaim:
    """The claim, cleaned; `UsageError` where there is none or it is far too long."""
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
    return ReadClaim(Claim(claim.id, text), (*notes, *_advice(text)), _unfit(text))


def _advice(text: str) -> tuple[str, ...]:
    count = len(split_sentences(text))
    if count < _SEVERAL_SENTENCES:
        return ()
    return (f"{count} sentences are checked as one claim; --text checks each of them",)


def _unfit(text: str) -> str:
    """Why no verdict can be given on the text, whatever the corpus holds."""
    if not seems_english(text):
        return "the claim does not seem to be English, the only language that the models read"
    if is_prompt(text) or is_command(text):
        return "the text gives an instruction and states nothing that could be checked"
    if is_question(text):
        return "a question states nothing that could be checked; write it as a statement"
    if len(words(text)) < 2 or not content_words(text):
        return "the claim says too little to be checked"
    return ""
