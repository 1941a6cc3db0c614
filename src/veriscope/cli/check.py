"""`veriscope check`: a claim, a file of claims or a whole text against a corpus."""

from pathlib import Path
from typing import Annotated

import typer

from veriscope.cli.check_batch import check_file
from veriscope.cli.check_output import Answer, Output, write_answer
from veriscope.cli.check_text import check_text_file
from veriscope.cli.output import out, talk
from veriscope.cli.trace_view import show_trace
from veriscope.errors import UsageError
from veriscope.pipeline import STARTER, PipelineConfig, Verifier, trace_as_json
from veriscope.pipeline.build import COMPUTERS
from veriscope.pipeline.claim_review import claim_review
from veriscope.pipeline.html_claim import claim_html
from veriscope.pipeline.submissions import OUTPUT_FORMATS
from veriscope.retrieval import RETRIEVERS
from veriscope.selection import SELECTORS
from veriscope.verdict import TRAINED_VERDICT_MODELS, VERDICT_MODELS

_DEFAULT = PipelineConfig()
_MODELS = sorted([*VERDICT_MODELS, *TRAINED_VERDICT_MODELS])
_BASELINE = "Decided by the lexical baseline: it compares words and numbers; its percentages are fixed, not measured."


def check(
    claim: Annotated[str | None, typer.Argument(metavar="[CLAIM]", help="A sentence to check.")] = None,
    corpus: Annotated[
        Path, typer.Option(metavar="DIR", help="A corpus folder; `starter` is the embedded atlas.")
    ] = Path(STARTER),
    file: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Check every claim of a file: a data set, or one claim a line.")
    ] = None,
    out_file: Annotated[
        Path | None, typer.Option("--out", metavar="FILE", help="With --file: where the results go.")
    ] = None,
    form: Annotated[
        str,
        typer.Option("--format", metavar="NAME", help=f"With --file: auto, {', '.join(OUTPUT_FORMATS)}."),
    ] = "auto",
    workers: Annotated[int, typer.Option(min=1, help="With --file: worker processes.")] = 1,
    restart: Annotated[bool, typer.Option("--restart", help="With --file: begin anew, and replace --out.")] = False,
    text: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Check every statement of a text; - reads it from stdin.")
    ] = None,
    min_confidence: Annotated[
        float, typer.Option(metavar="P", help="Answer NOT ENOUGH INFO below this probability, 0 to 1.")
    ] = _DEFAULT.min_confidence,
    as_json: Annotated[bool, typer.Option("--json", help="Print the whole trace as one JSON object.")] = False,
    as_claim_review: Annotated[
        bool, typer.Option("--claimreview", help="Print schema.org ClaimReview as JSON-LD.")
    ] = False,
    html: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write a report for people: one HTML file, nothing outside it.")
    ] = None,
    author: Annotated[str, typer.Option(metavar="NAME", help="With --claimreview: who reviews.")] = "Veriscope",
    url: Annotated[str, typer.Option(metavar="URL", help="With --claimreview: where the review will stand.")] = "",
    retriever: Annotated[
        str, typer.Option(metavar="NAME", help=f"One of: {', '.join(sorted(RETRIEVERS))}.")
    ] = _DEFAULT.retriever,
    selector: Annotated[
        str, typer.Option(metavar="NAME", help=f"One of: {', '.join(sorted(SELECTORS))}.")
    ] = _DEFAULT.selector,
    computer: Annotated[
        str,
        typer.Option(metavar="NAME", help=f"What computes from tables; one of: {', '.join(sorted(COMPUTERS))}."),
    ] = _DEFAULT.computer,
    verdict: Annotated[str, typer.Option(metavar="NAME", help=f"One of: {', '.join(_MODELS)}.")] = _DEFAULT.verdict,
    model_folder: Annotated[
        Path | None, typer.Option(metavar="DIR", help="Where `veriscope train` put the verdict model.")
    ] = None,
    kb: Annotated[
        Path | None,
        typer.Option(metavar="DIR", help="A knowledge graph to ask as well; `starter` is the embedded one."),
    ] = None,
    kb_method: Annotated[
        str, typer.Option(metavar="NAME", help="With --kb: what scores a fact, such as kl, katz or adamic-adar.")
    ] = _DEFAULT.kb_method,
) -> None:
    """Check a claim, a file of claims or a whole text against a corpus, and show the evidence.

    The answer is SUPPORTS, REFUTES or NOT ENOUGH INFO with respect to that corpus, with its probability, the evidence
    that explains it, and the deciding words marked. What states nothing (a question, an instruction) and what the
    corpus knows nothing of is NOT ENOUGH INFO, with the reason. A batch that was interrupted goes on where it stopped
    when the same command is run again.

    Example: veriscope check "Canberra is the capital of Australia."

    Example: veriscope check "Mont Blanc is the highest point of Switzerland." --kb starter

    Example: veriscope check --text answer.md --html report.html

    Example: veriscope check --file dev.jsonl --out predictions.jsonl --corpus wiki --workers 2
    """
    config = PipelineConfig(
        retriever=retriever,
        selector=selector,
        computer=computer,
        verdict=verdict,
        model_folder=model_folder,
        min_confidence=min_confidence,
        kb=kb,
        kb_method=kb_method,
    )
    output = Output(as_json=as_json, as_claim_review=as_claim_review, html=html, author=author, url=url)
    _require_one(claim, file, text)
    if file is not None:
        check_file(file, out_file, corpus, config, form=form, workers=workers, restart=restart, output=output)
    elif out_file is not None or restart or form != "auto":
        raise UsageError("--out, --format and --restart belong to --file")
    elif text is not None:
        check_text_file(text, corpus, config, output)
    elif claim is not None:
        _check_claim(claim, corpus, config, output)
    if verdict == "lexical" and not (as_json or as_claim_review):
        talk.print(_BASELINE, style="dim", soft_wrap=True)


def _require_one(claim: str | None, file: Path | None, text: Path | None) -> None:
    given = [name for name, value in (("CLAIM", claim), ("--file", file), ("--text", text)) if value is not None]
    if len(given) != 1:
        found = " and ".join(given) if given else "nothing to check"
        raise UsageError(f"found {found}; give one of: a CLAIM in quotes, --file FILE, --text FILE")


def _check_claim(claim: str, corpus: Path, config: PipelineConfig, output: Output) -> None:
    with Verifier(corpus, config) as verifier:
        trace = verifier.check(claim)
    answer = Answer(
        as_json=lambda: trace_as_json(trace),
        as_claim_review=lambda: claim_review(trace, author=output.author, url=output.url),
        as_html=lambda: claim_html(trace),
        show=lambda: show_trace(out, trace),
    )
    write_answer(answer, output)
