import pytest

from tests.programs.tables import frame
from veriscope.programs import Executor
from veriscope.programs.features import FAMILIES, PROGRAM_FEATURES, program_features, runs
from veriscope.programs.mentions import Vocabulary, read_claim
from veriscope.programs.search import MOST_PROGRAMS, propose_programs
from veriscope.programs.syntax import write

LEAGUE = frame(
    ["Team", "Country", "Points", "Founded"],
    ["Lions", "Norway", "41", "1899"],
    ["Tigers", "Sweden", "38", "1902"],
    ["Bears", "Norway", "12", "1950"],
    ["Wolves", "Norway", "20", "1931"],
)
POINTS = "hop{{filter_eq{{all_rows; team; {}}}; points}}"


def programs(claim, table=LEAGUE):
    return [write(one.call).lower() for one in propose_programs(read_claim(claim, Vocabulary(table)), table)]


@pytest.mark.parametrize(
    ("claim", "program"),
    [
        ("The Lions come from Norway.", "eq{hop{filter_eq{all_rows; team; lions}; country}; norway}"),
        ("The Lions have 40 points.", "eq{hop{filter_eq{all_rows; team; lions}; points}; 40}"),
        ("There are three teams of Norway.", "eq{count{filter_eq{all_rows; country; norway}}; 3}"),
        ("Two teams have more than 30 points.", "eq{count{filter_greater{all_rows; points; 30}}; 2}"),
        ("Two teams have between 10 and 25 points.", "eq{count{filter_within{all_rows; points; 10; 25}}; 2}"),
        (
            "One team of Norway has more than 30 points.",
            "eq{count{filter_greater{filter_eq{all_rows; country; norway}; points; 30}}; 1}",
        ),
        ("The Lions have the most points.", "eq{hop{argmax{all_rows; points}; team}; lions}"),
        ("The Tigers have the second-most points.", "eq{hop{nth_argmax{all_rows; points; 2}; team}; tigers}"),
        ("No team has fewer points than the Bears.", "eq{hop{argmin{all_rows; points}; team}; bears}"),
        ("The highest number of points is 41.", "eq{max{all_rows; points}; 41}"),
        (
            "The Lions have more points than the Bears.",
            "greater{hop{filter_eq{all_rows; team; lions}; points}; hop{filter_eq{all_rows; team; bears}; points}}",
        ),
        (
            "The Lions have 3 more points than the Tigers.",
            f"eq{{diff{{{POINTS.format('lions')}; {POINTS.format('tigers')}}}; 3}}",
        ),
        (
            "The Lions have more than three times as many points as the Bears.",
            f"greater{{ratio{{{POINTS.format('lions')}; {POINTS.format('bears')}}}; 3}}",
        ),
        ("The teams have 111 points in total.", "eq{sum{all_rows; points}; 111}"),
        ("The average number of points is 27.75.", "round_eq{avg{all_rows; points}; 27.75}"),
        ("Only one team is from Sweden.", "only{filter_eq{all_rows; country; sweden}}"),
        ("All teams are from Norway.", "all_eq{all_rows; country; norway}"),
        ("All teams have more than 10 points.", "all_greater{all_rows; points; 10}"),
        ("Most teams are from Norway.", "most_eq{all_rows; country; norway}"),
        ("No team was founded before 1890.", "none{filter_before{all_rows; founded; 1890}}"),
        ("The Bears were founded after 1940.", "after{hop{filter_eq{all_rows; team; bears}; founded}; 1940}"),
        (
            "The Lions and the Wolves are from the same country.",
            "eq{hop{filter_eq{all_rows; team; lions}; country}; hop{filter_eq{all_rows; team; wolves}; country}}",
        ),
        ("The third team is the Bears.", "eq{hop{nth{all_rows; 3}; team}; bears}"),
        ("The Lions are the oldest team.", "eq{hop{argmin{all_rows; founded}; team}; lions}"),
        ("The Lions have more points than any other team.", "eq{hop{argmax{all_rows; points}; team}; lions}"),
        ("After the Lions, the Tigers have the most points.", "eq{hop{nth_argmax{all_rows; points; 2}; team}; tigers}"),
        (
            "More teams are from Norway than from Sweden.",
            "greater{count{filter_eq{all_rows; country; norway}}; count{filter_eq{all_rows; country; sweden}}}",
        ),
        (
            "Half of the teams are from Norway.",
            "eq{ratio{count{filter_eq{all_rows; country; norway}}; count{all_rows}}; 0.5}",
        ),
        ("The second-highest number of points is 38.", "eq{nth_max{all_rows; points; 2}; 38}"),
        (
            "The Tigers were founded 3 years after the Lions.",
            f"eq{{diff{{{POINTS.format('tigers')}; {POINTS.format('lions')}}}; 3}}".replace("points", "founded"),
        ),
    ],
)
def test_the_program_that_says_what_a_claim_says_is_proposed(claim, program):
    assert program in programs(claim)


