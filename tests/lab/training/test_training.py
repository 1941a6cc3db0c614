import pytest

from veriscope.datasets.training_claims import TrainingClaim
from veriscope.domain import Claim, SentenceId
from veriscope.lab.training import train_pages, train_sentences
from veriscope.retrieval import FusedRetriever
from veriscope.retrieval.page_ranking import HOPPED_FEATURES, PageRanking

pytest.importorskip("lightgbm", reason="training needs the extra `train`")

CLAIMS = [
    TrainingClaim("Port Ellis is the capital of Arvania.", (SentenceId("Port Ellis", 0),)),
    TrainingClaim("The River Tam runs for 96 kilometres.", (SentenceId("River Tam", 1),)),
    TrainingClaim("Nobody lives on Lesser Orrin.", (SentenceId("Lesser Orrin", 0),)),
    TrainingClaim("Ida Brandt climbed Mount Sorrel.", (SentenceId("Mount Sorrel", 1), SentenceId("Ida Brandt", 1))),
] * 20


@pytest.fixture(scope="module")
def source(world):
    return train_pages.ClaimSource("world", PageRanking(world), (CLAIMS, CLAIMS, CLAIMS), CLAIMS[:4])


@pytest.fixture(scope="module")
def models(source):
    return train_pages.train([source], seed=3)


@pytest.mark.slow
def test_rankers_learn_to_put_the_right_page_first(world, models):
    assert models.hopped.features == HOPPED_FEATURES
    retriever = FusedRetriever(world, models=models)
    for claim in CLAIMS[:3]:
        assert retriever.retrieve(Claim("1", claim.text), limit=1)[0].title in claim.pages()


def test_the_report_tells_claims_of_one_and_of_several_pages_apart(source, models):
    lines = list(train_pages.report(source, models))
    assert len(lines) == 4
    assert lines[0].startswith("world, one page (3 claims), read: @1 1.0000")
    assert lines[3].startswith("world, several pages (1 claims), hopped: @1 0.0000, @5 1.0000")


def test_the_sentence_ranker_learns_from_the_pages_that_are_found(world):
    found = train_sentences.find_sentences(world, CLAIMS, pages=3)
    assert all(len(example.ids) == len(example.rows) == len(example.labels) for example in found)
    model = train_sentences.train(found, found[:4], seed=3)
    assert train_sentences.report(model, found[:3]) == "@1 1.0000, @5 1.0000"
