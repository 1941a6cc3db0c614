import pytest

from tests.programs.tables import table
from veriscope.programs.grounding import is_grounded
from veriscope.programs.judge import TableReader
from veriscope.programs.mentions import Vocabulary, read_claim
from veriscope.programs.syntax import write

LEAGUE = table(
    ["Team", "Country", "Points", "Founded"],
    ["Lions", "Norway", "41", "1899"],
    ["Tigers", "Sweden", "38", "1902"],
    ["Bears", "Norway", "12", "1950"],
    ["Wolves", "Norway", "20", "1931"],
)
LAKE = table(["Area", "Depth"], ["500", "81"])


def grounded(claim, program, found=LEAGUE, title="Northern League"):
    reader = TableReader(title, found)
    reading = read_claim(claim, Vocabulary(reader.frame))
    runs = {write(run.candidate.call).lower(): run for run in reader.runs(claim)[0]}
    return is_grounded(reading, reader.frame, runs[program])


@pytest.mark.parametrize(
    ("claim", "program"),
    [
        ("Three teams are from Norway.", "eq{count{filter_eq{all_rows; country; norway}}; 3}"),
        ("The Lions have the most points.", "eq{hop{argmax{all_rows; points}; team}; lions}"),
        ("No team was founded before 1890.", "none{filter_before{all_rows; founded; 1890}}"),
        ("Two teams are from before 1910.", "eq{count{filter_before{all_rows; founded; 1910}}; 2}"),
        ("The Lions are the oldest team.", "eq{hop{argmin{all_rows; founded}; team}; lions}"),
        ("The Northern League has four teams.", "eq{count{all_rows}; 4}"),
    ],
)
def test_a_program_on_what_the_claim_names_is_grounded(claim, program):
    assert grounded(claim, program)


@pytest.mark.parametrize(
    ("claim", "program"),
    [
        ("The Lions won 3 cups.", "eq{count{filter_eq{all_rows; team; lions}}; 3}"),
        ("There are 3 referees.", "eq{count{all_rows}; 3}"),
        (
            "The Lions are wider than the Bears.",
            "after{hop{filter_eq{all_rows; team; lions}; founded}; hop{filter_eq{all_rows; team; bears}; founded}}",
        ),
        ("Three teams are not from Norway.", "eq{count{filter_eq{all_rows; country; norway}}; 3}"),
        ("No team was founded before 1902.", "none{filter_eq{all_rows; founded; 1902}}"),
        ("All Lions are from Africa.", "all_eq{all_rows; team; lions}"),
        ("The Lions have no coast.", "none{filter_eq{all_rows; team; lions}}"),
        ("Three cups went to Norway in 1999.", "eq{count{filter_eq{all_rows; country; norway}}; 3}"),
        ("Two teams have more than 30 points after 9 weeks.", "eq{count{filter_greater{all_rows; points; 30}}; 2}"),
    ],
)
def test_a_program_on_something_else_is_not(claim, program):
    assert not grounded(claim, program)


def test_a_single_row_speaks_only_of_its_page():
    program = "less{hop{all_rows; depth}; 100}"
    assert grounded("Lake Orrin is less than 100 m deep.", program, LAKE, "Lake Orrin")
    assert not grounded("The sea is less than 100 m deep.", program, LAKE, "Lake Orrin")
    assert not grounded("All boats less than 100 m deep sail on Lake Orrin.", program, LAKE, "Lake Orrin")
