"""Judges a statement by evidence: a selector takes rows and cells from the table, and a verdict model decides."""

from dataclasses import replace
from pathlib import Path

from veriscope.domain import Claim, Computation, EvidenceSelector, Page, Section, TermStatistics, Verdict, VerdictModel
from veriscope.pipeline import PipelineConfig, make_selector, make_verdict_model
from veriscope.verdict import NO_EVIDENCE, without_verdict


class EvidenceJudge:
    """Selects evidence from one page, as the pipeline does from retrieved pages, and decides by it."""

    def __init__(self, selector: EvidenceSelector, model: VerdictModel) -> None:
        self._selector = selector
        self._model = model

    def judge(self, claim: Claim, page: Page) -> Verdict:
        """The verdict on `claim` by what `page` says; NOT ENOUGH INFO if nothing there is relevant."""
        return self.judge_with(claim, page, None)

    def judge_with(self, claim: Claim, page: Page, computation: Computation | None) -> Verdict:
        """The verdict by what `page` says, and by the computation if the model can read it."""
        evidence = self._selector.select(claim, [(with_caption_as_title(page), 1.0)], limit=PipelineConfig().evidence)
        if not evidence:
            return without_verdict(NO_EVIDENCE)
        return self._model.decide(claim, evidence, computations=[computation] if computation else [])


def encoder_judge(statistics: TermStatistics, folder: Path | None) -> EvidenceJudge:
    """A judge with the default stages of the pipeline."""
    return EvidenceJudge(make_selector("reranked", statistics), make_verdict_model("encoder", folder))


def lexical_judge(statistics: TermStatistics, folder: Path | None) -> EvidenceJudge:
    """A judge without any neural network: it compares words."""
    return EvidenceJudge(make_selector("lexical", statistics), make_verdict_model("lexical", folder))


def with_caption_as_title(page: Page) -> Page:
    """The page with the caption of its table as its title, because the caption says what the table is about.

    A heading with the same text is left out: in an infobox, both are the title of the page.
    """
    heading = next((element.title for element in page.elements if isinstance(element, Section)), "")
    title = next((table.caption for table in page.tables()), "") or heading or page.title
    return replace(page, title=title, elements=tuple(each for each in page.elements if each != Section(title, 2)))
