"""Decides whether a mark ends a sentence, from the text around it."""

import re
from typing import NamedTuple

from veriscope.text.word_lists import load_headings, load_words

_KIND_OF = load_headings("abbreviations.txt")
_AFTER_ORDINALS = load_words("after_ordinals.txt")
_AFTER_TIMES = load_words("after_times.txt")
_EXCLAIMING = load_words("exclaiming_names.txt")
_LETTERED = load_words("lettered_nouns.txt")
_OPENERS = load_words("openers.txt")

# How far around a mark the rules look; the limit keeps a scan linear.
_REACH = 40
_BRACKET_REACH = 300

_LAST_WORD = re.compile(r"[\w.&@]*$")
_NEXT_WORD = re.compile(r"""["'“‘«‹(\[{`¿¡]*(\w\.|[\w'’-]*)""")
_CONTINUES = re.compile(r"[.!?…,;:)\]%–—-]|\((?:1[5-9]|20)\d\d\b")
_BULLET = re.compile(r"(?:[•*▪‣–-]|\(?(?:\d{1,3}|[a-zA-Z]|[ivx]{1,4})[.)])\s")
_LIST_NUMBER = re.compile(r"[\s(]*(?:\d{1,3}|[a-zA-Z]|[ivxIVX]{1,4})")
_ACRONYM = re.compile(r"(?:\w\.)+\w")
_SPEAKER = re.compile(rf"(?:[\w.'’-]+\s+){{1,3}}(?:{'|'.join(sorted(load_words('speech_verbs.txt')))})\b")


class Ending(NamedTuple):
    """A possible end of a sentence: the place of its marks, and where the text continues after closers and gap."""

    mark: int
    end: int
    marks: str
    closers: str


def ends_line(text: str, gap_start: int, gap_end: int) -> bool:
    """Whether a gap with a line break ends a sentence; it does before an empty line or a list item."""
    return text.count("\n", gap_start, gap_end) > 1 or _BULLET.match(text, gap_end) is not None


def ends_sentence(text: str, start: int, ending: Ending) -> bool:
    """Whether the sentence that began at `start` ends there."""
    mark, end, marks, closers = ending
    if _CONTINUES.match(text, end) or _is_in_bracket(text, start, end):
        return False
    following = _NEXT_WORD.match(text, end, end + _REACH)
    next_word = following[1] if following else ""
    before = text[max(start, mark - _REACH) : mark]
    if marks != ".":
        return _ends_at_exclamation(before, next_word, quoted_at=end if closers else 0, text=text)
    if mark - start < 6 and _LIST_NUMBER.fullmatch(before):
        return False
    return _ends_at_full_stop(before, next_word, is_closed=bool(closers))


def _is_in_bracket(text: str, start: int, end: int) -> bool:
    """Whether a bracket that opened in mid-sentence is still open, and closes soon."""
    start = max(start, end - _BRACKET_REACH)
    opened = text.find("(", start, end)
    if opened < 0 or text.count("(", opened, end) <= text.count(")", opened, end):
        return False
    return bool(text[start:opened].strip()) and text.find(")", end, end + _BRACKET_REACH) >= 0


def _ends_at_exclamation(before: str, next_word: str, *, quoted_at: int, text: str) -> bool:
    if next_word[:1].islower():
        return False
    if quoted_at:
        return _SPEAKER.match(text, quoted_at, quoted_at + 2 * _REACH) is None
    is_name = before.rpartition(" ")[2] in _EXCLAIMING
    return not is_name or next_word in _OPENERS


def _ends_at_full_stop(before: str, next_word: str, *, is_closed: bool) -> bool:
    previous, word = _last_two_words(before)
    kind = _KIND_OF.get(word) or (_KIND_OF.get(word.lower()) if len(word) > 1 else None)
    if next_word[:1].islower():
        return not kind and not is_closed and _is_plain(word)
    if kind:
        return _ends_at_abbreviation(kind, word, next_word)
    if len(word) == 1 and word.isupper():
        return previous in _LETTERED or next_word in _OPENERS
    if word.isdigit() and len(word) < 3:
        return next_word not in _AFTER_ORDINALS
    return next_word in _OPENERS if "." in word and _ACRONYM.fullmatch(word) else True


def _last_two_words(before: str) -> tuple[str, str]:
    previous, last = ["", "", *before.rsplit(maxsplit=2)][-2:]
    if not last.isalnum():
        last = _LAST_WORD.findall(last)[0].strip(".")
    return previous, last


def _is_plain(word: str) -> bool:
    """Whether a full stop after this word ends a sentence even if no capital follows, as in careless prose."""
    return len(word) > 3 and (word.isdigit() or (len(word) > 4 and word.islower() and word.isalpha()))


def _ends_at_abbreviation(kind: str, word: str, next_word: str) -> bool:
    if kind == "before a name":
        return False
    if kind == "before a number":
        return not next_word[:1].isdigit()
    if kind == "either":
        return next_word in _OPENERS
    return not (word.endswith((".m", ".M")) and next_word in _AFTER_TIMES)
