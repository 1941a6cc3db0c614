"""Reads and writes the files of scenarios: BUCKLE's tables, the facts as reified N-Triples, and `scenario.json`."""

import json
import re
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path

import msgspec

from veriscope.domain import CheckedTriple
from veriscope.errors import InputError
from veriscope.files import OverlongLine, read_lines, replacing
from veriscope.kb import write_statements
from veriscope.lab.bench.assumptions import Assumptions
from veriscope.scenarios import (
    COLUMNS,
    Dataset,
    DatasetPart,
    DatasetSettings,
    DatasetStatistics,
    LabelledFact,
    Namespaces,
    Popularity,
    Scenario,
    fact_cells,
    fact_of,
)

SCENARIOS = "scenario.json"
_KIND = "veriscope scenarios"
_FORMAT = 1
_MAX_LINE_BYTES = 2**20
_NAME = re.compile(
    r"(?P<part>train|test)_c(?P<transparency>[\d.]+)_h(?P<homogeneity>[\d.]+)_s(?P<size>\d+)_r(?P<ratio>[\d.]+)"
    r"(?:_(?P<popularity>random|popular|nopopular))?_scenario\.tsv"
)
_POPULARITY = {"random": Popularity.RANDOM, "popular": Popularity.POPULAR, "nopopular": Popularity.UNPOPULAR}


@dataclass(frozen=True, slots=True)
class GraphReference:
    """The graph that scenarios were made from: where it was, and the hash that identifies it."""

    folder: str
    hash: str
    facts: int


@dataclass(frozen=True, slots=True)
class ClusterSummary:
    """The clusters of a predicate's facts: how many, the cut, the largest sizes, and members of the largest."""

    count: int
    threshold: float
    sizes: tuple[int, ...]
    examples: tuple[tuple[tuple[str, str], ...], ...]


@dataclass(frozen=True, slots=True)
class DatasetEntry:
    """A set of facts: its file, its settings, and what came out (see `MadeDataset`)."""

    file: str
    part: DatasetPart
    settings: DatasetSettings
    statistics: DatasetStatistics
    from_other_facts: int
    with_other_ends: int


@dataclass(frozen=True, slots=True)
class PredicateEntry:
    """The sets of one predicate: the training set, and one for each test."""

    predicate: str
    folder: str
    facts: int
    has_literals: bool
    kind: str
    functionality: float
    inverse_functionality: float
    clusters: ClusterSummary
    train: DatasetEntry
    tests: tuple[DatasetEntry, ...]


@dataclass(frozen=True, slots=True)
class ScenarioFolder:
    """All that `veriscope bench generate` wrote into a folder, and how."""

    version: str
    kb: GraphReference
    seed: int
    false_facts: str
    type_overlap: int
    path_length: int
    fills_up: bool
    namespaces: Namespaces
    predicates: tuple[PredicateEntry, ...]
    impossible: tuple[str, ...]
    assumptions: Assumptions = field(default_factory=Assumptions)


def dataset_file(part: DatasetPart, settings: DatasetSettings) -> str:
    """BUCKLE's name for a set: `test_c0.2_h0.5_s300_r1.0_random_scenario.tsv`."""
    popularity = next(text for text, value in _POPULARITY.items() if value == settings.popularity)
    shares = f"c{float(settings.transparency)}_h{float(settings.homogeneity)}"
    return f"{part}_{shares}_s{settings.size}_r{float(settings.ratio)}_{popularity}_scenario.tsv"


def settings_of(file: str) -> tuple[DatasetPart, DatasetSettings] | None:
    """The settings in one of BUCKLE's file names; a name without popularity means random."""
    name = _NAME.fullmatch(file)
    if name is None:
        return None
    return DatasetPart(name["part"]), DatasetSettings(
        float(name["transparency"]),
        float(name["homogeneity"]),
        int(name["size"]),
        float(name["ratio"]),
        _POPULARITY[name["popularity"] or "random"],
    )


def write_dataset(path: Path, facts: Sequence[LabelledFact], names: Namespaces) -> None:
    """Write facts as BUCKLE's table, and as N-Triples with whole IRIs: statements with the value 1.0 or 0.0."""
    with replacing(path) as stream:
        for cells in (COLUMNS, *(fact_cells(fact, names) for fact in facts)):
            stream.write("\t".join(cells).encode() + b"\n")
    statements = ((line, CheckedTriple(fact.triple, float(fact.is_true), ())) for line, fact in enumerate(facts, 2))
    write_statements(path.with_suffix(".nt"), statements)


def read_dataset(path: Path, names: Namespaces) -> tuple[LabelledFact, ...]:
    """Read the facts of one of BUCKLE's tables."""
    facts = []
    for line in read_lines(path, max_bytes=_MAX_LINE_BYTES):
        if isinstance(line, OverlongLine):
            raise InputError(f"{path}:{line.number}: the line has {line.size:,} bytes; a fact has a few names")
        try:
            cells = tuple(line.data.decode().rstrip("\r").split("\t"))
            if line.number == 1:
                _require_header(cells)
            elif any(cells):
                facts.append(fact_of(cells, names))
        except UnicodeDecodeError:
            raise InputError(f"{path}:{line.number}: not UTF-8; save the file as UTF-8") from None
        except InputError as error:
            raise InputError(f"{path}:{line.number}: {error}") from None
    if not facts:
        raise InputError(f"{path}: the file holds no facts; a scenario has true and false ones")
    return tuple(facts)


