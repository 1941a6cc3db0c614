"""Whether a sentence seems to be English, by its script and its small words."""

import re

from veriscope.text.word_lists import load_headings, load_words

_KIND_OF = load_headings("foreign_words.txt")
_EVERYDAY = load_words("stop_words.txt")
_LATIN = re.compile(r"[A-Za-z\u00c0-\u024f\u1e00-\u1eff]")
_LETTER = re.compile(r"[^\W\d_]")
_WORD = re.compile(r"[^\W\d_]+")
_ENOUGH = 2


def seems_english(text: str) -> bool:
    """False if most letters are of another script, or small words of another language outnumber English ones.

    In doubt the answer is True, for example for a sentence of names only.
    """
    letters = len(_LETTER.findall(text))
    if letters and len(_LATIN.findall(text)) * 2 < letters:
        return False
    found = _WORD.findall(text)
    # Capitalised words belong to names (La La Land), except the first word of a sentence.
    small = [word.lower() for place, word in enumerate(found) if place == 0 or word.islower()]
    kinds = [_KIND_OF[word] for word in small if word in _KIND_OF]
    english = sum(word in _EVERYDAY and word not in _KIND_OF for word in small)
    return not ("word" in kinds and len(kinds) >= _ENOUGH and len(kinds) > 2 * english)
