"""Judges whether a mark, and what stands around it, ends a sentence."""

import re
from dataclasses import dataclass

from veriscope.text.word_lists import load_sections, load_words

_ABBREVIATIONS = load_sections("abbreviations.txt")
_BEFORE_NAME = _ABBREVIATIONS["before a name"]
_BEFORE_NUMBER = _ABBREVIATIONS["before a number"]
_EITHER = _ABBREVIATIONS["either"]
_CLOSING = _ABBREVIATIONS["closing"]
_OPENERS = load_words("openers.txt")
_EXCLAIMING = load_words("exclaiming_names.txt")

_REACH = 40  # how far around a mark the rules look; bounded, so that a scan stays linear
_PARENTHESIS_REACH = 300

_LAST_WORD = re.compile(r"[\w.&'’-]+$")
_NEXT_WORD = re.compile(r"""["'“‘«‹(\[{`¿¡]*([\w'’-]*)""")
_BULLET = re.compile(r"(?:[•*▪‣–-]|\(?(?:\d{1,3}|[a-zA-Z]|[ivx]{1,4})[.)])\s")
_LIST_NUMBER = re.compile(r"[\s(]*(?:\d{1,3}|[a-zA-Z]|[ivxIVX]{1,4})$")
_SPEECH_VERBS = "|".join(sorted(load_words("speech_verbs.txt")))
_SPEAKER = re.compile(rf"(?:[\w.'’-]+\s+){{1,3}}(?:{_SPEECH_VERBS})\b")


@dataclass(frozen=True, slots=True)
class Candidate:
    """A place where a sentence may end: `start` is where the sentence began, `match` the marks and the gap."""

    text: str
    start: int
    match: re.Match[str]


def ends_sentence(candidate: Candidate) -> bool:
    """Whether the sentence that began at `start` ends with this candidate's marks."""
    text, match = candidate.text, candidate.match
    gap = match["newline"] or match["gap"]
    if gap.count("\n") > 1 or ("\n" in gap and _BULLET.match(text, match.end())):
        return True
    if match["newline"] or match.end() == len(text) or _is_inside_parenthesis(candidate):
        return False
    following = _NEXT_WORD.match(text, match.end(), match.end() + _REACH)
    next_word = following[1] if following else ""
    if match["marks"][0] in "!?":
        return _ends_at_exclamation(candidate, next_word)
    if len(match["marks"]) > 1 or match["marks"] == "…":
        return _looks_like_a_start(next_word)
    return _ends_at_full_stop(candidate, next_word)


def _looks_like_a_start(word: str) -> bool:
    return not word[:1].islower()


def _is_inside_parenthesis(candidate: Candidate) -> bool:
    """Whether a parenthesis opened in mid-sentence still is open and closes soon."""
    text, start, end = candidate.text, candidate.start, candidate.match.end()
    opened = text.rfind("(", max(start, end - _PARENTHESIS_REACH), end)
    if opened < 0 or not text[max(start, opened - _REACH) : opened].strip():
        return False
    return text.find(")", opened, end) < 0 and text.find(")", end, end + _PARENTHESIS_REACH) >= 0


def _ends_at_exclamation(candidate: Candidate, next_word: str) -> bool:
    text, match = candidate.text, candidate.match
    if not _looks_like_a_start(next_word):
        return False
    if match["closers"] and _SPEAKER.match(text, match.end(), match.end() + 2 * _REACH):
        return False
    word = _LAST_WORD.search(text[max(candidate.start, match.start() - _REACH) : match.start()])
    return not (word and not match["closers"] and word[0] in _EXCLAIMING) or next_word in _OPENERS


def _ends_at_full_stop(candidate: Candidate, next_word: str) -> bool:
    text, match = candidate.text, candidate.match
    before = text[max(candidate.start, match.start() - _REACH) : match.start()]
    if match.start() - candidate.start < 6 and _LIST_NUMBER.fullmatch(before):
        return False
    found = _LAST_WORD.search(before)
    word = found[0].lstrip("'’-.") if found else ""
    if next_word[:1].islower():
        return _ends_before_small_letter(word, match["closers"])
    return _ends_before_capital(word, next_word)


def _ends_before_small_letter(word: str, closers: str) -> bool:
    """Careless prose drops capitals: believe a full stop after a plain long word."""
    return not closers and len(word) > 4 and word.islower() and word.isalpha() and not _is_abbreviation(word)


def _is_abbreviation(word: str) -> bool:
    return any(word in words for words in _ABBREVIATIONS.values())


def _ends_before_capital(word: str, next_word: str) -> bool:
    lower = word.lower()
    if lower in _BEFORE_NUMBER and next_word[:1].isdigit():
        return False
    if len(word) == 1 and word.isupper():
        return next_word in _OPENERS
    if lower in _BEFORE_NAME and lower not in _BEFORE_NUMBER:
        return False
    if lower in _EITHER or ("." in word and lower not in _CLOSING and not any(c.isdigit() for c in word)):
        return next_word in _OPENERS
    return True
