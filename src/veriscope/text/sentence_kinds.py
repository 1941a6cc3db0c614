"""Sorts sentences: those that state something that can be checked, and those that ask, command, judge or feel."""

import re
from collections.abc import Callable
from enum import StrEnum

from veriscope.text.tokenise import words
from veriscope.text.word_lists import load_headings, load_sentence_patterns, load_words


class SentenceKind(StrEnum):
    """What a sentence does; only a statement can be checked."""

    STATEMENT = "statement"
    QUESTION = "question"
    COMMAND = "command"
    OPINION = "opinion"
    FEELING = "feeling"
    PERSONAL = "personal"
    FRAGMENT = "fragment"


_WORDS = load_sentence_patterns("sentence_kinds")
_ASKING = load_headings("questions.txt")
_COMMAND = load_headings("commands.txt")
_JUDGING = load_headings("judging_words.txt")
_EVERYDAY = load_words("stop_words.txt")
_SPEECH = load_words("speech_verbs.txt")
_WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)*")
_SUPPORT_VERBS = load_words("support_verbs.txt")
_NAME_AND_MORE = re.compile(r"(?P<name>[A-Z][\w'’-]*(?: (?:of |the )?[A-Z][\w'’-]*)*) (?P<more>[a-z0-9].*)")
_NEGATION = re.compile(r"n['’]t$", re.IGNORECASE)
# What is left of "can't" and "won't" is no verb; questions with them stay as they are.
_CUT_SHORT = frozenset({"ca", "wo"})
_ENDS_ASKING = re.compile(r"\?[\"'”’)\]*_\s!?]*$")
_ASKING_NAME = re.compile(rf"(?<=[\w,;:\"“] )(?:{_WORDS['asking_name']})\b")
# Text addressed to a language model. It states nothing, and no model here obeys it.
_PROMPT = re.compile(
    rf"""
      \b(?:{_WORDS["prompt_ignoring"]})\b.{{0,40}}\b(?:{_WORDS["prompt_ignored"]})s?\b
    | \b(?:{_WORDS["prompt_author"]})\ (?:prompt|message)\b
    | ^\s*(?:{_WORDS["prompt_speaker"]})\s*:
    | \byou\ (?:{_WORDS["prompt_duty"]})\ (?:(?:{_WORDS["prompt_adverb"]})\ )*
      (?:{_WORDS["prompt_role"]})\b
    | \b(?:{_WORDS["prompt_verb"]})\b.{{0,40}}\b(?:{_WORDS["prompt_label"]})\b
    | \bas\ an?\ (?:ai|large\ language\ model)\b
    | <\|[a-z_]{{2,20}}\|> | \[/?INST\]
    """,
    re.IGNORECASE | re.VERBOSE,
)
_IN_MY_VIEW = re.compile(rf"\bin (?:my|our) (?:opinion|view)\b|\b(?:I|we) (?:{_WORDS['view_verb']})\b")
_JUDGEMENT = re.compile(rf"\b(?:{_WORDS['judging_verb']}|makes? \w+)\s+(?:(?:{_WORDS['judging_adverb']})\s+)*+([a-z]+)")
_LABEL_AND_VALUE = re.compile(r"[\w\s()/-]{1,40}:\s[^.!?]{1,60}")
_ENDS_SENTENCE = re.compile(r"[.!?…][\"'”’)\]]*$")
_VERB_ENDING = re.compile(r"[a-z]{2,}(?:ed|[^s]s)")
_QUOTED_SELF = re.compile(rf"[\"“«][^\"”»]*\b(?:{_WORDS['self']})\b[^\"”»]*[\"”»]")


def sentence_kind(text: str) -> SentenceKind:
    """What a sentence of a text does; a statement if in doubt."""
    for kind, holds in _TESTS:
        if holds(text):
            return kind
    return SentenceKind.STATEMENT


def is_question(text: str) -> bool:
    """Whether the text asks a question. A statement may end in the name of a film that asks one."""
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


def asks_yes_or_no(text: str) -> bool:
    """Whether the text asks if something is so: "Is the library open?", but not "When is the library open?"."""
    found = _WORD.findall(text)
    return is_question(text) and bool(found) and _ASKING.get(_plain(found[0])) != "asking"


def as_statement(question: str) -> str:
    """A question of yes or no as the statement that it asks about, as far as its words show where the subject ends.

    "Do ferries run at night?" loses its verb of asking; in "Is Oslo in Norway?" the verb moves behind the name, and so
    it does in "Isn't Oslo in Norway?", which asks the same.
    """
    verb, _, rest = question.rstrip("?!. ").partition(" ")
    verb = _NEGATION.sub("", verb)
    if verb.casefold() in _CUT_SHORT:
        return question
    if _plain(verb) in _SUPPORT_VERBS:
        return f"{rest}." if rest else question
    match = _NAME_AND_MORE.match(rest)
    if match is None or _ASKING.get(_plain(verb)) != "inverted":
        return question
    return f"{match['name']} {verb.lower()} {match['more']}."


def is_command(text: str) -> bool:
    """Whether the text tells somebody to do something."""
    found = _WORD.findall(text)
    while len(found) > 2 and _COMMAND.get(_plain(found[0])) == "politeness":
        found = found[1:]
    # The second word of a title (`Make It Happen is a film`) is capitalised, that of a command is not.
    return len(found) > 1 and _COMMAND.get(_plain(found[0])) == "verb" and _goes_on(found[1])


def is_prompt(text: str) -> bool:
    """Whether the text addresses a language model instead of stating something."""
    return _PROMPT.search(text) is not None


def content_words(text: str) -> list[str]:
    """The words of a text that carry its meaning."""
    return [word for word in words(text) if word not in _EVERYDAY]


def _goes_on(second: str) -> bool:
    return second.islower() and _ASKING.get(_plain(second)) != "inverted"


def _is_told_to(text: str) -> bool:
    return is_command(text) or is_prompt(text)


def _is_personal(text: str) -> bool:
    """Whether the subject is the writer or the reader, or the text is talk around an answer."""
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
    """Whether the text says too little to be checked, or only announces what follows."""
    if _LABEL_AND_VALUE.fullmatch(text) or not (_ENDS_SENTENCE.search(text) or _may_hold_verb(text)):
        return True
    return text.rstrip().endswith((":", "：")) or len(words(text)) < 3 or not content_words(text)


def _may_hold_verb(text: str) -> bool:
    """Whether some word may be a verb: a form of `to be` or the like, or a small word with a verb's ending."""
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
