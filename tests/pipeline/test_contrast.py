from math import log

import numpy as np
import pytest

from tests.pipeline.test_contrast_claims import FILMS, evidence_of, page_of
from veriscope.domain import Claim, Label, SentenceId, Stance, Verdict
from veriscope.errors import StoreError
from veriscope.pipeline.computing import weighed
from veriscope.pipeline.contrast import (
    BEARING,
    TRUTH,
    Contrast,
    Weights,
    bearing_features,
    contrasted,
    is_about_a_row,
    packaged_weights,
    read_weights,
    reweighed,
    truth_features,
)
from veriscope.pipeline.contrast_claims import Correction
from veriscope.pipeline.decision import decide

PAGE = page_of(FILMS)
ROWS = evidence_of(PAGE, 1, 2, 3)
WRONG, RIGHT = Claim("1", "Vera Holm was in Low Tide in 1957."), Claim("2", "Vera Holm was in Low Tide in 1956.")
UNSURE = Verdict(Label.REFUTES, 0.1, 0.8, 0.1, stances=(Stance(0.2, 0.7, 0.1),) * len(ROWS))


class Reader:
    """Supports what names the film and its year together, and refutes all else; keeps what it was asked."""

    def __init__(self):
        self.asked = []

    def decide(self, _claim, _evidence):
        return UNSURE

    def stances(self, wordings, _evidence):
        self.asked.append(wordings)
        return [self._stance("Low Tide" in text and "1956" in text) for text in wordings]

    @staticmethod
    def _stance(is_so):
        return Stance(0.9, 0.05, 0.05) if is_so else Stance(0.1, 0.8, 0.1)


class Mute:
    """A model that cannot be asked of wordings."""

    def decide(self, _claim, _evidence):
        return UNSURE


def contrast(gain, *, support=0.0, fit=0.0, is_evident=True):
    return Contrast(support, gain, fit, Correction("1957", "1956", RIGHT.text, fit, is_evident))


def test_a_false_claim_gains_by_the_right_value():
    found = contrasted(Reader(), WRONG, ROWS, [PAGE])
    assert found.best.text == RIGHT.text
    assert found.support == pytest.approx(log(0.1 / 0.9))
    assert found.gain == pytest.approx(2 * log(9))
    assert found.fit > 0
    assert found.is_clear


def test_a_true_claim_only_loses():
    found = contrasted(Reader(), RIGHT, ROWS, [PAGE])
    assert found.gain == pytest.approx(-2 * log(9))
    assert not found.is_clear


def test_the_claim_and_its_corrections_are_asked_together():
    reader = Reader()
    contrasted(reader, WRONG, ROWS, [PAGE])
    ((first, *others),) = reader.asked
    assert first == WRONG.text
    assert RIGHT.text in others


def test_there_is_no_contrast_without_corrections_or_without_one_to_ask():
    assert contrasted(Reader(), Claim("3", "Vera Holm is old."), ROWS, [PAGE]) is None
    assert contrasted(Mute(), WRONG, ROWS, [PAGE]) is None


def test_claims_are_about_a_row_where_the_best_piece_is_a_cell():
    sentence = ROWS[0]._replace(id=SentenceId("Vera Holm", 0))
    assert is_about_a_row(WRONG, [*ROWS, sentence])
    assert not is_about_a_row(WRONG, [sentence, *ROWS])
    assert not is_about_a_row(WRONG, [])


@pytest.mark.parametrize(
    ("text", "is_of_one"),
    [
        ("Low Tide is longer than Salt.", False),
        ("Low Tide is the oldest film.", False),
        ("Exactly three films are of 1956.", False),
        ("Low Tide won over 3 prizes.", False),
        ("She went over the hill in 1956.", True),
        ("She won the prize for the best role in West Vell.", True),
        ("Her first film was Low Tide.", True),
    ],
)
def test_claims_that_compare_or_count_are_not_about_a_row(text, is_of_one):
    assert is_about_a_row(Claim("1", text), ROWS) is is_of_one


def test_features_stand_in_their_order():
    found = contrast(2.0, support=-3.0, fit=0.5)
    truth = dict(zip(TRUTH, truth_features(UNSURE, found), strict=True))
    assert truth == {"bias": 1.0, "encoder": pytest.approx(-log(8)), "gain": 2.0, "fit": 0.5}
    assert truth_features(UNSURE, contrast(-2.0))[TRUTH.index("gain")] == 0.0
    bearing = dict(zip(BEARING, bearing_features(UNSURE), strict=True))
    assert bearing == {"bias": 1.0, "decided": pytest.approx(log(9))}


def test_what_is_reweighed_sums_to_one_and_keeps_the_stances():
    weights = Weights(np.array([0.0, 0.0, -1.0, 0.0]), np.array([0.0, 1.0]))
    found = reweighed(UNSURE, contrast(log(3)), weights)
    assert (found.supports, found.refutes) == (pytest.approx(0.9 / 4), pytest.approx(0.9 * 3 / 4))
    assert found.not_enough_info == pytest.approx(0.1)
    assert found.stances == UNSURE.stances


def test_the_more_a_correction_gains_the_less_the_claim_is_supported():
    shares = [reweighed(UNSURE, contrast(gain)).supports for gain in (-5, -1, 0, 1, 5)]
    assert shares == sorted(shares, reverse=True)
    assert shares[0] > UNSURE.supports
    assert reweighed(UNSURE, contrast(-5.0, fit=-3.0)).label is Label.SUPPORTS
    assert reweighed(UNSURE, contrast(6.0, support=-5.0, fit=3.0)).label is Label.REFUTES


def test_weights_of_other_features_are_refused():
    named = {"truth": dict.fromkeys(TRUTH, 0.0), "bearing": dict.fromkeys(BEARING, 0.0)}
    assert read_weights(named).truth.tolist() == [0.0] * len(TRUTH)
    with pytest.raises(StoreError, match="train_contrast"):
        read_weights({**named, "truth": {"bias": 1.0}})


def test_the_packaged_weights_fit():
    assert [len(part) for part in packaged_weights()] == [len(TRUTH), len(BEARING)]


def test_a_refuted_claim_comes_with_what_would_make_it_true():
    verdict, correction = decide(Reader(), WRONG, ROWS, [(PAGE, 1.0)], None)
    assert verdict.label is Label.REFUTES
    assert correction.words == "Would be true with “1956” in place of “1957”."


def test_a_supported_claim_comes_without():
    verdict, correction = decide(Reader(), RIGHT, ROWS, [(PAGE, 1.0)], None)
    assert verdict.label is Label.SUPPORTS
    assert correction is None


def test_a_value_of_no_row_of_the_evidence_is_not_shown():
    assert contrast(5.0).is_clear
    assert not contrast(5.0, is_evident=False).is_clear
    assert not contrast(1.0).is_clear
    assert not contrast(5.0, support=-8.0).is_clear


def test_where_the_best_piece_is_a_sentence_the_verdict_stays():
    sentence = ROWS[0]._replace(id=SentenceId("Vera Holm", 0))
    found = decide(Reader(), WRONG, [sentence, *ROWS], [(PAGE, 1.0)], None)
    assert found == (weighed(UNSURE, None), None)
