from veriscope.domain import Cell, Page, Section, Sentence, Table
from veriscope.lab.lessons.row_sentences import row_sentences

ROWS = (("Year", "Film", "Role"), ("1956", "Low Tide", "Mara"), ("1957", "The Harbour", "Ines"))
TABLE = Table(2, tuple(Cell(y, x, text, is_header=y == 0) for y, row in enumerate(ROWS) for x, text in enumerate(row)))


def told(*texts, title="Vera Holm"):
    sentences = (Sentence(number, text) for number, text in enumerate(texts))
    return list(row_sentences(Page(title, (Section("Films", 2), *sentences, TABLE))))


def test_a_sentence_that_names_two_values_of_a_row_tells_it():
    (one,) = told("Her first part was Mara in Low Tide, which she never liked.")
    assert one.gold == {(1, 1), (1, 2)}
    assert one.table is TABLE
    assert one.text.startswith("Her first part")


def test_the_page_comes_without_its_sentences():
    (one,) = told("Her first part was Mara in Low Tide, which she never liked.", "She was born in Vell.")
    assert one.page.elements == (Section("Films", 2), TABLE)


def test_the_row_of_which_most_is_named_counts():
    (one,) = told("After Low Tide she was Ines in The Harbour, in 1957, and Mara again.")
    assert {row for row, _ in one.gold} == {2}


def test_sentences_that_tell_no_row_are_left_out():
    assert not told(
        "In 1956 she moved to the south of the country.",
        "She was in Low Tide as Ines, people say, but was not.",
        "Mara, Low Tide.",
        "Mara in Low Tide, the list of what she did at that time",
    )


def test_what_the_title_says_is_no_value():
    assert not told("Low Tide is a film of 1956 that few have seen.", title="Low Tide")


def test_a_value_within_another_counts_once():
    rows = (("Year", "Film"), ("1956", "Summer of 1956"))
    cells = tuple(Cell(y, x, text, is_header=y == 0) for y, row in enumerate(rows) for x, text in enumerate(row))
    page = Page("Vera", (Sentence(0, "She was in Summer of 1956, as many others were."), Table(0, cells)))
    assert not list(row_sentences(page))
