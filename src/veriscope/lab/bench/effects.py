"""Measures how much the properties of scenarios change a method's AUROC."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from veriscope.lab.bench.results import BenchResults, Cell, ScenarioSummary

Floats = NDArray[np.float64]

POPULAR, UNPOPULAR, RANDOM = "popular", "unpopular", "random"
LEARNERS = ("kg-miner", "pra", "sfe")


@dataclass(frozen=True, slots=True)
class Effect:
    """How much the AUROC grows when a property goes from 0 to 1, with the standard error."""

    slope: float
    error: float

    @property
    def is_noise(self) -> bool:
        """Whether the effect is smaller than twice its error."""
        return abs(self.slope) < 2 * self.error


@dataclass(frozen=True, slots=True)
class Shares:
    """How much of the variance of a method's AUROC each property explains; the rest is noise and interaction."""

    predicate: float
    transparency: float
    homogeneity: float


@dataclass(frozen=True, slots=True)
class MatrixEffects:
    """The effects of transparency and homogeneity on a method, with each predicate's own level removed."""

    transparency: Effect
    homogeneity: Effect
    homogeneity_when_transparent: Effect | None  # among scenarios whose false facts are all random
    shares: Shares


def matrix_scenarios(results: BenchResults) -> list[ScenarioSummary]:
    """The scenarios of the two matrices: random true facts, and the most common size and ratio among them."""
    drawn = [scenario for scenario in results.scenarios if scenario.popularity == RANDOM]
    shapes = Counter((scenario.size, scenario.ratio) for scenario in drawn)
    usual = max(shapes, key=lambda shape: (shapes[shape], shape), default=None)
    return [scenario for scenario in drawn if (scenario.size, scenario.ratio) == usual]


def matrix_cells(results: BenchResults, method: str) -> list[tuple[ScenarioSummary, Cell]]:
    """The cells of a method in the matrices, each with its scenario."""
    by_name = {scenario.name: scenario for scenario in matrix_scenarios(results)}
    return [(by_name[cell.scenario], cell) for cell in results.of_method(method) if cell.scenario in by_name]


def matrix_effects(results: BenchResults, method: str) -> MatrixEffects | None:
    """The effects by least squares; None if the scenarios do not vary both properties enough."""
    pairs = matrix_cells(results, method)
    scenarios = [scenario for scenario, _ in pairs]
    values = np.array([cell.auroc for _, cell in pairs])
    predicates = _dummies([scenario.predicate for scenario in scenarios])
    transparency = np.array([scenario.transparency for scenario in scenarios])
    homogeneity = np.array([scenario.homogeneity for scenario in scenarios])
    if len(values) < predicates.shape[1] + 4 or len(set(transparency)) < 2 or len(set(homogeneity)) < 2:
        return None
    first, second = _slopes(values, [transparency, homogeneity], predicates)
    return MatrixEffects(first, second, _when_transparent(scenarios, values), _shares(scenarios, values))


def popularity_difference(results: BenchResults, method: str) -> dict[str, tuple[float, float]]:
    """For each predicate tested on both, the AUROC on popular facts and on unpopular ones."""
    found: dict[str, dict[str, float]] = {}
    settings = {scenario.name: scenario.popularity for scenario in results.scenarios}
    for cell in results.of_method(method):
        found.setdefault(cell.predicate, {})[settings[cell.scenario]] = cell.auroc
    return {
        predicate: (values[POPULAR], values[UNPOPULAR])
        for predicate, values in found.items()
        if POPULAR in values and UNPOPULAR in values
    }


def _when_transparent(scenarios: Sequence[ScenarioSummary], values: Floats) -> Effect | None:
    places = [place for place, scenario in enumerate(scenarios) if scenario.transparency == 1]
    homogeneity = np.array([scenarios[place].homogeneity for place in places])
    predicates = _dummies([scenarios[place].predicate for place in places])
    if len(places) < predicates.shape[1] + 3 or len(set(homogeneity)) < 2:
        return None
    return _slopes(values[places], [homogeneity], predicates)[0]


def _dummies(names: Sequence[str]) -> Floats:
    distinct = sorted(set(names))
    columns = [[name == each for each in distinct] for name in names]
    return np.array(columns, dtype=np.float64).reshape(len(names), len(distinct))


def _slopes(values: Floats, columns: Sequence[Floats], levels: Floats) -> list[Effect]:
    design = np.column_stack([*columns, levels])
    weights, *_ = np.linalg.lstsq(design, values, rcond=None)
    left = values - design @ weights
    freedom = max(len(values) - design.shape[1], 1)
    spread = np.linalg.pinv(design.T @ design) * float(left @ left) / freedom
    return [Effect(float(weights[place]), float(spread[place, place] ** 0.5)) for place in range(len(columns))]


def _shares(scenarios: Sequence[ScenarioSummary], values: Floats) -> Shares:
    """What each property explains beyond the ones before it."""
    total = float(((values - values.mean()) ** 2).sum())
    design, explained = np.ones((len(values), 1)), [0.0]
    for names in (
        [scenario.predicate for scenario in scenarios],
        [str(scenario.transparency) for scenario in scenarios],
        [str(scenario.homogeneity) for scenario in scenarios],
    ):
        design = np.column_stack([design, _dummies(names)])
        weights, *_ = np.linalg.lstsq(design, values, rcond=None)
        left = values - design @ weights
        explained.append(1 - float(left @ left) / total if total else 0.0)
    return Shares(*(float(share) for share in np.diff(explained)))
