import time

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from veriscope.domain import CaptionId, Cell, CellId, Claim, ItemId, ItemList, ListItem, Page, Section, Table
from veriscope.selection.cell_features import CELL_FEATURES
from veriscope.selection.packaged import packaged_model
from veriscope.selection.table_ranking import TABLE_FEATURES
from veriscope.selection.tables import TableElements
from veriscope.tables import citable_elements


class FewPages:
    """A corpus of a thousand pages in which every term is as rare as any other."""

    def page_count(self):
        return 1000

    def frequency(self, term):
        return 10 if term else 1000


def table(rows, *, index=0, caption=""):
    cells = [Cell(y, x, text, is_header=y == 0) for y, row in enumerate(rows) for x, text in enumerate(row)]
    return Table(index, tuple(cells), caption)


RACES = table(
    [["Year", "Driver", "Team", "Points"]]
    + [[str(1990 + n), f"Driver {chr(65 + n)}", f"Team {chr(65 + n // 2)}", f"{1000 + 37 * n:,}"] for n in range(20)],
    caption="Champions of the Arvanian rally",
)
RALLY = Page("Arvanian rally", (Section("Champions", 2), RACES))
OTHER = Page(
    "Opera of Arvania", (table([["Season", "Opera"], ["1990", "Norma"], ["1991", "Tosca"], ["1992", "Aida"]]),)
)


def rank(text, *pages, limit=25):
    return TableElements(FewPages()).rank(Claim("1", text), [(page, 1.0) for page in pages], limit=limit)


def ids(evidence):
    return {piece.id for piece in evidence}


def test_the_cells_of_the_row_that_a_claim_speaks_of_come_first():
    first = rank("In 1997 Driver H won the Arvanian rally for Team D.", RALLY)[:3]
    assert {piece.id.row for piece in first} == {8}


def test_numbers_match_by_value():
    first = rank("In the Arvanian rally a driver won 1259 points.", RALLY)[0]
    assert first.text == "1,259"


def test_a_refuted_value_does_not_hide_the_cell_it_replaced():
    found = rank("In 1997 Driver H won the Arvanian rally with 1,555 points.", RALLY)
    assert CellId("Arvanian rally", 0, 8, 3) in ids(found)


def test_evidence_carries_its_title_headings_and_headers():
    found = {piece.text: piece.context for piece in rank("In 1997 Driver H won the Arvanian rally.", RALLY)}
    assert found["1997"] == ("Arvanian rally", "Champions", "Year")
    assert found["Driver H"] == ("Arvanian rally", "Champions", "Driver")


def test_contexts_are_those_of_the_whole_table():
    cells = [Cell(0, x, f"Head {x}", is_header=True) for x in range(3)]
    for y in range(1, 60):
        if y == 30:
            cells += [Cell(y, x, f"Later head {x}", is_header=True) for x in range(3)]
        else:
            cells += [Cell(y, 0, f"Name {y}", is_header=y % 2 == 0), Cell(y, 1, f"v {y}"), Cell(y, 2, f"w {y * y}")]
    page = Page("Heads", (Table(0, tuple(cells)),))
    found = rank("Name 40 has v 40 and w 1600; Name 7 has v 7.", page)
    contexts = {piece.id: piece.context for piece in citable_elements(page)}
    assert len(found) == 25
    for piece in found:
        assert piece.context == contexts[piece.id]


def test_the_right_table_of_several_pages_fills_most_of_the_budget():
    found = rank("In 1991 Driver B won the Arvanian rally for Team A.", OTHER, RALLY)
    assert sum(piece.id.page == "Arvanian rally" for piece in found) > 15
    assert found[0].id.page == "Arvanian rally"


def test_a_small_table_is_returned_whole():
    found = rank("Tosca was given in 1991.", OTHER)
    assert {CellId("Opera of Arvania", 0, row, column) for row in (1, 2, 3) for column in (0, 1)} <= ids(found)


def test_named_headers_and_captions_are_evidence_too():
    found = ids(rank("The season of the opera was 1991.", OTHER))
    assert CellId("Opera of Arvania", 0, 0, 0, is_header=True) in found
    small = Page("Rally", (table([["Year", "Driver"], ["1990", "A"], ["1991", "B"]], caption="Rally champions"),))
    assert CaptionId("Rally", 0) in ids(rank("The champions of the rally: A in 1990.", small))


