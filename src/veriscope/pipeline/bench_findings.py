"""The BUCKLE paper's findings, held against a run: which hold here, which do not, and by which figures."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import StrEnum
from statistics import mean, pstdev

import numpy as np
from scipy.stats import rankdata

from veriscope.pipeline.bench_effects import LEARNERS, matrix_cells, matrix_effects, popularity_difference
from veriscope.pipeline.bench_figures import figure, signed
from veriscope.pipeline.bench_results import Results
from veriscope.pipeline.bench_why import (
    FUNCTIONAL,
    GUESSING,
    HOMOGENEOUS,
    LINKER_LEADS,
    PAPERS_METHODS,
    PATHS,
    SLOW,
    STEADY,
    why_not,
)
from veriscope.scoring.significance import mcnemar

# Simple measures that no finding speaks of.
_REFERENCES = frozenset({"adamic-adar", "degree-product", "jaccard", "katz"})
_NEAR_CHANCE = 0.1
_CLEAR = 0.5  # a rank correlation
_CHANCE = 0.05
_MANY_TO_MANY = "many-to-many"


class Outcome(StrEnum):
    """What became of a finding."""

    HOLDS = "holds"
    IN_PART = "holds in part"
    FAILS = "does not hold"
    UNTESTED = "not tested"


@dataclass(frozen=True, slots=True)
class Finding:
    """What the paper found, whether that holds in a run, the figures, and why it does not hold, as far as they tell."""

    claim: str
    outcome: Outcome
    figures: str
    why: str = ""


def findings(results: Results) -> list[Finding]:
    """Every finding that the run has something to say about."""
    held = [Finding(claim, *check(results)) for claim, check in _CLAIMS.items()]
    return [
        finding if finding.outcome is Outcome.HOLDS else replace(finding, why=why_not(finding.claim, results))
        for finding in held
        if finding.outcome is not Outcome.UNTESTED
    ]


_Held = tuple[Outcome, str]
_NOTHING: _Held = (Outcome.UNTESTED, "")


def _popular_is_easier(results: Results) -> _Held:
    gains = {
        method: [popular - unpopular for popular, unpopular in popularity_difference(results, method).values()]
        for method in _checkers(results)
    }
    means = {method: mean(values) for method, values in gains.items() if values}
    return _by_sign(means, "popular less unpopular pairs")


def _transparent_is_easier(results: Results) -> _Held:
    found = {method: matrix_effects(results, method) for method in _checkers(results)}
    slopes = {method: effects.transparency.slope for method, effects in found.items() if effects}
    return _by_sign(slopes, "gain from transparency 0 to 1")


def _homogeneous_is_easier_for_learners(results: Results) -> _Held:
    found = {method: matrix_effects(results, method) for method in results.methods if method in LEARNERS}
    slopes = {method: effects.homogeneity.slope for method, effects in found.items() if effects}
    return _by_sign(slopes, "gain from homogeneity 0 to 1")


def _embeddings_mind_homogeneity_less(results: Results) -> _Held:
    found = {method: matrix_effects(results, method) for method in (*LEARNERS, "transe") if method in results.methods}
    slopes = {method: abs(effects.homogeneity.slope) for method, effects in found.items() if effects}
    if "transe" not in slopes or len(slopes) < 2:
        return _NOTHING
    others = {method: slope for method, slope in slopes.items() if method != "transe"}
    less = [method for method, slope in others.items() if slopes["transe"] < slope]
    return _share(len(less), len(others)), f"size of the homogeneity effect: {_listed(slopes)}"


def _learners_fail_on_hard_mixed_facts(results: Results) -> _Held:
    corner = {
        method: [cell.auroc for at, cell in matrix_cells(results, method) if not at.transparency + at.homogeneity]
        for method in results.methods
        if method in LEARNERS
    }
    corner = {method: values for method, values in corner.items() if values}
    if not corner:
        return _NOTHING
    near = [method for method, values in corner.items() if mean(abs(value - 0.5) for value in values) < _NEAR_CHANCE]
    told = ", ".join(f"{method} {figure(min(values))} to {figure(max(values))}" for method, values in corner.items())
    return _share(len(near), len(corner)), f"AUROC at transparency 0 and homogeneity 0: {told}"


def _paths_teach(results: Results) -> _Held:
    """Whether predicates with more distinct paths among their training facts are judged better, by their ranks."""
    paths = {at.predicate: at.training.distinct_paths for at in results.scenarios if at.training is not None}
    found: dict[str, float] = {}
    for method in results.methods:
        if method not in {"kg-miner", "sfe"}:
            continue
        levels = {
            predicate: [cell.auroc for at, cell in matrix_cells(results, method) if at.predicate == predicate]
            for predicate in paths
        }
        pairs = [(paths[predicate], mean(values)) for predicate, values in levels.items() if values]
        if len(pairs) > 3:
            found[method] = _rank_correlation(pairs)
    if not found:
        return _NOTHING
    low, high = min(found.values()), max(found.values())
    outcome = Outcome.HOLDS if low >= _CLEAR else Outcome.IN_PART if high > 0 else Outcome.FAILS
    return outcome, f"rank correlation over {len(paths)} predicates: {_listed(found)}"


def _linker_leads_where_transparent(results: Results) -> _Held:
    asked = [method for method in PAPERS_METHODS if method in results.methods]
    if "kl" not in asked or len(asked) < 2:
        return _NOTHING
    wins, total = 0, 0
    for name in {at.name for at, _ in matrix_cells(results, "kl") if at.transparency == 1}:
        values = {cell.method: cell.auroc for cell in results.cells if cell.scenario == name and cell.method in asked}
        if "kl" in values and len(values) > 1:
            total += 1
            wins += values["kl"] >= max(values.values())
    if not total:
        return _NOTHING
    outcome = Outcome.HOLDS if wins > total / 2 else Outcome.IN_PART if wins else Outcome.FAILS
    return outcome, f"kl is best of {', '.join(asked)} in {wins} of {total} scenarios at transparency 1"


def _subgraphs_beat_paths(results: Results) -> _Held:
    return _pairwise(results, "sfe", "kg-miner")


def _sfe_beats_pra(results: Results) -> _Held:
    return _pairwise(results, "sfe", "pra")


def _transe_beats_transh(results: Results) -> _Held:
    return _pairwise(results, "transe", "transh")


def _transe_is_steadier(results: Results) -> _Held:
    spreads = {}
    for method in ("kg-miner", "sfe", "transe"):
        values = [cell.auroc for _, cell in matrix_cells(results, method)]
        if len(values) > 2:
            spreads[method] = pstdev(values)
    if "transe" not in spreads or len(spreads) < 2:
        return _NOTHING
    wider = [method for method, spread in spreads.items() if method != "transe" and spread > spreads["transe"]]
    return _share(len(wider), len(spreads) - 1), f"standard deviation over the matrices: {_listed(spreads)}"


def _functional_is_easier(results: Results) -> _Held:
    kinds = {scenario.predicate: scenario.kind for scenario in results.scenarios}
    if len({kind == _MANY_TO_MANY for kind in kinds.values()}) < 2:
        return _NOTHING
    gains = {}
    for method in _checkers(results):
        by_side: dict[bool, list[float]] = {True: [], False: []}
        for predicate, kind in kinds.items():
            values = [cell.auroc for cell in results.of_method(method) if cell.predicate == predicate]
            if values:
                by_side[kind == _MANY_TO_MANY].append(mean(values))
        if by_side[True] and by_side[False]:
            gains[method] = mean(by_side[False]) - mean(by_side[True])
    return _by_sign(gains, "functional (either way) less many-to-many predicates")


def _linker_is_slowest(results: Results) -> _Held:
    times = {
        method: mean(cell.check_s for cell in results.of_method(method))
        for method in PAPERS_METHODS
        if results.of_method(method)
    }
    if "kl" not in times or len(times) < 2:
        return _NOTHING
    slower = [method for method in times if method != "kl" and times[method] < times["kl"]]
    seconds = ", ".join(f"{method} {value:.2f} s" for method, value in times.items())
    return _share(len(slower), len(times) - 1), f"mean time to check a scenario: {seconds}"


def _pairwise(results: Results, first: str, second: str) -> _Held:
    """Whether the first is better in most scenarios and on average; in part where it is one, or may be by chance."""
    others = {cell.scenario: cell.auroc for cell in results.of_method(second)}
    gains = [cell.auroc - others[cell.scenario] for cell in results.of_method(first) if cell.scenario in others]
    if not gains:
        return _NOTHING
    test = mcnemar([(gain > 0, gain < 0) for gain in gains])
    signs = [test.only_first > test.only_second, mean(gains) > 0]
    outcome = Outcome.HOLDS if all(signs) and test.p < _CHANCE else Outcome.IN_PART if any(signs) else Outcome.FAILS
    told = f"{first} is better in {test.only_first} and worse in {test.only_second} of {len(gains)} scenarios"
    return outcome, f"{told}, by {signed(mean(gains))} on average (sign test p = {test.p:.2g})"


def _by_sign(values: dict[str, float], what: str) -> _Held:
    if not values:
        return _NOTHING
    above = sum(value > 0 for value in values.values())
    return _share(
        above, len(values)
    ), f"{what}: {', '.join(f'{name} {signed(value)}' for name, value in values.items())}"


def _share(held: int, total: int) -> Outcome:
    return Outcome.HOLDS if held == total else Outcome.FAILS if not held else Outcome.IN_PART


def _listed(values: dict[str, float]) -> str:
    return ", ".join(f"{name} {figure(value)}" for name, value in values.items())


def _checkers(results: Results) -> list[str]:
    return [method for method in results.methods if method not in _REFERENCES]


def _rank_correlation(pairs: list[tuple[int, float]]) -> float:
    """Spearman's; equal values have the mean of their ranks."""
    ranks = [rankdata([pair[side] for pair in pairs]) for side in (0, 1)]
    if any(len(set(one)) < 2 for one in ranks):
        return 0.0
    return float(np.corrcoef(ranks[0], ranks[1])[0, 1])


_CLAIMS: dict[str, Callable[[Results], _Held]] = {
    "Facts about popular entities are easier to check, for every method.": _popular_is_easier,
    "The more transparent the false facts, the better every method.": _transparent_is_easier,
    HOMOGENEOUS: _homogeneous_is_easier_for_learners,
    "Homogeneity matters less to TransE than to the methods that learn paths.": _embeddings_mind_homogeneity_less,
    GUESSING: _learners_fail_on_hard_mixed_facts,
    PATHS: _paths_teach,
    LINKER_LEADS: _linker_leads_where_transparent,
    "SFE does better than KG-Miner in most cases.": _subgraphs_beat_paths,
    "SFE does better than PRA.": _sfe_beats_pra,
    "TransE does better than TransH.": _transe_beats_transh,
    STEADY: _transe_is_steadier,
    FUNCTIONAL: _functional_is_easier,
    SLOW: _linker_is_slowest,
}