@pytest.mark.parametrize(
    ("claim", "program"),
    [
        ("The Tigers have the second most points.", "eq{hop{argmax{all_rows; points}; team}; tigers}"),
        ("The Lions are the oldest team.", "eq{hop{argmax{all_rows; founded}; team}; lions}"),
        ("Only three teams are from Norway.", "only{filter_eq{all_rows; country; norway}}"),
        ("Of all teams, the Lions have the most points.", "all_eq{all_rows; team; lions}"),
        ("Two teams are older than 50 years.", "eq{count{filter_greater{all_rows; points; 50}}; 2}"),
    ],
)
def test_a_program_that_says_something_else_is_not(claim, program):
    assert program not in programs(claim)


def test_a_number_is_read_in_the_magnitude_of_its_column():
    films = frame(["Film", "Sales (million)"], ["Salt", "14.5"], ["Sand", "8.2"])
    assert "eq{sum{all_rows; sales (million)}; 22.7}" in programs("The films made 22.7 million in sales in all.", films)


def test_a_number_of_metres_is_compared_with_no_price():
    hills = frame(["Hill", "Height (m)", "Fee (€)"], ["Orrin", "410", "3"], ["Sorrel", "380", "500"])
    found = programs("One hill rises above 400 metres.", hills)
    assert "eq{count{filter_greater{all_rows; height (m); 400}}; 1}" in found
    assert not [program for program in found if "fee" in program]


def test_a_table_of_one_row_needs_no_naming():
    lake = frame(["Area", "Greatest depth"], ["500 m", "81 m"])
    assert "less{hop{all_rows; greatest depth}; 100}" in programs("The lake is less than 100 metres deep.", lake)


def test_there_are_never_more_programs_than_promised():
    many = frame(*[["a b c", "x y z", "1", "2"]] * 1, *[[f"n{k}", "one", str(k), str(k)] for k in range(60)])
    claim = " ".join(f"n{k} {k} more than" for k in range(40)) + " only all most average total same no"
    assert len(programs(claim, many)) <= MOST_PROGRAMS


def test_proposing_is_deterministic():
    claim = "Two teams of Norway have more than 10 points."
    assert programs(claim) == programs(claim)


def test_what_is_proposed_runs_and_has_features():
    reading = read_claim("Only two teams of Norway have more than 15 points.", Vocabulary(LEAGUE))
    found = runs(propose_programs(reading, LEAGUE), Executor(LEAGUE))
    features = program_features(reading, LEAGUE, found)
    assert features.shape == (len(found), len(PROGRAM_FEATURES))
    assert {run.candidate.family for run in found} <= set(FAMILIES)
    assert (features[:, PROGRAM_FEATURES.index("truth")] == [run.truth for run in found]).all()


def test_a_program_that_says_more_of_the_claim_covers_more():
    reading = read_claim("Three teams are from Norway.", Vocabulary(LEAGUE))
    found = runs(propose_programs(reading, LEAGUE), Executor(LEAGUE))
    features = program_features(reading, LEAGUE, found)
    covered = dict(
        zip((write(run.candidate.call) for run in found), features[:, PROGRAM_FEATURES.index("covered")], strict=True)
    )
    assert covered["eq{count{filter_eq{all_rows; Country; norway}}; 3}"] > covered["eq{count{all_rows}; 3}"]
