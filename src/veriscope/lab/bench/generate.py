"""Generates scenarios from a graph: for each predicate, one training set and one set for each test."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from veriscope import __version__
from veriscope.errors import ImpossibleError
from veriscope.files import replacing_folder
from veriscope.graph import Classes, Functionality, Graph, PairClusters, PathFinder, View, functionalities, graph_hash
from veriscope.lab.bench.assumptions import Assumptions, with_wrong_labels
from veriscope.lab.bench.clusters import cached_clusters
from veriscope.lab.bench.predicates import folder_names
from veriscope.lab.bench.scenario_files import (
    ClusterSummary,
    DatasetEntry,
    GraphReference,
    PredicateEntry,
    ScenarioFolder,
    dataset_file,
    write_dataset,
    write_scenario_folder,
)
from veriscope.lab.bench.scenario_folders import require_free
from veriscope.scenarios import (
    FALSE_FACTS,
    PAPER_TRAINING,
    DatasetMaker,
    DatasetPart,
    DatasetSettings,
    FactPool,
    HardFactMaker,
    LcwaMaker,
    Likeness,
    MadeDataset,
    Namespaces,
    RandomWalkMaker,
    ValueExchanger,
    describe,
    pairs_of,
)

_SHOWN_SIZES, _SHOWN_CLUSTERS, _SHOWN_MEMBERS = 20, 5, 5

Report = Callable[[str, int, int], None]
"""Receives the name of the current predicate, how many sets are made, and how many there will be."""


@dataclass(frozen=True, slots=True)
class GenerationPlan:
    """What to generate: the predicates by their numbers, and the sets of each."""

    predicates: tuple[int, ...]
    tests: tuple[DatasetSettings, ...]
    train: DatasetSettings = PAPER_TRAINING
    false_facts: str = "random-walk"
    type_overlap: int = 4
    path_length: int = 3
    fills_up: bool = False
    seed: int = 0
    assumptions: Assumptions = field(default_factory=Assumptions)


@dataclass(frozen=True, slots=True)
class MadeScenarios:
    """The sets made for a predicate, first the training set, then the tests; and why the others are impossible.

    `sets` is empty if there is no training set, or no test.
    """

    pool: FactPool
    clusters: PairClusters
    sets: tuple[MadeDataset, ...]
    impossible: tuple[str, ...]


@dataclass(frozen=True)
class Generation:
    """Makes scenarios for predicates of one graph.

    `vectors` has a row for each entity. Without vectors, all facts form one cluster and homogeneity means nothing.
    """

    graph: Graph
    plan: GenerationPlan
    vectors: NDArray[np.float32] | None
    report: Report = lambda *_: None

    def make(self, predicate: int) -> MadeScenarios:
        """All sets of a predicate."""
        plan = self.plan
        self._report_progress(predicate, 0)
        pairs, is_literal, left_out = pairs_of(self.graph, predicate)
        clusters = self._clusters(pairs, is_literal=is_literal)
        pool = FactPool(self.graph, predicate, pairs, is_literal, left_out, clusters.labels, plan.seed)
        maker = DatasetMaker(pool, self._maker(pool), plan.fills_up)
        try:
            train = maker.make(DatasetPart.TRAIN, plan.train)
        except ImpossibleError as error:
            told = (
                f"training facts of {error} (the options are --train-transparency, --train-homogeneity, --train-size)"
            )
            return MadeScenarios(pool, clusters, (), (told,))
        tests: list[MadeDataset] = []
        impossible: list[str] = []
        for number, settings in enumerate(dict.fromkeys(plan.tests)):
            self._report_progress(predicate, number + 1)
            try:
                tests.append(maker.make(DatasetPart.TEST, settings, apart_from=train))
            except ImpossibleError as error:
                impossible.append(str(error))
        return MadeScenarios(pool, clusters, (train, *tests) if tests else (), tuple(impossible))

    def entry(self, made: MadeScenarios, folder: str) -> PredicateEntry:
        """What `scenario.json` says about a predicate's sets."""
        profile = self._profiles[made.pool.predicate]
        train, *tests = (self._dataset_entry(one, made.pool, folder) for one in made.sets)
        return PredicateEntry(
            predicate=made.pool.name,
            folder=folder,
            facts=len(made.pool),
            has_literals=made.pool.is_literal,
            kind=profile.kind,
            functionality=profile.functionality,
            inverse_functionality=profile.inverse_functionality,
            clusters=_summary(made),
            train=train,
            tests=tuple(tests),
        )

    def _dataset_entry(self, made: MadeDataset, pool: FactPool, folder: str) -> DatasetEntry:
        part, settings = made.dataset.part, made.dataset.settings
        return DatasetEntry(
            file=f"{folder}/{dataset_file(part, settings)}",
            part=part,
            settings=settings,
            statistics=describe(made, pool, self._paths, path_length=self.plan.path_length),
            from_other_facts=made.from_other_facts,
            with_other_ends=made.with_other_ends,
        )

    def _clusters(self, pairs: NDArray[np.int32], *, is_literal: bool) -> PairClusters:
        if self.vectors is None:
            one = np.zeros(len(pairs), dtype=np.int32)
            return PairClusters(one, np.array([len(pairs)]), 0.0)
        # A literal value has no vector: formula (2) uses the subjects alone.
        return cached_clusters(self.vectors, pairs[:, [0, 0]] if is_literal else pairs)

    def _maker(self, pool: FactPool) -> HardFactMaker:
        likeness = Likeness(self._classes, self.plan.type_overlap)
        if pool.is_literal:
            return ValueExchanger(pool, likeness)
        if FALSE_FACTS[self.plan.false_facts] is LcwaMaker:
            return LcwaMaker(self.graph, pool.predicate, Likeness(self._classes, None))
        return RandomWalkMaker(self.graph, pool.predicate, likeness, self._paths, self.plan.path_length)

    def _report_progress(self, predicate: int, done: int) -> None:
        each = len(self.plan.tests) + 1
        before = self.plan.predicates.index(predicate) * each
        self.report(self.graph.predicates[predicate], before + done, len(self.plan.predicates) * each)

    @cached_property
    def _classes(self) -> Classes:
        return Classes.of(self.graph.schema)

    @cached_property
    def _paths(self) -> PathFinder:
        return PathFinder.of(View.of(self.graph))

    @cached_property
    def _profiles(self) -> list[Functionality]:
        return functionalities(self.graph)


