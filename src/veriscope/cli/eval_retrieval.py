"""`veriscope eval retrieval`: prints the papers' tables of retrieval and selection over a corpus."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from typing import Annotated

import typer
from rich.table import Table
from rich.text import Text

from veriscope.cli.claims import draw_sample, warn_missing_gold
from veriscope.cli.options import Corpus, Gold, Json, Sample, Seed, Workers
from veriscope.cli.output import out, print_json, talk, visible
from veriscope.cli.progress import progress
from veriscope.cli.score_tables import score_table
from veriscope.datasets import (
    DATASET_FORMATS,
    VeriscopeClaim,
    count_text,
    detect_format,
    read_labelled,
    write_qrels,
    write_run,
)
from veriscope.domain import Label
from veriscope.errors import InputError, StoppedError, UsageError
from veriscope.files import JsonObject, JsonValue
from veriscope.lab.evaluation import (
    GoldPresence,
    Oracle,
    RetrievalPlan,
    RetrievalQuestions,
    RetrievalResult,
    check_retrieval_plan,
    evaluate_retrieval,
    result_json,
)
from veriscope.pipeline import PipelineConfig
from veriscope.scoring import GROUPINGS, KindScores, RankedKind, RetrievalScores

_DEFAULT = PipelineConfig()
# The lexical selector is fast and needs no encoder; another one shows what the encoder adds.
_SELECTOR = "lexical"
_MAX_K = 10_000


@dataclass(frozen=True, slots=True)
class QuestionOptions:
    """What to count and list."""

    ks: Annotated[str, typer.Option("--k", metavar="K,K,…", help="Count hits up to these ranks.")] = "1,5,10,25,50,100"
    by: Annotated[
        str, typer.Option(metavar="NAME", help=f"Also score groups of claims: {', '.join(sorted(GROUPINGS))}.")
    ] = ""
    misses: Annotated[int, typer.Option(min=0, help="List this many of the worst misses.")] = 0

    def questions(self) -> RetrievalQuestions:
        """The ranks, the groups of claims and the number of misses asked for."""
        return RetrievalQuestions(_ranks(self.ks), _grouping(self.by), self.misses)


@dataclass(frozen=True, slots=True)
class TrecFiles:
    """The files to write for `trec_eval`."""

    run_file: Annotated[
        Path | None, typer.Option("--run", metavar="FILE", help="Write the ranked pages as a TREC run.")
    ] = None
    qrels: Annotated[Path | None, typer.Option(metavar="FILE", help="Write the gold pages as TREC qrels.")] = None


def retrieval(
    *,
    corpus: Corpus,
    gold: Gold,
    retrievers: Annotated[
        list[str],
        typer.Option("--retriever", metavar="NAME", help="Repeat it, or separate names by commas, to compare."),
    ] = [str(_DEFAULT.retriever)],  # noqa: B006 - typer copies it
    selectors: Annotated[
        list[str],
        typer.Option(
            "--selector",
            metavar="NAME",
            help="Repeat it, or separate names by commas, to compare; `check` uses `reranked`.",
        ),
    ] = [_SELECTOR],  # noqa: B006
    pages: Annotated[int, typer.Option(min=1, help="How many pages the selector gets.")] = _DEFAULT.pages,
    asked: QuestionOptions,
    oracle: Annotated[
        Oracle, typer.Option(help="Give the selector the gold pages, or only the gold tables.")
    ] = Oracle.NONE,
    trec: TrecFiles,
    sample: Sample = 0,
    seed: Seed = 0,
    workers: Workers = 1,
    as_json: Json = False,
) -> None:
    """Score retrieval and selection over a corpus as the FEVER and FEVEROUS papers do.

    Prints, for pages, sentences, tables and cells: the share of the verifiable claims that have all gold items of one
    evidence set among the first k (fully supported); the accuracy that a perfect classifier would then reach (oracle
    accuracy); and the share of the gold covered. Then the share of the claims with a whole evidence set in the
    selection, and the time to retrieve, read and select.

    Example: veriscope eval retrieval --corpus wiki --gold dev.jsonl --retriever titles,fused
    """
    questions = asked.questions()
    plans = [
        RetrievalPlan(corpus, retriever, selector, pages, max(pages, *questions.ks), oracle)
        for retriever, selector in product(_names(retrievers, "--retriever"), _names(selectors, "--selector"))
    ]
    for plan in plans:
        check_retrieval_plan(plan)
    if trec.run_file is not None and (len(plans) > 1 or oracle is not Oracle.NONE):
        raise UsageError("--run: one run file holds the ranking of one retriever; name one, without an oracle")
    claims = _claims(gold, oracle=oracle, sample=sample, seed=seed)
    presence = warn_missing_gold(corpus, gold, claims)
    results = _evaluate(claims, plans, questions, workers=workers)
    _write_trec(results[0], claims, trec)
    if as_json:
        print_json(_json(results, presence, by=questions.by))
        return
    show_results(results, ks=questions.ks, by=questions.by)
    for result in results:
        show_misses(result.misses)


def _evaluate(
    claims: Sequence[VeriscopeClaim],
    plans: Sequence[RetrievalPlan],
    questions: RetrievalQuestions,
    *,
    workers: int,
) -> list[RetrievalResult]:
    try:
        with progress("claims") as update:
            return [
                evaluate_retrieval(
                    claims,
                    plan,
                    questions,
                    report=lambda name, done, total: update(name, done, total, done),
                    workers=workers,
                )
                for plan in plans
            ]
    except KeyboardInterrupt:
        raise StoppedError("interrupted; nothing was scored") from None


def _json(results: Sequence[RetrievalResult], presence: GoldPresence, *, by: str) -> JsonObject:
    """The first run's object; with several runs, all of them are under `runs`."""
    runs = [result_json(result, by=by) for result in results]
    report = {**runs[0], "unreachable": presence.unreachable}
    return report | ({"runs": list(runs)} if len(runs) > 1 else {})


