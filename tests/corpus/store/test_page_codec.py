import pytest
from hypothesis import given
from hypothesis import strategies as st

from veriscope.corpus.store.page_codec import PageCodec
from veriscope.domain import Cell, ItemList, Link, ListItem, Page, Section, Sentence, SheetMark, Table, TableKind
from veriscope.errors import StoreError

TEXT = st.text(alphabet=st.characters(exclude_categories=["Cs"]), max_size=12)
NUMBER = st.integers(min_value=0, max_value=2**31)
LINKS = st.lists(st.builds(Link, NUMBER, NUMBER, TEXT), max_size=3).map(tuple)
CELL = st.builds(Cell, NUMBER, NUMBER, TEXT, st.booleans(), NUMBER, NUMBER, LINKS)
ELEMENT = st.one_of(
    st.builds(Section, TEXT, NUMBER),
    st.builds(Sentence, NUMBER, TEXT, LINKS),
    st.builds(Table, NUMBER, st.lists(CELL, max_size=4).map(tuple), TEXT, st.sampled_from(TableKind), LINKS),
    st.builds(
        ItemList,
        NUMBER,
        st.lists(st.builds(ListItem, NUMBER, TEXT, NUMBER, LINKS), max_size=3).map(tuple),
        st.booleans(),
    ),
)
MARKS = st.lists(st.builds(SheetMark, NUMBER, TEXT), max_size=3).map(tuple)
PAGES = st.builds(Page, TEXT, st.lists(ELEMENT, max_size=5).map(tuple), TEXT, MARKS)


@given(PAGES)
def test_a_page_comes_back_as_it_was(page):
    codec = PageCodec()
    assert codec.decode(page.title, codec.encode(page)) == page


@given(st.binary(max_size=60))
def test_damaged_bytes_are_one_clear_error(body):
    with pytest.raises(StoreError, match="is damaged"):
        PageCodec().decode("X", body)
