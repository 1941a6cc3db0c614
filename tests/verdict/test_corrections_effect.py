from dataclasses import replace
from math import log

import numpy as np
import pytest

from tests.verdict.test_corrections import FILMS, evidence_of, page_of
from veriscope.domain import Claim, Label, SentenceId, Stance, Verdict
from veriscope.errors import StoreError
from veriscope.verdict.corrections import Correction
from veriscope.verdict.corrections_effect import CorrectionsEffect, is_about_a_row, read_with_corrections
from veriscope.verdict.decision import FITS_BEST, Decision, decide, resting_on_lines
from veriscope.verdict.limits import NO_LINE
from veriscope.verdict.stored_weights import (
    BEARING,
    TRUTH,
    CorrectionsWeights,
    packaged_corrections_weights,
    read_corrections_weights,
)
from veriscope.verdict.weighing import bearing_features, truth_features, weigh_corrections

PAGE = page_of(FILMS)
ROWS = evidence_of(PAGE, 1, 2, 3)
WRONG, RIGHT = Claim("1", "Vera Holm was in Low Tide in 1957."), Claim("2", "Vera Holm was in Low Tide in 1956.")
UNSURE = Verdict(Label.REFUTES, 0.1, 0.8, 0.1, stances=(Stance(0.2, 0.7, 0.1),) * len(ROWS))


class Reader:
    """Supports what names the film and its year together, and refutes all else; keeps what it was asked."""

    def __init__(self):
        self.asked = []

    def decide(self, _claim, _evidence, *, wordings=(), **_unread):
        self.asked.append(wordings)
        return replace(UNSURE, wordings=tuple(self._stance("Low Tide" in text and "1956" in text) for text in wordings))

    @staticmethod
    def _stance(is_so):
        return Stance(0.9, 0.05, 0.05) if is_so else Stance(0.1, 0.8, 0.1)


class Mute:
    """A model that reads the claim alone, and no other wording."""

    def decide(self, _claim, _evidence, **_unread):
        return UNSURE


def effect(gain, *, support=0.0, fit=0.0, is_evident=True):
    return CorrectionsEffect(support, gain, fit, Correction("1957", "1956", RIGHT.text, fit, is_evident))


def test_a_false_claim_gains_by_the_right_value():
    found = read_with_corrections(Reader(), WRONG, ROWS, [PAGE])[1]
    assert found.best.text == RIGHT.text
    assert found.support == pytest.approx(log(0.1 / 0.9))
    assert found.gain == pytest.approx(2 * log(9))
    assert found.fit > 0
    assert found.is_clear


def test_a_true_claim_only_loses():
    found = read_with_corrections(Reader(), RIGHT, ROWS, [PAGE])[1]
    assert found.gain == pytest.approx(-2 * log(9))
    assert not found.is_clear


def test_the_claim_and_its_corrections_are_asked_together():
    reader = Reader()
    read_with_corrections(reader, WRONG, ROWS, [PAGE])
    ((first, *others),) = reader.asked
    assert first == WRONG.text
    assert RIGHT.text in others


def test_nothing_is_gained_without_corrections_or_a_model_that_reads_them():
    assert read_with_corrections(Reader(), Claim("3", "Vera Holm is old."), ROWS, [PAGE]) == (UNSURE, None)
    assert read_with_corrections(Mute(), WRONG, ROWS, [PAGE]) == (UNSURE, None)


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
    found = effect(2.0, support=-3.0, fit=0.5)
    truth = dict(zip(TRUTH, truth_features(UNSURE, found), strict=True))
    assert truth == {"bias": 1.0, "encoder": pytest.approx(-log(8)), "gain": 2.0, "fit": 0.5}
    assert truth_features(UNSURE, effect(-2.0))[TRUTH.index("gain")] == 0.0
    bearing = dict(zip(BEARING, bearing_features(UNSURE), strict=True))
    assert bearing == {"bias": 1.0, "decided": pytest.approx(log(9))}


