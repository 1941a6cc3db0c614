"""Words of a claim that refer to whole rows and columns, or that ask for a kind of value."""

from typing import NamedTuple

from veriscope.text import load_headings, words

_OPENERS = (["who"], ["what"], ["which"], ["when"], ["where"], ["how"])
_GROUPS = load_headings("quantifiers.txt")


class Quantifiers(NamedTuple):
    """The ways in which a claim refers to several cells, or asks for one."""

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
        """The ways that a claim or question uses."""
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
