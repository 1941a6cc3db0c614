"""Runs every method on every scenario, in worker processes; a stopped run resumes where it was."""

import hashlib
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from functools import lru_cache
from pathlib import Path
from typing import BinaryIO

from veriscope import __version__
from veriscope.errors import StoreError
from veriscope.files import WorkerPool, as_ready, worker_pool
from veriscope.graph import Graph, Model, graph_hash
from veriscope.kb import Method, MethodFactory, embeddings_of
from veriscope.lab.bench.cells import learn_thresholds, run_cell, warm_up
from veriscope.lab.bench.embeddings import PreparedEmbeddings, view_without
from veriscope.lab.bench.journal import JournalEntry, SharedTraining, append_entry, open_journal
from veriscope.lab.bench.results import BenchResults, Cell, FailedCell, results_file, write_results
from veriscope.lab.bench.scenario_files import SCENARIOS
from veriscope.lab.bench.scenarios import BenchScenario, BenchScenarios, bench_scenarios, is_thinned, reference_of
from veriscope.pipeline import EmbeddingCache, kb_folder, open_kb
from veriscope.scoring import Thresholds

# Receives what is being done, how much is done, and how much there is.
Report = Callable[[str, int, int], None]
_AHEAD = 3  # tasks queued for each worker


@dataclass(frozen=True, slots=True)
class BenchPlan:
    """Which methods judge which scenarios over which graph."""

    scenarios: Path
    kb: Path
    methods: tuple[str, ...]
    seed: int = 0


@dataclass(frozen=True, slots=True)
class BenchSummary:
    """The results of a run, and how many of its cells an earlier run had measured."""

    results: BenchResults
    resumed: int


@dataclass(frozen=True, slots=True)
class _Task:
    """A cell to measure, with the folders of the trained embeddings."""

    plan: BenchPlan
    scenario: str
    method: str
    folders: tuple[tuple[Model, Path], ...]


def run_bench(
    plan: BenchPlan,
    out: Path,
    *,
    report: Report = lambda *_: None,
    training: Report = lambda *_: None,
    workers: int = 1,
    restart: bool = False,
) -> BenchSummary:
    """Measure every cell once, and write the results; `training` reports the training of embeddings.

    Cells collect in `OUT.cells.jsonl`, which is kept: a later run, with more methods or after a failure, measures only
    the missing ones.
    """
    target = results_file(out)
    kept = target.with_name(f"{target.name}.cells.jsonl")
    if restart:
        kept.unlink(missing_ok=True)
    _require_same_graph(plan)
    graph, found = _graph_and_scenarios(plan.scenarios, plan.kb)
    with open_journal(kept, _settings(plan, graph)) as (entries, stream), worker_pool(workers) as pool:
        run = _Run(plan, [scenario.summary.name for scenario in found.scenarios], entries, stream)
        resumed = len(run.wanted_cells()) - len(run.missing_cells())
        run.measure(pool, report=report, training=training)
    results = run.results(found)
    write_results(target, results)
    return BenchSummary(results, resumed)


@dataclass(frozen=True, slots=True)
class _Run:
    """What is measured, and what is still missing."""

    plan: BenchPlan
    names: list[str]
    entries: list[JournalEntry]
    stream: BinaryIO
    failed: list[FailedCell] = field(default_factory=list)

    def wanted_cells(self) -> list[tuple[str, str]]:
        """Every scenario with every method, scenario by scenario."""
        return [(name, method) for name in self.names for method in self.plan.methods]

    def missing_cells(self) -> list[tuple[str, str]]:
        """The cells that are not measured yet."""
        done = {(cell.scenario, cell.method) for cell in self._cells()}
        return [key for key in self.wanted_cells() if key not in done]

    def measure(self, pool: WorkerPool | None, *, report: Report, training: Report) -> None:
        """Prepare embeddings, then measure what is left."""
        left, total = self.missing_cells(), len(self.wanted_cells())
        if not left:
            return
        folders = tuple(self._prepare(left, training))
        report("judging", total - len(left), total)
        tasks = [_Task(self.plan, name, method, folders) for name, method in left]
        for count, cell in enumerate(as_ready(_measure, tasks, pool, ahead=_AHEAD), start=1):
            if isinstance(cell, Cell):
                self._keep(cell)
            else:
                self.failed.append(cell)
            report(f"{cell.method} on {cell.scenario}", total - len(left) + count, total)

    def results(self, found: BenchScenarios) -> BenchResults:
        """The results of all wanted cells, in order."""
        done = {(cell.scenario, cell.method): cell for cell in self._cells()}
        return BenchResults(
            kb=self.plan.kb.name,
            version=__version__,
            seed=self.plan.seed,
            methods=self.plan.methods,
            scenarios=tuple(scenario.summary for scenario in found.scenarios),
            cells=tuple(done[key] for key in self.wanted_cells() if key in done),
            failed=tuple(sorted(self.failed, key=lambda cell: self.wanted_cells().index((cell.scenario, cell.method)))),
            preparation_s={one.prepared: one.seconds for one in self.entries if isinstance(one, SharedTraining)},
            left_out=found.left_out,
        )

    def _cells(self) -> Iterator[Cell]:
        return (entry for entry in self.entries if isinstance(entry, Cell))

    def _keep(self, entry: JournalEntry) -> None:
        append_entry(self.stream, entry)
        self.entries.append(entry)

    def _prepare(self, left: list[tuple[str, str]], report: Report) -> Iterator[tuple[Model, Path]]:
        """The embeddings that the cells need; missing ones are trained in this process, which can report progress."""
        graph, found = _graph_and_scenarios(self.plan.scenarios, self.plan.kb)
        for model in embeddings_of(method for _, method in left):
            visits: list[int] = []

            def report_visit(model: str, done: int, total: int, visits: list[int] = visits) -> None:
                visits.append(done)
                report(f"{model}: training without the facts of any scenario", done, total)

            started = time.perf_counter()
            embeddings = EmbeddingCache(kb_folder(self.plan.kb), graph, seed=self.plan.seed, report=report_visit)
            folder = embeddings.folder_of(model, view_without(found.seen, found.scenarios))
            assert folder is not None
            if visits:
                self._keep(SharedTraining(model, round(time.perf_counter() - started, 1)))
            yield model, folder


