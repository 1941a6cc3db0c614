"""Runs every method on every scenario, in worker processes; a stopped run goes on where it was."""

import hashlib
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Executor
from dataclasses import dataclass, field, replace
from functools import lru_cache
from pathlib import Path
from typing import BinaryIO

from veriscope import __version__
from veriscope.corpus.stream import worker_pool
from veriscope.errors import StoreError
from veriscope.graph import Graph
from veriscope.graph.embedding_identity import graph_hash
from veriscope.graph.embedding_settings import Model
from veriscope.pipeline.bench_cells import learned_thresholds, run_cell, warm_up
from veriscope.pipeline.bench_embeddings import PreparedShelf, view_without
from veriscope.pipeline.bench_journal import Entry, Prepared, append_entry, opened_journal
from veriscope.pipeline.bench_results import Cell, FailedCell, Results, results_file, write_results
from veriscope.pipeline.bench_scenarios import BenchScenario, BenchScenarios, bench_scenarios, reference_of
from veriscope.pipeline.kb_embeddings import EmbeddingShelf
from veriscope.pipeline.kb_judging import Method
from veriscope.pipeline.kb_methods import Methods, embeddings_of
from veriscope.pipeline.ready_work import as_ready
from veriscope.pipeline.starter_kb import kb_folder, open_kb
from veriscope.scoring.thresholds import Thresholds

# What is at hand, and how much of how much is done.
Report = Callable[[str, int, int], None]
_AHEAD = 3  # tasks a worker


@dataclass(frozen=True, slots=True)
class BenchPlan:
    """Which methods judge which scenarios over which graph."""

    scenarios: Path
    kb: Path
    methods: tuple[str, ...]
    seed: int = 0


@dataclass(frozen=True, slots=True)
class BenchSummary:
    """The results of a run, and how many of its cells were there already."""

    results: Results
    resumed: int


@dataclass(frozen=True, slots=True)
class _Task:
    """A cell to measure, with the embeddings that lie ready."""

    plan: BenchPlan
    scenario: str
    method: str
    folders: tuple[tuple[Model, Path], ...]


def run_bench(
    plan: BenchPlan,
    out: Path,
    *,
    report: Report,
    training: Report = lambda *_: None,
    workers: int = 1,
    restart: bool = False,
) -> BenchSummary:
    """Measure every cell once, and write the results; `training` is told of embeddings that are trained before.

    Cells gather in `OUT.cells.jsonl`, which stays: a later run, with more methods or after a failure, measures only
    what is missing.
    """
    target = results_file(out)
    kept = target.with_name(f"{target.name}.cells.jsonl")
    if restart:
        kept.unlink(missing_ok=True)
    _require_same_graph(plan)
    graph, found = _opened(plan.scenarios, plan.kb)
    with opened_journal(kept, _settings(plan, graph)) as (entries, stream), worker_pool(workers) as pool:
        run = _Run(plan, [scenario.summary.name for scenario in found.scenarios], entries, stream)
        resumed = len(run.asked()) - len(run.left())
        run.measure(pool, workers=workers, report=report, training=training)
    results = run.results(found)
    write_results(target, results)
    return BenchSummary(results, resumed)


