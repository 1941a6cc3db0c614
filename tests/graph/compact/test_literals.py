import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from pyoxigraph import Literal

from veriscope.graph.compact.byte_table import ByteTable
from veriscope.graph.compact.literals import (
    OTHER,
    UNTAGGED,
    WANTED,
    language_ranks,
    literal_datatype,
    literal_text,
    texts_of,
)


@pytest.mark.parametrize(
    ("literal", "text"),
    [
        ('"plain"', "plain"),
        ('"say \\"so\\"\\n"@en', 'say "so"\n'),
        ('"5"^^<http://www.w3.org/2001/XMLSchema#int>', "5"),
        ('"\\\\u00e9 \\u0001"', "\\u00e9 \x01"),
    ],
)
def test_the_text_of_a_literal_is_what_it_says(literal, text):
    assert literal_text(literal) == text


def test_a_datatype_is_told_where_one_is_written():
    assert literal_datatype('"5"^^<a:int>') == "a:int"
    assert literal_datatype('"5"@en') is None


@given(st.lists(st.text(max_size=9), min_size=1))
def test_the_kernel_reads_texts_as_the_slow_way_does(texts):
    table, written = ByteTable(), [str(Literal(text, language="en")) for text in texts]
    numbers = np.array([table.add(literal.encode()) for literal in written], dtype=np.int64)
    found, places = texts_of(table, numbers)
    assert [found[int(place)].decode() for place in places] == texts == [literal_text(each) for each in written]


def test_languages_are_ranked_with_their_regions():
    table = ByteTable()
    literals = ('"a"@en', '"a"@en-us', '"a"', '"a"^^<a:d>', '"a"@de', '"a@en"', '"a"@eng')
    numbers = np.array([table.add(literal.encode()) for literal in literals], dtype=np.int64)
    expected = [WANTED, WANTED, UNTAGGED, UNTAGGED, OTHER, UNTAGGED, OTHER]
    assert language_ranks(table, numbers, language="en").tolist() == expected
