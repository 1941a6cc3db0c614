from tests.programs.tables import table
from veriscope.domain import CellId, Claim, Computation, Evidence, Label, Page, Sentence, SentenceId, Verdict
from veriscope.pipeline.table_computation import (
    computations,
    deciding_computation,
    tables_of,
    with_cells,
    with_read_cells,
)
from veriscope.verdict.weighing import weigh_computation

TABLE = table(["Team", "Points"], ["Lions", "41"], ["Bears", "12"])
PAGE = Page("League", (Sentence(0, "The league has two teams."), TABLE))
PLAIN = Page("Lions", (Sentence(0, "The Lions are a team."),))
CELLS = (CellId("League", 0, 1, 1), CellId("League", 0, 2, 1))
VERDICT = Verdict(Label.NOT_ENOUGH_INFO, 0.2, 0.2, 0.6)


def computation(**changes):
    found = Computation(
        "League",
        0,
        "eq{sum{all_rows; Points}; 53}",
        True,
        0.8,
        0.9,
        0.8,
        True,
        True,
        "question",
        ("step",),
        "conclusion",
        CELLS,
    )
    return found._replace(**changes)


class Computer:
    def compute(self, claim, tables):
        assert claim.text
        return [computation(page=page.title, table=found.index) for page, found in tables]


def test_the_tables_of_the_evidence_come_before_those_of_the_pages():
    other = Page("Other", (table(["A", "B"], ["1", "2"]),))
    evidence = [Evidence(CellId("League", 0, 1, 0), "Lions", (), 1.0)]
    found = tables_of([(PLAIN, 2.0), (other, 1.5), (PAGE, 1.0)], evidence)
    assert [page.title for page, _ in found] == ["League", "Other"]


def test_without_a_computer_or_a_table_nothing_is_computed():
    assert computations(None, Claim("1", "x"), [(PAGE, 1.0)], []) == ()
    assert computations(Computer(), Claim("1", "x"), [(PLAIN, 1.0)], []) == ()
    assert len(computations(Computer(), Claim("1", "x"), [(PAGE, 1.0)], [])) == 1


def test_only_a_computation_that_likelier_than_not_says_what_the_claim_says_decides():
    assert deciding_computation([computation()]) == computation()
    assert deciding_computation([computation(match_probability=0.5)]) == computation(match_probability=0.5)
    assert deciding_computation([computation(match_probability=0.49)]) is None
    assert deciding_computation([computation(is_derived=False)]) is None
    assert deciding_computation([computation(is_grounded=False)]) is None
    assert deciding_computation([computation(is_derived=False), computation(page="Other")]) == computation(page="Other")


def test_a_verdict_follows_what_was_computed_and_still_sums_to_one():
    supported, refuted = weigh_computation(VERDICT, computation()), weigh_computation(VERDICT, computation(truth=False))
    assert (supported.label, refuted.label) == (Label.SUPPORTS, Label.REFUTES)
    for found in (supported, refuted):
        assert abs(found.supports + found.refutes + found.not_enough_info - 1) < 1e-9


def test_a_verdict_that_gives_a_reason_is_kept():
    unfit = Verdict(Label.NOT_ENOUGH_INFO, 0.0, 0.0, 1.0, reason="it is a question")
    assert weigh_computation(unfit, computation()) == unfit


def test_the_cells_that_were_read_join_the_evidence_once_behind_the_sentences():
    sentence = Evidence(SentenceId("League", 0), "The league has two teams.", ("League",), 1.0)
    known = Evidence(CELLS[1], "12", ("League", "Points"), 0.7)
    found = with_cells([known, sentence], computation(), [(PAGE, 0.5)])
    assert [piece.id for piece in found] == [SentenceId("League", 0), *CELLS]
    assert found[2] == known
    assert found[1].context == ("League", "Points")


def test_evidence_never_grows_beyond_its_budget():
    many = [Evidence(CellId("Other", 0, row, 0), "x", (), 1.0) for row in range(30)]
    assert len(with_cells(many, computation(), [(PAGE, 1.0)])) == 25
    assert with_cells(many, None, []) == many


def test_some_of_the_cells_that_were_read_are_telling():
    evidence = [Evidence(cell, "x", (), 1.0) for cell in (*CELLS, CellId("Other", 0, 0, 0))]
    assert with_read_cells((2,), evidence, computation()) == (0, 1, 2)
    assert with_read_cells((2,), evidence, None) == (2,)
