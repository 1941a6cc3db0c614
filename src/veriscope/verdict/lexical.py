"""A transparent baseline: compares the words, names and numbers of a claim with each piece of evidence."""

from collections.abc import Sequence
from dataclasses import dataclass

from veriscope.domain import Claim, Evidence, Label, Verdict
from veriscope.text import fold, load_words, tokenise, words

_SURE = Verdict(Label.SUPPORTS, supports=0.75, refutes=0.05, not_enough_info=0.20)
_CONFLICT = Verdict(Label.REFUTES, supports=0.10, refutes=0.55, not_enough_info=0.35)
_UNSURE = Verdict(Label.NOT_ENOUGH_INFO, supports=0.15, refutes=0.15, not_enough_info=0.70)


@dataclass(frozen=True, slots=True)
class _Content:
    """The words of a text that carry its meaning, which of them are names or numbers, and whether it negates."""

    plain: frozenset[str]
    names: frozenset[str]
    negated: bool


class LexicalVerdict:
    """Decides by words alone, piece by piece; the probabilities are fixed by the rule that fired, not calibrated.

    SUPPORTS: some piece, with its context, holds every content word of the claim and is negated like the claim.
    REFUTES: some piece holds them all, but only one of the two is negated; or it says nothing else, but has other names
    or numbers in the place of some. NOT ENOUGH INFO: anything else.
    """

    def __init__(self) -> None:
        self._everyday = load_words("stop_words.txt")
        self._negations = load_words("negations.txt")

    def decide(self, claim: Claim, evidence: Sequence[Evidence], **_unread: object) -> Verdict:
        """The verdict on `claim` given ranked `evidence`; NOT ENOUGH INFO when there is none."""
        asked = self._content(claim.text)
        judged = [self._judge(asked, piece) for piece in evidence]
        if _SURE in judged:
            return _SURE
        return _CONFLICT if _CONFLICT in judged else _UNSURE

    def _judge(self, asked: _Content, piece: Evidence) -> Verdict:
        said = self._content(piece.text)
        around = self._content(" ; ".join(piece.context))
        held = said.plain | said.names | around.plain | around.names
        missing_names, missing_words = asked.names - held, asked.plain - held
        if missing_words or not (asked.plain & held):
            return _UNSURE
        if not missing_names:
            return _SURE if asked.negated == said.negated else _CONFLICT
        others = said.names - asked.names - around.names
        says_nothing_else = said.plain <= asked.plain and asked.negated == said.negated
        shared = (asked.plain | asked.names) & held
        is_conflict = says_nothing_else and len(shared) > 1 and _replaces(others, missing_names)
        return _CONFLICT if is_conflict else _UNSURE

    def _content(self, text: str) -> _Content:
        plain: set[str] = set()
        names: set[str] = set()
        for token in tokenise(text):
            kept = [word for word in words(token) if word not in self._everyday | self._negations]
            (names if token[0].isupper() or token[0].isdigit() else plain).update(kept)
        negated = any(fold(token) in self._negations for token in tokenise(text))
        return _Content(frozenset(plain), frozenset(names), negated)


def _replaces(others: frozenset[str], missing: frozenset[str]) -> bool:
    """Whether something of the same kind replaces what is missing: a number for a number."""
    return {word[0].isdigit() for word in others} >= {word[0].isdigit() for word in missing}
