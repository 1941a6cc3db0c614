"""Checks a file of claims into a file of predictions; an interrupted run goes on where it stopped."""

import hashlib
import json
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from functools import lru_cache, partial
from pathlib import Path

from veriscope import __version__
from veriscope.corpus.manifest import read_manifest
from veriscope.corpus.stream import worker_pool
from veriscope.datasets import JsonObject
from veriscope.domain import Claim, Label
from veriscope.errors import UsageError
from veriscope.pipeline.batch_claims import BadRow, ClaimRow, natural_format, read_batch
from veriscope.pipeline.batch_journal import Done, append, batch_journal, done_rows, write_target
from veriscope.pipeline.chunks import in_order
from veriscope.pipeline.config import PipelineConfig
from veriscope.pipeline.journal import Journal
from veriscope.pipeline.starter_corpus import STARTER
from veriscope.pipeline.submissions import OUTPUT_FORMATS, result_row, unchecked_row
from veriscope.pipeline.verify import Verifier

_CHUNK = 8

# How many claims of how many are done.
Report = Callable[[int, int], None]


@dataclass(frozen=True, slots=True)
class BatchPlan:
    """What is checked against which corpus, where the results go, and in which form (`auto`: that of the claims)."""

    claims: Path
    out: Path
    corpus: Path
    config: PipelineConfig
    form: str = "auto"


@dataclass(frozen=True, slots=True)
class BatchSummary:
    """What became of a batch; `resumed` rows were done before this run, `problems` pairs lines with what was wrong."""

    rows: int
    labels: dict[str, int]
    problems: tuple[tuple[int, str], ...]
    resumed: int = 0
    was_finished: bool = False


def run_batch(plan: BatchPlan, *, report: Report, workers: int = 1, restart: bool = False) -> BatchSummary:
    """Check every claim of the file once, and write the results in its order.

    They gather in `OUT.part` until all are there; `OUT.run.json` keeps the settings and the counts. A run that is
    finished does nothing more.
    """
    if plan.out.resolve() == plan.claims.resolve():
        raise UsageError(f"{plan.out} holds the claims; name another file for the results")
    settings = _settings(plan)
    part, record = _beside(plan.out, ".part"), _beside(plan.out, ".run.json")
    if restart:
        part.unlink(missing_ok=True)
    elif not part.exists() and plan.out.exists():
        return _finished(plan, settings, record)
    rows = list(read_batch(plan.claims))
    journal = batch_journal(part, settings)
    with journal.opened() as (resumed, stream):
        done = resumed
        report(done, len(rows))
        for results in _checked(rows[resumed:], plan, str(settings["format"]), workers=workers):
            append(stream, results)
            done += len(results)
            report(done, len(rows))
        summary = _summary(journal, resumed)
        write_target(journal, plan.out)
        # Before the journal goes: whoever is stopped in between finds it again, and all of it done.
        record.write_text(json.dumps(_record(settings, summary), indent=2) + "\n", encoding="utf-8")
        journal.drop()
    return summary


def _beside(path: Path, suffix: str) -> Path:
    return path.with_name(path.name + suffix)


def _settings(plan: BatchPlan) -> JsonObject:
    """Everything that the results depend on; the worker processes do not count."""
    form = natural_format(plan.claims) if plan.form == "auto" else plan.form
    if form not in OUTPUT_FORMATS:
        raise UsageError(f"no format of results named {form!r}; choose one of: auto, {', '.join(OUTPUT_FORMATS)}")
    folder = plan.config.model_folder
    config = {
        **asdict(plan.config),
        "model_folder": None if folder is None else str(folder.resolve()),
        "kb": None if plan.config.kb is None else str(plan.config.kb),
    }
    return {
        "claims": _digest(plan.claims),
        "corpus": _corpus_state(plan.corpus),
        "format": form,
        "config": config,
        "version": __version__,
    }


def _corpus_state(corpus: Path) -> JsonObject:
    """Where the corpus is, and what changes when pages are added to it or removed."""
    if str(corpus) == STARTER and not corpus.exists():
        return {"path": STARTER}
    manifest = read_manifest(corpus)
    return {"path": str(corpus.resolve()), "pages": manifest.pages, "sources": list(manifest.sources)}


def _digest(path: Path) -> str:
    with path.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()


def _finished(plan: BatchPlan, settings: JsonObject, record: Path) -> BatchSummary:
    """The summary of a run that is done; an error where the target is of anything else."""
    try:
        kept = json.loads(record.read_text(encoding="utf-8"))
        if kept["settings"] == settings:
            problems = tuple((int(line), str(problem)) for line, problem in kept["not_checked"])
            return BatchSummary(kept["rows"], kept["labels"], problems, kept["rows"], was_finished=True)
    except (OSError, ValueError, KeyError, TypeError):
        pass
    raise UsageError(f"{plan.out} is there already, and not of these claims and settings; --restart replaces it")


def _summary(journal: Journal, resumed: int) -> BatchSummary:
    labels = Counter({label.value: 0 for label in Label})
    problems = []
    for done in done_rows(journal):
        if done.problem:
            problems.append((done.line, done.problem))
        else:
            labels[done.label] += 1
    return BatchSummary(labels.total() + len(problems), dict(labels), tuple(problems), resumed)


def _record(settings: JsonObject, summary: BatchSummary) -> dict[str, object]:
    return {
        "settings": settings,
        "rows": summary.rows,
        "labels": summary.labels,
        "not_checked": [list(problem) for problem in summary.problems],
    }


def _checked(rows: Sequence[ClaimRow | BadRow], plan: BatchPlan, form: str, *, workers: int) -> Iterator[list[Done]]:
    """The results of the rows in order, a few at a time."""
    if not rows:
        return
    size = _CHUNK if workers > 1 else 1
    chunks = [rows[start : start + size] for start in range(0, len(rows), size)]
    with worker_pool(min(workers, len(chunks))) as pool, _closing_verifier():
        yield from in_order(partial(_check_rows, plan, form), chunks, pool)


@lru_cache(maxsize=1)
def _verifier(corpus: Path, config: PipelineConfig) -> Verifier:
    """The verifier of this process."""
    verifier = Verifier(corpus, config)
    _opened.append(verifier)
    return verifier


_opened: list[Verifier] = []


@contextmanager
def _closing_verifier() -> Iterator[None]:
    """Close what this process opened; a worker's files close with the worker."""
    try:
        yield
    finally:
        for verifier in _opened:
            verifier.close()
        _opened.clear()
        _verifier.cache_clear()


def _check_rows(plan: BatchPlan, form: str, rows: Sequence[ClaimRow | BadRow]) -> list[Done]:
    return [_check_row(plan, form, row) for row in rows]


def _check_row(plan: BatchPlan, form: str, row: ClaimRow | BadRow) -> Done:
    if isinstance(row, ClaimRow):
        verifier = _verifier(plan.corpus, plan.config)
        try:
            trace = verifier.check(Claim(str(row.id), row.text))
        except UsageError as error:
            row = BadRow(row.line, row.id, str(error))
        else:
            return Done(row.line, trace.label.value, "", result_row(row, trace, form=form))
    return Done(row.line, "", row.problem, unchecked_row(row, form=form))
