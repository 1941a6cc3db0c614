"""Every judge of tables keeps the promises of its protocol."""

import pytest

from veriscope.domain import Cell, Claim, Label, Page, Section, Table, TableKind
from veriscope.errors import UsageError
from veriscope.lab.evaluation.table_file import TableTerms
from veriscope.lab.evaluation.table_judging import TABLE_JUDGES, make_table_judge


def table_page(*rows, header=("Lake", "Depth", "Area")):
    cells = [Cell(0, column, text, is_header=True) for column, text in enumerate(header)]
    cells += [Cell(row, column, text) for row, texts in enumerate(rows, start=1) for column, text in enumerate(texts)]
    return Page("t-1", (Section("Osten", 2), Table(0, tuple(cells), "Lakes of Osten")))


LAKES = table_page(("Orrin", "120 m", "30"), ("Sorrel", "95 m", "44"))
PAINTER = Page(
    "t-2",
    (Table(0, (Cell(0, 0, "Born", is_header=True), Cell(0, 1, "3 May 1950")), "Mara Tell", TableKind.INFOBOX),),
)


@pytest.fixture(scope="module", params=sorted(TABLE_JUDGES))
def judge(request):
    return make_table_judge(request.param, TableTerms(2, {"lake": 1, "orrin": 1, "sorrel": 1}))


@pytest.mark.parametrize(
    ("text", "page"),
    [
        ("lake orrin be 120 m deep", LAKES),
        ("Mara Tell was born in 1950.", PAINTER),
        ("qwxyz", LAKES),
        ("", LAKES),
        ("lake orrin be 120 m deep", Page("t-3", ())),
        ("one " * 2000, LAKES),
    ],
)
def test_every_statement_gets_a_verdict_with_probabilities_that_sum_to_one(judge, text, page):
    verdict = judge.judge(Claim("1", text), page)
    assert verdict.supports + verdict.refutes + verdict.not_enough_info == pytest.approx(1)
    assert min(verdict.supports, verdict.refutes, verdict.not_enough_info) >= 0
    assert verdict.probability(verdict.label) == max(verdict.probability(label) for label in Label)


def test_an_empty_table_says_nothing(judge):
    verdict = judge.judge(Claim("1", "lake orrin be 120 m deep"), Page("t-3", ()))
    assert verdict.label is Label.NOT_ENOUGH_INFO
    assert verdict.reason


def test_a_statement_that_stands_in_the_table_is_not_refuted(judge):
    assert judge.judge(Claim("1", "Orrin has a depth of 120 m."), LAKES).label is not Label.REFUTES


def test_equal_questions_get_equal_answers(judge):
    ask = lambda: judge.judge(Claim("1", "Sorrel has an area of 44."), LAKES)  # noqa: E731
    assert ask() == ask()


def test_a_wrong_name_is_answered_with_the_right_ones():
    with pytest.raises(UsageError, match=r"no judge of tables named 'nobody'; choose one of: .*encoder"):
        make_table_judge("nobody", TableTerms(0, {}))