@lru_cache(maxsize=1)
def _graph_and_scenarios(scenarios: Path, kb: Path) -> tuple[Graph, BenchScenarios]:
    """The graph and the scenarios, opened once in each process."""
    graph = open_kb(kb)
    return graph, bench_scenarios(scenarios, graph)


def _require_same_graph(plan: BenchPlan) -> None:
    reference = reference_of(plan.scenarios)
    if reference is not None and reference.hash != graph_hash(open_kb(plan.kb)):
        raise StoreError(
            f"the scenarios of {plan.scenarios} were made from another graph than {plan.kb}, one of "
            f"{reference.facts:,} facts; name that graph by --kb, or generate them again"
        )


def _settings(plan: BenchPlan, graph: Graph) -> dict[str, object]:
    """All that a cell depends on, except its scenario's name and its method."""
    digest = hashlib.blake2b(digest_size=16)
    thinned = [plan.scenarios / SCENARIOS] if is_thinned(plan.scenarios) else []
    for path in (*sorted(plan.scenarios.rglob("*.tsv")), *thinned):
        digest.update(path.relative_to(plan.scenarios).as_posix().encode() + path.read_bytes())
    return {"scenarios": digest.hexdigest(), "graph": graph_hash(graph), "seed": plan.seed, "version": __version__}


def _measure(task: _Task) -> Cell | FailedCell:
    _, found = _graph_and_scenarios(task.plan.scenarios, task.plan.kb)
    _warm_up_once(task.method)
    scenario = _scenario_named(found, task.scenario)
    first = next(each for each in found.scenarios if each.training == scenario.training)
    shared = replace(task, scenario=first.summary.name)
    return run_cell(found.seen, scenario, _method(task), lambda: _thresholds(shared))


@lru_cache
def _thresholds(task: _Task) -> Thresholds | None:
    """The thresholds, learned once for each method and training set."""
    _, found = _graph_and_scenarios(task.plan.scenarios, task.plan.kb)
    training = _scenario_named(found, task.scenario).training
    return learn_thresholds(found.seen, [each for each in found.scenarios if each.training == training], _method(task))


def _scenario_named(found: BenchScenarios, name: str) -> BenchScenario:
    return next(each for each in found.scenarios if each.summary.name == name)


def _method(task: _Task) -> Method:
    return MethodFactory(_prepared_embeddings(task.plan.scenarios, task.plan.kb, task.folders), task.plan.seed).method(
        task.method
    )


@lru_cache(maxsize=1)
def _prepared_embeddings(scenarios: Path, kb: Path, folders: tuple[tuple[Model, Path], ...]) -> PreparedEmbeddings:
    """The embeddings, opened once in each process."""
    _, found = _graph_and_scenarios(scenarios, kb)
    return PreparedEmbeddings.open(dict(folders), view_without(found.seen, found.scenarios))


@lru_cache
def _warm_up_once(method: str) -> None:
    """Warm up once for each method and process; embeddings are only looked up, and need no warm-up."""
    warm_up(MethodFactory(PreparedEmbeddings({})).method(method))
