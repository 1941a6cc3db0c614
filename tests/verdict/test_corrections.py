import pytest

from veriscope.domain import Cell, Page, Section, Table, TableKind
from veriscope.tables.elements import citable_elements
from veriscope.verdict.corrections import MOST_CORRECTIONS, corrections

FILMS = (
    ("Year", "Film", "Role", "Awards"),
    ("1956", "Low Tide", "Mara", "3"),
    ("1957", "The Harbour", "Ines", "1,200"),
    ("1960", "North Wind", "Mara", "5"),
    ("1961", "Salt [a]", "The Widow", "–"),
)


def page_of(rows, *, title="Vera Holm", caption="", kind=TableKind.TABLE):
    cells = tuple(
        Cell(y, x, text, is_header=y == 0 if kind is TableKind.TABLE else x == 0)
        for y, row in enumerate(rows)
        for x, text in enumerate(row)
    )
    return Page(title, (Section("Films", 2), Table(0, cells, caption, kind)))


def evidence_of(page, *rows):
    found = [piece for piece in citable_elements(page) if getattr(piece.id, "row", None) in rows]
    return sorted(found, key=lambda piece: rows.index(piece.id.row))


def corrected(claim, *rows, page=None, most=20):
    page = page or page_of(FILMS)
    return corrections(claim, evidence_of(page, *rows), [page], most=most)


def test_a_value_becomes_that_of_the_row_that_the_rest_speaks_of():
    best = corrected("Vera Holm was in Low Tide in 1957.", 1, 2, 3)[0]
    assert (best.said, best.instead) == ("1957", "1956")
    assert best.text == "Vera Holm was in Low Tide in 1956."
    assert best.fit > 0


def test_the_row_that_says_what_the_claim_says_fits_it_better_than_others():
    found = corrected("Vera Holm was in Low Tide in 1956.", 1, 2, 3)
    assert found
    assert all(one.fit < 0 for one in found)


def test_the_rest_may_speak_of_either_of_two_rows():
    texts = {one.text for one in corrected("Vera Holm was in Low Tide in 1957.", 1, 2)}
    assert {"Vera Holm was in Low Tide in 1956.", "Vera Holm was in The Harbour in 1957."} <= texts


@pytest.mark.parametrize("written", ["three", "3", "1,200", "1200"])
def test_numbers_are_known_by_value(written):
    found = corrected(f"North Wind won {written} awards.", 3)
    assert (written, "5") in {(one.said, one.instead) for one in found}


def test_values_of_rows_of_the_evidence_come_first():
    found = corrected("Vera Holm was in Low Tide in 1957.", 3)
    assert [one.is_evident for one in found] == sorted((one.is_evident for one in found), reverse=True)
    assert {one.instead for one in found if one.is_evident} == {"1960", "North Wind"}
    assert "1956" in {one.instead for one in found if not one.is_evident}


def test_neither_a_value_that_the_claim_has_nor_one_that_holds_it_is_put_in():
    page = page_of((("Year", "Prize"), ("1956", "Gold"), ("1957", "Gold Lion"), ("1958", "Palm")))
    found = corrected("The Gold prize of 1956, not that of 1957.", 1, 2, 3, page=page)
    assert {(one.said, one.instead) for one in found} == {("Gold", "Palm"), ("1956", "1958"), ("1957", "1958")}


def test_values_are_known_however_they_are_set():
    page = page_of(
        (("Festival", "Place"), ("Oslo Impro", "Oslo , Norway"), ("Impulsez", "Toulouse , France ( south )"))
    )
    found = {
        one.text: one.said for one in corrected("Oslo Impro is held in Toulouse, France (south).", 1, 2, page=page)
    }
    assert found["Oslo Impro is held in Oslo , Norway."] == "Toulouse, France (south)"


def test_a_letter_is_no_value():
    page = page_of((("Row", "Mark"), ("a", "w"), ("b", "l")))
    assert corrected("Row a has w.", 1, 2, page=page) == []


def test_footnotes_are_not_put_in():
    assert "Salt" in {one.instead for one in corrected("Vera Holm was in Low Tide in 1961.", 4)}


def test_an_infobox_has_no_other_row_to_take_a_value_from():
    box = page_of((("Born", "1930"), ("Died", "1999")), kind=TableKind.INFOBOX)
    assert corrected("Vera Holm was born in 1930.", 0, 1, page=box) == []


def test_so_many_are_taken_as_are_asked_for():
    claim = "Mara is a role in Low Tide of 1957."
    every = corrected(claim, 1, 2, 3, 4)
    assert len(every) > MOST_CORRECTIONS
    assert len(corrections(claim, evidence_of(page_of(FILMS), 1), [page_of(FILMS)])) == MOST_CORRECTIONS
    assert corrected(claim, 1, 2, 3, 4, most=2) == every[:2]


@pytest.mark.parametrize("claim", ["", "Nothing of it.", "4", "Films"])
def test_a_claim_that_names_no_value_has_no_correction(claim):
    assert corrected(claim, 1, 2, 3) == []


def test_a_table_that_is_not_on_the_pages_is_left_out():
    page = page_of(FILMS)
    assert corrections("It was 1957.", evidence_of(page, 1), []) == []


def test_evidence_without_rows_has_no_correction():
    page = page_of(FILMS, caption="Films of 1957")
    captions = [piece for piece in citable_elements(page) if "caption" in str(piece.id)]
    assert corrections("It was 1957.", captions, [page]) == []
