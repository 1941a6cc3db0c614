import pytest

from veriscope.domain import Cell, CellId, Claim, Computation, Evidence, Label, Page, Section, Table, TableKind, Verdict
from veriscope.errors import UsageError
from veriscope.lab.evaluation.table_evidence_judge import EvidenceJudge, lexical_judge, with_caption_as_title
from veriscope.lab.evaluation.table_file import TableTerms

CLAIM = Claim("1", "Lake Orrin is 120 m deep.")
PIECE = Evidence(CellId("Lakes", 0, 1, 1), "120 m", ("Lakes", "Depth"), 0.9)
COUNT = Computation("Lakes", 0, "p", True, 0.8, 0.9, 1.0, True, True, "one row", (), "1", ())
SAID = Verdict(Label.SUPPORTS, 0.7, 0.2, 0.1)


def page_of(caption, *, heading="", kind=TableKind.TABLE):
    sections = (Section(heading, 2),) if heading else ()
    return Page("t-1", (*sections, Table(0, (Cell(0, 0, "Depth"),), caption, kind)))


class Stages:
    """A selector and a model that note what they are given."""

    def __init__(self, found):
        self.found, self.pages, self.evidence, self.computations = found, [], None, None

    def select(self, claim, pages, *, limit):
        assert claim is CLAIM
        assert limit > 0
        self.pages = pages
        return self.found

    def decide(self, claim, evidence, *, computations):
        assert claim is CLAIM
        self.evidence, self.computations = evidence, computations
        return SAID


def test_the_model_decides_by_what_the_selector_finds_on_the_one_page():
    stages = Stages([PIECE])
    assert EvidenceJudge(stages, stages).judge(CLAIM, page_of("Lakes")) is SAID
    assert [page.title for page, _ in stages.pages] == ["Lakes"]
    assert (stages.evidence, stages.computations) == ([PIECE], [])


def test_the_model_is_told_what_was_computed():
    stages = Stages([PIECE])
    EvidenceJudge(stages, stages).judge_with(CLAIM, page_of("Lakes"), COUNT)
    assert stages.computations == [COUNT]


def test_no_model_is_asked_where_nothing_is_found():
    stages = Stages([])
    verdict = EvidenceJudge(stages, stages).judge(CLAIM, page_of("Lakes"))
    assert (verdict.label, stages.evidence) == (Label.NOT_ENOUGH_INFO, None)
    assert verdict.reason


@pytest.mark.parametrize(
    ("page", "title", "headings"),
    [
        (page_of("Lakes of Osten", heading="Osten"), "Lakes of Osten", ["Osten"]),
        (page_of("", heading="Osten"), "Osten", []),
        (page_of("Mara Tell", heading="Mara Tell", kind=TableKind.INFOBOX), "Mara Tell", []),
        (page_of(""), "t-1", []),
        (Page("t-2", ()), "t-2", []),
    ],
)
def test_a_page_is_named_after_what_its_table_is_about(page, title, headings):
    named = with_caption_as_title(page)
    assert named.title == title
    assert [each.title for each in named.elements if isinstance(each, Section)] == headings
    assert list(named.tables()) == list(page.tables())


def test_a_judge_without_a_network_takes_no_folder(tmp_path):
    with pytest.raises(UsageError, match="'lexical' comes with the package"):
        lexical_judge(TableTerms(1, {}), tmp_path)
