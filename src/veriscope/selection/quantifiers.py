"""Words of a claim that speak of whole rows and columns, or that ask for a kind of value."""

from typing import NamedTuple

from veriscope.text import words
from veriscope.text.word_lists import load_headings

_OPENERS = (["who"], ["what"], ["which"], ["when"], ["where"], ["how"])
_GROUPS = load_headings("quantifiers.txt")


class Quantifiers(NamedTuple):
    """Which ways of speaking about several cells, or of asking for one, a claim uses."""

    superlative: bool
    counting: bool
    universal: bool
    comparison: bool
    person: bool
    time: bool
    place: bool
    amount: bool
    question: bool

    @classmethod
    def of(cls, text: str) -> "Quantifiers":
        """Those of a claim or question."""
        said = words(text)
        groups = {_GROUPS[word] for word in said if word in _GROUPS}
        is_question = text.rstrip().endswith("?") or said[:1] in _OPENERS
        return cls(
            superlative="superlative" in groups,
            counting="count" in groups,
            universal="universal" in groups,
            comparison="comparison" in groups,
            person="person" in groups,
            time="time" in groups,
            place="place" in groups,
            amount=is_question and "how" in said,
            question=is_question,
        )
