"""Judges a statement by evidence: the rows and cells that a selector takes from the table, and a verdict model."""

from dataclasses import replace
from pathlib import Path

from veriscope.domain import Claim, Computation, EvidenceSelector, Page, Section, TermStatistics, Verdict, VerdictModel
from veriscope.pipeline.build import make_verdict_model
from veriscope.pipeline.computed_words import read_with
from veriscope.pipeline.config import PipelineConfig
from veriscope.pipeline.verdict_limits import NO_EVIDENCE, without_verdict
from veriscope.selection import LexicalSelector, RerankedSelector


class EvidenceJudge:
    """Selects from the one page, as the pipeline does from those that it retrieves, and decides by what is found."""

    def __init__(self, selector: EvidenceSelector, model: VerdictModel) -> None:
        self._selector = selector
        self._model = model

    def judge(self, claim: Claim, page: Page) -> Verdict:
        """The verdict on `claim` by what stands on `page`; NOT ENOUGH INFO where nothing bears on it."""
        return self.judge_with(claim, page, None)

    def judge_with(self, claim: Claim, page: Page, computed: Computation | None) -> Verdict:
        """The verdict by what stands on `page`, and by what was computed there where the model can read that."""
        evidence = self._selector.select(claim, [(titled(page), 1.0)], limit=PipelineConfig().evidence)
        return read_with(self._model, claim, evidence, computed) if evidence else without_verdict(NO_EVIDENCE)


def encoder_judge(statistics: TermStatistics, folder: Path | None) -> EvidenceJudge:
    """The default stages of the pipeline."""
    return EvidenceJudge(RerankedSelector(statistics), make_verdict_model("encoder", folder))


def lexical_judge(statistics: TermStatistics, folder: Path | None) -> EvidenceJudge:
    """Without any network: what words alone tell."""
    return EvidenceJudge(LexicalSelector(statistics), make_verdict_model("lexical", folder))


def titled(page: Page) -> Page:
    """The page under the caption of its table, which says what the table is about as its id does not.

    A heading that says the same is left out: an infobox has the title of its page for both.
    """
    heading = next((element.title for element in page.elements if isinstance(element, Section)), "")
    title = next((table.caption for table in page.tables()), "") or heading or page.title
    return replace(page, title=title, elements=tuple(each for each in page.elements if each != Section(title, 2)))
