import json
import shutil
from pathlib import Path

import numpy as np
import pytest

from veriscope.domain import Cell, CellId, Claim, Page, Section, Sentence, Table
from veriscope.errors import StoreError
from veriscope.models.feverous_folder import FEVEROUS_CELLS, NetworkHeader
from veriscope.selection.feverous_cells import CellExtractor, best_tables, chance, table_texts

TOKENIZER = Path(__file__).parents[1] / "models" / "fixtures" / "tiny_encoder" / "tokenizer.json"
CLAIM = Claim("1", "The market sold wool.")


def page(title, *tables, sentences=("A town by the sea.", "It has a market.", "Nothing else is known.")):
    elements = [Sentence(number, text) for number, text in enumerate(sentences)]
    return Page(title, (*elements, Section("Trade", 2), *tables))


def table(number, *rows, caption=""):
    cells = tuple(Cell(y, x, text, is_header=y == 0) for y, row in enumerate(rows) for x, text in enumerate(row))
    return Table(number, cells, caption)


GOODS = table(0, ("Good", "Count"), ("wool", "12"), ("film", "7"), ("", "3"))
RIVERS = table(1, ("River", "Length"), ("tam", "90"))


class Marks:
    """A network that finds each id below another: -2 and so on, but 3 for the ids of one word."""

    def __init__(self, wanted):
        self.wanted, self.asked = set(wanted), []

    def logits(self, pairs):
        self.asked += [len(pair.ids) for pair in pairs]
        return [
            np.array([[3.0 if int(one) in self.wanted else -2.0] for one in pair.ids], np.float32) for pair in pairs
        ]


@pytest.fixture
def folder(tmp_path):
    shutil.copy(TOKENIZER, tmp_path)
    (tmp_path / "config.json").write_text(json.dumps({"pad_token_id": 0}), encoding="utf-8")
    NetworkHeader(FEVEROUS_CELLS, {"max_tokens": 48}).write(tmp_path)
    return tmp_path


@pytest.fixture
def wool():
    """The number that the tiny tokenizer gives the word."""
    return json.loads(TOKENIZER.read_text(encoding="utf-8"))["model"]["vocab"]["wool"]


def test_a_table_keeps_filled_cells_with_path_and_headers():
    (read,) = table_texts([page("Vell", GOODS)])
    assert (read.page, read.number, read.path) == ("Vell", 0, ("Trade",))
    assert [(cell.row, cell.column, cell.headers) for cell in read.cells if cell.text in {"12", "3"}] == [
        (1, 1, ("Count",)),
        (3, 1, ("Count",)),
    ]
    assert all(cell.text for cell in read.cells)


def test_a_table_without_text_is_left_out():
    assert table_texts([page("Vell", table(0, ("", "")))]) == []


def test_the_table_nearest_to_the_claim_comes_first():
    pages = [page("Tam", RIVERS), page("Vell", GOODS)]
    assert [(one.page, one.number) for one in best_tables(CLAIM, pages)] == [("Vell", 0), ("Tam", 1)]
    assert len(best_tables(CLAIM, pages, limit=1)) == 1


def test_a_lone_table_is_found_and_no_more_than_three_are():
    assert len(best_tables(CLAIM, [page("Vell", GOODS, sentences=())])) == 1
    assert len(best_tables(CLAIM, [page(name, GOODS) for name in "abcde"])) == 3
    assert best_tables(CLAIM, []) == []


def test_marked_cells_become_evidence(folder, wool):
    extractor = CellExtractor(folder, network=Marks([wool]))
    given = table_texts([page("Vell", GOODS)])
    (found,) = extractor.extract([(CLAIM, given)])
    assert [(piece.id, piece.text) for piece in found] == [(CellId("Vell", 0, 1, 0), "wool")]
    assert found[0].context == ("Vell", "Trade", "Good")
    assert found[0].score == pytest.approx(chance(3.0))


def test_a_claim_without_tables_has_no_cells(folder, wool):
    assert CellExtractor(folder, network=Marks([wool])).extract([(CLAIM, []), (CLAIM, [])]) == [[], []]


def test_no_more_than_twenty_five_cells_are_marked(folder, wool):
    tables = table_texts([page(f"P{number}", GOODS) for number in range(30)])
    (found,) = CellExtractor(folder, network=Marks([wool])).extract([(CLAIM, tables)])
    assert len(found) == 25
    assert found[0].id.page == "P0"


def test_a_long_table_is_cut_off_or_read_in_parts(folder, wool):
    long = table(0, ("Good", "Count"), *((f"film {number}", str(number)) for number in range(20)), ("wool", "1"))
    given = table_texts([page("Vell", long)])
    assert CellExtractor(folder, network=Marks([wool])).extract([(CLAIM, given)]) == [[]]
    network = Marks([wool])
    (found,) = CellExtractor(folder, network=network, whole=True).extract([(CLAIM, given)])
    assert [piece.text for piece in found] == ["wool"]
    assert len(network.asked) > 1
    (scored,) = CellExtractor(folder, network=Marks([wool]), whole=True).score([(CLAIM, given[0])])
    assert {(one.cell.row, one.cell.column) for one in scored} == {(cell.row, cell.column) for cell in given[0].cells}


def test_without_an_exported_network_the_command_is_named(folder):
    with pytest.raises(StoreError, match="veriscope train feverous --stage export"):
        CellExtractor(folder)


@pytest.mark.parametrize("logit", [-1e9, 0.0, 1e9])
def test_a_chance_lies_between_nothing_and_one(logit):
    assert 0 <= chance(logit) <= 1
