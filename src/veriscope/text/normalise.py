"""Brings text to comparable or readable forms: white space, case and accents, FEVER's tokenised prose."""

import re
import unicodedata

_ZERO_WIDTH = re.compile("[\u200b\u2060\ufeff]")
_COMBINING = re.compile("[\u0300-\u036f]+")

# Letters that Unicode does not decompose, though readers type them without their strokes.
_PLAIN_LETTERS = {"ø": "o", "ł": "l", "đ": "d", "ħ": "h", "ı": "i", "ŧ": "t", "æ": "ae", "œ": "oe", "þ": "th", "ð": "d"}
_PLAIN_MARKS = {
    **dict.fromkeys("‘’‚‛′ʹʻʼ`´", "'"),
    **dict.fromkeys("“”„‟″«»", '"'),
    **dict.fromkeys("‐‑‒–—―−", "-"),
}
_PLAIN = str.maketrans(_PLAIN_LETTERS | _PLAIN_MARKS)


def normalise_space(text: str) -> str:
    """The text with single spaces between words, none around, and no zero-width spaces."""
    return " ".join(_ZERO_WIDTH.sub("", text).split())


def fold(text: str) -> str:
    """A form for comparing: case-folded, accents stripped, quotes and dashes unified. Idempotent."""
    if text.isascii():
        return _unify_double_quotes(text.lower().replace("`", "'"))
    decomposed = unicodedata.normalize("NFKD", text.translate(_PLAIN)).casefold()
    bare = _COMBINING.sub("", unicodedata.normalize("NFKD", decomposed)).translate(_PLAIN)
    return _unify_double_quotes(unicodedata.normalize("NFC", bare))


def _unify_double_quotes(text: str) -> str:
    return text.replace("''", '"')


_SPELLED = {"-LRB-": "(", "-RRB-": ")", "-LSB-": "[", "-RSB-": "]", "-LCB-": "{", "-RCB-": "}", "-COLON-": ":"}
_SPELLED_MARK = re.compile("-(?:[LR][RSC]B|COLON)-")
_ESCAPED = re.compile(r"\\([/*])")
_OPENING_QUOTE = re.compile(r"(``?) ?")
_CLOSING_QUOTE = re.compile(r" ?''")
_SPACE_BEFORE = re.compile(
    r" (?!\.\.)(?=[,;:.?!%)\]}](?:\s|[,;:.?!)\]}\"']|$)|'(?:s|S|re|ve|ll|d|m)\b(?!-)|n't\b|'(?:\s|$))"
)
_SPACE_AFTER = re.compile(r"(?<=[(\[{]) |(?<=[$£€]) (?=\d)")


def detokenise(text: str) -> str:
    """Readable prose from a sentence as FEVER tokenised it: `-LRB- May 5 , 1990 -RRB-` becomes `(May 5, 1990)`."""
    text = _SPELLED_MARK.sub(lambda mark: _SPELLED.get(mark[0], mark[0]), normalise_space(text))
    text = _ESCAPED.sub(r"\1", text)
    text = _OPENING_QUOTE.sub(lambda quote: '"' if quote[1] == "``" else "'", text)
    text = _CLOSING_QUOTE.sub('"', text).replace(" -- ", " – ")
    return _SPACE_AFTER.sub("", _SPACE_BEFORE.sub("", text))
