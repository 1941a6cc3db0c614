"""Compares the BUCKLE paper's findings with a run: which hold here, which do not, and the figures."""

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from statistics import mean, pstdev

from scipy.stats import spearmanr

from veriscope.lab.bench.effects import LEARNERS, matrix_cells, matrix_effects, popularity_difference
from veriscope.lab.bench.figures import figure, with_sign
from veriscope.lab.bench.results import BenchResults
from veriscope.scoring import mcnemar

# Simple measures that no finding is about.
_REFERENCES = frozenset({"adamic-adar", "degree-product", "jaccard", "katz"})
_PAPERS_METHODS = ("kg-miner", "kl", "sfe", "transe")
_NEAR_CHANCE = 0.1
_CLEAR = 0.5  # a rank correlation
_CHANCE = 0.05
_MANY_TO_MANY = "many-to-many"


class FindingOutcome(StrEnum):
    """Whether a finding holds in a run."""

    HOLDS = "holds"
    IN_PART = "holds in part"
    FAILS = "does not hold"
    UNTESTED = "not tested"


@dataclass(frozen=True, slots=True)
class Finding:
    """What the paper found, whether that holds in a run, and the figures."""

    claim: str
    outcome: FindingOutcome
    figures: str


def findings(results: BenchResults) -> list[Finding]:
    """Every finding that the run can test."""
    held = [Finding(claim, *check(results)) for claim, check in _CLAIMS.items()]
    return [finding for finding in held if finding.outcome is not FindingOutcome.UNTESTED]


_Check = tuple[FindingOutcome, str]
_NOTHING: _Check = (FindingOutcome.UNTESTED, "")


def _popular_is_easier(results: BenchResults) -> _Check:
    gains = {
        method: [popular - unpopular for popular, unpopular in popularity_difference(results, method).values()]
        for method in _checkers(results)
    }
    means = {method: mean(values) for method, values in gains.items() if values}
    return _by_sign(means, "popular less unpopular pairs")


def _transparent_is_easier(results: BenchResults) -> _Check:
    found = {method: matrix_effects(results, method) for method in _checkers(results)}
    slopes = {method: effects.transparency.slope for method, effects in found.items() if effects}
    return _by_sign(slopes, "gain from transparency 0 to 1")


def _homogeneous_is_easier_for_learners(results: BenchResults) -> _Check:
    found = {method: matrix_effects(results, method) for method in results.methods if method in LEARNERS}
    slopes = {method: effects.homogeneity.slope for method, effects in found.items() if effects}
    return _by_sign(slopes, "gain from homogeneity 0 to 1")


def _embeddings_mind_homogeneity_less(results: BenchResults) -> _Check:
    found = {method: matrix_effects(results, method) for method in (*LEARNERS, "transe") if method in results.methods}
    slopes = {method: abs(effects.homogeneity.slope) for method, effects in found.items() if effects}
    if "transe" not in slopes or len(slopes) < 2:
        return _NOTHING
    others = {method: slope for method, slope in slopes.items() if method != "transe"}
    less = [method for method, slope in others.items() if slopes["transe"] < slope]
    return _outcome_of(len(less), len(others)), f"size of the homogeneity effect: {_figures_text(slopes)}"


def _learners_fail_on_hard_mixed_facts(results: BenchResults) -> _Check:
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
    return _outcome_of(len(near), len(corner)), f"AUROC at transparency 0 and homogeneity 0: {told}"


def _paths_teach(results: BenchResults) -> _Check:
    """Whether predicates are judged better the more distinct paths their training facts have, by rank correlation."""
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
    outcome = FindingOutcome.HOLDS if low >= _CLEAR else FindingOutcome.IN_PART if high > 0 else FindingOutcome.FAILS
    return outcome, f"rank correlation over {len(paths)} predicates: {_figures_text(found)}"


def _linker_leads_where_transparent(results: BenchResults) -> _Check:
    asked = [method for method in _PAPERS_METHODS if method in results.methods]
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
    outcome = FindingOutcome.HOLDS if wins > total / 2 else FindingOutcome.IN_PART if wins else FindingOutcome.FAILS
    return outcome, f"kl is best of {', '.join(asked)} in {wins} of {total} scenarios at transparency 1"


def _subgraphs_beat_paths(results: BenchResults) -> _Check:
    return _pairwise(results, "sfe", "kg-miner")


def _sfe_beats_pra(results: BenchResults) -> _Check:
    return _pairwise(results, "sfe", "pra")


