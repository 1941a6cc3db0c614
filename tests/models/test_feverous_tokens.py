import json
import shutil
from pathlib import Path

import numpy as np
import pytest
from tokenizers import Tokenizer

from veriscope.errors import StoreError
from veriscope.lab.training.feverous_lessons import IGNORED, TableExample, table_lessons, text_lessons
from veriscope.models.feverous_folder import FEVEROUS_CELLS, FEVEROUS_VERDICT, NetworkHeader
from veriscope.models.feverous_tables import TableCell, TableText, marked_text
from veriscope.models.feverous_tokens import FeverousTokenizer

TINY = Path(__file__).parent / "fixtures" / "tiny_encoder"
ROWS = [
    [TableCell(0, 0, True, "town"), TableCell(0, 1, True, "wool")],
    *([TableCell(row, 0, False, f"city {row}"), TableCell(row, 1, False, f"{row * 11}")] for row in range(1, 30)),
]
TABLE = TableText("Vell", 0, (), tuple(cell for row in ROWS for cell in row))


@pytest.fixture
def folder(tmp_path):
    shutil.copy(TINY / "tokenizer.json", tmp_path)
    (tmp_path / "config.json").write_text(json.dumps({"pad_token_id": 0}), encoding="utf-8")
    return tmp_path


@pytest.fixture
def tokens(folder):
    return FeverousTokenizer(folder, max_tokens=64)


def test_every_id_of_a_cell_knows_its_cell(tokens):
    (pair,) = tokens.tables([("the town", marked_text(ROWS[:3]))])
    found = [number for number in pair.cells.tolist() if number >= 0]
    assert found == sorted(found)
    assert set(found) == set(range(6))
    # The claim, the separators and the marks between cells belong to none.
    assert (pair.cells[:4] == -1).all()
    assert pair.cells[-1] == -1


def test_what_does_not_fit_is_cut_off(tokens):
    (pair,) = tokens.tables([("the town", marked_text(ROWS))])
    assert len(pair.pair.ids) == len(pair.cells) == 64
    assert 0 < pair.cells.max() < 58


def test_a_separator_that_the_tokenizer_would_spell_out_is_not_used(tokens):
    assert tokens.separator == ";"


def test_the_separator_is_one_id_in_the_text(folder):
    tokenizer = Tokenizer.from_file(str(folder / "tokenizer.json"))
    tokenizer.add_special_tokens(["[SEP]"])
    tokenizer.save(str(folder / "tokenizer.json"))
    tokens = FeverousTokenizer(folder, max_tokens=64)
    plain, parted = tokens.texts([("a", "the town"), ("a", f"the {tokens.separator} town")])
    assert tokens.separator == "[SEP]"
    assert len(parted.ids) == len(plain.ids) + 1


def test_texts_that_stand_alone_are_cut_too(tokens):
    short, long = tokens.alone(["the town", "town " * 500])
    assert len(short.ids) == 4
    assert len(long.ids) == 64


def test_rows_that_fit_by_their_sizes_are_not_cut_off(tokens):
    room, sizes = tokens.room("the city"), tokens.row_sizes(ROWS)
    count = next(number for number in range(len(ROWS)) if sum(sizes[: number + 1]) > room)
    (pair,) = tokens.tables([("the city", marked_text(ROWS[:count]))])
    assert count > 2
    assert set(range(2 * count)) <= set(pair.cells.tolist())


def test_lessons_from_tables_hold_all_relevant_cells_and_fit(tokens):
    examples = [TableExample("the city", TABLE, {(20, 1), (28, 0)})]
    (lesson,) = table_lessons(examples, tokens, seed=1)
    assert len(lesson.pair.ids) <= 64
    assert len(lesson.targets) == len(lesson.pair.ids)
    assert (lesson.targets == 1).any()
    assert (lesson.targets == 0).any()
    assert lesson.targets[0] == IGNORED


def test_only_ids_of_relevant_cells_are_marked(tokens):
    small = TableText("Vell", 0, (), tuple(cell for row in ROWS[:4] for cell in row))
    (lesson,) = table_lessons([TableExample("the city", small, {(2, 0)})], tokens, seed=1)
    (pair,) = tokens.tables([("the city", marked_text(ROWS[:4]))])
    assert np.array_equal(np.flatnonzero(lesson.targets == 1), np.flatnonzero(pair.cells == 4))


def test_text_lessons_keep_their_labels(tokens):
    lessons = text_lessons(tokens.texts([("a", "b"), ("c", "d")]), [2, 0])
    assert [one.targets.tolist() for one in lessons] == [[2], [0]]


def test_a_folder_without_a_tokenizer_is_one_clear_error(tmp_path):
    with pytest.raises(StoreError, match="holds no network with a tokenizer"):
        FeverousTokenizer(tmp_path, max_tokens=64)


def test_a_header_is_read_as_it_was_written(tmp_path):
    header = NetworkHeader(FEVEROUS_CELLS, {"max_tokens": 128, "base": "tiny"})
    header.write(tmp_path)
    assert NetworkHeader.read(tmp_path, kind=FEVEROUS_CELLS) == header
    assert header.max_tokens == 128


def test_the_folder_of_another_model_is_refused(tmp_path):
    NetworkHeader(FEVEROUS_CELLS, {}).write(tmp_path)
    with pytest.raises(StoreError, match="holds the model 'feverous-cells', not 'feverous-verdict'"):
        NetworkHeader.read(tmp_path, kind=FEVEROUS_VERDICT)


@pytest.mark.parametrize("text", ["{", "[]", '{"kind": "feverous-cells"}'])
def test_a_damaged_header_is_one_clear_error(tmp_path, text):
    (tmp_path / "model.json").write_text(text, encoding="utf-8")
    with pytest.raises(StoreError, match="is damaged"):
        NetworkHeader.read(tmp_path, kind=FEVEROUS_CELLS)


def test_a_folder_without_a_header_names_the_command(tmp_path):
    with pytest.raises(StoreError, match="veriscope train feverous"):
        NetworkHeader.read(tmp_path, kind=FEVEROUS_CELLS)
