"""Splits a compound sentence into parts that stand alone: "A was founded in 1990 and employs 40 people".

It rather leaves a sentence whole than splits it wrongly: a subject, a verb, or what a part refers to must be clear.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

from veriscope.text.word_lists import load_headings, load_sentence_patterns

_VERBS = load_headings("finite_verbs.txt")
_WORDS = load_sentence_patterns("coordination")
_TOKEN = re.compile(r"[\w’'.-]*\w|[^\w\s]")
# What two parts may depend on together: a condition, a report, a choice, a quotation, a relative clause.
_DEPENDS = re.compile(rf"\b(?:{_WORDS['shared']})\b|[\"“”«»:;()?]", re.IGNORECASE)
_NO_SUBJECT = re.compile(rf"(?:{_WORDS['no_subject']})\b", re.IGNORECASE)
_NOT_BEFORE_VERB = re.compile(rf"(?:{_WORDS['determiner']}|\w+ly|\w+[’']s?)", re.IGNORECASE)
_PRONOUN = re.compile(rf"(?:{_WORDS['pronoun']})\b", re.IGNORECASE)
_REFERS = re.compile(rf"\b(?:{_WORDS['refers']})\b", re.IGNORECASE)
_OBJECT_PRONOUN = re.compile(
    rf"\b(?:{_WORDS['object_pronoun']})\b|\bher(?=\s(?:{_WORDS['determiner']}|{_WORDS['after_verb']})\b|$)"
)
_ELLIPTIC = re.compile(r"\s*(?:not|too|as well)?")
_ADVERBS = re.compile(rf"(?:\s(?:{_WORDS['adverb']}))+$")
_NOT_SHARED = re.compile(rf"(?:{_WORDS['not_shared']}|\d[\d,.]*)\b", re.IGNORECASE)
_NAME = re.compile(rf"(?!(?i:{_WORDS['article']})\b)[A-ZÀ-ÖØ-Þ]")
_CAPITAL = re.compile(r"\b[A-ZÀ-ÖØ-Þ]")
_NOUN_BEHIND = re.compile(rf"\b(?:{_WORDS['article']})\b", re.IGNORECASE)
_AFTER_ED = re.compile(rf"\s(?:{_WORDS['after_verb']}|\d[\w,.]*|[A-Z]\w*)\b")
_OBJECT = re.compile(rf"\s(?:{_WORDS['determiner']}|\d[\w,.]*)\b")
_JOINT = re.compile(r",? (?P<joint>and|but|while|whereas) ")
_PAIRED = re.compile(r"(?:(?P<denial>Neither)|Both) (?P<one>[^,]+?) (?(denial)nor|and) (?P<other>[^,]+)")
_OF_ONE = {"are": "is", "were": "was", "have": "has"}
_MOST_WORDS = 8


class _Verb(NamedTuple):
    """A finite verb at a place of a sentence; `kind` is a heading of the verb list, or `ed`."""

    start: int
    end: int
    kind: str


def coordinated_parts(sentence: str) -> tuple[str, ...]:
    """The parts of a compound sentence, each a sentence of its own; empty if it is not clearly one."""
    text = sentence.strip()
    body, stop = (text[:-1], text[-1]) if text[-1:] in {".", "!"} else (text, ".")
    parts = _of_two_subjects(body) or _of_clauses(body)
    return tuple(f"{part[0].upper()}{part[1:]}{stop}" for part in parts)


def has_finite_verb(text: str) -> bool:
    """Whether a known verb stands in the text in a form that takes a subject; headings and addresses have none."""
    return next(_verbs(text), None) is not None


def _of_two_subjects(body: str) -> tuple[str, ...]:
    """One part for each subject of sentences like "Neither X nor Y was open" and "Both X and Y won"."""
    verb = next(_verbs(body), None)
    paired = _PAIRED.fullmatch(body[: verb.start].rstrip()) if verb else None
    if verb is None or paired is None or not all(_is_subject(paired[name]) for name in ("one", "other")):
        return ()
    written, rest = body[verb.start : verb.end], body[verb.end :]
    kinds = {"be", "auxiliary"} if paired["denial"] else {"be", "auxiliary", "past", "ed"}
    if verb.kind not in kinds or _REFERS.search(rest):
        return ()
    denial = " not" if paired["denial"] else ""
    return tuple(f"{paired[name]} {_OF_ONE.get(written, written)}{denial}{rest}" for name in ("one", "other"))


def _of_clauses(body: str) -> tuple[str, ...]:
    """Two clauses, the second with a subject of its own or with that of the first."""
    first = next(_verbs(body), None)
    if first is None or _NO_SUBJECT.match(body) or not _is_subject(body[: first.start].rstrip()):
        return ()
    found = [parts for joint in _JOINT.finditer(body, first.end) if (parts := _parts_at(body, first, joint))]
    return found[0] if len(found) == 1 else ()


def _parts_at(body: str, first: _Verb, joint: re.Match[str]) -> tuple[str, str] | None:
    """The clauses before and behind a joint; None if one of them does not stand alone."""
    before, behind = body[: joint.start()], body[joint.end() :]
    verb = next(_verbs(behind), None)
    is_bare = len(before) <= first.end and first.kind in {"be", "auxiliary"}
    if verb is None or is_bare or _DEPENDS.search(before) or _DEPENDS.search(behind):
        return None
    subject = _ADVERBS.sub("", body[: first.start].rstrip())
    said = before[first.end :]
    own = _ADVERBS.sub("", f" {behind[: verb.start].rstrip()}").strip()
    if own and not _PRONOUN.fullmatch(own):
        return (before, behind) if _is_own_clause(behind, own, joint, first, verb) else None
    is_carried = _may_be_meant(own, subject, said) if own else _stands_with(first, verb, behind)
    is_whole = joint["joint"] in {"and", "but"} and not _OBJECT_PRONOUN.search(behind, verb.start)
    is_turned = _PRONOUN.match(behind[verb.end :].lstrip()) is not None
    if not is_carried or not is_whole or is_turned or _NOT_SHARED.match(subject):
        return None
    return before, f"{subject} {behind[len(own) :].lstrip()}"


def _is_own_clause(behind: str, own: str, joint: re.Match[str], first: _Verb, verb: _Verb) -> bool:
    """Whether the second clause has a subject of its own, and needs nothing of the first."""
    # "While" without a comma may say when; "and" without one may stand in a list.
    is_contrast = joint["joint"] in {"while", "whereas"} and {first.kind, verb.kind} <= {"past", "ed"}
    if not (joint[0].startswith(",") or is_contrast) or not _is_subject(own) or _REFERS.search(behind):
        return False
    is_elliptic = verb.kind in {"be", "auxiliary"} and _ELLIPTIC.fullmatch(behind, verb.end) is not None
    return not is_elliptic


def _may_be_meant(pronoun: str, subject: str, said: str) -> bool:
    """Whether a pronoun can mean nothing but the subject: the rest of the first clause names nobody and nothing."""
    if pronoun in {"he", "she"}:
        return _NAME.match(subject) is not None and not _CAPITAL.search(said)
    return not _NOUN_BEHIND.search(said) and not _CAPITAL.search(said)


def _stands_with(first: _Verb, verb: _Verb, behind: str) -> bool:
    """Whether the second verb does without the auxiliary of the first: "was born and joined the army"."""
    if verb.kind in {"be", "auxiliary", "present"} or first.kind in {"past", "present", "ed"}:
        return _ELLIPTIC.fullmatch(behind, verb.end) is None
    return first.kind == "be" and _OBJECT.match(behind, verb.end) is not None


def _is_subject(text: str) -> bool:
    """Whether a text may be a subject: a few words without a verb, a comma or what begins a phrase of another kind."""
    words = text.split()
    is_short = 0 < len(words) <= _MOST_WORDS and "," not in text
    return (
        is_short and not _NO_SUBJECT.match(text) and not _PRONOUN.fullmatch(text) and next(_verbs(text), None) is None
    )


def _verbs(text: str) -> Iterator[_Verb]:
    """The finite verbs of a text in order."""
    before = ""
    for match in _TOKEN.finditer(text):
        kind = _kind(match[0])
        is_verb = kind and not _NOT_BEFORE_VERB.fullmatch(before)
        if is_verb and (kind != "ed" or _AFTER_ED.match(text, match.end())):
            yield _Verb(match.start(), match.end(), kind)
        before = match[0]


def _kind(word: str) -> str:
    known = _VERBS.get(word.replace("’", "'"), "")
    return known or ("ed" if re.fullmatch(r"[a-z]{2,}ed", word) else "")
