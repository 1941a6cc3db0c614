"""Every scorer of a task keeps the promises that the evaluation builds on."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from veriscope.domain import Label
from veriscope.scoring import SCORERS, ScoringCase

pytestmark = pytest.mark.slow

# Addresses as both tasks write them: page, type, position.
KEYS = st.tuples(
    st.sampled_from(["Arvania", "Vell"]), st.sampled_from(["sentence", "cell"]), st.integers(0, 9).map(str)
)
CASES = st.builds(
    ScoringCase,
    label=st.sampled_from(Label),
    predicted_label=st.sampled_from([label.value for label in Label]),
    sets=st.lists(st.frozensets(KEYS, min_size=1, max_size=3), max_size=3).map(tuple),
    predicted=st.lists(KEYS, max_size=40).map(tuple),
)


@pytest.fixture(params=sorted(SCORERS), scope="module")
def score(request):
    return SCORERS[request.param].score


@given(case=CASES)
def test_shares_stay_between_nothing_and_all(score, case):
    outcome = score(case)
    assert 0 <= outcome.precision <= 1
    assert 0 <= outcome.recall <= 1


@given(case=CASES)
def test_a_wrong_label_is_never_strictly_right(score, case):
    outcome = score(case)
    assert outcome.is_label_right == (case.label.value == case.predicted_label)
    assert outcome.is_label_right or not outcome.is_strictly_right


@given(case=CASES)
def test_one_more_set_of_gold_evidence_never_makes_a_claim_wrong(score, case):
    more = ScoringCase(case.label, case.predicted_label, (*case.sets, frozenset(case.predicted[:1])), case.predicted)
    if case.sets and case.predicted:
        assert score(more).is_strictly_right >= score(case).is_strictly_right


@given(case=CASES)
def test_the_right_label_with_exactly_the_gold_evidence_earns_everything(score, case):
    if not case.sets or len(case.sets[0]) > 5:
        return
    outcome = score(ScoringCase(case.label, case.label.value, case.sets, tuple(sorted(case.sets[0]))))
    assert outcome.is_strictly_right
    assert outcome.recall == 1 or not outcome.counts_evidence
    assert outcome.precision == 1 or not outcome.counts_evidence
