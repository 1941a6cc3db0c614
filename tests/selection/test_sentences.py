import pytest

from veriscope.corpus import TermWeights
from veriscope.domain import Claim, Page, Section, Sentence, SentenceId
from veriscope.selection.sentence_features import SENTENCE_FEATURES, sentence_rows
from veriscope.selection.sentences import SentenceRanker


class Statistics:
    """A corpus in which a few words are common and all others rare."""

    def page_count(self):
        return 10_000

    def frequency(self, term):
        return 4000 if term in {"was", "town", "born"} else 20


def page(title, *texts):
    return Page(title, tuple(Sentence(number, text) for number, text in enumerate(texts)))


OSTEN = page("Osten", "Osten is a town.", "Its harbour was built in 1931.", "Mara Quill was born there.")
QUILL = page("Mara Quill", "Mara Quill (born 1902) was a sailor.", "She was fond of tea.")


def features(claim, pages):
    weights = TermWeights(Statistics())
    found = sentence_rows(weights.weigh(claim), pages, weights)
    return [
        (page.sentence_id(sentence), dict(zip(SENTENCE_FEATURES, row, strict=True)))
        for (page, sentence), row in zip(found.sentences, found.rows, strict=True)
    ]


def test_the_title_counts_as_said_by_every_sentence():
    harbour = dict(features("Osten has a harbour.", [(OSTEN, 1.0)]))[SentenceId("Osten", 1)]
    assert harbour["claim_with_title"] == pytest.approx(1.0)
    assert harbour["rest_in_sentence"] == pytest.approx(1.0)
    assert harbour["claim_in_sentence"] == pytest.approx(0.5)


def test_numbers_and_names_agree_or_do_not():
    rows = dict(features("The harbour of Osten was built in 1931 by Mara.", [(OSTEN, 1.0)]))
    assert [rows[SentenceId("Osten", number)]["numbers"] for number in range(3)] == [0, 1, 0]
    assert [rows[SentenceId("Osten", number)]["names"] for number in range(3)] == [0, 0.5, 0.5]


def test_what_the_best_sentence_lacks_is_looked_for_elsewhere():
    rows = dict(features("Mara Quill was born in Osten and fond of tea.", [(OSTEN, 1.0), (QUILL, 0.0)]))
    assert rows[SentenceId("Mara Quill", 1)]["lack_in_sentence"] > rows[SentenceId("Mara Quill", 0)]["lack_in_sentence"]


def test_scores_of_any_scale_become_shares_of_trust():
    rows = dict(features("Osten", [(OSTEN, 2e6), (QUILL, -2e6)]))
    assert rows[SentenceId("Osten", 0)]["page_share"] == pytest.approx(1.0)
    assert 0 <= rows[SentenceId("Mara Quill", 0)]["page_share"] < 1e-8


def test_the_deciding_sentence_comes_first_with_a_higher_probability():
    ranked = SentenceRanker(Statistics()).rank(
        Claim("1", "Osten's harbour was built in 1931."), [(OSTEN, 3.0), (QUILL, 0.0)], limit=5
    )
    assert ranked[0].id == SentenceId("Osten", 1)
    assert 1 >= ranked[0].score > ranked[1].score >= 0


def test_context_is_the_title_and_the_sections():
    sectioned = Page("Osten", (Section("Harbour", 2), Sentence(0, "It was built in 1931.")))
    (piece,) = SentenceRanker(Statistics()).rank(Claim("1", "Osten 1931"), [(sectioned, 1.0)], limit=5)
    assert piece.context == ("Osten", "Harbour")


@pytest.mark.parametrize("text", ["", "…", "\x00"])
def test_a_claim_without_words_selects_nothing(text):
    assert SentenceRanker(Statistics()).rank(Claim("1", text), [(OSTEN, 1.0)], limit=5) == []
