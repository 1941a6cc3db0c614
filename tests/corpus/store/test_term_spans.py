import pytest
from hypothesis import given
from hypothesis import strategies as st

from veriscope.corpus.store.term_spans import term_spans
from veriscope.text import terms


def said(text):
    return [(span.term, text[span.start : span.end]) for span in term_spans(text)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Directed, again!", [("direct", "Directed"), ("again", "again")]),
        ("(U.S.-based)", [("us", "U.S"), ("bas", "based")]),
        ("1,234.5 km", [("1234.5", "1,234.5"), ("km", "km")]),
        ("don't", [("do", "don't"), ("not", "don't")]),
        ("Peru's well-known", [("peru", "Peru's"), ("well", "well"), ("known", "known")]),
        ("東京都", [("東", "東"), ("京", "京"), ("都", "都")]),
        ("Ru\u0301mac Übung", [("rumac", "Ru\u0301mac"), ("ubung", "Übung")]),
        ("— … !", []),
    ],
)
def test_each_term_stands_over_the_piece_that_says_it(text, expected):
    assert said(text) == expected


@given(st.text(alphabet=st.characters(codec="utf-8"), max_size=60) | st.text("aéd'’.,-1 _東nt", max_size=30))
def test_spans_are_in_order_and_within_the_text(text):
    spans = list(term_spans(text))
    assert all(0 <= span.start < span.end <= len(text) for span in spans)
    assert [span.start for span in spans] == sorted(span.start for span in spans)


@given(st.text("abed'’.,-12 \n東京énsty()", max_size=40))
def test_the_spans_say_the_terms_of_the_text(text):
    assert [span.term for span in term_spans(text)] == terms(text)
