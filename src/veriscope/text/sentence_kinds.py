"""What a sentence does: state something that can be checked, or ask, command, judge or feel."""

import re
from collections.abc import Callable
from enum import StrEnum

from veriscope.text.tokenise import words
from veriscope.text.word_lists import load_headings, load_words


class SentenceKind(StrEnum):
    """What a sentence does; only a statement can be checked."""

    STATEMENT = "statement"
    QUESTION = "question"
    COMMAND = "command"
    OPINION = "opinion"
    FEELING = "feeling"
    PERSONAL = "personal"
    FRAGMENT = "fragment"


_ASKING = load_headings("questions.txt")
_COMMAND = load_headings("commands.txt")
_JUDGING = load_headings("judging_words.txt")
_EVERYDAY = load_words("stop_words.txt")
_SPEECH = load_words("speech_verbs.txt")
_WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)*")
_ENDS_ASKING = re.compile(r"\?[\"'”’)\]*_\s!?]*$")
_ASKING_NAME = re.compile(
    r"(?<=[\w,;:\"“] )(?:Who|What|Where|Why|How|Which|When|Whose|Is|Are|Do|Does|Did|Can|Will|Have)\b"
)
# Text that speaks to a language model. It states nothing, and none of the models here obeys it.
_PROMPT = re.compile(
    r"""
      \b(?:ignore|disregard|forget|override|bypass)\b.{0,40}\b(?:instruction|prompt|rule|direction|guideline)s?\b
    | \b(?:system|developer)\ (?:prompt|message)\b
    | ^\s*(?:system|assistant|user|human)\s*:
    | \byou\ (?:are|must|should|will)\ (?:now\ |an?\ |only\ |always\ )*
      (?:ai|assistant|language\ model|chatbot|answer|respond|reply|output|say)\b
    | \b(?:respond|answer|reply|output|classify|label)\b.{0,40}\b(?:SUPPORTS|REFUTES|NOT\ ENOUGH\ INFO)\b
    | \bas\ an?\ (?:ai|large\ language\ model)\b
    | <\|[a-z_]{2,20}\|> | \[/?INST\]
    """,
    re.IGNORECASE | re.VERBOSE,
)
_IN_MY_VIEW = re.compile(r"\bin (?:my|our) (?:opinion|view)\b|\b(?:I|we) (?:think|believe|feel|guess|suppose|hope)\b")
_JUDGEMENT = re.compile(
    r"\b(?:is|are|was|were|be|been|seems?|seemed|looks?|looked|sounds?|tastes?|remains?|makes? \w+)\s+"
    r"(?:(?:an?|the|one|of|very|so|truly|really|quite|most|more|absolutely|simply|just|extremely|incredibly|particularly"
    r"|rather|pretty|also|still)\s+)*+([a-z]+)"
)
_LABEL_AND_VALUE = re.compile(r"[\w\s()/-]{1,40}:\s[^.!?]{1,60}")
_ENDS_SENTENCE = re.compile(r"[.!?…][\"'”’)\]]*$")
_VERB_ENDING = re.compile(r"[a-z]{2,}(?:ed|[^s]s)")
_QUOTED_SELF = re.compile(r"[\"“«][^\"”»]*\b(?:I|I'm|I’m|I've|I’ve|my|we|we're|our|me|us)\b[^\"”»]*[\"”»]")


def sentence_kind(text: str) -> SentenceKind:
    """What a sentence of a text does; in doubt it states."""
    for kind, holds in _TESTS:
        if holds(text):
            return kind
    return SentenceKind.STATEMENT


def is_question(text: str) -> bool:
    """Whether the text asks. A statement may end in the name of a film that asks."""
    found = _WORD.findall(text)
    if not found:
        return False
    first = _plain(found[0])
    if not _ENDS_ASKING.search(text):
        # Typed in haste: `who is the president of france`.
        return (
            first in _ASKING and found[0].islower() and len(found) > 2 and _ASKING.get(_plain(found[1])) == "inverted"
        )
    return first in _ASKING or not (found[-1][0].isupper() and _ASKING_NAME.search(text))


def is_command(text: str) -> bool:
    """Whether the text tells somebody to do something."""
    found = _WORD.findall(text)
    while len(found) > 2 and _COMMAND.get(_plain(found[0])) == "politeness":
        found = found[1:]
    # The second word of a title (`Make It Happen is a film`) is written large, that of a command is not.
    return len(found) > 1 and _COMMAND.get(_plain(found[0])) == "verb" and _goes_on(found[1])


def is_prompt(text: str) -> bool:
    """Whether the text speaks to a language model instead of stating something."""
    return _PROMPT.search(text) is not None


def content_words(text: str) -> list[str]:
    """The words of a text that say what it is about."""
    return [word for word in words(text) if word not in _EVERYDAY]


def _goes_on(second: str) -> bool:
    return second.islower() and _ASKING.get(_plain(second)) != "inverted"


def _is_told_to(text: str) -> bool:
    return is_command(text) or is_prompt(text)


def _is_personal(text: str) -> bool:
    """Whether the writer or the reader is the subject, or it is talk around an answer."""
    found = _WORD.findall(text)
    if not found:
        return False
    kind = _JUDGING.get(_plain(found[0]))
    if kind == "chatter":
        return len(found) < 4 or re.match(r"\W*\w+[!,]", text) is not None
    # `We Found Love` is a song.
    return kind == "self" and len(found) > 1 and found[1].islower() and found[0] != "US"


def _is_opinion(text: str) -> bool:
    if _IN_MY_VIEW.search(text):
        return True
    if any(_JUDGING.get(_plain(word)) in {"adverb", "duty"} for word in _WORD.findall(text)):
        return True
    return any(_JUDGING.get(match[1]) == "adjective" for match in _JUDGEMENT.finditer(text))


def _is_feeling(text: str) -> bool:
    found = _WORD.findall(text)
    if any(_JUDGING.get(word) == "feeling" for word in found[1:4]):
        return True
    return not _SPEECH.isdisjoint(found) and _QUOTED_SELF.search(text) is not None


def _is_fragment(text: str) -> bool:
    """Whether too little is said to be checked, or it only announces what follows."""
    if _LABEL_AND_VALUE.fullmatch(text) or not (_ENDS_SENTENCE.search(text) or _may_hold_verb(text)):
        return True
    return text.rstrip().endswith((":", "：")) or len(words(text)) < 3 or not content_words(text)


def _may_hold_verb(text: str) -> bool:
    """Whether some word may be a verb: `to be` and its like, or a small word that ends as verbs do."""
    return any(_ASKING.get(_plain(word)) == "inverted" or _VERB_ENDING.fullmatch(word) for word in _WORD.findall(text))


def _plain(word: str) -> str:
    return word.lower().replace("’", "'")


_TESTS: tuple[tuple[SentenceKind, Callable[[str], bool]], ...] = (
    (SentenceKind.QUESTION, is_question),
    (SentenceKind.FEELING, _is_feeling),
    (SentenceKind.PERSONAL, _is_personal),
    (SentenceKind.COMMAND, _is_told_to),
    (SentenceKind.OPINION, _is_opinion),
    (SentenceKind.FRAGMENT, _is_fragment),
)
