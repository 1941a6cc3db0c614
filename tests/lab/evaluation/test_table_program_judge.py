import numpy as np
import pytest

from veriscope.domain import Cell, Claim, Computation, Label, Page, Section, Table, Verdict
from veriscope.errors import UsageError, VeriscopeError
from veriscope.lab.evaluation.table_file import TableTerms
from veriscope.lab.evaluation.table_program_judge import BothJudge, ProgramJudge, both_judge, program_judge
from veriscope.verdict.limits import without_verdict

# Half of the encoder's odds, and the whole of the programs'.
WEIGHTS = np.array([0.0, 0.5, 1.0, 0.0, 0.0])
CLAIM = Claim("1", "Two lakes are in Osten.")
TABLES = (Table(0, (Cell(0, 0, "Lake", is_header=True), Cell(1, 0, "Orrin")), "Lakes"), Table(1, (Cell(0, 0, "x"),)))
PAGE = Page("t-1", (Section("Osten", 2), *TABLES))
LAKES = Page(
    "t-2",
    (
        Table(
            0,
            tuple(
                Cell(row, column, text, is_header=row == 0)
                for row, texts in enumerate(
                    (("Lake", "Country"), ("Orrin", "Osten"), ("Tarn", "Osten"), ("Mere", "Vell"))
                )
                for column, text in enumerate(texts)
            ),
            "Lakes",
        ),
    ),
)


def computation(*, supports=0.9, covered=1.0, truth=True):
    return Computation(
        "Lakes", 0, "program", truth, 0.8, supports, covered, True, True, "question", (), "conclusion", ()
    )


class Computer:
    """Yields what it was made with, and notes what it was given."""

    def __init__(self, *found):
        self.found, self.asked = list(found), []

    def compute(self, claim, tables):
        self.asked.append((claim, list(tables)))
        return self.found


class Reader:
    """An encoder that says what it was made with, and notes what was computed for it."""

    def __init__(self, verdict):
        self.verdict, self.computed = verdict, []

    def judge_with(self, claim, page, computed):
        assert (claim, page) == (CLAIM, PAGE)
        self.computed.append(computed)
        return self.verdict


def shares(verdict):
    return verdict.supports, verdict.refutes, verdict.not_enough_info


def both(verdict, *found):
    return BothJudge(Reader(verdict), ProgramJudge(Computer(*found)), WEIGHTS).judge(CLAIM, PAGE)


def test_all_tables_are_asked_under_the_name_of_what_they_are_about():
    computer = Computer(computation())
    ProgramJudge(computer).judge(CLAIM, PAGE)
    ((claim, tables),) = computer.asked
    assert claim is CLAIM
    assert [(page.title, table) for page, table in tables] == [("Lakes", table) for table in TABLES]


@pytest.mark.parametrize(
    ("found", "label", "expected"),
    [
        (computation(), Label.SUPPORTS, (0.9, 0.1, 0.0)),
        (computation(supports=0.2), Label.REFUTES, (0.2, 0.8, 0.0)),
        (computation(covered=0.4), Label.SUPPORTS, (0.72, 0.08, 0.2)),
        (computation(covered=0.0, supports=0.5), None, (1 / 3, 1 / 3, 1 / 3)),
    ],
)
def test_programs_weigh_what_they_yield_and_doubt_what_they_leave_unsaid(found, label, expected):
    verdict = ProgramJudge(Computer(found, computation(supports=0.0))).judge(CLAIM, PAGE)
    assert shares(verdict) == pytest.approx(expected)
    assert label in {None, verdict.label}


def test_without_a_program_there_is_no_verdict_but_a_reason():
    verdict = ProgramJudge(Computer()).judge(CLAIM, PAGE)
    assert (verdict.label, verdict.reason) == (Label.NOT_ENOUGH_INFO, "no program says anything of it")


def test_the_encoder_alone_decides_where_no_program_says_anything():
    said = Verdict(Label.REFUTES, 0.2, 0.7, 0.1)
    assert both(said) is said
    silent = without_verdict("no evidence was found")
    assert both(silent) is silent


def test_the_programs_alone_decide_where_the_encoder_has_nothing():
    verdict = both(without_verdict("no evidence was found"), computation(covered=0.4))
    assert shares(verdict) == pytest.approx((0.72, 0.08, 0.2))


def test_both_agree_more_surely_than_either():
    verdict = both(Verdict(Label.SUPPORTS, 0.8, 0.2, 0.0), computation())
    # Odds of 9 by the programs, and the root of 4 by the encoder.
    assert shares(verdict) == pytest.approx((18 / 19, 1 / 19, 0.0))
    assert verdict.label is Label.SUPPORTS


def test_the_encoder_reads_what_the_programs_computed():
    reader = Reader(Verdict(Label.SUPPORTS, 0.8, 0.2, 0.0))
    BothJudge(reader, ProgramJudge(Computer(computation())), WEIGHTS).judge(CLAIM, PAGE)
    assert reader.computed == [computation()]


def test_programs_outweigh_the_encoder_where_they_disagree_alike():
    assert both(Verdict(Label.SUPPORTS, 0.9, 0.1, 0.0), computation(supports=0.1)).label is Label.REFUTES


def test_whether_there_is_enough_the_encoder_says():
    verdict = both(Verdict(Label.NOT_ENOUGH_INFO, 0.1, 0.1, 0.8), computation(supports=0.99))
    assert verdict.label is Label.NOT_ENOUGH_INFO
    assert verdict.not_enough_info == pytest.approx(0.8)
    assert sum(shares(verdict)) == pytest.approx(1)


@pytest.mark.parametrize("share", [0.0, 1.0])
def test_certainty_on_either_side_stays_finite(share):
    verdict = both(Verdict(Label.SUPPORTS, share, 1 - share, 0.0), computation(supports=1 - share))
    assert sum(shares(verdict)) == pytest.approx(1)
    assert 0 < verdict.supports < 1


def test_the_packaged_programs_count():
    judge = program_judge(TableTerms(1, {}), None)
    right, wrong = (judge.judge(Claim("1", f"{count} lakes are in Osten."), LAKES) for count in ("Two", "Five"))
    assert (right.label, wrong.label) == (Label.SUPPORTS, Label.REFUTES)
    found = judge.compute(Claim("1", "Five lakes are in Osten."), LAKES)
    assert (found.truth, found.conclusion) == (False, "2, and the claim says 5")


def test_programs_are_not_read_from_a_folder(tmp_path):
    with pytest.raises(UsageError, match="the programs come with the package"):
        program_judge(TableTerms(1, {}), tmp_path)


def test_a_folder_that_holds_no_encoder_is_refused(tmp_path):
    with pytest.raises(VeriscopeError, match=r"^[^\n]+$"):
        both_judge(TableTerms(1, {}), tmp_path / "nothing")