def _claims(gold: Path, *, oracle: Oracle, sample: int, seed: int) -> list[VeriscopeClaim]:
    name = detect_format(gold)
    if name not in DATASET_FORMATS:
        raise InputError(f"{gold}: looks like {name}; this command reads claims: {', '.join(DATASET_FORMATS)}")
    claims = [row.claim for row in read_labelled(gold, form=DATASET_FORMATS[name])]
    if not any(_is_verifiable(claim) for claim in claims):
        raise InputError(f"{gold}: no claim has evidence and a label other than {Label.NOT_ENOUGH_INFO}")
    if oracle is not Oracle.NONE:
        claims = [claim for claim in claims if _is_verifiable(claim)]
    return draw_sample(claims, sample=sample, seed=seed)


def _is_verifiable(claim: VeriscopeClaim) -> bool:
    return claim.label is not Label.NOT_ENOUGH_INFO and any(claim.evidence)


def _write_trec(result: RetrievalResult, claims: Sequence[VeriscopeClaim], trec: TrecFiles) -> None:
    if trec.run_file is not None:
        ids = [str(claim.id) for claim in claims]
        rankings = [selected.pages for selected in result.run.selected]
        lines = write_run(trec.run_file, zip(ids, rankings, strict=True), tag=result.plan.retriever)
        talk.print(f"{count_text(lines, 'line')} written to {trec.run_file}")
    if trec.qrels is not None:
        lines = write_qrels(trec.qrels, (claim.gold() for claim in claims))
        talk.print(f"{count_text(lines, 'line')} written to {trec.qrels}")


def _ranks(text: str) -> tuple[int, ...]:
    found = [part.strip() for part in text.split(",")]
    ranks = [int(part) for part in found if part.isdecimal() and part.isascii() and len(part) < 6]
    if len(ranks) < len(found) or not all(1 <= rank <= _MAX_K for rank in ranks):
        raise UsageError(f"--k: found {text!r}; expected whole numbers from 1 to {_MAX_K:,}, such as 1,5,10")
    return tuple(sorted(set(ranks)))


def _names(options: Sequence[str], option: str) -> list[str]:
    names = [name.strip() for text in options for name in text.split(",")]
    if not all(names):
        raise UsageError(f"{option}: a name is empty; separate names by commas")
    return list(dict.fromkeys(names))


def _grouping(by: str) -> str:
    if by and by not in GROUPINGS:
        raise UsageError(f"--by: no grouping named {by!r}; choose one of: {', '.join(sorted(GROUPINGS))}")
    return by


_WHAT = {
    RankedKind.PAGES: "Pages",
    RankedKind.SENTENCES: "Sentences",
    RankedKind.TABLES: "Tables",
    RankedKind.CELLS: "Cells, captions and items",
}
# No more are selected, so a higher rank says nothing.
_MOST = {RankedKind.SENTENCES: 5, RankedKind.TABLES: 25, RankedKind.CELLS: 25}


def show_results(results: Sequence[RetrievalResult], *, ks: Sequence[int], by: str) -> None:
    """Print FEVER's Table 2 for every kind that counts, FEVEROUS's Table 4, and scores of the whole selection."""
    rows = [(_name(result), result.scores) for result in results]
    scores = results[0].scores
    out.print(f"{count_text(scores.claims, 'claim')}, {scores.verifiable:,} of them verifiable and with evidence")
    for kind in RankedKind:
        _show_kind(kind, rows, ks=ks)
    _show_selection(results)
    for result in results if by else ():
        _show_groups(result, ks=ks, by=by)


