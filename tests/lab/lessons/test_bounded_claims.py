import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from veriscope.domain import Label
from veriscope.lab.lessons.bounded_claims import bounded_claims
from veriscope.lab.lessons.mined import MinedClaim
from veriscope.models.evidence_lines import Line
from veriscope.tables import YEAR, periods, quantities


def supported(text, *gold):
    lines = tuple(Line("Ida Brandt", one) for one in gold)
    return MinedClaim("7", "fever", text, Label.SUPPORTS, lines, (), is_complete=True)


CLIMBED = supported("Ida Brandt climbed twelve hills.", "She climbed 12 hills in the north .")
BORN = supported("Ida Brandt was born in 1841 in Vell.", "Ida Brandt ( born in 1841 ) was a botanist .")


@pytest.mark.parametrize("claim", [CLIMBED, BORN])
@pytest.mark.parametrize("seed", range(5))
def test_a_supported_claim_gets_a_true_and_a_false_copy(claim, seed):
    looser, off = bounded_claims([claim], seed=seed)
    assert [(looser.id, looser.label), (off.id, off.label)] == [
        ("7-looser", Label.SUPPORTS),
        ("7-off", Label.REFUTES),
    ]
    for one in (looser, off):
        assert one.source == "loosened"
        assert (one.gold, one.found, one.is_complete) == (claim.gold, claim.found, claim.is_complete)
    assert off.claim != claim.claim


@settings(max_examples=50)
@given(seed=st.integers(0, 999))
def test_all_but_the_number_stays(seed):
    for one in bounded_claims([CLIMBED], seed=seed):
        assert one.claim.startswith("Ida Brandt climbed ")
        assert one.claim.endswith(" hills.")
        assert {amount.unit for amount in quantities(one.claim)} <= {"hills", ""}
    for one in bounded_claims([BORN], seed=seed):
        assert one.claim.startswith("Ida Brandt was born ")
        assert one.claim.endswith(" in Vell.")
        assert periods(one.claim) or {amount.unit for amount in quantities(one.claim)} == {YEAR}


@pytest.mark.parametrize(
    "claim",
    [
        supported("Ida Brandt climbed hills.", "She climbed 12 hills ."),
        supported("Ida Brandt climbed twelve hills.", "She climbed 13 hills ."),
        supported("Ida Brandt climbed twelve hills.", "She climbed 12 towers ."),
        supported("Ida Brandt climbed twelve hills.", "She climbed 12 hills .", "There were 12 hills ."),
        supported("Ida Brandt climbed twelve hills."),
        supported("Ida Brandt climbed more than twelve hills.", "She climbed more than 12 hills ."),
        supported("Ida Brandt climbed one hill.", "She climbed one hill ."),
        supported("Ida Brandt walked 12 km.", "She walked 12 km ."),
        supported("Twelve hills were climbed.", "She climbed 12 hills ."),
        supported("The 1841 census names Ida Brandt.", "The 1841 census names her ."),
        CLIMBED._replace(label=Label.REFUTES),
        CLIMBED._replace(label=Label.NOT_ENOUGH_INFO),
    ],
    ids=["no number", "another number", "other things", "two lines", "no lines", "a bound already", "one", "a measure",
         "at the start", "a year in a name", "refuted", "undecided"],
)  # fmt: skip
def test_other_claims_are_left_alone(claim):
    assert list(bounded_claims([claim], seed=1)) == []


def test_equal_seeds_loosen_alike_and_others_otherwise():
    claims = [CLIMBED, BORN] * 9
    assert list(bounded_claims(claims, seed=1)) == list(bounded_claims(claims, seed=1))
    assert list(bounded_claims(claims, seed=1)) != list(bounded_claims(claims, seed=2))


def test_a_number_with_a_fraction_is_left_alone():
    claim = supported("Ida Brandt had 2.5 points.", "She had 2.5 points .")
    assert list(bounded_claims([claim], seed=1)) == []


def test_a_year_before_christ_is_left_alone():
    claim = supported("Vell was founded in 753 BC.", "Vell was founded in 753 BC .")
    assert list(bounded_claims([claim], seed=1)) == []
