import pytest
from hypothesis import given
from hypothesis import strategies as st

from veriscope.domain import CaptionId, CellId, ItemId, SentenceId, parse_evidence_id
from veriscope.errors import InputError

NUMBERS = st.integers(min_value=0, max_value=10**9)
NASTY = [
    "_",
    "_cell_",
    "Foo_header",
    ":",
    "#",
    "#cell-1-2-3",
    "[x]",
    '"q"',
    "Ünï–code",
    "",
    " ",
    "a\nb",
    "x#sentence-1",
]
TITLES = st.one_of(st.text(), st.sampled_from(NASTY), st.tuples(st.text(), st.sampled_from(NASTY)).map("".join))
IDS = st.one_of(
    st.builds(SentenceId, TITLES, NUMBERS),
    st.builds(CellId, TITLES, NUMBERS, NUMBERS, NUMBERS, st.booleans()),
    st.builds(CaptionId, TITLES, NUMBERS),
    st.builds(ItemId, TITLES, NUMBERS, NUMBERS),
)


@given(IDS)
def test_every_id_comes_back_from_its_text(evidence_id):
    assert parse_evidence_id(str(evidence_id)) == evidence_id


@given(IDS, IDS)
def test_different_ids_are_written_differently(one, other):
    assert (str(one) == str(other)) == (one == other)


def test_an_id_reads_as_its_title_and_address():
    assert str(CellId("Lima", 0, 3, 1)) == "Lima#cell-0-3-1"
    assert str(CellId("Lima", 0, 0, 1, is_header=True)) == "Lima#header-0-0-1"


@pytest.mark.parametrize(
    "text",
    [
        "",
        "Lima",
        "Lima#cell-1",
        "Lima#sentence-x",
        "Lima#sentence--1",
        "Lima_sentence_0",
        "L#sentence-١",
        "L#sentence-" + "9" * 5000,
    ],
)
def test_other_text_is_refused_with_an_example(text):
    with pytest.raises(InputError, match="looks like"):
        parse_evidence_id(text)
