from tests.verdict.test_corrections import FILMS, page_of
from veriscope.domain import CellId, Evidence, Label, Sentence
from veriscope.lab.lessons.cell_claims import CellClaim
from veriscope.lab.lessons.corrections_lessons import FOUND, GIVEN, GONE, row_lessons, statement_lessons
from veriscope.tables.elements import citable_elements

PAGE = page_of(FILMS)
(TABLE,) = PAGE.tables()
CLAIM = CellClaim("Vera Holm was in Low Tide in 1956.", PAGE, TABLE, frozenset({(1, 0), (1, 1)}))


class EveryCell:
    """Stages that take all that stands on the pages."""

    def select(self, _claim, pages):
        return [piece for page, _ in pages for piece in citable_elements(page)]


def lessons(*claims):
    return list(row_lessons("films", claims, EveryCell(), seed=3))


def test_a_claim_is_told_true_false_and_without_its_row():
    told = [(one.setting, one.label) for one in lessons(CLAIM)]
    assert told == [
        (FOUND, Label.SUPPORTS), (GIVEN, Label.SUPPORTS), (FOUND, Label.REFUTES), (GIVEN, Label.REFUTES),
        (GONE, Label.NOT_ENOUGH_INFO),
    ]  # fmt: skip


def test_the_false_one_differs_in_one_value_of_the_row():
    first, _, third, *_ = lessons(CLAIM)
    assert first.claim.text == CLAIM.text
    changed = {"Low Tide", "1956"} - {value for value in ("Low Tide", "1956") if value in third.claim.text}
    assert len(changed) == 1


def test_the_cells_given_are_those_of_the_claim():
    (given, *_) = [one for one in lessons(CLAIM) if one.setting == GIVEN]
    assert [(piece.id.row, piece.id.column) for piece in given.evidence] == [(1, 0), (1, 1)]
    assert {piece.score for piece in given.evidence} == {1.0}


def test_a_page_without_the_row_says_nothing_of_it():
    gone = lessons(CLAIM)[-1]
    assert all(isinstance(piece, Evidence) for piece in gone.evidence)
    assert 1 not in {piece.id.row for piece in gone.evidence if isinstance(piece.id, CellId)}
    assert gone.claim.text == CLAIM.text


def test_a_claim_of_which_no_value_can_be_exchanged_is_only_told_true():
    alone = CLAIM._replace(text="She was in a film.")
    assert Label.REFUTES not in {one.label for one in lessons(alone)}


def test_the_same_lessons_come_every_time():
    assert lessons(CLAIM, CLAIM) == lessons(CLAIM, CLAIM)
    assert [one.claim.id for one in lessons(CLAIM, CLAIM)] == ["0"] * 5 + ["1"] * 5


def test_statements_keep_their_labels():
    (one,) = statement_lessons("stated", [("Salt is a film.", PAGE, Label.REFUTES)], EveryCell())
    assert (one.setting, one.label, one.pages) == (FOUND, Label.REFUTES, (PAGE,))
    assert not any(isinstance(element, Sentence) for element in PAGE.elements)