def show_misses(misses: Iterable[JsonObject]) -> None:
    """Print each missed claim, its gold, and what was found instead."""
    for miss in misses:
        at = "not found" if miss["pages_at"] is None else f"at {miss['pages_at']}"
        out.print(Text(visible(f"{miss['label']}  {miss['claim']}"), style="bold"), soft_wrap=True)
        out.print(Text(visible(f"  id        {miss['id']}")), soft_wrap=True)
        out.print(Text(visible(f"  gold      {_sets_text(miss['gold'])}")), soft_wrap=True)
        out.print(Text(visible(f"  pages     {_list_text(miss['pages'])}  (gold pages {at})")), soft_wrap=True)
        out.print(Text(visible(f"  evidence  {_list_text(miss['evidence'])}")), soft_wrap=True)


def _show_kind(kind: RankedKind, rows: Sequence[tuple[str, RetrievalScores]], *, ks: Sequence[int]) -> None:
    found = [(name, kept) for name, scores in rows if (kept := scores.kinds[kind]) is not None]
    if found:
        covered = [(name, share) for name, scores in rows if (share := scores.coverage.get(kind)) is not None]
        shown = [k for k in ks if k <= _MOST.get(kind, k)] or ks[:1]
        out.print(f"{_WHAT[kind]} ({count_text(found[0][1].claims, 'claim')})")
        out.print(
            _by_k("Fully supported", [(name, _returned(kept, kept.fully_supported)) for name, kept in found], ks=shown)
        )
        out.print(
            _by_k("Oracle accuracy", [(name, _returned(kept, kept.oracle_accuracy)) for name, kept in found], ks=shown)
        )
        if covered:
            out.print(_by_k("Gold covered", covered, ks=shown))


def _returned(scores: KindScores, values: Mapping[int, float]) -> Mapping[int, float]:
    """The values; none if the selector returns nothing of this kind, which says nothing about its quality."""
    return values if scores.is_returned else {}


def _by_k(title: str, rows: Sequence[tuple[str, Mapping[int, float]]], *, ks: Sequence[int]) -> Table:
    table = score_table(title, *(f"@{k}" for k in ks))
    for name, values in rows:
        table.add_row(name, *(_number(values.get(k)) for k in ks))
    return table


def _show_selection(results: Sequence[RetrievalResult]) -> None:
    table = score_table("The whole selection", "Full evidence", "Cell recall", "ms median", "ms p95", "Claims/s")
    for result in results:
        cells = result.scores.kinds[RankedKind.CELLS]
        recall = result.scores.cell_recall if cells is None or cells.is_returned else None
        table.add_row(
            _name(result),
            _number(result.scores.full_evidence),
            _number(None if recall is None else recall.mean),
            f"{result.latency_ms(0.5):.1f}",
            f"{result.latency_ms(0.95):.1f}",
            f"{result.run.per_second:,.0f}",
        )
    out.print(table)


def _show_groups(result: RetrievalResult, *, ks: Sequence[int], by: str) -> None:
    """Fully supported at the k nearest to 5, of every kind, for each group of claims."""
    k = min(ks, key=lambda value: (abs(value - 5), value))
    kinds = [kind for kind in RankedKind if result.scores.kinds[kind] is not None]
    names = [f"{kind.value.capitalize()} @{k}" for kind in kinds]
    out.print(f"By {by}: {_name(result)}")
    table = score_table("Group", "Claims", *names, "Full evidence")
    for name, scores in result.groups.items():
        values = [
            None if (found := scores.kinds[kind]) is None or not found.is_returned else found.fully_supported[k]
            for kind in kinds
        ]
        table.add_row(visible(name), f"{scores.claims:,}", *map(_number, values), _number(scores.full_evidence))
    out.print(table)


def _name(result: RetrievalResult) -> str:
    given = result.plan.retriever if result.plan.oracle is Oracle.NONE else f"gold {result.plan.oracle.value}"
    return f"{given}, {result.plan.selector}"


def _number(value: float | None) -> str:
    return "–" if value is None else f"{value:.4f}"


def _sets_text(value: JsonValue) -> str:
    return "  or  ".join(_list_text(pieces) for pieces in value) if isinstance(value, list) else ""


def _list_text(value: JsonValue) -> str:
    return ", ".join(map(str, value)) or "none" if isinstance(value, list) else ""
