"""Page titles: one canonical form, and the forms of FEVER and FEVEROUS.

Canonical: NFC, single spaces, no underscores instead of spaces. FEVER: NFD, underscores instead of spaces, brackets and
colons spelled out. FEVEROUS: NFD, spaces.
"""

import unicodedata

_SPELLED = (("-LRB-", "("), ("-RRB-", ")"), ("-LSB-", "["), ("-RSB-", "]"), ("-COLON-", ":"))


def canonical_title(title: str) -> str:
    """The one form under which a corpus keeps a Wikipedia title: NFC, single spaces, no underscores."""
    return unicodedata.normalize("NFC", " ".join(title.replace("_", " ").split()))


def restore_brackets(text: str) -> str:
    """The text with FEVER's names of brackets and colons (`-LRB-`) replaced by those characters."""
    if "B-" in text or "N-" in text:
        for spelled, character in _SPELLED:
            text = text.replace(spelled, character)
    return text


def title_from_fever(fever_id: str) -> str:
    """The canonical title of a FEVER page id such as `Lima_-LRB-film-RRB-`."""
    return canonical_title(restore_brackets(fever_id))


def title_to_fever(title: str) -> str:
    """The FEVER page id of a canonical title."""
    fever_id = unicodedata.normalize("NFD", title).replace(" ", "_")
    for spelled, character in _SPELLED:
        fever_id = fever_id.replace(character, spelled)
    return fever_id


def title_to_feverous(title: str) -> str:
    """The FEVEROUS page title of a canonical title."""
    return unicodedata.normalize("NFD", title)
