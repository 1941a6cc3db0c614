"""Why a finding of the BUCKLE paper does not hold in a run, as far as the run's own figures tell."""

from collections import Counter
from collections.abc import Callable
from statistics import mean

from veriscope.pipeline.bench_effects import LEARNERS, matrix_cells, matrix_effects
from veriscope.pipeline.bench_figures import figure, short_name, signed
from veriscope.pipeline.bench_results import Results

PAPERS_METHODS = ("kg-miner", "kl", "sfe", "transe")
HOMOGENEOUS = "Homogeneous facts are easier for the methods that learn paths."
GUESSING = "On hard and mixed facts the methods that learn paths guess."
FUNCTIONAL = "Functional predicates are easier than many-to-many ones, for every method."
SLOW = "Knowledge Linker takes the longest to check a scenario."
PATHS = "The more distinct paths there are to learn from, the better the methods that learn paths."
LINKER_LEADS = "With transparent false facts Knowledge Linker is the best in most cases."
STEADY = "TransE varies less from scenario to scenario than KG-Miner and SFE."


def why_not(claim: str, results: Results) -> str:
    """The reason, or nothing where the run tells none."""
    return _REASONS[claim](results) if claim in _REASONS else ""


def _homogeneous(results: Results) -> str:
    """The method that learns nothing tells whether the facts themselves became harder."""
    effects = matrix_effects(results, "kl") if "kl" in results.methods else None
    inner = effects.homogeneity_when_transparent if effects else None
    if inner is None or inner.slope >= 0 or inner.is_noise:
        return ""
    return (
        f"kl, which learns nothing, changes by {signed(inner.slope)} where all false facts are random: false pairs "
        "within one cluster lie nearer to each other, and that may outweigh what learners gain from knowing the cluster"
    )


def _guessing(results: Results) -> str:
    found = [
        cell.auroc
        for method in results.methods
        if method in LEARNERS
        for at, cell in matrix_cells(results, method)
        if not at.transparency
    ]
    below, above = sum(value < 0.4 for value in found), sum(value > 0.6 for value in found)
    told = f"at transparency 0 learners are below .40 in {below} and above .60 in {above} of {len(found)} cells"
    if above > below:
        return (
            f"{told}: hard false facts are joined as true ones are, but by other predicates, and learners have seen "
            "which ones go with the true facts"
        )
    return (
        f"{told}: hard false facts are joined by a path by construction, true ones only by what the graph says "
        "besides, so that a path may speak against a fact"
    )


def _functional(results: Results) -> str:
    """Whether predicates of one kind differ more than the kinds do."""
    levels: dict[str, list[float]] = {}
    for predicate in results.predicates:
        kind = next(at.kind for at in results.scenarios if at.predicate == predicate)
        values = [cell.auroc for cell in results.cells if cell.predicate == predicate]
        levels.setdefault(kind, []).extend([mean(values)] if values else [])
    within = max((max(values) - min(values) for values in levels.values() if len(values) > 1), default=0.0)
    means = [mean(values) for values in levels.values() if values]
    between = max(means) - min(means)
    if within <= between:
        return ""
    return (
        f"over all methods, predicates of the same kind differ by up to {figure(within)}, the kinds by "
        f"{figure(between)}: something else decides"
    )


def _slow(results: Results) -> str:
    time_ms = mean(1000 * cell.check_s / cell.facts for cell in results.of_method("kl"))
    return (
        f"the search from both ends stops at the cheapest path, {time_ms:.2f} ms a fact; the paper's implementation "
        "computed the distances to all nodes, of a larger graph"
    )


def _paths(results: Results) -> str:
    """The predicate with the fewest paths to learn from, beside the others."""
    paths = {at.predicate: at.training.distinct_paths for at in results.scenarios if at.training is not None}
    fewest = min(paths, key=lambda predicate: (paths[predicate], predicate))
    cells = [(at, cell) for method in ("kg-miner", "sfe") for at, cell in matrix_cells(results, method)]
    own = [cell.auroc for at, cell in cells if at.predicate == fewest]
    others = [cell.auroc for at, cell in cells if at.predicate != fewest]
    if not own or not others or mean(own) < mean(others):
        return ""
    return (
        f"{short_name(fewest)} has the fewest paths, {paths[fewest]}, and the two reach {figure(mean(own))} on it, "
        f"{figure(mean(others))} on the others: a few paths that always go with the predicate teach enough"
    )


def _linker_leads(results: Results) -> str:
    """Who is best instead, among the same methods."""
    levels = {
        method: {at.name: cell.auroc for at, cell in matrix_cells(results, method) if at.transparency == 1}
        for method in PAPERS_METHODS
    }
    levels = {method: values for method, values in levels.items() if values}
    wins = Counter(
        max(levels, key=lambda method: (levels[method].get(name, 0.0), method)) for name in levels.get("kl", {})
    )
    if not wins:
        return ""
    best, count = wins.most_common(1)[0]
    means = ", ".join(f"{method} {figure(mean(values.values()))}" for method, values in levels.items())
    return f"{best} is the best in {count} of {wins.total()}; means there: {means}"


def _steady(results: Results) -> str:
    """How far hard false facts bring each method down."""
    told = []
    for method in ("kg-miner", "sfe", "transe"):
        hard, easy = (
            [cell.auroc for at, cell in matrix_cells(results, method) if at.transparency == share] for share in (0, 1)
        )
        if not hard or not easy:
            return ""
        told.append(f"{method} {figure(mean(hard))} and {figure(mean(easy))}")
    return (
        f"means at transparency 0 and 1: {', '.join(told)}; hard false facts join things that lie near each other, and "
        "TransE judges by nearness, while learners see by which predicates things are joined"
    )


_REASONS: dict[str, Callable[[Results], str]] = {
    HOMOGENEOUS: _homogeneous,
    GUESSING: _guessing,
    FUNCTIONAL: _functional,
    SLOW: _slow,
    PATHS: _paths,
    LINKER_LEADS: _linker_leads,
    STEADY: _steady,
}
