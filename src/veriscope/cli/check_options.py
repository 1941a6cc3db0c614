"""The options of `veriscope check`, in groups."""

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

from typer import Option

from veriscope.checking import CHECKERS
from veriscope.cli.options import ModelFolder, Restart, Workers
from veriscope.datasets import count_text
from veriscope.domain import Label, require_name
from veriscope.errors import VeriscopeError
from veriscope.pipeline import COMPUTERS, ENDPOINT, OUTPUT_FORMATS, SOURCES, PipelineConfig
from veriscope.reports import FailOn
from veriscope.retrieval import RETRIEVERS
from veriscope.selection import SELECTORS
from veriscope.verdict import TRAINED_VERDICT_MODELS, VERDICT_MODELS

_DEFAULT = PipelineConfig()
_MODELS = [*VERDICT_MODELS, *TRAINED_VERDICT_MODELS, ENDPOINT]
_SCORERS = [name for name, method in CHECKERS.items() if not method.learns]


def _one_of(names: Iterable[str]) -> str:
    return f"one of: {', '.join(sorted(names))}."


@dataclass(frozen=True, slots=True)
class BatchOptions:
    """A file of claims, and where and how its results are written."""

    file: Annotated[
        Path | None, Option(metavar="FILE", help="Check every claim in a file: a data set, or one claim a line.")
    ] = None
    out_file: Annotated[
        Path | None, Option("--out", metavar="FILE", help="With --file: where the results go: .jsonl, .csv or .xlsx.")
    ] = None
    form: Annotated[
        str, Option("--format", metavar="NAME", help=f"With --file: auto, {', '.join(OUTPUT_FORMATS)}.")
    ] = "auto"
    workers: Workers = 1
    restart: Restart = False

    @property
    def is_unasked(self) -> bool:
        """Whether no option that belongs to a file was given."""
        return self.file is None and self.out_file is None and not self.restart and self.form == "auto"


@dataclass(frozen=True, slots=True)
class AnswerOptions:
    """The form of an answer: for people, as JSON or as ClaimReview, each with an HTML file if wanted."""

    as_json: Annotated[bool, Option("--json", help="Print the whole trace as one JSON object.")] = False
    as_claim_review: Annotated[bool, Option("--claimreview", help="Print schema.org ClaimReview as JSON-LD.")] = False
    html: Annotated[
        Path | None, Option(metavar="FILE", help="Also write a report for people: one self-contained HTML file.")
    ] = None
    author: Annotated[str, Option(metavar="NAME", help="With --claimreview: who reviews.")] = "Veriscope"
    url: Annotated[str, Option(metavar="URL", help="With --claimreview: where the review will be published.")] = ""

    @property
    def is_for_people(self) -> bool:
        """Whether standard output is read by people."""
        return not (self.as_json or self.as_claim_review)


@dataclass(frozen=True, slots=True)
class RunOptions:
    """What a run of continuous integration needs: an exit code by the verdicts, and files that it can show."""

    fail_on: Annotated[
        str | None,
        Option(
            metavar="VERDICT", help="Exit with code 1 if a claim is refuted, or unsupported: anything but SUPPORTS."
        ),
    ] = None
    junit: Annotated[Path | None, Option(metavar="FILE", help="With --text: also write the claims as JUnit XML.")] = (
        None
    )
    sarif: Annotated[
        Path | None, Option(metavar="FILE", help="With --text: also write what is not supported as SARIF.")
    ] = None

    def __post_init__(self) -> None:
        if self.fail_on is not None:
            require_name(self.fail_on, list(FailOn), "kind of verdict")

    @property
    def failing(self) -> FailOn | None:
        """Which verdicts fail the run, if any."""
        return None if self.fail_on is None else FailOn(self.fail_on)

    def require(self, labels: Iterable[Label]) -> None:
        """Raise an error that ends the run with code 1 if a verdict is of the kind that fails it."""
        labels = list(labels)
        failed = sum(self.failing.fails(label) for label in labels) if self.failing else 0
        if failed:
            are = "is" if failed == 1 else "are"
            raise VeriscopeError(f"{failed:,} of {count_text(len(labels), 'claim')} {are} {self.fail_on}")


@dataclass(frozen=True, slots=True)
class StageOptions:
    """Which implementation runs each stage."""

    min_confidence: Annotated[
        float, Option(metavar="P", help="Answer NOT ENOUGH INFO below this probability, 0 to 1.")
    ] = _DEFAULT.min_confidence
    retriever: Annotated[str, Option(metavar="NAME", help=f"What finds pages; {_one_of(RETRIEVERS)}")] = str(
        _DEFAULT.retriever
    )
    selector: Annotated[str, Option(metavar="NAME", help=f"What picks evidence; {_one_of(SELECTORS)}")] = str(
        _DEFAULT.selector
    )
    sources: Annotated[str, Option(metavar="KIND", help=f"What of a page is read; {_one_of(SOURCES)}")] = (
        _DEFAULT.sources
    )
    computation: Annotated[str, Option(metavar="NAME", help=f"What computes from tables; {_one_of(COMPUTERS)}")] = str(
        _DEFAULT.computation
    )
    verdict: Annotated[str, Option(metavar="NAME", help=f"What decides; {_one_of(_MODELS)}")] = str(_DEFAULT.verdict)
    model_folder: ModelFolder = None
    parts: Annotated[
        bool, Option("--parts", help="Check each part of a compound claim, too; it is supported only if all are.")
    ] = _DEFAULT.parts
    endpoint: Annotated[
        str, Option(metavar="URL", help="With --verdict endpoint: where an OpenAI-compatible model answers.")
    ] = ""
    endpoint_model: Annotated[str, Option(metavar="NAME", help="With --verdict endpoint: the model there.")] = ""
    kb: Annotated[
        Path | None, Option(metavar="DIR", help="A knowledge graph to ask as well; `starter` is the embedded one.")
    ] = None
    kb_method: Annotated[str, Option(metavar="NAME", help=f"With --kb: what scores a fact; {_one_of(_SCORERS)}")] = (
        _DEFAULT.kb_method
    )

    def config(self) -> PipelineConfig:
        """The settings of the pipeline."""
        return PipelineConfig(
            retriever=self.retriever,
            selector=self.selector,
            computation=self.computation,
            sources=self.sources,
            verdict=self.verdict,
            model_folder=self.model_folder,
            min_confidence=self.min_confidence,
            parts=self.parts,
            kb=self.kb,
            kb_method=self.kb_method,
            endpoint=self.endpoint,
            endpoint_model=self.endpoint_model,
        )
