from hypothesis import given
from hypothesis import strategies as st

from veriscope.text.blocks import text_blocks
from veriscope.text.inline_marks import without_label, without_marks

TEXT = """# Vell

Vell is a town.
It lies in Arvania.

Its people
- They make **wool**.
  They sell it too.
2. They fish.

```
code = 1
```
| a | b |
|---|---|

> Quoted words stand here.
"""


def test_a_text_falls_into_its_blocks():
    found = [(block.kind.value, TEXT[block.start : block.end]) for block in text_blocks(TEXT)]
    assert found == [
        ("heading", "Vell"),
        ("paragraph", "Vell is a town.\nIt lies in Arvania."),
        ("heading", "Its people"),
        ("item", "They make **wool**.\n  They sell it too."),
        ("item", "They fish."),
        ("code", "code = 1"),
        ("table", "| a | b |\n|---|---|"),
        ("paragraph", "Quoted words stand here."),
    ]


def test_a_short_line_without_a_full_stop_is_a_heading_a_sentence_is_none():
    assert [block.kind.value for block in text_blocks("The wool market\n\nVell is old.")] == ["heading", "paragraph"]


def test_the_letter_of_an_item_is_remembered_an_initial_is_none():
    text = "a. They fish.\n2) They farm.\n\nA. Marell fished."
    assert [
        (block.kind.value, text[block.mark : block.start], text[block.start : block.end]) for block in text_blocks(text)
    ] == [
        ("item", "a. ", "They fish."),
        ("item", "", "They farm."),
        ("paragraph", "", "A. Marell fished."),
    ]


def test_code_ends_at_a_fence_of_its_kind_and_keeps_its_language():
    text = "~~~~ python\n```\n~~~\n~~~~\nVell is old."
    found = [(block.kind.value, text[block.start : block.end]) for block in text_blocks(text)]
    assert found == [("code", "python\n```\n~~~"), ("paragraph", "Vell is old.")]


def test_ticks_around_words_open_no_code():
    assert [block.kind.value for block in text_blocks("``` Vell ``` is a town.\n\nIt is old.")] == ["paragraph"] * 2


@given(st.text(alphabet=st.sampled_from("ab .\n#-*|>`1"), max_size=80))
def test_blocks_lie_in_order_within_the_text(text):
    blocks = text_blocks(text)
    places = [place for block in blocks for place in (block.start, block.end)]
    assert places == sorted(places)
    assert all(0 <= place <= len(text) for place in places)


def test_marks_are_taken_out_and_words_stay():
    sentence = "**Vell** has *a* [market](https://x.example/a_(b)) with `wool`.[1]\n> It is _old_."
    assert without_marks(sentence) == "Vell has a market with wool. It is old."
    assert without_marks("snake_case_name and 2 * 3 * 4") == "snake_case_name and 2 * 3 * 4"


def test_a_label_before_a_sentence_goes_but_not_a_title():
    assert without_label("**History:** Vell was founded in 1301.") == "Vell was founded in 1301."
    assert without_label("Early history: Vell was founded in 1301.") == "Vell was founded in 1301."
    assert without_label("Population: 412,000") == "Population: 412,000"
    assert without_label('He said: "I was there at last."') == 'He said: "I was there at last."'