def generate_scenarios(
    folder: Path, generation: Generation, *, kb: Path, skips_impossible: bool = False, replaces: bool = False
) -> ScenarioFolder:
    """Make all scenarios and write them into a new folder, which appears whole or not at all.

    A set that cannot be made is an error; with `skips_impossible` it is listed under `impossible` instead.
    """
    require_free(folder, replaces=replaces)
    all_made = [generation.make(predicate) for predicate in generation.plan.predicates]
    impossible = [reason for made in all_made for reason in made.impossible]
    if impossible and not (skips_impossible and any(made.sets for made in all_made)):
        raise ImpossibleError(_impossible_text(impossible))
    with replacing_folder(folder) as beside:
        return write_scenarios(beside, generation, all_made, kb=kb)


def _impossible_text(impossible: Sequence[str]) -> str:
    if len(impossible) == 1:
        return impossible[0]
    return f"{impossible[0]} (one of {len(impossible)} sets that cannot be made; --skip-impossible leaves them out)"


def write_scenarios(
    folder: Path, generation: Generation, all_made: Sequence[MadeScenarios], *, kb: Path
) -> ScenarioFolder:
    """Write all sets into an empty folder: BUCKLE's tables in a folder for each predicate, and `scenario.json`."""
    plan, graph = generation.plan, generation.graph
    filled = [made for made in all_made if made.sets]
    names = Namespaces.of(fact for made in filled for one in made.sets for fact in one.dataset.facts)
    folders = folder_names(made.pool.name for made in filled)
    entries = [generation.entry(made, name) for made, name in zip(filled, folders, strict=True)]
    for made, entry in zip(filled, entries, strict=True):
        (folder / entry.folder).mkdir(parents=True)
        for one, told in zip(made.sets, (entry.train, *entry.tests), strict=True):
            facts = one.dataset.facts
            if told.part is DatasetPart.TRAIN and plan.assumptions.label_noise:
                facts = with_wrong_labels(facts, plan.assumptions.label_noise, seed=plan.seed)
            write_dataset(folder / told.file, facts, names)
    content = ScenarioFolder(
        version=__version__,
        kb=GraphReference(str(kb), graph_hash(graph), len(graph.out)),
        seed=plan.seed,
        false_facts=plan.false_facts,
        type_overlap=plan.type_overlap,
        path_length=plan.path_length,
        fills_up=plan.fills_up,
        namespaces=names,
        predicates=tuple(entries),
        impossible=tuple(reason for made in all_made for reason in made.impossible),
        assumptions=plan.assumptions,
    )
    write_scenario_folder(folder, content)
    return content


def _summary(made: MadeScenarios) -> ClusterSummary:
    """The sizes of the clusters, and some facts of the largest ones, drawn at random."""
    order = np.random.default_rng(made.pool.seed).permutation(len(made.pool))
    labels = made.clusters.labels[order]
    examples = []
    for cluster in range(min(_SHOWN_CLUSTERS, len(made.clusters))):
        places = order[np.flatnonzero(labels == cluster)[:_SHOWN_MEMBERS]]
        triples = [made.pool.triple((int(s), int(o))) for s, o in made.pool.pairs[places]]
        examples.append(tuple((triple.subject, triple.object) for triple in triples))
    sizes = made.clusters.sizes[:_SHOWN_SIZES].tolist()
    return ClusterSummary(len(made.clusters), made.clusters.threshold, tuple(sizes), tuple(examples))
