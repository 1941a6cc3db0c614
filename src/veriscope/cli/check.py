"""`veriscope check`: checks a claim, a file of claims or a whole text against a corpus."""

from pathlib import Path
from typing import Annotated

import typer

from veriscope import reports
from veriscope.cli.check_against import choose_source, warn_unread
from veriscope.cli.check_options import AnswerOptions, BatchOptions, RunOptions, StageOptions
from veriscope.cli.check_output import Answer, write_answer
from veriscope.cli.options import Corpus
from veriscope.cli.output import out, talk
from veriscope.cli.trace_view import show_trace
from veriscope.corpus import GivenFiles
from veriscope.domain import Label
from veriscope.errors import UsageError
from veriscope.pipeline import PipelineConfig, Verifier, trace_as_json
from veriscope.starter import STARTER

_BASELINE = "Decided by the lexical baseline: it compares words and numbers; its percentages are fixed, not measured."


def check(
    words: Annotated[
        list[str] | None, typer.Argument(metavar="CLAIM", help="A sentence to check; after --text FILE, more files.")
    ] = None,
    corpus: Corpus = Path(STARTER),
    text: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Check every statement in a text; - reads it from stdin.")
    ] = None,
    against: Annotated[
        list[Path] | None,
        typer.Option(metavar="PATH", help="Check against this file or folder, not a corpus; may be given again."),
    ] = None,
    *,
    batch: BatchOptions,
    output: AnswerOptions,
    run: RunOptions,
    stages: StageOptions,
) -> None:
    """Check a claim, a file of claims or a whole text against a corpus, and show the evidence.

    The answer is SUPPORTS, REFUTES or NOT ENOUGH INFO according to that corpus, with its probability, the evidence that
    explains it, and the deciding words marked. Text that states nothing (a question, an instruction) and claims that
    the corpus says nothing about are NOT ENOUGH INFO, with the reason. To resume an interrupted batch, run the same
    command again.

    Example: veriscope check "Canberra is the capital of Australia."

    Example: veriscope check "Mont Blanc is the highest point of Switzerland." --kb starter

    Example: veriscope check --text article.txt --html report.html

    Example: veriscope check --text answer.md --against docs --against prices.csv

    Example: veriscope check --file dev.jsonl --out predictions.jsonl --corpus wiki

    Example: veriscope check --text article.txt --min-confidence 0.8 --sarif findings.sarif
    """
    config = stages.config()
    _require_one(words, batch.file, text)
    source = choose_source(corpus, against or [])
    if batch.file is None and not batch.is_unasked:
        raise UsageError("--out, --format and --restart belong to --file")
    if text is None and (run.junit or run.sarif):
        raise UsageError("--junit and --sarif belong to --text")
    if batch.file is not None:
        from veriscope.cli.check_batch import check_file  # noqa: PLC0415 - a claim alone starts faster without it

        labels = check_file(batch.file, batch, source, config, output)
    elif text is not None:
        from veriscope.cli.check_text import check_text_files  # noqa: PLC0415

        labels = check_text_files([text, *map(Path, words or ())], source, config, output, run)
    else:
        labels = [_check_claim(*(words or ()), source=source, config=config, output=output)]
    if config.verdict == "lexical" and output.is_for_people:
        talk.print(_BASELINE, style="dim")
    run.require(labels)


def _require_one(words: list[str] | None, file: Path | None, text: Path | None) -> None:
    claim = None if text is not None else words or None
    given = [name for name, value in (("CLAIM", claim), ("--file", file), ("--text", text)) if value is not None]
    if len(given) != 1:
        found = " and ".join(given) if given else "nothing to check"
        raise UsageError(f"found {found}; give one of: a CLAIM in quotes, --file FILE, --text FILE")
    absent = [word for word in words or () if text is not None and not Path(word).exists()]
    if absent:
        raise UsageError(f"found --text and {absent[0][:80]!r}, which is no file; give a CLAIM or files, not both")
    if claim and len(claim) > 1:
        raise UsageError(f'found {len(claim)} arguments; put quotes around the claim: "{" ".join(claim)[:80]}"')


def _check_claim(claim: str, *, source: Path | GivenFiles, config: PipelineConfig, output: AnswerOptions) -> Label:
    with Verifier(source, config) as verifier:
        warn_unread(source, verifier.corpus)
        trace = verifier.check(claim)
    answer = Answer(
        as_json=lambda: trace_as_json(trace),
        as_claim_review=lambda: reports.claim_review(trace, author=output.author, url=output.url),
        as_html=lambda: reports.claim_html(trace),
        show=lambda: show_trace(out, trace),
    )
    write_answer(answer, output)
    return trace.label
