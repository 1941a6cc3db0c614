"""What drives each method's quality, computed from a run and said in plain words."""

from dataclasses import dataclass
from statistics import mean

from veriscope.pipeline.bench_effects import (
    Effect,
    MatrixEffects,
    matrix_cells,
    matrix_effects,
    popularity_difference,
)
from veriscope.pipeline.bench_figures import figure, short_name, signed
from veriscope.pipeline.bench_findings import Finding, findings
from veriscope.pipeline.bench_results import Cell, Results

# From which absolute change of the AUROC on a word is used.
_WORDS = ((0.2, "strongly"), (0.1, "clearly"), (0.03, "a little"))


@dataclass(frozen=True, slots=True)
class MethodReading:
    """A method's level, and sentences about what moves it."""

    method: str
    mean_auroc: float
    mean_average_precision: float
    best_in: int  # scenarios
    scenarios: int
    sentences: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Reading:
    """The methods, best first, then what the run says of the paper's findings."""

    methods: tuple[MethodReading, ...]
    findings: tuple[Finding, ...]
    summary: tuple[str, ...]


def read_run(results: Results) -> Reading:
    """Read a run; a method without a measured cell is left out."""
    best = _best_by_scenario(results)
    methods = [_read_method(results, method, best) for method in results.methods if results.of_method(method)]
    methods.sort(key=lambda reading: (-reading.mean_auroc, reading.method))
    return Reading(tuple(methods), tuple(findings(results)), tuple(_summary(results, methods)))


def _best_by_scenario(results: Results) -> dict[str, float]:
    best: dict[str, float] = {}
    for cell in results.cells:
        best[cell.scenario] = max(best.get(cell.scenario, 0.0), cell.auroc)
    return best


def _read_method(results: Results, method: str, best: dict[str, float]) -> MethodReading:
    cells = results.of_method(method)
    effects = matrix_effects(results, method)
    sentences = [_level(cells)]
    if effects is not None:
        sentences += [_main_driver(effects), _transparency(effects) + _below_chance(results, method)]
        sentences += [_homogeneity(effects)]
    sentences += [sentence for sentence in (_popularity(results, method), _predicates(results, cells)) if sentence]
    return MethodReading(
        method,
        mean(cell.auroc for cell in cells),
        mean(cell.average_precision for cell in cells),
        sum(cell.auroc >= best[cell.scenario] - 1e-9 for cell in cells),
        len(cells),
        tuple(sentences),
    )


def _level(cells: list[Cell]) -> str:
    values = [cell.auroc for cell in cells]
    return f"AUROC {figure(mean(values))} on average, from {figure(min(values))} to {figure(max(values))}."


def _main_driver(effects: MatrixEffects) -> str:
    shares = {
        "the predicate": effects.shares.predicate,
        "transparency": effects.shares.transparency,
        "homogeneity": effects.shares.homogeneity,
    }
    (first, share), *others = sorted(shares.items(), key=lambda item: -item[1])
    told = ", ".join(f"{value:.0%} with {name}" for name, value in others)
    return f"Of the differences between its scenarios {share:.0%} go with {first}, {told}."


def _transparency(effects: MatrixEffects) -> str:
    return _moved("Random instead of hard false facts", effects.transparency)


def _below_chance(results: Results, method: str) -> str:
    """A method that takes hard false facts for truer than true ones is told so."""
    hard = [cell.auroc for at, cell in matrix_cells(results, method) if at.transparency == 0]
    below = sum(value < 0.5 for value in hard)
    return f" With hard ones only, it is below chance in {below} of {len(hard)} scenarios." if below else ""


def _homogeneity(effects: MatrixEffects) -> str:
    told = _moved("Facts of one cluster instead of all", effects.homogeneity)
    inner = effects.homogeneity_when_transparent
    if inner is None or inner.is_noise == effects.homogeneity.is_noise:
        return told
    return f"{told[:-1]}; where all false facts are random: {signed(inner.slope)}{_noise(inner)}."


def _moved(what: str, effect: Effect) -> str:
    if effect.is_noise:
        return f"{what}: {signed(effect.slope)}, which is within noise."
    size = next((word for least, word in _WORDS if abs(effect.slope) >= least), "hardly")
    verb = "help" if effect.slope > 0 else "hurt"
    return f"{what} {verb} it {size}: {signed(effect.slope)} (± {figure(2 * effect.error)})."


def _noise(effect: Effect) -> str:
    return " (within noise)" if effect.is_noise else ""


def _popularity(results: Results, method: str) -> str:
    pairs = popularity_difference(results, method)
    if not pairs:
        return ""
    gains = {predicate: popular - unpopular for predicate, (popular, unpopular) in pairs.items()}
    above = sum(gain > 0 for gain in gains.values())
    return (
        f"Popular instead of unpopular pairs: {signed(mean(gains.values()))} on average, "
        f"a gain for {above} of {len(gains)} predicates."
    )


def _predicates(results: Results, cells: list[Cell]) -> str:
    """The predicate it judges best, and the one it judges worst."""
    kinds = {scenario.predicate: scenario.kind for scenario in results.scenarios}
    levels = {
        predicate: mean(cell.auroc for cell in cells if cell.predicate == predicate)
        for predicate in dict.fromkeys(cell.predicate for cell in cells)
    }
    if len(levels) < 2:
        return ""
    worst, *_, best = sorted(levels, key=lambda predicate: (levels[predicate], predicate))
    return (
        f"Best on {short_name(best)} ({kinds[best]}, {figure(levels[best])}), "
        f"worst on {short_name(worst)} ({kinds[worst]}, {figure(levels[worst])})."
    )


def _summary(results: Results, methods: list[MethodReading]) -> list[str]:
    if not methods:
        return ["No method judged any scenario."]
    most = max(reading.scenarios for reading in methods)
    first = next(reading for reading in methods if reading.scenarios == most)
    level = f"{first.method} has the highest AUROC on average ({figure(first.mean_auroc)})"
    told = [f"{level}, and is the best in {first.best_in} of {first.scenarios} scenarios."]
    fewer = [f"{reading.method} {reading.scenarios}" for reading in methods if reading.scenarios < most]
    if fewer:
        told.append(f"Means of methods that judged fewer scenarios are not to be compared: {', '.join(fewer)}.")
    if "auto" in {reading.method for reading in methods} and len(methods) > 1:
        told.append(_auto(results))
    return told


def _auto(results: Results) -> str:
    """How far the checker that picks and combines others is from the best of them, scenario by scenario."""
    single: dict[str, float] = {}
    for cell in results.cells:
        if cell.method != "auto":
            single[cell.scenario] = max(single.get(cell.scenario, 0.0), cell.auroc)
    gains = [cell.auroc - single[cell.scenario] for cell in results.of_method("auto") if cell.scenario in single]
    near = sum(gain >= -0.01 for gain in gains)
    return (
        f"auto is at least as good as the best single method of the scenario, less .01, in {near} of {len(gains)} "
        f"scenarios; on average it is {signed(mean(gains))} from it, and the best is not known beforehand."
    )
