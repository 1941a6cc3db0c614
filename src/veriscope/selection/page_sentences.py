"""The sentences of pages as evidence, for the selectors that read nothing else."""

from collections.abc import Iterable, Sequence

from veriscope.domain import Evidence, Page, Sentence

# The number that FEVER and FEVEROUS count.
_MAX_SENTENCES = 5


def page_sentences(pages: Iterable[tuple[Page, float]]) -> list[Evidence]:
    """The sentences of the pages in order, without a score yet."""
    return [
        Evidence(page.sentence_id(element), element.text, (page.title, *path), 0.0)
        for page, _ in pages
        for path, element in page.outline()
        if isinstance(element, Sentence)
    ]


def best_sentences(sentences: Sequence[Evidence], scores: Sequence[float], *, limit: int) -> list[Evidence]:
    """The sentences with the highest scores above 0, at most 5, best first; ties in their order."""
    scored = [sentence._replace(score=score) for sentence, score in zip(sentences, scores, strict=True) if score > 0]
    return sorted(scored, key=lambda sentence: -sentence.score)[: max(0, min(limit, _MAX_SENTENCES))]
