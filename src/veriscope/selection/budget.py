"""How much evidence a selection may hold: the limits of the FEVEROUS score."""

from collections.abc import Iterable, Iterator

from veriscope.domain import Evidence, is_sentence_like

MAX_SENTENCES = 5
MAX_OTHERS = 25


def within_budget(ranked: Iterable[Evidence]) -> Iterator[Evidence]:
    """The first 5 sentences and the first 25 cells, items, captions and headers, in their order."""
    left = {True: MAX_SENTENCES, False: MAX_OTHERS}
    for element in ranked:
        kind = is_sentence_like(element.id)
        if left[kind]:
            left[kind] -= 1
            yield element
