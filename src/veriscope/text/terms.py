"""The terms that the search index and the lexical stages share: folded words with a light stemming."""

import re

from veriscope.text.tokenise import words

# In scripts written without spaces each character is a term of its own.
_UNSPACED = re.compile(r"[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff]")
_UNSPACED_OR_RUN = re.compile(f"{_UNSPACED.pattern}|(?:(?!{_UNSPACED.pattern}).)+")
_VOWEL = re.compile("[aeiouy]")
_DOUBLED = re.compile(r"([bdfgmnprt])\1$")
_MAX_LENGTH = 64
_MAX_REMEMBERED = 1 << 18


class _Stems(dict[str, str]):
    """The stems of known words; a dictionary, because a lookup takes a third of the time of a cached call."""

    def __missing__(self, word: str) -> str:
        if len(self) >= _MAX_REMEMBERED:
            self.clear()
        self[word] = stemmed = stem(word)
        return stemmed


_STEMS = _Stems()
_stem_of = _STEMS.__getitem__


def terms(text: str) -> list[str]:
    """The terms of a text in order, stop words included."""
    if text.isascii():
        return list(map(_stem_of, words(text)))
    return [_STEMS[part] for word in words(text) for part in _parts(word)]


def stem(word: str) -> str:
    """A light English stem: removes plurals, `-ed`, `-ing` and `-ly` if a syllable remains.

    It serves matching, not reading: `cities` and `city` get the same stem, as do `directed` and `directing`.
    """
    if len(word) < 4 or not word.isascii() or not word.isalpha():
        return word[:_MAX_LENGTH]
    return _without_ending(_singular(word))[:_MAX_LENGTH]


def _singular(word: str) -> str:
    if not word.endswith("s") or word.endswith(("ss", "us", "is")):
        return word
    if word.endswith("ies") and len(word) > 4:
        return word[:-3] + "y"
    if word.endswith(("sses", "shes", "ches", "xes", "zes")):
        return word[:-2]
    return word[:-1]


def _without_ending(word: str) -> str:
    for ending in ("ingly", "edly", "ing", "ed", "ly"):
        root = word.removesuffix(ending)
        if root != word and len(root) >= 3 and _VOWEL.search(root):
            return root if ending == "ly" else _bare(root)
    # `live` and `living`: a final e is removed, so that both forms end alike.
    return word[:-1] if word.endswith("e") and len(word) > 3 else word


def _bare(root: str) -> str:
    """`stopp` as `stop`, `marri` as `marry`."""
    return root[:-1] + "y" if root.endswith("i") else _DOUBLED.sub(r"\1", root).removesuffix("e")


def _parts(word: str) -> list[str]:
    return _UNSPACED_OR_RUN.findall(word) if _UNSPACED.search(word) else [word]