def _require_header(cells: Sequence[str]) -> None:
    if tuple(cells) != COLUMNS:
        raise InputError(f"the columns are {', '.join(cells)}; a scenario has {', '.join(COLUMNS)}")


def write_scenario_folder(folder: Path, content: ScenarioFolder) -> None:
    """Write the `scenario.json` of a folder."""
    fields = {"kind": _KIND, "format": _FORMAT, **asdict(content)}
    with replacing(folder / SCENARIOS) as stream:
        stream.write(json.dumps(fields, ensure_ascii=False, indent=1).encode() + b"\n")


def read_scenario_folder(folder: Path) -> ScenarioFolder:
    """Read the `scenario.json` of a folder."""
    path = folder / SCENARIOS
    try:
        fields = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise InputError(
            f"no {SCENARIOS} in {folder}; `veriscope bench generate KB --out {folder}` makes one"
        ) from None
    except (OSError, ValueError) as error:
        raise InputError(f"cannot read {path}: {error}; generate the scenarios again") from None
    if not isinstance(fields, dict) or fields.pop("kind", None) != _KIND:
        raise InputError(f"{path} does not describe scenarios; `veriscope bench generate` makes such a file")
    if fields.pop("format", None) != _FORMAT:
        raise InputError(f"{path} was written by another version; generate the scenarios again")
    try:
        return msgspec.convert(fields, ScenarioFolder)
    except msgspec.ValidationError as error:
        raise InputError(f"{path} is damaged: {error}; generate the scenarios again") from None


def read_scenarios(folder: Path, *, names: Namespaces | None = None) -> list[Scenario]:
    """The scenarios of a folder, one for each test: ours, or BUCKLE's own in folders named after predicates.

    For BUCKLE's own, `names` expands the short names; without it they stay as they are.
    """
    if (folder / SCENARIOS).is_file():
        content = read_scenario_folder(folder)
        return [scenario for entry in content.predicates for scenario in _scenarios(folder, entry, content.namespaces)]
    return read_published_scenarios(folder, names or Namespaces())


def _scenarios(folder: Path, entry: PredicateEntry, names: Namespaces) -> list[Scenario]:
    def dataset(of: DatasetEntry) -> Dataset:
        return Dataset(of.part, entry.predicate, of.settings, read_dataset(folder / of.file, names))

    train = dataset(entry.train)
    return [Scenario(_scenario_name(test.file), entry.predicate, train, dataset(test)) for test in entry.tests]


def is_published(folder: Path) -> bool:
    """Whether a folder holds BUCKLE's own files, which do not name their graph."""
    return not (folder / SCENARIOS).is_file() and bool(_published_tables(folder))


def read_published_scenarios(folder: Path, names: Namespaces) -> list[Scenario]:
    """BUCKLE's files; a test gets the random training facts of its ratio, or else the most similar ones."""
    found = _published_tables(folder)
    if not found:
        raise InputError(f"{folder} holds neither {SCENARIOS} nor tables of BUCKLE in folders named after predicates")
    return [scenario for home in sorted({path.parent for path in found}) for scenario in _published(home, found, names)]


def _published_tables(folder: Path) -> dict[Path, tuple[DatasetPart, DatasetSettings]]:
    """BUCKLE's tables in the folders of predicates, or in the folder of one, with the settings in their names."""
    paths = sorted([*folder.resolve().glob("*.tsv"), *folder.resolve().glob("*/*.tsv")])
    return {path: told for path in paths if (told := settings_of(path.name))}


def _published(
    home: Path, found: dict[Path, tuple[DatasetPart, DatasetSettings]], names: Namespaces
) -> Iterable[Scenario]:
    sets = {
        path: Dataset(part, names.predicate(home.name), settings, read_dataset(path, names))
        for path, (part, settings) in found.items()
        if path.parent == home
    }
    training = [dataset for dataset in sets.values() if dataset.part == DatasetPart.TRAIN]
    if not training:
        raise InputError(
            f"{home} has no training facts; a file of them is named {dataset_file(DatasetPart.TRAIN, _ANY)}"
        )
    for path, test in sets.items():
        if test.part == DatasetPart.TEST:
            best = min(training, key=lambda train: _mismatch(train.settings, test.settings))
            yield Scenario(_scenario_name(path.relative_to(home.parent).as_posix()), test.predicate, best, test)


_ANY = DatasetSettings()


def _mismatch(train: DatasetSettings, test: DatasetSettings) -> tuple[bool, bool, float]:
    return train.popularity != Popularity.RANDOM, train.ratio != test.ratio, -train.ratio


def _scenario_name(file: str) -> str:
    """`birthPlace/c0.2_h0.5_s300_r1.0_random`."""
    return file.replace("/test_", "/").removesuffix("_scenario.tsv")
