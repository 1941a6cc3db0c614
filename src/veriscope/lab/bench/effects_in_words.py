"""Says in plain words what drives each method's quality in a run."""

from dataclasses import dataclass
from statistics import mean

from veriscope.lab.bench.effects import Effect, MatrixEffects, matrix_cells, matrix_effects, popularity_difference
from veriscope.lab.bench.figures import figure, short_name, with_sign
from veriscope.lab.bench.findings import Finding, findings
from veriscope.lab.bench.results import BenchResults, Cell

# The least absolute change of the AUROC for each word.
_WORDS = ((0.2, "strongly"), (0.1, "clearly"), (0.03, "a little"))


@dataclass(frozen=True, slots=True)
class MethodDescription:
    """A method's mean scores, and sentences about what changes them."""

    method: str
    mean_auroc: float
    mean_average_precision: float
    best_in: int  # scenarios
    scenarios: int
    sentences: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class RunDescription:
    """The methods, best first, then which of the paper's findings hold in this run."""

    methods: tuple[MethodDescription, ...]
    findings: tuple[Finding, ...]
    summary: tuple[str, ...]


def describe_run(results: BenchResults) -> RunDescription:
    """Describe a run; methods without a measured cell are left out."""
    best = _best_by_scenario(results)
    methods = [_describe_method(results, method, best) for method in results.methods if results.of_method(method)]
    methods.sort(key=lambda reading: (-reading.mean_auroc, reading.method))
    return RunDescription(tuple(methods), tuple(findings(results)), tuple(_summary(results, methods)))


def _best_by_scenario(results: BenchResults) -> dict[str, float]:
    best: dict[str, float] = {}
    for cell in results.cells:
        best[cell.scenario] = max(best.get(cell.scenario, 0.0), cell.auroc)
    return best


def _describe_method(results: BenchResults, method: str, best: dict[str, float]) -> MethodDescription:
    cells = results.of_method(method)
    effects = matrix_effects(results, method)
    sentences = [_level(cells)]
    if effects is not None:
        sentences += [_main_driver(effects), _transparency(effects) + _below_chance(results, method)]
        sentences += [_homogeneity(effects)]
    sentences += [sentence for sentence in (_popularity(results, method), _predicates(results, cells)) if sentence]
    return MethodDescription(
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
    return _effect_sentence("Random instead of hard false facts", effects.transparency)


def _below_chance(results: BenchResults, method: str) -> str:
    """Says in how many scenarios a method scores hard false facts above true ones; empty if in none."""
    hard = [cell.auroc for at, cell in matrix_cells(results, method) if at.transparency == 0]
    below = sum(value < 0.5 for value in hard)
    return f" With hard ones only, it is below chance in {below} of {len(hard)} scenarios." if below else ""


def _homogeneity(effects: MatrixEffects) -> str:
    told = _effect_sentence("Facts of one cluster instead of all", effects.homogeneity)
    inner = effects.homogeneity_when_transparent
    if inner is None or inner.is_noise == effects.homogeneity.is_noise:
        return told
    return f"{told[:-1]}; where all false facts are random: {with_sign(inner.slope)}{_noise_note(inner)}."


def _effect_sentence(what: str, effect: Effect) -> str:
    if effect.is_noise:
        return f"{what}: {with_sign(effect.slope)}, which is within noise."
    # Rounded as shown: summing in another order changes the last bits of a slope, and must not change the word.
    size = next((word for least, word in _WORDS if round(abs(effect.slope), 2) >= least), "hardly")
    verb = "help" if effect.slope > 0 else "hurt"
    return f"{what} {verb} it {size}: {with_sign(effect.slope)} (± {figure(2 * effect.error)})."


def _noise_note(effect: Effect) -> str:
    return " (within noise)" if effect.is_noise else ""


def _popularity(results: BenchResults, method: str) -> str:
    pairs = popularity_difference(results, method)
    if not pairs:
        return ""
    gains = {predicate: popular - unpopular for predicate, (popular, unpopular) in pairs.items()}
    above = sum(gain > 0 for gain in gains.values())
    return (
        f"Popular instead of unpopular pairs: {with_sign(mean(gains.values()))} on average, "
        f"a gain for {above} of {len(gains)} predicates."
    )


def _predicates(results: BenchResults, cells: list[Cell]) -> str:
    """The predicates that the method judges best and worst."""
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


def _summary(results: BenchResults, methods: list[MethodDescription]) -> list[str]:
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


def _auto(results: BenchResults) -> str:
    """How far `auto`, which picks and combines methods, is from the best single method of each scenario."""
    single: dict[str, float] = {}
    for cell in results.cells:
        if cell.method != "auto":
            single[cell.scenario] = max(single.get(cell.scenario, 0.0), cell.auroc)
    gains = [cell.auroc - single[cell.scenario] for cell in results.of_method("auto") if cell.scenario in single]
    near = sum(gain >= -0.01 for gain in gains)
    return (
        f"auto is at least as good as the best single method of the scenario, less .01, in {near} of {len(gains)} "
        f"scenarios; on average it is {with_sign(mean(gains))} from it, and the best is not known beforehand."
    )
