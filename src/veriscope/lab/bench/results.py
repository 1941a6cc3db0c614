"""The results of a benchmark run: for each scenario and method, how well and how fast it was judged."""

import json
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path

import msgspec

from veriscope.errors import InputError
from veriscope.files import replacing

RESULTS = "results.json"
_KIND = "veriscope benchmark"
_FORMAT = 1


@dataclass(frozen=True, slots=True)
class DatasetStatistics:
    """The structure of a set of facts, as in Table 5 of the BUCKLE paper."""

    facts: int
    distinct_paths: int
    path_frequency: float
    popularity: float


@dataclass(frozen=True, slots=True)
class ScenarioSummary:
    """The properties of a scenario's test facts that explain its results.

    `popularity` is the name of a setting; `ratio` is the number of true facts for each false one; `functionality` and
    its inverse are shares, and `kind` says them in words.
    """

    name: str
    predicate: str
    popularity: str
    transparency: float
    homogeneity: float
    size: int
    ratio: float
    kind: str
    functionality: float
    inverse_functionality: float
    test: DatasetStatistics | None = None
    training: DatasetStatistics | None = None


@dataclass(frozen=True, slots=True)
class Cell:
    """How a method did on a scenario; `roc` holds counts of false and true facts; the interval has a level of 95 %.

    If `accuracy_at` is `training`, the threshold was learned from training facts; `best` means the best threshold for
    the judged facts themselves, an upper bound. `processor_s` is the time of training and checking over all cores.
    """

    scenario: str
    predicate: str
    method: str
    auroc: float
    ci_low: float
    ci_high: float
    average_precision: float
    accuracy: float
    accuracy_at: str
    train_s: float
    check_s: float
    facts: int
    roc: tuple[tuple[int, int], ...]
    processor_s: float = 0.0


@dataclass(frozen=True, slots=True)
class FailedCell:
    """A method that could not judge a scenario, and why."""

    scenario: str
    predicate: str
    method: str
    error: str


@dataclass(frozen=True, slots=True)
class BenchResults:
    """All cells of a run, by scenario, then by method, in the order of the command."""

    kb: str
    version: str
    seed: int
    methods: tuple[str, ...]
    scenarios: tuple[ScenarioSummary, ...]
    cells: tuple[Cell, ...]
    failed: tuple[FailedCell, ...]
    preparation_s: Mapping[str, float]  # what was trained once for several cells, and how long that took
    left_out: tuple[str, ...] = ()  # what could not be judged, and why

    @property
    def predicates(self) -> list[str]:
        """The predicates, in the order of the scenarios."""
        return list(dict.fromkeys(scenario.predicate for scenario in self.scenarios))

    def scenario(self, name: str) -> ScenarioSummary:
        """The scenario of that name."""
        return next(scenario for scenario in self.scenarios if scenario.name == name)

    def of_method(self, method: str) -> list[Cell]:
        """The measured cells of a method."""
        return [cell for cell in self.cells if cell.method == method]


def results_file(path: Path) -> Path:
    """The file of results: the path itself, or `results.json` in it if it is a folder."""
    return path / RESULTS if path.is_dir() else path


def write_results(path: Path, results: BenchResults) -> None:
    """Write a run; the file appears whole."""
    with replacing(path) as stream:
        stream.write(json.dumps(results_json(results), ensure_ascii=False, separators=(",", ":")).encode() + b"\n")


def results_json(results: BenchResults) -> dict[str, object]:
    """A run as one JSON object; its `rows` hold the measured cells with the properties of their scenario."""
    fields = asdict(results)
    cells = fields.pop("cells")
    by_name = {scenario.name: scenario for scenario in results.scenarios}
    rows = [{**cell, **_properties(by_name[cell["scenario"]])} for cell in cells]
    return {"kind": _KIND, "format": _FORMAT, **fields, "rows": rows}


def read_results(path: Path) -> BenchResults:
    """Read a run from its file."""
    path = results_file(path)
    try:
        fields = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise InputError(f"no results at {path}; `veriscope bench run DIR --out {path}` makes some") from None
    except (OSError, ValueError) as error:
        raise InputError(f"cannot read {path}: {error}; run the benchmark again") from None
    if not isinstance(fields, dict) or fields.pop("kind", None) != _KIND:
        raise InputError(f"{path} has no results of `veriscope bench run`")
    if fields.pop("format", None) != _FORMAT:
        raise InputError(f"{path} was written by another version; run the benchmark again")
    fields["cells"] = [_without_properties(row) for row in _rows(fields.pop("rows", None))]
    try:
        return msgspec.convert(fields, BenchResults)
    except msgspec.ValidationError as error:
        raise InputError(f"{path} is damaged: {error}; run the benchmark again") from None


def _rows(value: object) -> Iterable[Mapping[str, object]]:
    return [row for row in value if isinstance(row, dict)] if isinstance(value, list) else []


def _properties(scenario: ScenarioSummary) -> dict[str, object]:
    return {
        "popularity": scenario.popularity,
        "transparency": scenario.transparency,
        "homogeneity": scenario.homogeneity,
        "ratio": scenario.ratio,
        "functionality": scenario.functionality,
    }


def _without_properties(row: Mapping[str, object]) -> dict[str, object]:
    return {key: value for key, value in row.items() if key in Cell.__dataclass_fields__}
