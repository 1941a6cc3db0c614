"""Cuts text into tokens, and into the folded words that lexical matching compares."""

import re

from veriscope.text.normalise import fold

_TOKEN = re.compile(
    r"""
      (?:https?://|www\.)[^\s<>"”]*[^\s<>"”.,;:!?)\]'’]    # an address, without the punctuation that follows it
    | [\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63})+          # an e-mail address
    | (?:[^\W\d_]\.){2,}                                    # U.S. and e.g.
    | \d+(?:[.,]\d+)*(?:st|nd|rd|th|s)?(?!\w)               # 1,234.5 and 20th and 1990s
    | \.\d+                                                 # .5
    | [^\W_]+?(?=n['’]t\b)                                  # the verb of a contraction
    | n['’]t\b
    | ['’](?:s|re|ve|ll|d|m)\b
    | \w+(?:[-‐‑'’·&]\w+(?<!['’]s)(?<!['’](?:re|ve|ll)))*   # words, hyphenated or with an apostrophe inside
    | \.{2,}
    | --+
    | ``|''
    | \S                                                    # punctuation
    """,
    re.VERBOSE | re.IGNORECASE,
)


def tokenise(text: str) -> list[str]:
    """The tokens of a text in order; they hold every character of it but white space."""
    return _TOKEN.findall(text)


def words(text: str) -> list[str]:
    """Words and numbers, lower-cased and without accents, possessives or thousands separators."""
    return [word for token in tokenise(fold(text)) for word in _words_of(token)]


def _words_of(token: str) -> list[str]:
    return re.findall(r"\w+(?:\.\d+)?", token)
