"""The name that a claim begins with."""

from veriscope.text import load_words, tokenise


def leading_name(claim: str) -> str:
    """The name that a claim begins with, to use as the title of its page; empty if it begins with no name."""
    tokens = tokenise(claim)
    small = load_words("stop_words.txt")
    end = 0
    for place, token in enumerate(tokens):
        if token[:1].isupper() or token[:1].isdigit():
            end = place + 1
        elif token.lower() not in {"of", "the", "and", "in", "for", "to", "a", "'s", "-", ":"}:
            break
    name = tokens[:end]
    return "" if all(token.lower() in small for token in name) else " ".join(name)
