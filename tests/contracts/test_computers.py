"""Every computer of tables keeps the promises of its protocol."""

import time
from itertools import combinations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from veriscope.domain import Cell, CellId, Claim, Page, Sentence, Table, TableKind
from veriscope.errors import UsageError
from veriscope.pipeline.stages import COMPUTERS, make_computer
from veriscope.programs import Executor, parse
from veriscope.tables import Frame

ODD = (
    "",
    " ",
    "—",
    "n/a",
    "NaN",
    "inf",
    "1e999",
    "-0",
    "9" * 400,
    "½",
    "²",
    "3–1",
    "{;}",
    "\\",
    "\x00",
    "日本",
    "1,,2",
)
HEADER = ("Lake", "Country", "Depth (m)", "Found in")
LAKES = (("Orrin", "Osten", "120", "1801"), ("Sorrel", "Osten", "95", "1799"), ("Tarn", "Vell", "7", "3 May 1850"))
CLAIMS = (
    "Two lakes are in Osten.",
    "Orrin is the deepest lake, with a depth of 120 m.",
    "Orrin is 25 m deeper than Sorrel.",
    "No lake was found before 1790.",
)


def table_of(*rows, header=HEADER, index=0, kind=TableKind.TABLE):
    cells = [Cell(0, column, text, is_header=True) for column, text in enumerate(header)]
    cells += [Cell(row, column, text) for row, texts in enumerate(rows, start=1) for column, text in enumerate(texts)]
    return Table(index, tuple(cells), "Lakes of Osten", kind)


def page_of(*tables, title="Lakes"):
    return Page(title, (Sentence(0, "There are lakes."), *tables))


def pairs(*pages):
    return [(page, table) for page in pages for table in page.tables()]


def ids_of(page):
    return {page.cell_id(table, cell) for table in page.tables() for cell in table.cells}


@pytest.fixture(scope="module", params=sorted(name for name in COMPUTERS if name != "none"))
def computer(request):
    return make_computer(request.param)


def test_none_is_no_computer():
    assert make_computer("none") is None


def test_a_wrong_name_is_answered_with_the_right_ones():
    with pytest.raises(UsageError, match=r"^no computation named 'nobody'; choose one of: none, programs$"):
        make_computer("nobody")


@pytest.mark.parametrize("text", CLAIMS)
def test_a_computation_keeps_to_its_table(computer, text):
    page = page_of(table_of(*LAKES), table_of(*LAKES[1:], index=1))
    found = computer.compute(Claim("1", text), pairs(page))
    assert found
    for one in found:
        assert (
            0
            <= min(one.match_probability, one.support_probability, one.claim_coverage)
            <= max(one.match_probability, one.support_probability, one.claim_coverage)
            <= 1
        )
        assert set(one.cells) <= ids_of(page)
        assert {(cell.page, cell.table) for cell in one.cells} <= {(one.page, one.table)}
        assert one.question
        assert one.conclusion


@pytest.mark.parametrize("text", CLAIMS)
def test_the_program_that_is_told_yields_what_is_told(computer, text):
    page = page_of(table_of(*LAKES))
    for one in computer.compute(Claim("1", text), pairs(page)):
        outcome = Executor(Frame.of(page.title, next(page.tables()))).run(parse(one.program))
        assert (outcome.value, outcome.cells) == (one.truth, one.cells)


def test_there_is_at_most_one_a_table_the_surest_first(computer):
    pages = [
        page_of(table_of(*LAKES), table_of(*LAKES[:1], index=1), title=title) for title in ("Bowl", "Anvil", "Cup")
    ]
    for text in CLAIMS:
        found = computer.compute(Claim("1", text), pairs(*pages))
        places = [(one.page, one.table) for one in found]
        assert len(places) == len(set(places)) <= 6
        for first, then in combinations(found, 2):
            # Whatever weighs more: one that is both likelier and covers more of the claim is surer.
            assert not (first.match_probability < then.match_probability and first.claim_coverage < then.claim_coverage)
        # Equal tables are equally sure; they keep the order that they were given in.
        assert [page for page, table in places if table == 0] == ["Bowl", "Anvil", "Cup"]


