"""Splits text into tokens, and into the folded words that lexical matching compares."""

import re

from veriscope.text.normalise import fold

# Every alternative is bounded or possessive if it could be tried again within its own match: linear time.
_TOKEN = re.compile(
    r"""
      (?:https?://|www\.)[^\s<>"”]*[^\s<>"”.,;:!?)\]'’]    # an address, without the punctuation that follows it
    | \w{1,64}(?:[.+-]\w{1,64}){0,5}@\w[\w.-]{0,252}\w      # an e-mail address
    | (?:[^\W\d_]\.){2,}+                                   # U.S. and e.g.
    | \d+(?:[.,]\d+)*(?:st|nd|rd|th|s)?(?!\w)               # 1,234.5 and 20th and 1990s
    | (?<!\w)\.\d+                                          # .5
    | [^\W\d_]{1,12}?(?=n['’]t\b)                           # the verb of a contraction
    | n['’]t\b
    | ['’](?:s|re|ve|ll|d|m)\b
    | \w+(?:[-‐‑·&]\w+|['’](?!(?:s|re|ve|ll|d|m)\b)\w+)*    # a word, hyphenated or with an apostrophe inside
    | \.{2,}+ | -{2,}+ | `` | ''
    | \S                                                    # any other mark
    """,
    re.VERBOSE | re.IGNORECASE,
)
_WORD = re.compile(
    r"""
      [^\W\d_](?:\.[^\W\d_])++(?![^\W_])              # u.s without its last full stop
    | \d{1,3}(?:,\d{3})++(?!\d)(?:\.\d+)?            # 1,234.5
    | \d+(?:\.\d+)*+[^\W_]*+                         # 3.5 and 20th
    | '(?:s|re|ve|ll|d|m)(?![\w-])                   # a clitic on its own, as tokenised text has it
    | [^\W_]++(?:'[^\W_]++)*+
    """,
    re.VERBOSE,
)
# Without any of these, words are runs of letters and digits; only the pieces around one need a closer look.
_JOINED = re.compile(r"['.,]\w")
_RUN = re.compile(r"[^\W_]+")
_ASCII_RUNS = bytes(code if chr(code).isalnum() and code < 128 else 32 for code in range(256))
_MAX_REMEMBERED = 1 << 16
_MAX_PIECE = 64
_CLITIC = re.compile(r"'(?:s|re|ve|ll|d|m)$")
_VERBS = {"ca": "can", "wo": "will", "sha": "shall"}


def tokenise(text: str) -> list[str]:
    """The tokens of a text in order; they hold all its characters except white space."""
    return _TOKEN.findall(text)


def words(text: str) -> list[str]:
    """Words and numbers for matching: folded, without possessives and thousands separators.

    `n't` becomes `not` and `U.S.` becomes `us`, so that spellings of the same thing match.
    """
    if text.isascii():
        return _words(fold(text))
    found: list[str] = []
    plain: list[str] = []
    # Folding letters beyond ASCII is slow, but such words recur, so they are cached.
    for piece in text.split():
        if piece.isascii():
            plain.append(piece)
        else:
            found += _words(fold(" ".join(plain)))
            found += _PIECE_WORDS[piece]
            plain.clear()
    return found + _words(fold(" ".join(plain)))


class _PieceWords(dict[str, list[str]]):
    """The words of known pieces of text."""

    def __missing__(self, piece: str) -> list[str]:
        if len(self) >= _MAX_REMEMBERED:
            self.clear()
        found = _words(fold(piece))
        if len(piece) <= _MAX_PIECE:
            self[piece] = found
        return found


_PIECE_WORDS = _PieceWords()


def _words(folded: str) -> list[str]:
    """The words of a folded text."""
    found: list[str] = []
    done = 0
    for joined in _JOINED.finditer(folded):
        if joined.start() >= done:
            begin = folded.rfind(" ", done, joined.start()) + 1 or done
            end = folded.find(" ", joined.end())
            end = len(folded) if end < 0 else end
            found += _runs(folded[done:begin])
            found += [plain for word in _WORD.findall(folded[begin:end]) for plain in _plain(word)]
            done = end
    return found + _runs(folded[done:]) if done else _runs(folded)


def _runs(folded: str) -> list[str]:
    """The runs of letters and digits, which are the words of a text without joined words."""
    if folded.isascii():
        return folded.encode().translate(_ASCII_RUNS).decode().split()
    return _RUN.findall(folded)


def _plain(word: str) -> list[str]:
    if word.isalnum():
        return [word]
    if word.endswith("n't"):
        verb = word.removesuffix("n't")
        return [_VERBS.get(verb, verb), "not"] if verb else ["not"]
    if word[0].isdigit():
        return [word.replace(",", "")]
    word = _CLITIC.sub("", word).replace("'", "").replace(".", "")
    return [word] if word else []