def test_what_is_weighed_sums_to_one_and_keeps_the_stances():
    weights = CorrectionsWeights(np.array([0.0, 0.0, -1.0, 0.0]), np.array([0.0, 1.0]))
    found = weigh_corrections(UNSURE, effect(log(3)), weights)
    assert (found.supports, found.refutes) == (pytest.approx(0.9 / 4), pytest.approx(0.9 * 3 / 4))
    assert found.not_enough_info == pytest.approx(0.1)
    assert found.stances == UNSURE.stances


def test_the_more_a_correction_gains_the_less_the_claim_is_supported():
    shares = [weigh_corrections(UNSURE, effect(gain)).supports for gain in (-5, -1, 0, 1, 5)]
    assert shares == sorted(shares, reverse=True)
    assert shares[0] > UNSURE.supports
    assert weigh_corrections(UNSURE, effect(-5.0, fit=-3.0)).label is Label.SUPPORTS
    assert weigh_corrections(UNSURE, effect(6.0, support=-5.0, fit=3.0)).label is Label.REFUTES


def test_weights_of_other_features_are_refused():
    named = {"truth": dict.fromkeys(TRUTH, 0.0), "bearing": dict.fromkeys(BEARING, 0.0)}
    assert read_corrections_weights(named).truth.tolist() == [0.0] * len(TRUTH)
    with pytest.raises(StoreError, match="veriscope train corrections"):
        read_corrections_weights({**named, "truth": {"bias": 1.0}})


def test_the_packaged_weights_fit():
    assert [len(part) for part in packaged_corrections_weights()] == [len(TRUTH), len(BEARING)]


def test_a_refuted_claim_comes_with_what_would_make_it_true():
    verdict, correction, _ = decide(Reader(), WRONG, ROWS, [(PAGE, 1.0)], None)
    assert verdict.label is Label.REFUTES
    assert correction.words == "Would be true with “1956” in place of “1957”."


class Agreeing(Reader):
    """Reads support in one line."""

    def decide(self, *asked, **other):
        return replace(super().decide(*asked, **other), stances=(Stance(0.9, 0.05, 0.05), *UNSURE.stances[1:]))


def test_a_supported_claim_comes_without():
    verdict, correction, remark = decide(Agreeing(), RIGHT, ROWS, [(PAGE, 1.0)], None)
    assert verdict.label is Label.SUPPORTS
    assert correction is None
    assert remark == ""


def test_a_claim_that_only_the_comparison_of_values_supports_says_so():
    verdict, correction, remark = decide(Reader(), RIGHT, ROWS, [(PAGE, 1.0)], None)
    assert (verdict.label, correction, remark) == (Label.SUPPORTS, None, FITS_BEST)


def test_a_side_that_neither_a_line_nor_the_comparison_takes_is_undecided():
    assert effect(-1.0).takes_side(Label.SUPPORTS)
    assert effect(1.0).takes_side(Label.REFUTES)
    assert not effect(1.0).takes_side(Label.SUPPORTS)
    assert not effect(-1.0).takes_side(Label.NOT_ENOUGH_INFO)
    held = resting_on_lines(replace(UNSURE, stances=(Stance(0.3, 0.3, 0.4),)))
    assert (held.label, held.reason) == (Label.NOT_ENOUGH_INFO, NO_LINE)
    assert resting_on_lines(UNSURE) == UNSURE
    assert resting_on_lines(replace(UNSURE, stances=(Stance(0.3, 0.3, 0.4),), together=(0,))).label is Label.REFUTES


def test_a_value_of_no_row_of_the_evidence_is_not_shown():
    assert effect(5.0).is_clear
    assert not effect(5.0, is_evident=False).is_clear
    assert not effect(1.0).is_clear
    assert not effect(5.0, support=-8.0).is_clear


def test_where_the_best_piece_is_a_sentence_the_verdict_stays():
    sentence = ROWS[0]._replace(id=SentenceId("Vera Holm", 0))
    found = decide(Reader(), WRONG, [sentence, *ROWS], [(PAGE, 1.0)], None)
    assert found == Decision(UNSURE)
