"""Made-up benchmark runs whose findings are known."""

from itertools import product

from veriscope.lab.bench.results import BenchResults, Cell, DatasetStatistics, FailedCell, ScenarioSummary

LEVELS = (0.0, 0.2, 0.5, 1.0)
KINDS = {"http://x/spouse": ("one-to-one", 0.9), "http://x/team": ("many-to-many", 0.3)}
METHODS = ("kl", "kg-miner", "sfe", "transe")


def scenario(predicate, *, popularity="random", transparency=1.0, homogeneity=0.5, ratio=1.0):
    kind, functionality = KINDS[predicate]
    name = f"{predicate[-4:]}-{popularity}-{transparency:g}-{homogeneity:g}-{ratio:g}"
    statistics = DatasetStatistics(300, 40, 6.5, 120.0)
    shape, character = (300, ratio), (kind, functionality, 0.5)
    settings = (name, predicate, popularity, transparency, homogeneity)
    return ScenarioSummary(*settings, *shape, *character, statistics, statistics)


def cell(at, method, auroc, *, train_s=0.5, check_s=0.1):
    roc = ((0, 0), (0, 75), (75, 150), (150, 150))
    low, high = max(auroc - 0.05, 0), min(auroc + 0.05, 1)
    return Cell(
        at.name, at.predicate, method, auroc, low, high, auroc, auroc, "training", train_s, check_s, 300, roc, 4.25
    )  # fmt: skip


def run_of(auroc, *, methods=METHODS, predicates=tuple(KINDS), failed=()):
    """A full run in which `auroc(scenario, method)` says how well a method does."""
    scenarios = []
    for predicate in predicates:
        scenarios += [
            scenario(predicate, transparency=transparency, homogeneity=homogeneity)
            for transparency, homogeneity in product(LEVELS, LEVELS)
        ]
        scenarios += [
            scenario(predicate, popularity=popularity, ratio=0.2) for popularity in ("popular", "unpopular", "random")
        ]
    cells = [
        cell(at, method, auroc(at, method), check_s=5.0 if method == "kl" else 0.1)
        for at in scenarios
        for method in methods
    ]
    failures = tuple(FailedCell(at.name, at.predicate, "pra", "too <few> facts") for at in scenarios[: len(failed)])
    return BenchResults(
        "made-up", "0.0", 0, tuple(methods), tuple(scenarios), tuple(cells), failures, {"transe for spouse": 61.0}
    )  # fmt: skip


def as_in_the_paper(at, method):
    """Every finding of the paper holds."""
    value = {"kl": 0.62, "sfe": 0.48, "kg-miner": 0.47, "transe": 0.5}[method]
    value += 0.2 * at.transparency
    value += {"kl": 0.05, "sfe": 0.12, "kg-miner": 0.12, "transe": 0.01}[method] * at.homogeneity
    value += 0.04 if at.kind == "one-to-one" else 0.0
    return value + {"popular": 0.06, "unpopular": -0.03, "random": 0.0}[at.popularity]


def upside_down(at, method):
    """No finding holds."""
    return 1 - as_in_the_paper(at, {"kl": "kg-miner", "kg-miner": "kl", "sfe": "transe", "transe": "sfe"}[method])
