"""Mixes what evidence, programs, corrections and graphs say about a claim; nothing else mixes probabilities.

There are two ways: a mean of probabilities, weighted by the shares of the sources; and a sum of log odds, in which the
share of a source is the size of its terms among those of all sources. The weights are stored (`stored_weights.py`).
"""

from dataclasses import replace
from enum import StrEnum
from math import exp

import numpy as np

from veriscope.domain import Computation, Label, Stance, Verdict
from veriscope.verdict.corrections_effect import CorrectionsEffect
from veriscope.verdict.label_probabilities import LABEL_ORDER, log_odds, log_ratio, verdict_from
from veriscope.verdict.stored_weights import (
    CorrectionsWeights,
    Floats,
    hand_set_weights,
    packaged_corrections_weights,
    packaged_table_weights,
)

# For tables, the probability of each side counts as at least this.
_LEAST = 1e-4


class Source(StrEnum):
    """What a verdict's probabilities come from; `NO_EVIDENCE` leaves a claim undecided for lack of evidence."""

    EVIDENCE = "evidence"
    NO_EVIDENCE = "no_evidence"
    COMPUTATION = "computation"
    CORRECTIONS = "corrections"
    GRAPH = "graph"


def shares_of(verdict: Verdict) -> dict[str, float]:
    """The share of each source in a verdict; the shares sum to one."""
    if verdict.shares:
        return dict(verdict.shares)
    is_read = not verdict.reason or verdict.not_enough_info < 1
    return {str(Source.EVIDENCE if is_read else Source.NO_EVIDENCE): 1.0}


def weigh_computation(verdict: Verdict, computation: Computation, *, share: float | None = None) -> Verdict:
    """The verdict mixed with a computation, which is better at numbers than reading is.

    What the computation says is as sure as its program says what the claim says.
    """
    if verdict.reason:
        return verdict
    # If the program does not match the claim, its result says nothing.
    likely = 0.5 + 0.5 * computation.match_probability * (1 if computation.truth else -1)
    said = Stance(likely, 1 - likely, 0.0)
    share = hand_set_weights().computation if share is None else share
    return replace(_mean(verdict, Source.COMPUTATION, said, share=share), computed=(said,))


def graph_share(link: float) -> float:
    """The share of a graph's fact whose link to the claim has probability `link`."""
    return hand_set_weights().graph * link


def weigh_graph(verdict: Verdict, label: Label, *, share: float) -> Verdict:
    """The verdict mixed with the label that follows from a graph."""
    trust = hand_set_weights().graph_fact
    said = Stance(*(trust if one is label else (1 - trust) / 2 for one in LABEL_ORDER))
    return _mean(verdict, Source.GRAPH, said, share=share)


def hold_back(verdict: Verdict, *, trust: float, reason: str) -> Verdict:
    """The verdict scaled by `trust`; the rest is undecided."""
    supports, refutes = verdict.supports * trust, verdict.refutes * trust
    held = _changed(verdict, Stance(supports, refutes, 1 - supports - refutes))
    return replace(held, reason=reason, shares=_with_share(verdict, Source.NO_EVIDENCE, 1 - trust))


def weigh_corrections(
    verdict: Verdict, effect: CorrectionsEffect, weights: CorrectionsWeights | None = None
) -> Verdict:
    """The verdict weighed with its corrections; the stances of single pieces of evidence stay."""
    weights = weights or packaged_corrections_weights()
    truth = truth_features(verdict, effect)
    supports = _likely(float(truth @ weights.truth))
    decided = _likely(float(bearing_features(verdict) @ weights.bearing))
    mixed = _changed(verdict, Stance(supports * decided, (1 - supports) * decided, 1 - decided))
    share = _share_of_others(truth * weights.truth)
    return replace(mixed, shares=_with_share(verdict, Source.CORRECTIONS, share))


def truth_features(verdict: Verdict, effect: CorrectionsEffect) -> Floats:
    """The features for the truth of the claim, in the order of `TRUTH`; a negative gain counts as 0."""
    return np.array([1.0, log_ratio(verdict.supports, verdict.refutes), max(effect.gain, 0.0), effect.fit])


def bearing_features(verdict: Verdict) -> Floats:
    """The features for whether the evidence decides, in the order of `BEARING`."""
    return np.array([1.0, log_odds(1 - verdict.not_enough_info)])


def judge_computation(computation: Computation) -> Verdict:
    """The verdict of a program over a table alone; what it does not cover of the claim stays undecided."""
    neither = hand_set_weights().unsaid * (1 - computation.claim_coverage)
    supports = computation.support_probability
    said = verdict_from(Stance(supports * (1 - neither), (1 - supports) * (1 - neither), neither))
    shares = ((str(Source.COMPUTATION), 1 - neither), (str(Source.NO_EVIDENCE), neither))
    return replace(said, shares=shares)


def weigh_table(read: Verdict, computation: Computation, weights: Floats | None = None) -> Verdict:
    """What was read in a table, mixed with what was computed from it; the encoder says whether there is enough."""
    weights = packaged_table_weights() if weights is None else weights
    features = fusion_features(read, computation)
    supports = _likely(float(features @ weights))
    decided = 1 - read.not_enough_info
    mixed = verdict_from(Stance(supports * decided, (1 - supports) * decided, read.not_enough_info))
    share = _share_of_others(features * weights)
    return replace(mixed, shares=_with_share(read, Source.COMPUTATION, share))


def fusion_features(read: Verdict, computation: Computation) -> Floats:
    """The features in the order of `FUSION_FEATURES`: odds of support, and the outcome of the surest program."""
    signed = computation.match_probability * (1 if computation.truth else -1)
    return np.array(
        [
            1.0,
            log_ratio(read.supports, read.refutes, least=_LEAST),
            log_ratio(computation.support_probability, 1 - computation.support_probability, least=_LEAST),
            signed,
            signed * computation.claim_coverage,
        ]
    )


def _mean(verdict: Verdict, source: Source, said: Stance, *, share: float) -> Verdict:
    """The verdict mixed with what another source says, by its share."""
    read = (verdict.probability(label) for label in LABEL_ORDER)
    mixed = Stance(*((1 - share) * one + share * other for one, other in zip(read, said, strict=True)))
    return replace(_changed(verdict, mixed), shares=_with_share(verdict, source, share))


def _changed(verdict: Verdict, stance: Stance) -> Verdict:
    """The verdict with other probabilities; what single lines say stays. Lines decide together for one label only."""
    label = verdict_from(stance).label
    return replace(
        verdict,
        label=label,
        supports=stance.supports,
        refutes=stance.refutes,
        not_enough_info=stance.not_enough_info,
        together=verdict.together if label is verdict.label else (),
    )


def _share_of_others(terms: Floats) -> float:
    """The share of a sum of log odds that its terms after the bias and the verdict make up."""
    _, verdict, *others = np.abs(terms).tolist()
    total = verdict + sum(others)
    return sum(others) / total if total else 0.0


def _with_share(verdict: Verdict, source: Source, share: float) -> tuple[tuple[str, float], ...]:
    """The shares of a verdict after mixing in one more source."""
    shares = {name: (1 - share) * one for name, one in shares_of(verdict).items()}
    shares[str(source)] = shares.get(str(source), 0.0) + share
    return tuple(shares.items())


def _likely(score: float) -> float:
    return 1 / (1 + exp(-score))
