import pytest

import veriscope.programs.computer as module
from veriscope.domain import CellId, Claim, Page, Sentence, Table
from veriscope.programs.computer import ProgramComputer
from veriscope.programs.judge import TableReader

HEADER = ("Team", "Country", "Points")
NORTH = (HEADER, ("Lions", "Norway", "41"), ("Tigers", "Sweden", "38"), ("Bears", "Norway", "12"))
SOUTH = (HEADER, ("Foxes", "Chile", "7"), ("Hares", "Norway", "9"), ("Mice", "Peru", "3"))
COUNT = Claim("1", "Two teams are from Norway.")


@pytest.fixture
def computer():
    return ProgramComputer()


@pytest.fixture
def page_of(table_of):
    def make(*tables, title="League"):
        placed = [Table(place, table_of(rows).cells) for place, rows in enumerate(tables)]
        return Page(title, (Sentence(0, "A league."), *placed))

    return make


def pairs(*pages):
    return [(page, table) for page in pages for table in page.tables()]


def test_a_computation_says_where_it_read_and_what_came_of_it(computer, page_of):
    (found,) = computer.compute(COUNT, pairs(page_of(NORTH)))
    assert (found.page, found.table, found.truth, found.is_derived) == ("League", 0, True, True)
    assert found.program == "eq{count{filter_eq{all_rows; Country; norway}}; 2}"
    assert found.cells == (CellId("League", 0, 1, 1), CellId("League", 0, 3, 1))
    assert found.steps == ("rows where Country is norway: 2 of 3",)
    assert found.conclusion == "2, as the claim says"
    assert found.question


def test_each_table_yields_its_own_cells(computer, page_of):
    found = {one.table: one for one in computer.compute(COUNT, pairs(page_of(NORTH, SOUTH)))}
    assert (found[0].truth, found[1].truth) == (True, False)
    assert {cell.table for cell in found[1].cells} == {1}


def test_there_is_at_most_one_computation_a_table_the_surest_first(computer, page_of):
    tables = pairs(page_of(NORTH, SOUTH), page_of(SOUTH, NORTH, title="Cup"))
    found = computer.compute(Claim("1", "The Lions have the most points."), tables)
    places = [(one.page, one.table) for one in found]
    assert len(set(places)) == len(places) <= len(tables)
    assert {("League", 0), ("Cup", 1)} == set(places[:2])


def test_ties_keep_the_order_of_the_tables(computer, page_of):
    pages = [page_of(NORTH, title=title) for title in ("Cup", "Bowl", "Shield")]
    assert [one.page for one in computer.compute(COUNT, pairs(*pages))] == ["Cup", "Bowl", "Shield"]


def test_a_lookup_computes_nothing(computer, page_of):
    (found,) = computer.compute(Claim("1", "The Lions are from Norway."), pairs(page_of(NORTH)))
    assert not found.is_derived


def test_a_table_that_the_claim_does_not_speak_of_is_left_out(computer, page_of):
    assert computer.compute(Claim("1", "Quartz glows."), pairs(page_of(NORTH))) == []
    assert computer.compute(COUNT, []) == []


def test_another_table_of_the_same_title_and_place_is_read_anew(computer, page_of):
    assert computer.compute(COUNT, pairs(page_of(NORTH)))[0].truth
    assert not computer.compute(COUNT, pairs(page_of(SOUTH)))[0].truth
    assert computer.compute(COUNT, pairs(page_of(NORTH)))[0].truth


def test_a_table_is_made_ready_once_while_it_is_among_the_last(computer, page_of, monkeypatch):
    made = []

    def noted(title, table):
        made.append(title)
        return TableReader(title, table)

    monkeypatch.setattr(module, "TableReader", noted)
    monkeypatch.setattr(module, "_KEPT", 2)
    for title in ("A", "B", "A", "C", "A", "B"):
        computer.compute(COUNT, pairs(page_of(NORTH, title=title)))
    assert made == ["A", "B", "C", "B"]
