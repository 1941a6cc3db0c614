import math

import pytest

from veriscope.domain import Claim, Label
from veriscope.errors import InputError
from veriscope.lab.training.train_claim_only import ClaimOnlySettings, train_claim_only
from veriscope.lab.training.train_word_label_pmi import count_word_labels
from veriscope.lab.training.training_pairs import ClaimTexts
from veriscope.verdict.claim_only import ClaimOnly
from veriscope.verdict.word_label_pmi import WordLabelPmi

WORDS = {Label.SUPPORTS: "is", Label.REFUTES: "is not", Label.NOT_ENOUGH_INFO: "may be"}
CLAIMS = [
    ClaimTexts(Claim(f"{label} {number}", f"Town {number} {verb} old."), label, ())
    for label, verb in WORDS.items()
    for number in range(40 if label is Label.SUPPORTS else 10)
]


@pytest.fixture
def claim_only(tmp_path):
    train_claim_only(CLAIMS, ClaimOnlySettings()).write(tmp_path)
    return ClaimOnly(tmp_path)


@pytest.mark.parametrize("label", Label)
def test_what_claims_give_away_is_learned(claim_only, label):
    guess = claim_only.guess(Claim("1", f"The bridge {WORDS[label]} old."))
    assert max(zip(guess, Label, strict=True))[1] is label


def test_training_is_repeatable():
    first, again = (train_claim_only(CLAIMS, ClaimOnlySettings()) for _ in range(2))
    assert first.words == again.words
    assert first.arrays["weights"].tolist() == again.arrays["weights"].tolist()


def test_rare_ngrams_are_left_out():
    words = train_claim_only(CLAIMS, ClaimOnlySettings(min_claims=10)).words
    assert "is not" in words
    assert "7" not in words


def test_a_label_that_no_claim_has_is_hardly_ever_guessed(tmp_path):
    two = [one for one in CLAIMS if one.label is not Label.NOT_ENOUGH_INFO]
    train_claim_only(two, ClaimOnlySettings()).write(tmp_path)
    assert ClaimOnly(tmp_path).guess(Claim("1", "The bridge may be old.")).not_enough_info < 0.01


@pytest.mark.parametrize("claims", [[], CLAIMS[:3]])
def test_too_few_claims_are_one_clear_line(claims):
    with pytest.raises(InputError, match=f"no word is in 5 of the {len(claims)} claims"):
        train_claim_only(claims, ClaimOnlySettings())


def test_normalised_pmi_by_hand():
    """`not` is in all 10 REFUTES claims and nowhere else: 1. `is` is in all S and R: log(1.5) / log(3)."""
    table = count_word_labels(CLAIMS, min_claims=10, top=3)
    figures = dict(zip(table.files.words, table.files.arrays["npmi"].tolist(), strict=True))
    assert figures["not"] == pytest.approx([-1, 1, -1])
    assert figures["is"] == pytest.approx([math.log(1.5) / math.log(3)] * 2 + [-1])
    assert figures["old"] == pytest.approx([0, 0, 0], abs=1e-6)
    assert table.telling[Label.REFUTES][0][:1] == ("not",)
    assert table.telling[Label.REFUTES][0][2:] == (10, 10)


def test_words_add_up_to_a_label(tmp_path):
    count_word_labels(CLAIMS, min_claims=5, top=0).files.write(tmp_path)
    model = WordLabelPmi(tmp_path)
    assert model.guess(Claim("1", "It is not so.")).refutes > 0.5
    assert model.guess(Claim("1", "Unheard words.")) == pytest.approx((1 / 3, 1 / 3, 1 / 3))
