"""Checks a file of claims and writes a file of predictions; an interrupted run resumes where it stopped."""

import hashlib
import json
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path

from veriscope import __version__
from veriscope.corpus import GivenFiles, PlannedSource, Skip, read_manifest
from veriscope.domain import Claim, Label, name_of_stage
from veriscope.errors import UsageError
from veriscope.files import (
    Journal,
    JsonObject,
    JsonValue,
    in_order,
    require_sheet_writer,
    sheet_suffix,
    worker_pool,
)
from veriscope.pipeline.batch_claims import BadRow, ClaimRow, natural_format, read_batch
from veriscope.pipeline.batch_journal import CheckedRow, append, batch_journal, done_rows, write_target
from veriscope.pipeline.config import PipelineConfig
from veriscope.pipeline.stages import closing_stages, stages_of_this_process
from veriscope.pipeline.submissions import OUTPUT_FORMATS, result_row, unchecked_row
from veriscope.pipeline.verifier import Verifier
from veriscope.starter import STARTER

_CHUNK = 8

# Arguments: the claims done so far, and all claims.
Report = Callable[[int, int], None]


@dataclass(frozen=True, slots=True)
class BatchPlan:
    """What to check against which corpus, where the results go, and in which form (`auto`: that of the claims)."""

    claims: Path
    out: Path
    corpus: Path | GivenFiles
    config: PipelineConfig
    form: str = "auto"


@dataclass(frozen=True, slots=True)
class BatchSummary:
    """The outcome of a batch; `resumed` rows were done before this run, `problems` pairs lines with what was wrong."""

    rows: int
    labels: dict[str, int]
    problems: tuple[tuple[int, str], ...]
    resumed: int = 0
    was_finished: bool = False


def run_batch(
    plan: BatchPlan, *, report: Report = lambda *_: None, workers: int = 1, restart: bool = False
) -> BatchSummary:
    """Check every claim of the file once, and write the results in its order.

    Results collect in `OUT.part` until all are done; `OUT.run.json` keeps the settings and the counts. A finished run
    is not repeated.
    """
    if plan.out.resolve() == plan.claims.resolve():
        raise UsageError(f"{plan.out} holds the claims; name another file for the results")
    settings = _settings(plan)
    part, record = _beside(plan.out, ".part"), _beside(plan.out, ".run.json")
    if restart:
        part.unlink(missing_ok=True)
    elif not part.exists() and plan.out.exists():
        return _finished_summary(plan, settings, record)
    rows = list(read_batch(plan.claims))
    journal = batch_journal(part, settings)
    with journal.open() as (resumed, stream):
        done = resumed
        report(done, len(rows))
        for results in _check_all(rows[resumed:], plan, str(settings["format"]), workers=workers):
            append(stream, results)
            done += len(results)
            report(done, len(rows))
        summary = _summary(journal, resumed)
        write_target(journal, plan.out)
        # Write this before dropping the journal: a run that is stopped in between finds all rows done next time.
        record.write_text(json.dumps(_record(settings, summary), indent=2) + "\n", encoding="utf-8")
        journal.drop()
    return summary


def _beside(path: Path, suffix: str) -> Path:
    return path.with_name(path.name + suffix)


def _settings(plan: BatchPlan) -> JsonObject:
    """Everything that the results depend on; the number of worker processes is not part of it."""
    form = _form(plan)
    folder = plan.config.model_folder
    config = {
        **_settings_by_name(plan.config),
        "model_folder": None if folder is None else str(folder.resolve()),
        "kb": None if plan.config.kb is None else _kb_state(plan.config.kb),
    }
    return {
        "claims": _digest(plan.claims),
        "corpus": _corpus_state(plan.corpus),
        "format": form,
        "config": config,
        "version": __version__,
    }


