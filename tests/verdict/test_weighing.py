import random
from dataclasses import replace
from math import exp, log

import numpy as np
import pytest

from veriscope.domain import Computation, Label, Stance, Verdict
from veriscope.lab.training.logistic_fit import fit_weights
from veriscope.lab.training.train_table_fusion import WeighedStatement, accuracy
from veriscope.verdict.corrections import Correction
from veriscope.verdict.corrections_effect import CorrectionsEffect
from veriscope.verdict.limits import with_min_confidence, without_verdict
from veriscope.verdict.stored_weights import FUSION_FEATURES, packaged_corrections_weights, packaged_table_weights
from veriscope.verdict.weighing import (
    Source,
    fusion_features,
    graph_share,
    hold_back,
    judge_computation,
    shares_of,
    weigh_computation,
    weigh_corrections,
    weigh_graph,
    weigh_table,
)


def computation(*, supports, truth, chosen=0.5, covered=0.5):
    return Computation("T", 0, "p", truth, chosen, supports, covered, True, True, "q", (), "c", ())


def verdict(supports, neither=0.0):
    return Verdict(Label.SUPPORTS, supports * (1 - neither), (1 - supports) * (1 - neither), neither)


def probabilities(mixed):
    return mixed.supports, mixed.refutes, mixed.not_enough_info


def draw_rows(count, *, seed):
    """Statements of which the programs tell much, the encoder something, and nothing else anything."""
    draw = random.Random(seed)
    for number in range(count):
        is_true = number % 2 == 0
        tells, says = draw.random() < 0.9, draw.random() < 0.6
        found = computation(supports=0.7 if tells is is_true else 0.3, truth=draw.random() < 0.5)
        yield fusion_features(verdict(0.7 if says is is_true else 0.3), found), is_true


def test_who_tells_more_weighs_more():
    rows, wanted = zip(*draw_rows(3000, seed=1), strict=True)
    weights = dict(zip(FUSION_FEATURES, fit_weights(rows, wanted), strict=True))
    assert weights["support_probability"] > 2 * weights["encoder"] > 0
    assert abs(weights["bias"]) < 0.3