def test_list_items_are_evidence():
    items = ItemList(0, (ListItem(0, "Tosca, first given in 1991"), ListItem(1, "Norma, first given in 1990")))
    page = Page("Opera of Arvania", (items,))
    found = rank("Norma was first given in 1990.", page)
    assert [piece.id for piece in found] == [ItemId("Opera of Arvania", 0, 1), ItemId("Opera of Arvania", 0, 0)]


def test_scores_are_probabilities_best_first_and_nothing_repeats():
    found = rank("In 1997 Driver H won the Arvanian rally for Team D.", RALLY, OTHER, RALLY)
    scores = [piece.score for piece in found]
    assert scores == sorted(scores, reverse=True)
    assert all(0 <= score <= 1 for score in scores)
    assert len(ids(found)) == len(found) == 25


@pytest.mark.parametrize("text", ["", "the of and", "?", "\x00\x07", "什么", "a" * 100_000, '( ) [ ] * ~ " :'])
def test_any_claim_gives_an_ordered_answer(text):
    assert len(rank(text, RALLY, OTHER)) <= 25


def test_a_table_of_headers_alone_and_an_empty_one_are_no_problem():
    headers = Table(0, (Cell(0, 0, "Year", is_header=True), Cell(0, 1, "Driver", is_header=True)))
    page = Page("Rally", (headers, Table(1, ()), Table(2, (Cell(0, 0, ""),))))
    assert [piece.text for piece in rank("A driver won.", page)] == ["Driver"]


def test_an_infobox_is_read_by_its_row_names():
    rows = (("Born", "3 May 2001"), ("Country", "Arvania"), ("Height", "1.80 m"))
    cells = [Cell(y, x, text, is_header=x == 0) for y, row in enumerate(rows) for x, text in enumerate(row)]
    found = rank("She was born on 2001-05-03.", Page("Ida Brandt", (Table(0, tuple(cells)),)))
    assert found[0].text in {"Born", "3 May 2001"}
    assert {"Born", "3 May 2001"} <= {piece.text for piece in found[:3]}


def test_a_cell_that_spans_rows_counts_for_each_of_them():
    cells = [Cell(0, 0, "Year", is_header=True), Cell(0, 1, "Driver", is_header=True), Cell(1, 0, "1990", row_span=2)]
    cells += [Cell(1, 1, "Ada"), Cell(2, 0, "Ben")]
    cells += [cell for y in range(3, 30) for cell in (Cell(y, 0, str(1990 + y)), Cell(y, 1, f"Driver {y}"))]
    found = rank("Ben won in 1990.", Page("Rally", (Table(0, tuple(cells)),)))
    assert {piece.text for piece in found[:2]} == {"Ben", "1990"}


@settings(max_examples=60)
@given(
    st.lists(
        st.lists(st.tuples(st.text(max_size=6), st.integers(1, 3), st.integers(1, 3), st.booleans()), max_size=4),
        max_size=6,
    ),
    st.text(max_size=30),
)
@example([[("0", 2, 1, True)], [("", 1, 1, False)]], "0")
def test_any_table_is_ranked_without_repeats(rows, text):
    cells = [
        Cell(y, x, *cell[:1], cell[3], cell[1], cell[2]) for y, row in enumerate(rows) for x, cell in enumerate(row)
    ]
    found = rank(f"won {text}", Page("P", (Table(0, tuple(cells)),)))
    assert len(ids(found)) == len(found)
    assert [piece.score for piece in found] == sorted((piece.score for piece in found), reverse=True)


@pytest.mark.slow
def test_a_page_of_two_hundred_thousand_cells_is_read_in_bounded_time():
    rows = [["Number", *(f"Column {x}" for x in range(1, 10))]]
    rows += [[str(y), *(f"value {y * x}" for x in range(1, 10))] for y in range(1, 20_000)]
    page = Page("Values", (table(rows),))
    started = time.process_time()
    found = rank("Number 15,123 has value 30246.", page)
    assert time.process_time() - started < 5
    assert CellId("Values", 0, 15_123, 0) in ids(found[:10])


@pytest.mark.parametrize(
    ("name", "features"),
    [("cells.json", CELL_FEATURES), ("tables.json", TABLE_FEATURES)],
)
def test_the_packaged_models_know_the_features_that_they_are_given(name, features):
    assert packaged_model(name).features == features