def _form(plan: BatchPlan) -> str:
    """The form of the results: as asked, or else by the name of the target, or else by the form of the claims."""
    require_sheet_writer(plan.out)
    is_sheet = bool(sheet_suffix(plan.out))
    if plan.form == "auto":
        return "table" if is_sheet else natural_format(plan.claims)
    if plan.form not in OUTPUT_FORMATS:
        raise UsageError(f"no format of results named {plan.form!r}; choose one of: auto, {', '.join(OUTPUT_FORMATS)}")
    if is_sheet and plan.form != "table":
        raise UsageError(f"{plan.out} would be a spreadsheet, which holds no {plan.form}; name a .jsonl file")
    return plan.form


def _settings_by_name(config: PipelineConfig) -> JsonObject:
    """The settings; a stage that was given itself has no name by which a later run could know it."""
    for name in ("retriever", "selector", "computation", "verdict"):
        if not isinstance(chosen := getattr(config, name), str):
            place = name_of_stage(chosen)
            raise UsageError(f"{name}: a batch resumes by names, and workers too; name it, as {place!r} if that is it")
    return asdict(config)


def _corpus_state(corpus: Path | GivenFiles) -> JsonObject:
    """The path of the corpus or of the files that were given, and what changes with their content."""
    if isinstance(corpus, GivenFiles):
        return {"files": [_file_state(source) for source in corpus.plan()]}
    if str(corpus) == STARTER and not corpus.exists():
        return {"path": STARTER}
    manifest = read_manifest(corpus)
    return {"path": str(corpus.resolve()), "pages": manifest.pages, "sources": list(manifest.sources)}


def _file_state(source: PlannedSource | Skip) -> list[JsonValue]:
    if isinstance(source, Skip):
        return [source.place, source.reason]
    return [str(source.path.resolve()), source.format, source.fingerprint]


def _kb_state(kb: Path) -> str:
    # Graphs load kernels, which takes a while.
    from veriscope.pipeline.linking_index import graph_fingerprint  # noqa: PLC0415

    return graph_fingerprint(kb)


def _digest(path: Path) -> str:
    with path.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()


def _finished_summary(plan: BatchPlan, settings: JsonObject, record: Path) -> BatchSummary:
    """The summary of a finished run; raises an error if the target holds anything else."""
    try:
        kept = json.loads(record.read_text(encoding="utf-8"))
        if kept["settings"] == settings:
            problems = tuple((int(line), str(problem)) for line, problem in kept["not_checked"])
            return BatchSummary(kept["rows"], kept["labels"], problems, kept["rows"], was_finished=True)
    except (OSError, ValueError, KeyError, TypeError):
        pass
    raise UsageError(
        f"{plan.out} already exists and does not belong to these claims and settings; --restart replaces it"
    )


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


def _check_all(
    rows: Sequence[ClaimRow | BadRow], plan: BatchPlan, form: str, *, workers: int
) -> Iterator[list[CheckedRow]]:
    """The results of the rows in order, a chunk at a time."""
    if not rows:
        return
    size = _CHUNK if workers > 1 else 1
    chunks = [rows[start : start + size] for start in range(0, len(rows), size)]
    with worker_pool(min(workers, len(chunks))) as pool, closing_stages():
        yield from in_order(partial(_check_rows, plan, form), chunks, pool)


def _check_rows(plan: BatchPlan, form: str, rows: Sequence[ClaimRow | BadRow]) -> list[CheckedRow]:
    return [_check_row(plan, form, row) for row in rows]


def _check_row(plan: BatchPlan, form: str, row: ClaimRow | BadRow) -> CheckedRow:
    if isinstance(row, ClaimRow):
        verifier = Verifier.over(stages_of_this_process(plan.config, plan.corpus))
        try:
            trace = verifier.check(Claim(str(row.id), row.text))
        except UsageError as error:
            row = BadRow(row.line, row.id, str(error))
        else:
            return CheckedRow(row.line, trace.label.value, "", result_row(row, trace, form=form))
    return CheckedRow(row.line, "", row.problem, unchecked_row(row, form=form))