def _transe_beats_transh(results: BenchResults) -> _Check:
    return _pairwise(results, "transe", "transh")


def _transe_is_steadier(results: BenchResults) -> _Check:
    spreads = {}
    for method in ("kg-miner", "sfe", "transe"):
        values = [cell.auroc for _, cell in matrix_cells(results, method)]
        if len(values) > 2:
            spreads[method] = pstdev(values)
    if "transe" not in spreads or len(spreads) < 2:
        return _NOTHING
    wider = [method for method, spread in spreads.items() if method != "transe" and spread > spreads["transe"]]
    return _outcome_of(len(wider), len(spreads) - 1), f"standard deviation over the matrices: {_figures_text(spreads)}"


def _functional_is_easier(results: BenchResults) -> _Check:
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


def _linker_is_slowest(results: BenchResults) -> _Check:
    times = {
        method: mean(cell.check_s for cell in results.of_method(method))
        for method in _PAPERS_METHODS
        if results.of_method(method)
    }
    if "kl" not in times or len(times) < 2:
        return _NOTHING
    slower = [method for method in times if method != "kl" and times[method] < times["kl"]]
    seconds = ", ".join(f"{method} {value:.2f} s" for method, value in times.items())
    return _outcome_of(len(slower), len(times) - 1), f"mean time to check a scenario: {seconds}"


def _pairwise(results: BenchResults, first: str, second: str) -> _Check:
    """Whether the first is better in most scenarios and on average; in part if only one holds, or maybe by chance."""
    others = {cell.scenario: cell.auroc for cell in results.of_method(second)}
    gains = [cell.auroc - others[cell.scenario] for cell in results.of_method(first) if cell.scenario in others]
    if not gains:
        return _NOTHING
    test = mcnemar([(gain > 0, gain < 0) for gain in gains])
    signs = [test.only_first > test.only_second, mean(gains) > 0]
    outcome = (
        FindingOutcome.HOLDS
        if all(signs) and test.p < _CHANCE
        else FindingOutcome.IN_PART
        if any(signs)
        else FindingOutcome.FAILS
    )
    told = f"{first} is better in {test.only_first} and worse in {test.only_second} of {len(gains)} scenarios"
    return outcome, f"{told}, by {with_sign(mean(gains))} on average (sign test p = {test.p:.2g})"


def _by_sign(values: dict[str, float], what: str) -> _Check:
    if not values:
        return _NOTHING
    above = sum(value > 0 for value in values.values())
    return _outcome_of(
        above, len(values)
    ), f"{what}: {', '.join(f'{name} {with_sign(value)}' for name, value in values.items())}"


def _outcome_of(held: int, total: int) -> FindingOutcome:
    return FindingOutcome.HOLDS if held == total else FindingOutcome.FAILS if not held else FindingOutcome.IN_PART


def _figures_text(values: dict[str, float]) -> str:
    return ", ".join(f"{name} {figure(value)}" for name, value in values.items())


def _checkers(results: BenchResults) -> list[str]:
    return [method for method in results.methods if method not in _REFERENCES]


def _rank_correlation(pairs: list[tuple[int, float]]) -> float:
    """Spearman's rank correlation; 0 if either side never varies."""
    if any(len({pair[side] for pair in pairs}) < 2 for side in (0, 1)):
        return 0.0
    return float(spearmanr(pairs).statistic)


_CLAIMS: dict[str, Callable[[BenchResults], _Check]] = {
    "Facts about popular entities are easier to check, for every method.": _popular_is_easier,
    "The more transparent the false facts, the better every method.": _transparent_is_easier,
    "Homogeneous facts are easier for the methods that learn paths.": _homogeneous_is_easier_for_learners,
    "Homogeneity matters less to TransE than to the methods that learn paths.": _embeddings_mind_homogeneity_less,
    "On hard and mixed facts the methods that learn paths guess.": _learners_fail_on_hard_mixed_facts,
    "The more distinct paths there are to learn from, the better the methods that learn paths.": _paths_teach,
    "With transparent false facts Knowledge Linker is the best in most cases.": _linker_leads_where_transparent,
    "SFE does better than KG-Miner in most cases.": _subgraphs_beat_paths,
    "SFE does better than PRA.": _sfe_beats_pra,
    "TransE does better than TransH.": _transe_beats_transh,
    "TransE varies less from scenario to scenario than KG-Miner and SFE.": _transe_is_steadier,
    "Functional predicates are easier than many-to-many ones, for every method.": _functional_is_easier,
    "Knowledge Linker takes the longest to check a scenario.": _linker_is_slowest,
}
