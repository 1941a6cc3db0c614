import pytest

from veriscope.datasets import VeriscopeClaim
from veriscope.datasets.bad_rows import BadRow
from veriscope.domain import CaptionId, Cell, Label, Page, Table, Verdict
from veriscope.errors import UsageError
from veriscope.lab.evaluation import table_judging
from veriscope.lab.evaluation.claim_answers import open_answer_log
from veriscope.lab.evaluation.table_evaluation import TablePlan, evaluate_tables, keeper_for, table_result_json
from veriscope.lab.evaluation.table_file import TableFile, TableTerms
from veriscope.lab.evaluation.table_rows import TableRow
from veriscope.lab.evaluation.verdict_result import VerdictQuestions

TERMS = TableTerms(1, {"orrin": 1})
PAGE = Page("lakes", (Table(0, (Cell(0, 0, "Lake", is_header=True), Cell(1, 0, "Orrin"))),))
SAID = {"yes": Verdict(Label.SUPPORTS, 0.8, 0.1, 0.1), "no": Verdict(Label.REFUTES, 0.3, 0.5, 0.2)}


class FakeJudge:
    """Answers what the statement says, and counts how often it is asked."""

    asked = 0

    def judge(self, claim, page):
        assert page is PAGE
        FakeJudge.asked += 1
        return SAID[claim.text.split()[0]]


@pytest.fixture
def plan(monkeypatch):
    FakeJudge.asked = 0
    monkeypatch.setattr(table_judging, "TABLE_JUDGES", {"fake": lambda *_: FakeJudge()})
    return TablePlan("fake", None, TERMS)


def row(line, text, label, **extra):
    claim = VeriscopeClaim(f"c{line}", text, label, ((CaptionId("lakes", 0),),), tuple(extra.items()))
    return TableRow(line, claim, PAGE)


ROWS = [
    row(1, "yes it is", Label.SUPPORTS, kind="plain"),
    row(2, "yes it was", Label.REFUTES, kind="plain"),
    BadRow(3, "label: missing"),
    row(4, "no it is not", Label.REFUTES, kind="hard"),
]


def evaluate(plan, *, by="", **others):
    return evaluate_tables(ROWS, plan, VerdictQuestions(by), report=lambda *_: None, **others)


def test_verdicts_are_scored_and_bad_rows_reported(plan):
    result = evaluate(plan, by="kind")
    assert result.report.chosen.accuracy == pytest.approx(2 / 3)
    assert {name: report.chosen.accuracy for name, report in result.groups.items()} == {"hard": 1.0, "plain": 0.5}
    found = table_result_json(result, TableFile({}, TERMS, ()), by="kind")
    assert found["bad_rows"] == [{"line": 3, "problem": "label: missing"}]
    assert (found["tables"], found["skipped_tables"], found["model"]) == (1, [], "fake")
    assert set(found["ms_per_claim"]) >= {"median", "p95"}


def test_rows_can_be_grouped_by_their_label(plan):
    assert sorted(evaluate(plan, by="label").groups) == ["REFUTES", "SUPPORTS"]


def test_a_key_that_no_row_has_is_answered_before_any_work(plan):
    with pytest.raises(UsageError, match="no row has a value under 'colour'; choose one of: kind, label, table"):
        evaluate(plan, by="colour")
    assert FakeJudge.asked == 0


def test_answers_are_kept_and_not_asked_for_again(plan, tmp_path):
    file = tmp_path / "tables.jsonl"
    file.write_text("{}", encoding="utf-8")

    def evaluate_kept():
        with open_answer_log(tmp_path / "answers") as log:
            return evaluate(plan, keeper=keeper_for(log, plan, [file]))

    first = evaluate_kept()
    asked = FakeJudge.asked
    assert asked >= 3
    again = evaluate_kept()
    assert FakeJudge.asked == asked
    assert again == first
    file.write_text("[]", encoding="utf-8")
    evaluate_kept()
    assert FakeJudge.asked == 2 * asked