def test_no_tables_give_nothing(computer):
    assert computer.compute(Claim("1", CLAIMS[0]), []) == []
    assert computer.compute(Claim("1", ""), []) == []


@pytest.mark.parametrize(
    "table", [Table(0, ()), table_of(), table_of(("",) * 4, ("",) * 4), Table(0, (), "", TableKind.INFOBOX)]
)
def test_an_empty_table_gives_nothing(computer, table):
    for text in (*CLAIMS, "Three lakes are there, none of them deep."):
        assert computer.compute(Claim("1", text), pairs(page_of(table))) == []


@pytest.mark.parametrize(
    "text",
    ["?", "the of and", "#" * 5000, "one two " * 1000, "Orrin Osten 120 1801 " * 500, "\x00\x1b[31m", "日本 🦊",
     " ".join(f"more than {number} and between" for number in range(400)), *ODD],
)  # fmt: skip
def test_odd_claims_do_no_harm_and_take_no_time(computer, text):
    started = time.process_time()
    assert len(computer.compute(Claim("1", text), pairs(page_of(table_of(*LAKES))))) <= 1
    assert time.process_time() - started < 2


@pytest.mark.parametrize("odd", ODD)
def test_odd_cells_and_headers_do_no_harm(computer, odd):
    rows = [(name, country, odd, year) for name, country, _, year in LAKES]
    tables = [table_of(*rows), table_of(*LAKES, header=("Lake", odd, odd, "Depth"), index=1)]
    for text in (*CLAIMS, f"Orrin has {odd}, more than {odd} on average."):
        for one in computer.compute(Claim("1", text), pairs(page_of(*tables))):
            assert parse(one.program)


def test_short_and_spanning_rows_do_no_harm(computer):
    cells = (
        Cell(0, 0, "Lake", is_header=True, row_span=3), Cell(0, 1, "Depth", is_header=True, column_span=2),
        Cell(1, 1, "Orrin", column_span=9), Cell(2, 1, "120"), Cell(3, 0, "Osten"),
    )  # fmt: skip
    computer.compute(Claim("1", "Two lakes have a depth of 120."), pairs(page_of(Table(0, cells))))


def test_an_infobox_is_one_row(computer):
    cells = (Cell(0, 0, "Depth", is_header=True), Cell(0, 1, "120 m"))
    page = page_of(Table(0, cells, "Orrin", TableKind.INFOBOX), title="Orrin")
    (found,) = computer.compute(Claim("1", "Orrin has a depth of more than 100 m."), pairs(page))
    assert found.truth
    assert found.cells == (CellId("Orrin", 0, 0, 1),)


@pytest.mark.slow
def test_a_great_table_is_computed_in_about_a_second(computer):
    rows = [(f"Lake number {n}", f"Land {n % 7}", str(n * 37 % 5003), str(1700 + n % 300)) for n in range(5_000)]
    page = page_of(table_of(*rows), title="Great")
    started = time.process_time()
    (found,) = computer.compute(Claim("1", "Two lakes of Land 3 have a depth of more than 4,990."), pairs(page))
    assert time.process_time() - started < 2.5
    assert found.page == "Great"


def test_equal_questions_get_equal_answers_from_any_computer(computer, request):
    tables = pairs(page_of(table_of(*LAKES), table_of(*LAKES[:2], index=1)))
    other = make_computer(request.node.callspec.params["computer"])
    for text in CLAIMS:
        assert computer.compute(Claim("1", text), tables) == other.compute(Claim("2", text), tables)


_TEXTS = st.one_of(st.sampled_from([*ODD, "Orrin", "two", "120", "most", "than", "1801"]), st.text(max_size=6))


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(words=st.lists(_TEXTS, max_size=8), rows=st.lists(st.lists(_TEXTS, min_size=3, max_size=3), max_size=4))
def test_nothing_can_break_it(computer, words, rows):
    page = page_of(table_of(*rows, header=("Lake", "most", "Depth")))
    found = computer.compute(Claim("1", " ".join(words)), pairs(page))
    assert len(found) <= 1
    assert all(set(one.cells) <= ids_of(page) for one in found)
