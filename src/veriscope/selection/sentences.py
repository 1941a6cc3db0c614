"""Ranks the sentences of candidate pages by a learned model."""

from collections.abc import Sequence
from functools import cache
from pathlib import Path

import numpy as np

from veriscope.corpus import TermWeights
from veriscope.domain import Claim, Evidence, Page, Sentence, TermStatistics
from veriscope.models import BoostedTrees
from veriscope.selection.sentence_features import sentence_rows

_MODEL = Path(__file__).parent / "data" / "sentences.json"


class SentenceRanker:
    """Scores each sentence by how likely it decides the claim, given all candidate pages."""

    def __init__(self, statistics: TermStatistics) -> None:
        self._weights = TermWeights(statistics)
        self._model = _packaged_model()

    def rank(self, claim: Claim, pages: Sequence[tuple[Page, float]], *, limit: int) -> list[Evidence]:
        """The `limit` best sentences with their probability, best first; ties in the order of the pages."""
        asked = self._weights.weigh(claim.text)
        if not asked.idf or limit <= 0:
            return []
        found = sentence_rows(asked, pages, self._weights)
        if not found.rows:
            return []
        scores = self._model.probability(np.array(found.rows, np.float32)).tolist()
        best = sorted(range(len(scores)), key=lambda place: (-scores[place], place))[:limit]
        paths = _section_paths([found.sentences[place][0] for place in best])
        return [
            Evidence(page.sentence_id(sentence), sentence.text, paths[page.title, sentence.index], scores[place])
            for place, (page, sentence) in ((place, found.sentences[place]) for place in best)
        ]


@cache
def _packaged_model() -> BoostedTrees:
    return BoostedTrees.read(_MODEL)


def _section_paths(pages: Sequence[Page]) -> dict[tuple[str, int], tuple[str, ...]]:
    """For each sentence of the pages, the page title and the titles of its sections."""
    return {
        (title, element.index): (title, *path)
        for title, page in {page.title: page for page in pages}.items()
        for path, element in page.outline()
        if isinstance(element, Sentence)
    }
