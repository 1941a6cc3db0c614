"""Supplies the evidence that the FEVER paper's tables give a verdict model: gold or found, sentences or whole pages."""

from enum import StrEnum

from veriscope.corpus import Corpus
from veriscope.domain import Claim, Evidence, GoldClaim, Page, SentenceId
from veriscope.lab.evaluation import Oracle, gold_pages
from veriscope.lab.lessons import NeiEvidence, NeiStrategy
from veriscope.pipeline import Stages, search_config
from veriscope.selection import page_sentences

_PAGES = 5
_SENTENCES = 5


class PaperSetting(StrEnum):
    """Which evidence a model gets, and whether it is gold: Tables 3, 5, 4 and 6 of the paper."""

    GOLD_SENTENCES = "gold-sentences"
    GOLD_PAGES = "gold-pages"
    FOUND_SENTENCES = "found-sentences"
    FOUND_PAGES = "found-pages"

    @property
    def is_gold(self) -> bool:
        """Whether the evidence is gold, and so must be drawn for claims without any."""
        return self in {PaperSetting.GOLD_SENTENCES, PaperSetting.GOLD_PAGES}


class PaperEvidence:
    """Gives each claim its evidence in one setting.

    The found settings use 5 pages by `tfidf`, and 5 sentences of these by `tfidf-bigram`. In the gold settings, a claim
    without gold gets what NEI training would give it. A whole page is one piece of evidence, with the id of its first
    sentence.
    """

    def __init__(self, corpus: Corpus, setting: PaperSetting, nei: NeiStrategy, *, seed: int) -> None:
        self._corpus = corpus
        self._setting = setting
        self._drawn = NeiEvidence(corpus, nei, seed=seed)
        config = search_config("tfidf", "tfidf-bigram", pages=_PAGES, evidence=_SENTENCES)
        self._stages = Stages.open(config, corpus)

    def of(self, gold: GoldClaim) -> list[Evidence]:
        """The evidence for a claim, best first; empty if nothing was found."""
        match self._setting:
            case PaperSetting.GOLD_SENTENCES:
                return self._gold_sentences(gold)
            case PaperSetting.GOLD_PAGES:
                return _whole(self._gold_pages(gold))
            case PaperSetting.FOUND_SENTENCES:
                pages = [(page, 1.0) for page in self._found_pages(gold.claim)]
                return self._stages.select(gold.claim, pages)
            case PaperSetting.FOUND_PAGES:
                return _whole(self._found_pages(gold.claim))

    def _gold_sentences(self, gold: GoldClaim) -> list[Evidence]:
        """The sentences of all gold sets together, as in the paper's program."""
        asked = {piece for group in gold.evidence_sets for piece in group}
        if not asked:
            drawn = self._drawn.sentence(gold.claim)
            return [drawn] if drawn is not None else []
        return [
            piece for piece in page_sentences(gold_pages(gold, self._corpus, oracle=Oracle.PAGES)) if piece.id in asked
        ]

    def _gold_pages(self, gold: GoldClaim) -> list[Page]:
        if any(gold.evidence_sets):
            return [page for page, _ in gold_pages(gold, self._corpus, oracle=Oracle.PAGES)]
        drawn = self._drawn.page(gold.claim)
        return [drawn] if drawn is not None else []

    def _found_pages(self, claim: Claim) -> list[Page]:
        return [page for page, _ in self._stages.retrieve(claim)]


def _whole(pages: list[Page]) -> list[Evidence]:
    texts = [(page, " ".join(sentence.text for sentence in page.sentences())) for page in pages]
    return [Evidence(SentenceId(page.title, 0), text, (page.title,), 1.0) for page, text in texts if text]