def test_folds_tell_of_statements_that_were_not_fitted_on():
    weighed = [
        WeighedStatement(row, is_true, str(number // 100))
        for number, (row, is_true) in enumerate(draw_rows(1500, seed=2))
    ]
    assert 0.85 < accuracy(weighed) < 0.95
    turned = [one._replace(is_true=not one.is_true) if one.table in "012" else one for one in weighed]
    assert accuracy(turned) < accuracy(weighed) - 0.1


@pytest.mark.parametrize("neither", [0.0, 0.4, 1.0])
def test_what_is_fused_sums_to_one_and_keeps_the_doubt(neither):
    mixed = weigh_table(verdict(0.3, neither), computation(supports=0.9, truth=True))
    assert sum(probabilities(mixed)) == pytest.approx(1)
    assert mixed.not_enough_info == pytest.approx(neither)


def test_more_support_from_either_side_is_more_support():
    def supports(read, found):
        return weigh_table(verdict(read), computation(supports=found, truth=True)).supports

    assert supports(0.2, 0.3) < supports(0.8, 0.3) < supports(0.8, 0.9)


def test_the_outcome_of_a_program_counts_by_its_sign():
    true, false = (fusion_features(verdict(0.5), computation(supports=0.5, truth=truth)) for truth in (True, False))
    assert np.allclose(true[3:], -false[3:])
    assert true[3] > 0


EFFECT = CorrectionsEffect(-1.0, 2.5, 0.5, Correction("1957", "1956", "It was in 1956.", 0.5, is_evident=True))
READ = Verdict(Label.SUPPORTS, 0.61, 0.27, 0.12, stances=(Stance(0.5, 0.3, 0.2),))
FOUND = computation(supports=0.83, truth=False, chosen=0.71, covered=0.37)
SILENT = without_verdict("nothing was found")


def test_a_computation_counts_nine_tenths_of_a_mean():
    likely = 0.5 + 0.5 * 0.71 * -1
    expected = (0.1 * 0.61 + 0.9 * likely, 0.1 * 0.27 + 0.9 * (1 - likely), 0.1 * 0.12)
    assert probabilities(weigh_computation(READ, FOUND)) == pytest.approx(expected, rel=1e-14)
    assert shares_of(weigh_computation(READ, FOUND)) == pytest.approx({"evidence": 0.1, "computation": 0.9})


def test_a_fact_of_a_graph_counts_nine_tenths_of_its_link():
    share = graph_share(0.8)
    expected = [(1 - 0.9 * 0.8) * read + 0.9 * 0.8 * own for read, own in ((0.61, 0.015), (0.27, 0.97), (0.12, 0.015))]
    mixed = weigh_graph(READ, Label.REFUTES, share=share)
    assert probabilities(mixed) == pytest.approx(expected, rel=1e-14)
    assert shares_of(mixed) == pytest.approx({"evidence": 0.28, "graph": 0.72})


def test_what_is_held_back_is_undecided():
    held = hold_back(READ, trust=0.25, reason="no shared word")
    assert probabilities(held) == (0.61 * 0.25, 0.27 * 0.25, 1 - 0.61 * 0.25 - 0.27 * 0.25)
    assert (held.label, held.reason, held.stances) == (Label.NOT_ENOUGH_INFO, "no shared word", READ.stances)
    assert shares_of(held) == {"evidence": 0.25, "no_evidence": 0.75}


def test_corrections_are_weighed_in_log_odds():
    truth, bearing = packaged_corrections_weights()
    terms = [truth[0], truth[1] * log(0.61 / 0.27), truth[2] * 2.5, truth[3] * 0.5]
    supports, decided = logistic(sum(terms)), logistic(bearing[0] + bearing[1] * log(0.88 / 0.12))
    mixed = weigh_corrections(READ, EFFECT)
    expected = (supports * decided, (1 - supports) * decided, 1 - decided)
    assert probabilities(mixed) == pytest.approx(expected, rel=1e-14)
    gained = abs(terms[2]) + abs(terms[3])
    assert shares_of(mixed)["corrections"] == pytest.approx(gained / (gained + abs(terms[1])))


def test_tables_read_and_computed_are_weighed_in_log_odds():
    weights = packaged_table_weights()
    features = [1, log(0.61 / 0.27), log(0.83 / 0.17), -0.71, -0.71 * 0.37]
    supports = logistic(sum(weight * feature for weight, feature in zip(weights, features, strict=True)))
    mixed = weigh_table(READ, FOUND)
    assert probabilities(mixed) == pytest.approx((supports * 0.88, (1 - supports) * 0.88, 0.12), rel=1e-14)
    assert 0 < shares_of(mixed)["evidence"] < shares_of(mixed)["computation"]


def test_a_program_alone_leaves_a_third_of_what_it_does_not_cover_undecided():
    neither = (1 - 0.37) / 3
    judged = judge_computation(FOUND)
    assert probabilities(judged) == pytest.approx((0.83 * (1 - neither), 0.17 * (1 - neither), neither), rel=1e-14)
    assert shares_of(judged) == pytest.approx({"computation": 1 - neither, "no_evidence": neither})


def test_what_no_model_read_has_no_share_of_the_evidence():
    assert shares_of(READ) == {"evidence": 1.0}
    assert shares_of(SILENT) == {"no_evidence": 1.0}
    assert shares_of(weigh_graph(SILENT, Label.SUPPORTS, share=0.5)) == {"no_evidence": 0.5, "graph": 0.5}


@pytest.mark.parametrize("first", [READ, SILENT, hold_back(READ, trust=0.2, reason="no shared word")])
@pytest.mark.parametrize("share", [0.0, 0.3, 1.0])
def test_shares_and_probabilities_sum_to_one_however_much_is_mixed(first, share):
    steps = [first, weigh_corrections(first, EFFECT), weigh_table(first, FOUND), weigh_computation(READ, FOUND)]
    for step in [*steps, *(weigh_graph(one, Label.REFUTES, share=share) for one in steps)]:
        assert sum(shares_of(step).values()) == pytest.approx(1)
        assert sum(probabilities(step)) == pytest.approx(1)
        assert set(shares_of(step)) <= set(Source)


def logistic(score):
    return 1 / (1 + exp(-score))


def test_lines_that_decide_together_do_so_for_one_label_only():
    together = replace(READ, label=Label.REFUTES, supports=0.2, refutes=0.6, not_enough_info=0.2, together=(0, 1))
    kept = hold_back(together, trust=0.9, reason="weak")
    assert (kept.label, kept.together) == (Label.REFUTES, (0, 1))
    assert weigh_graph(together, Label.SUPPORTS, share=0.9).together == ()
    assert with_min_confidence(together, min_confidence=0.7).together == ()
