import pytest

from veriscope.domain import CellId, Table
from veriscope.models.boosted_trees import BoostedTrees, Node
from veriscope.programs import Executor, parse
from veriscope.programs.features import PROGRAM_FEATURES
from veriscope.programs.judge import TableReader
from veriscope.programs.ranker import CLAIM_FEATURES, CONFIDENCE_FEATURES, PICK_FEATURES, ProgramRanker

ROWS = (
    ("Team", "Country", "Points", "Founded"),
    ("Lions", "Norway", "41", "1899"),
    ("Tigers", "Sweden", "38", "1902"),
    ("Bears", "Norway", "12", "1950"),
    ("Wolves", "Norway", "20", "1931"),
)
TRUE = (
    "Three teams are from Norway.",
    "Two teams have more than 30 points.",
    "The Lions have the most points.",
    "The Bears have the fewest points.",
    "The Tigers have the second-most points.",
    "The Lions have 3 more points than the Tigers.",
    "The average number of points is 27.75.",
    "The teams have 111 points in total.",
    "All teams have more than 10 points.",
    "The Wolves were founded after the Tigers.",
)
FALSE = (
    "Two teams are from Norway.",
    "Three teams have more than 30 points.",
    "The Bears have the most points.",
    "The Tigers have the fewest points.",
    "The Wolves have the second-most points.",
    "The Lions have 5 more points than the Tigers.",
    "The average number of points is 30.",
    "The teams have 120 points in total.",
    "All teams have more than 15 points.",
    "The Tigers were founded after the Wolves.",
)


@pytest.fixture(scope="module")
def reader(table_of):
    return TableReader("League", table_of(ROWS))


@pytest.mark.parametrize(("claim", "truth"), [*((one, True) for one in TRUE), *((one, False) for one in FALSE)])
def test_counts_superlatives_and_differences_are_computed(reader, claim, truth):
    found = reader.judge(claim)
    assert found.truth is truth, found.program
    assert 0 < found.match_probability < 1
    assert found.claim_coverage > 0.5
    assert Executor(reader.frame).run(parse(found.program)).value is truth


@pytest.mark.parametrize(("true", "false"), [*zip(TRUE, FALSE, strict=True)])
def test_a_true_statement_is_likelier_supported_than_a_false_one(reader, true, false):
    assert reader.judge(true).support_probability > reader.judge(false).support_probability


def test_the_cells_are_those_that_were_read(reader):
    assert reader.judge("Three teams are from Norway.").cells == tuple(CellId("League", 0, row, 1) for row in (1, 3, 4))
    assert reader.judge("The Lions have the most points.").cells == (
        CellId("League", 0, 1, 0),
        CellId("League", 0, 1, 2),
    )


def test_what_was_computed_is_told_in_words(reader):
    told = reader.judge("Two teams are from Norway.").explanation
    assert told.steps == ("rows where Country is norway: 3 of 4",)
    assert told.conclusion == "3, and the claim says 2"


@pytest.mark.parametrize("claim", ["", "?", "qwx zzz"])
def test_a_claim_that_names_nothing_gets_no_program(reader, claim):
    assert reader.judge(claim) is None


def test_a_table_without_rows_gets_no_program(table_of):
    for table in (Table(0, ()), table_of(ROWS[:1])):
        assert TableReader("League", table).judge("Three teams are from Norway, none from Sweden.") is None


def test_the_ranker_that_is_given_chooses(reader):
    chooses = PICK_FEATURES.index("family count")
    choice = BoostedTrees(PICK_FEATURES, {}, ((Node(chooses, 0.5, 1, 2, 0.0), Node.leaf(-3.0), Node.leaf(3.0)),))
    sure = BoostedTrees(CONFIDENCE_FEATURES, {}, ((Node.leaf(1.0),),))
    ranker = ProgramRanker(choice, BoostedTrees(PROGRAM_FEATURES, {}, ()), BoostedTrees(CLAIM_FEATURES, {}, ()), sure)
    found = reader.judge("The Lions have 41 points, and one team is from Sweden.", ranker)
    assert found.family == "count"
    assert (found.match_probability, found.support_probability) == (pytest.approx(0.731059, abs=1e-5), 0.5)


def test_every_program_that_yields_a_truth_has_its_row_of_features(reader):
    found, features = reader.runs("Only two teams of Norway have more than 15 points.")
    assert features.shape == (len(found), len(PROGRAM_FEATURES))
    assert [bool(value) for value in features[:, PROGRAM_FEATURES.index("truth")]] == [run.truth for run in found]


def test_claims_do_not_change_what_is_said_of_others(table_of):
    fresh = TableReader("League", table_of(ROWS))
    expected = fresh.judge(TRUE[0])
    for claim in (*TRUE, *FALSE):
        fresh.judge(claim)
    assert fresh.judge(TRUE[0]) == expected
