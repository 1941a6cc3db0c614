import pytest

from veriscope.domain import Claim
from veriscope.lab.lessons.nei_evidence import NeiEvidence, NeiStrategy

CLAIMS = [Claim(str(number), f"Ida Brandt owned {number} horses on Mount Sorrel.") for number in range(12)]


@pytest.mark.parametrize("strategy", NeiStrategy)
def test_what_a_claim_gets_depends_on_the_seed_and_the_claim_alone(world, strategy):
    forwards = NeiEvidence(world, strategy, seed=5)
    backwards = NeiEvidence(world, strategy, seed=5)
    assert [forwards.text(claim) for claim in CLAIMS] == [backwards.text(claim) for claim in CLAIMS[::-1]][::-1]
    other = NeiEvidence(world, strategy, seed=6)
    assert [forwards.text(claim) for claim in CLAIMS] != [other.text(claim) for claim in CLAIMS]


def test_the_nearest_page_is_about_what_the_claim_is_about(world):
    nearest = NeiEvidence(world, NeiStrategy.NEARESTP, seed=0)
    drawn = [nearest.sentence(claim) for claim in CLAIMS]
    assert {piece.id.page for piece in drawn} <= {"Ida Brandt", "Mount Sorrel"}
    page = world.page(drawn[0].id.page)
    assert drawn[0].text in {sentence.text for sentence in page.sentences()}


def test_random_sentences_come_from_many_pages(world):
    drawn = NeiEvidence(world, NeiStrategy.RANDOMS, seed=0)
    assert len({drawn.page(claim).title for claim in CLAIMS}) > 4


def test_a_claim_that_finds_no_page_gets_nothing(world):
    assert NeiEvidence(world, NeiStrategy.NEARESTP, seed=0).text(Claim("1", "Zzyzx qwrty?")) is None
