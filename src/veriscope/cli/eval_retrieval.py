"""`veriscope eval retrieval`: the papers' tables of retrieval and selection, over a corpus."""

from collections.abc import Sequence
from itertools import product
from pathlib import Path
from typing import Annotated

import typer

from veriscope.cli.gold_claims import sampled, told_presence
from veriscope.cli.output import print_json, talk
from veriscope.cli.progress import progress
from veriscope.cli.retrieval_tables import show_misses, show_results
from veriscope.datasets import (
    DATASET_FORMATS,
    JsonObject,
    VeriscopeClaim,
    counted,
    detect_format,
    read_labelled,
    write_qrels,
    write_run,
)
from veriscope.domain import Label
from veriscope.errors import InputError, UsageError, VeriscopeError
from veriscope.pipeline import PipelineConfig
from veriscope.pipeline.gold_presence import GoldPresence
from veriscope.pipeline.oracle import Oracle
from veriscope.pipeline.retrieval_evaluation import (
    RetrievalQuestions,
    RetrievalResult,
    evaluate_retrieval,
    result_json,
)
from veriscope.pipeline.retrieval_run import RetrievalPlan, check_plan
from veriscope.scoring import GROUPINGS

_DEFAULT = PipelineConfig()
# Retrieval is fast and needs no encoder; what the encoder adds is shown when it is asked for.
_SELECTOR = "lexical"
_MAX_K = 10_000


def retrieval(
    *,
    corpus: Annotated[Path, typer.Option(metavar="DIR", help="A corpus folder; `starter` is the embedded atlas.")],
    gold: Annotated[Path, typer.Option(metavar="FILE", help="Labelled claims with evidence, in any known format.")],
    retrievers: Annotated[
        list[str], typer.Option("--retriever", metavar="NAME", help="Repeat it, or divide by commas, to compare.")
    ] = [_DEFAULT.retriever],  # noqa: B006 - typer copies it
    selectors: Annotated[
        list[str],
        typer.Option(
            "--selector",
            metavar="NAME",
            help="Repeat it, or divide by commas, to compare; `reranked` is what `check` uses.",
        ),
    ] = [_SELECTOR],  # noqa: B006
    pages: Annotated[int, typer.Option(min=1, help="How many pages the selector gets.")] = _DEFAULT.pages,
    ks: Annotated[str, typer.Option("--k", metavar="K,K,…", help="The ranks at which is counted.")] = (
        "1,5,10,25,50,100"
    ),
    oracle: Annotated[
        Oracle, typer.Option(help="Give the selector the gold pages, or nothing but the gold tables.")
    ] = Oracle.NONE,
    by: Annotated[
        str, typer.Option(metavar="NAME", help=f"Also score groups of claims: {', '.join(sorted(GROUPINGS))}.")
    ] = "",
    run_file: Annotated[
        Path | None, typer.Option("--run", metavar="FILE", help="Write the ranked pages as a TREC run.")
    ] = None,
    qrels: Annotated[Path | None, typer.Option(metavar="FILE", help="Write the gold pages as TREC qrels.")] = None,
    misses: Annotated[int, typer.Option(min=0, help="List that many of the worst misses.")] = 0,
    sample: Annotated[int, typer.Option(min=0, help="Take only so many claims, drawn at random; 0: all.")] = 0,
    seed: Annotated[int, typer.Option(min=0, help="Seed of the sample.")] = 0,
    workers: Annotated[int, typer.Option(min=1, help="Worker processes.")] = 1,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object instead of tables.")] = False,
) -> None:
    """Score retrieval and selection over a corpus as the FEVER and FEVEROUS papers do.

    Prints, for pages, sentences, tables and cells, the share of the verifiable claims of which all gold items of one
    evidence set are among the first k (fully supported), and the accuracy of a perfect classifier after that (oracle
    accuracy); the share of the gold covered; the share of the claims with a whole evidence set in the selection; and
    the time to retrieve, read and select.

    Example: veriscope eval retrieval --corpus wiki --gold dev.jsonl --retriever titles,fused --workers 2
    """
    ranks = _ranks(ks)
    questions = RetrievalQuestions(ranks, _grouping(by), misses)
    plans = [
        RetrievalPlan(corpus, retriever, selector, pages, max(pages, *ranks), oracle)
        for retriever, selector in product(_names(retrievers, "--retriever"), _names(selectors, "--selector"))
    ]
    for plan in plans:
        check_plan(plan)
    if run_file is not None and (len(plans) > 1 or oracle is not Oracle.NONE):
        raise UsageError("--run: one run file holds the ranking of one retriever; name one, without an oracle")
    claims = _claims(gold, oracle=oracle, sample=sample, seed=seed)
    presence = told_presence(corpus, gold, claims)
    results = _evaluate(claims, plans, questions, workers=workers)
    _write_trec(results[0], claims, run_file=run_file, qrels=qrels)
    if as_json:
        print_json(_json(results, presence, by=by))
        return
    show_results(results, ks=ranks, by=by)
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
        raise VeriscopeError("interrupted; nothing was scored") from None


def _json(results: Sequence[RetrievalResult], presence: GoldPresence, *, by: str) -> JsonObject:
    """The first run's object; where there are several runs, all of them under `runs`."""
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
    return sampled(claims, sample=sample, seed=seed)


def _is_verifiable(claim: VeriscopeClaim) -> bool:
    return claim.label is not Label.NOT_ENOUGH_INFO and any(claim.evidence)


def _write_trec(
    result: RetrievalResult, claims: Sequence[VeriscopeClaim], *, run_file: Path | None, qrels: Path | None
) -> None:
    if run_file is not None:
        ids = [str(claim.id) for claim in claims]
        rankings = [selected.pages for selected in result.run.selected]
        lines = write_run(run_file, zip(ids, rankings, strict=True), tag=result.plan.retriever)
        talk.print(f"{counted(lines, 'line')} written to {run_file}", soft_wrap=True)
    if qrels is not None:
        lines = write_qrels(qrels, (claim.gold() for claim in claims))
        talk.print(f"{counted(lines, 'line')} written to {qrels}", soft_wrap=True)


def _ranks(text: str) -> tuple[int, ...]:
    found = [part.strip() for part in text.split(",")]
    ranks = [int(part) for part in found if part.isdecimal() and part.isascii() and len(part) < 6]
    if len(ranks) < len(found) or not all(1 <= rank <= _MAX_K for rank in ranks):
        raise UsageError(f"--k: found {text!r}; expected whole numbers from 1 to {_MAX_K:,}, such as 1,5,10")
    return tuple(sorted(set(ranks)))


def _names(options: Sequence[str], option: str) -> list[str]:
    names = [name.strip() for text in options for name in text.split(",")]
    if not all(names):
        raise UsageError(f"{option}: a name is empty; write names divided by commas")
    return list(dict.fromkeys(names))


def _grouping(by: str) -> str:
    if by and by not in GROUPINGS:
        raise UsageError(f"--by: no grouping named {by!r}; choose one of: {', '.join(sorted(GROUPINGS))}")
    return by
