"""Which words of a text name entities: the longest spans that are names, with all their namesakes."""

from collections.abc import Callable, Sequence
from functools import cache
from typing import NamedTuple

from veriscope.graph import MOST_WORDS, NamedNode, NameKind
from veriscope.linking.frames import Span
from veriscope.linking.reading import ARTICLES, Word, plain
from veriscope.text import load_words

# Nodes by a name's key, as `text.name_key` writes it.
FindName = Callable[[str], Sequence[NamedNode]]
# The plain words for the classes of a node.
KindWords = Callable[[int], frozenset[str]]


class Mention(NamedTuple):
    """A span that names one of some nodes."""

    span: Span
    nodes: tuple[NamedNode, ...]
    is_capital: bool


def find_mentions(words: Sequence[Word], find: FindName) -> list[Mention]:
    """The longest spans that are names, from left to right, none inside another."""
    found: list[Mention] = []
    start = 0
    while start < len(words):
        mention = _longest(words, start, find)
        if mention:
            found.append(mention)
        start = mention.span.end if mention else start + 1
    return found


def with_kind(words: Sequence[Word], mention: Mention, kind_words: KindWords) -> Mention:
    """The mention with the class words beside it (`the city of Riga`, `Mercury, the planet`); namesakes of other
    classes are left out.
    """
    kinds = frozenset[str]().union(*(kind_words(named.node) for named in mention.nodes))
    start, end = mention.span
    first = start - 1 if start > 1 and words[start - 1].text == "of" else start
    while first > 0 and plain(words[first - 1].text) in kinds:
        first, start = first - 1, first - 1
    last = end + 1 if end < len(words) and words[end].text in ARTICLES else end
    while last < len(words) and plain(words[last].text) in kinds:
        last, end = last + 1, last + 1
    said = {plain(word.text) for word in (*words[start : mention.span.start], *words[mention.span.end : end])} & kinds
    fitting = tuple(named for named in mention.nodes if said <= kind_words(named.node))
    return Mention(Span(start, end), fitting or mention.nodes, mention.is_capital)


def _longest(words: Sequence[Word], start: int, find: FindName) -> Mention | None:
    for end in range(min(len(words), start + MOST_WORDS), start, -1):
        own = words[start:end]
        # In lower case, only whole names count, not shortened ones: `gold`, but not `man` for Man, Ivory Coast.
        is_capital = any(word.is_capital for word in own)
        is_title = len(own) > 1 and all(word.is_capital for word in own)
        if not is_title and all(word.text in _common_words() for word in own):
            continue
        least = NameKind.SHORTENED if is_capital else NameKind.ALIAS
        nodes = tuple(named for named in find(" ".join(word.text for word in own)) if named.kind >= least)
        if nodes:
            return Mention(Span(start, end), nodes, is_capital)
    return None


@cache
def _common_words() -> frozenset[str]:
    return load_words("stop_words.txt")