@dataclass(frozen=True, slots=True)
class _Run:
    """What is measured, and what is left to measure."""

    plan: BenchPlan
    names: list[str]
    entries: list[Entry]
    stream: BinaryIO
    failed: list[FailedCell] = field(default_factory=list)

    def asked(self) -> list[tuple[str, str]]:
        """Every scenario with every method, scenario by scenario."""
        return [(name, method) for name in self.names for method in self.plan.methods]

    def left(self) -> list[tuple[str, str]]:
        """Those that are not measured."""
        done = {(cell.scenario, cell.method) for cell in self._cells()}
        return [key for key in self.asked() if key not in done]

    def measure(self, pool: Executor | None, *, workers: int, report: Report, training: Report) -> None:
        """Prepare embeddings, then measure what is left."""
        left, total = self.left(), len(self.asked())
        if not left:
            return
        folders = tuple(self._prepared(left, training))
        report("judging", total - len(left), total)
        tasks = [(_Task(self.plan, name, method, folders),) for name, method in left]
        for count, cell in enumerate(as_ready(_measure, tasks, pool, ahead=_AHEAD * workers), start=1):
            if isinstance(cell, Cell):
                self._keep(cell)
            else:
                self.failed.append(cell)
            report(f"{cell.method} on {cell.scenario}", total - len(left) + count, total)

    def results(self, found: BenchScenarios) -> Results:
        """All that was asked for, in order."""
        done = {(cell.scenario, cell.method): cell for cell in self._cells()}
        return Results(
            kb=self.plan.kb.name,
            version=__version__,
            seed=self.plan.seed,
            methods=self.plan.methods,
            scenarios=tuple(scenario.summary for scenario in found.scenarios),
            cells=tuple(done[key] for key in self.asked() if key in done),
            failed=tuple(sorted(self.failed, key=lambda cell: self.asked().index((cell.scenario, cell.method)))),
            preparation_s={one.prepared: one.seconds for one in self.entries if isinstance(one, Prepared)},
            left_out=found.left_out,
        )

    def _cells(self) -> Iterator[Cell]:
        return (entry for entry in self.entries if isinstance(entry, Cell))

    def _keep(self, entry: Entry) -> None:
        append_entry(self.stream, entry)
        self.entries.append(entry)

    def _prepared(self, left: list[tuple[str, str]], report: Report) -> Iterator[tuple[Model, Path]]:
        """The embeddings that the cells need; missing ones are trained in this process, which can tell its progress."""
        graph, found = _opened(self.plan.scenarios, self.plan.kb)
        for model in embeddings_of(method for _, method in left):
            visits: list[int] = []

            def told(model: str, done: int, total: int, visits: list[int] = visits) -> None:
                visits.append(done)
                report(f"{model}: training without the facts of any scenario", done, total)

            started = time.perf_counter()
            shelf = EmbeddingShelf(kb_folder(self.plan.kb), graph, seed=self.plan.seed, report=told)
            folder = shelf.folder_of(model, view_without(graph, found.scenarios))
            assert folder is not None
            if visits:
                self._keep(Prepared(model, round(time.perf_counter() - started, 1)))
            yield model, folder


@lru_cache(maxsize=1)
def _opened(scenarios: Path, kb: Path) -> tuple[Graph, BenchScenarios]:
    """The graph and the scenarios of this process."""
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
    """All that a cell depends on, but for its scenario's name and its method."""
    digest = hashlib.blake2b(digest_size=16)
    for path in sorted(plan.scenarios.rglob("*.tsv")):
        digest.update(path.relative_to(plan.scenarios).as_posix().encode() + path.read_bytes())
    return {"scenarios": digest.hexdigest(), "graph": graph_hash(graph), "seed": plan.seed, "version": __version__}


def _measure(task: _Task) -> Cell | FailedCell:
    graph, found = _opened(task.plan.scenarios, task.plan.kb)
    _warmed(task.method)
    scenario = _named(found, task.scenario)
    first = next(each for each in found.scenarios if each.training == scenario.training)
    shared = replace(task, scenario=first.summary.name)
    return run_cell(graph, scenario, _method(task), lambda: _thresholds(shared))


@lru_cache
def _thresholds(task: _Task) -> Thresholds | None:
    """Once for each method and set of training facts."""
    graph, found = _opened(task.plan.scenarios, task.plan.kb)
    training = _named(found, task.scenario).training
    return learned_thresholds(graph, [each for each in found.scenarios if each.training == training], _method(task))


def _named(found: BenchScenarios, name: str) -> BenchScenario:
    return next(each for each in found.scenarios if each.summary.name == name)


def _method(task: _Task) -> Method:
    return Methods(_shelf(task.plan.scenarios, task.plan.kb, task.folders), task.plan.seed).method(task.method)


@lru_cache(maxsize=1)
def _shelf(scenarios: Path, kb: Path, folders: tuple[tuple[Model, Path], ...]) -> PreparedShelf:
    """The embeddings of this process, once for all scenarios."""
    graph, found = _opened(scenarios, kb)
    return PreparedShelf.opened(dict(folders), view_without(graph, found.scenarios))


@lru_cache
def _warmed(method: str) -> None:
    """Once for each method and process; embeddings are only looked up, and need no warming."""
    warm_up(Methods(PreparedShelf({})).method(method))
