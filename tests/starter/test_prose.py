import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tools.atlas.draft import Cell, Draft, head
from tools.atlas.prose import a_or_an, capitalised, counted, grouped, link, listing, ordinal, pick, rounded, superlative
from tools.atlas.selectors import Selector
from veriscope.errors import InputError


@pytest.mark.parametrize(
    ("number", "text"),
    [
        (1411778724, "1.41 billion"),
        (24992369, "25 million"),
        (5314336, "5.3 million"),
        (386000, "386,000"),
        (825, "825"),
    ],
)
def test_numbers_are_rounded_as_people_do(number, text):
    assert rounded(number) == text


def test_lists_have_an_oxford_comma_from_three_on():
    assert listing(["a"]) == "a"
    assert listing(["a", "b"]) == "a and b"
    assert listing(["a", "b", "c"]) == "a, b, and c"


def test_ordinals_and_superlatives():
    assert [ordinal(rank) for rank in (1, 11, 12, 13, 21, 22, 112)] == [
        "first",
        "11th",
        "12th",
        "13th",
        "21st",
        "22nd",
        "112th",
    ]
    assert superlative(1, "largest") == "largest"
    assert superlative(2, "largest") == "second-largest"


def test_small_things():
    assert counted(1, "moon") == "one moon"
    assert counted(146, "moon") == "146 moons"
    assert grouped(2.02) == "2.02"
    assert grouped(1000.0) == "1,000"
    assert a_or_an("[[Alkali_metal|alkali metal]]") == "an [[Alkali_metal|alkali metal]]"
    assert capitalised("[[X|iron]] rusts.") == "[[X|Iron]] rusts."
    assert capitalised("the [[Netherlands|Netherlands]]") == "The [[Netherlands|Netherlands]]"


@given(st.text(), st.integers(1, 50))
def test_a_choice_is_in_range_and_always_the_same(key, count):
    assert 0 <= pick(key, count) < count
    assert pick(key, count) == pick(key, count)


@pytest.fixture
def selector():
    draft = Draft("Lima")
    draft.infobox("Lima", [("Country", link("Peru")), ("Founded", None)])
    draft.sentence(f"Lima is the capital of {link('Peru')}.")
    draft.section("Figures")
    draft.sentence(f"It lies in {link('Peru')}, not in {link('Lima')}.")
    table = [
        [head("Year", rows=2), head("People", columns=2)],
        [head("Men"), head("Women")],
        [head("1900"), Cell("5"), Cell("6")],
    ]
    draft.table(table, caption="People")
    return Selector({"Lima": json.loads(draft.to_json())})


def test_only_the_first_mention_is_a_link_and_never_to_the_page_itself(selector):
    assert selector.find("Lima > ~not in").text == "It lies in Peru, not in Lima."


@pytest.mark.parametrize(
    ("name", "element"),
    [
        ("Lima > ~capital & Peru", "Lima_sentence_0"),
        ("Lima > [Country]", "Lima_cell_0_1_1"),
        ("Lima > 1900 / Women", "Lima_cell_1_2_2"),
        ("Lima > caption", "Lima_table_caption_1"),
    ],
)
def test_selectors_find_their_element(selector, name, element):
    assert selector.find(name).element_id == element


def test_a_cell_knows_its_headers_and_its_section(selector):
    context = selector.find("Lima > 1900 / Women").context
    assert context == (
        "Lima_title",
        "Lima_section_0",
        "Lima_header_cell_1_0_1",
        "Lima_header_cell_1_1_1",
        "Lima_header_cell_1_2_0",
    )


@pytest.mark.parametrize("name", ["Quito > ~capital", "Lima > ~Lima", "Lima > [Founded]", "Lima > 1900 / Children"])
def test_what_is_missing_or_ambiguous_is_an_error(selector, name):
    with pytest.raises(InputError, match="claims: "):
        selector.find(name)
