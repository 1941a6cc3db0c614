import pytest
from hypothesis import given
from hypothesis import strategies as st

from veriscope.domain import Cell, Label, Page, Table
from veriscope.lab.lessons.synthetic_claims import PlainTable
from veriscope.lab.lessons.table_statements import statements

HEADER = ("Country", "Gold", "Silver")


def plain(*rows, header=HEADER, title="Winter games"):
    lines = (header, *rows)
    cells = tuple(Cell(y, x, text, is_header=y == 0) for y, line in enumerate(lines) for x, text in enumerate(line))
    table = Table(0, cells)
    return PlainTable.of(Page(title, (table,)), (), table)


MEDALS = plain(("Arvania", "16", "8"), ("Tamland", "12", "5"), ("Orrinia", "9", "2"), ("Sorrelia", "9", "1"))
texts = st.sampled_from(["", "a", "b", "c", "{x}", "x" * 70])


def row_of(made):
    (row,) = [row for row in made.table.rows if row[0].row == made.row]
    return [cell.text for cell in row]


def test_true_statements_say_the_value_of_their_row_and_false_ones_another():
    for one in statements([MEDALS], each=200, seed=1):
        key, gold, silver = row_of(one)
        words = one.text.lower().rstrip(".").split()
        value = gold if "gold" in words else silver
        assert key.lower() in one.text.lower()
        assert (value in words) == (one.label is Label.SUPPORTS)


def test_about_half_of_them_are_false():
    made = list(statements([MEDALS], each=400, seed=1))
    assert sum(one.label is Label.REFUTES for one in made) / len(made) == pytest.approx(0.5, abs=0.1)
    assert {one.label for one in made} == {Label.SUPPORTS, Label.REFUTES}


def test_statements_are_sentences_whatever_a_cell_begins_with():
    small = plain(("vell", "wool"), ("tam", "iron"), ("ellis", "fish"), header=("Town", "Trade"))
    for one in statements([small], each=50, seed=1):
        assert one.text[0].isupper()
        assert one.text.endswith(".")


def test_a_row_that_another_shares_its_name_with_is_not_spoken_of():
    twins = plain(("Arvania", "16", "8"), ("Arvania", "12", "5"), ("Orrinia", "9", "2"))
    assert {row_of(one)[0] for one in statements([twins], each=100, seed=1)} == {"Orrinia"}


def test_a_column_of_equal_values_is_not_spoken_of():
    same = plain(("Arvania", "16", "1"), ("Tamland", "12", "1"), ("Orrinia", "9", "1"))
    assert not any("silver" in one.text.lower() for one in statements([same], each=100, seed=1))


@given(
    rows=st.lists(st.tuples(texts, texts), min_size=3, max_size=5),
    header=st.tuples(texts, texts),
    each=st.integers(0, 5),
)
def test_any_plain_table_makes_at_most_so_many_statements(rows, header, each):
    table = plain(*rows, header=header)
    made = list(statements([table], each=each, seed=3))
    assert len(made) <= each
    assert made == list(statements([table], each=each, seed=3))
    for one in made:
        assert (one.label is Label.SUPPORTS) <= (row_of(one)[1].lower() in one.text.lower())
