import pytest

from tests.programs.tables import frame
from veriscope.programs.mentions import Vocabulary, read_claim

LEAGUE = frame(
    ["Team", "Country", "Points", "Founded"],
    ["Red Lions", "Norway", "41", "1899"],
    ["Blue Lions", "Australia", "38", "1902"],
    ["Old Town United", "Norway", "12", "1950"],
    ["Total", "", "91", ""],
)


def read(claim):
    return read_claim(claim, Vocabulary(LEAGUE))


def named(claim):
    return {(one.literal, LEAGUE.column_names[one.column]) for one in read(claim).mentions}


def test_whole_cells_are_named_with_their_column():
    assert ("red lions", "Team") in named("The Red Lions have 41 points.")


def test_a_part_of_a_cell_is_named_as_the_cell_writes_it():
    found = next(one for one in read("Old Town has 12 points.").mentions if one.column == 0)
    assert (found.literal, found.share) == ("old town", pytest.approx(2 / 3))


def test_a_word_that_several_cells_hold_names_all_their_rows():
    found = next(one for one in read("The Lions won.").mentions if one.column == 0)
    assert found.rows == (0, 1)


def test_inflected_words_and_people_of_a_country_meet_the_cell():
    assert ("australia", "Country") in named("One Australian team plays.")


def test_rows_of_totals_are_not_named():
    assert all(91 not in one.rows and 3 not in one.rows for one in read("There are 91 points in total.").mentions)


def test_a_header_is_named_by_its_words_and_by_what_they_are_taken_for():
    columns = read("The team with the most points was established first.").columns
    assert columns[2] == columns[3] == 1.0
    assert columns[1] == 0.0


@pytest.mark.parametrize(
    ("claim", "values"),
    [
        ("Five teams scored more than 1,200 points.", [5, 1200]),
        ("There are half a million fans and a million seats.", [500_000, 1_000_000]),
        ("It was won twice, by 1.5 million votes.", [2, 1_500_000]),
        ("Twenty one teams came.", [21]),
        ("The third team came 2nd.", []),
    ],
)
def test_numbers_are_read_by_value_and_ordinals_are_none(claim, values):
    assert [one.value for one in read(claim).amounts] == values


def test_ordinals_are_read_apart():
    assert [one.value for one in read("The third team came 2nd.").ordinals] == [3, 2]


def test_a_number_keeps_the_digits_it_is_written_with():
    assert [one.literal for one in read("about 13.70 million").amounts] == ["13.70 million"]


def test_words_for_computations_are_found_as_wholes():
    triggers = read("Norway has at least two teams, the most of all.").triggers
    assert triggers["greater_eq"]
    assert triggers["highest"]
    assert not triggers["average"]
    assert not read("Lever overhaul.").triggers["greater"]


def test_what_a_title_says_is_told_apart():
    titled = frame(["Team", "Points"], ["Reds", "4"], title="Northern League 1990")
    about = read_claim("The Reds have 4 points in the Northern League.", Vocabulary(titled)).about
    assert about == {7, 8}


@pytest.mark.parametrize("claim", ["", "?", "…", "0", "first", "a", "half a"])
def test_any_text_can_be_read(claim):
    assert isinstance(read(claim).mentions, tuple)
