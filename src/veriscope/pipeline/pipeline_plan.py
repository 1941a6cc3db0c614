"""What an evaluation of the pipeline runs: settings, what an oracle gives, and the usual ablations."""

import hashlib
import json
from collections.abc import Iterator
from dataclasses import asdict, dataclass, replace
from enum import StrEnum
from importlib.resources import files
from pathlib import Path

from veriscope import __version__
from veriscope.corpus import Corpus
from veriscope.domain import PageRetriever
from veriscope.errors import UsageError
from veriscope.pipeline.build import COMPUTERS, chosen, make_retriever, make_verdict_model
from veriscope.pipeline.config import PipelineConfig
from veriscope.retrieval import RETRIEVERS, FusedRetriever
from veriscope.selection import SELECTORS

_LEARNED = ("neural", "pipeline", "programs", "retrieval", "selection", "verdict")


class PipelineOracle(StrEnum):
    """Which stages' work is given instead of done; claims without gold get what the stages find."""

    NONE = "none"
    PAGES = "pages"
    EVIDENCE = "evidence"


@dataclass(frozen=True, slots=True)
class PipelinePlan:
    """One row of a table of results; `second_hop` can be left out of `fused` only."""

    name: str
    corpus: Path
    config: PipelineConfig
    oracle: PipelineOracle = PipelineOracle.NONE
    second_hop: bool = True

    def retriever(self, corpus: Corpus) -> PageRetriever:
        """The retriever of the plan."""
        if self.config.retriever == "fused" and not self.second_hop:
            return FusedRetriever(corpus, second_hop=False)
        return make_retriever(self.config.retriever, corpus)


def check_plan(plan: PipelinePlan) -> None:
    """Raise an error for a setting that cannot be run, before any work is done."""
    config = plan.config
    chosen(RETRIEVERS, config.retriever, "retriever")
    chosen(SELECTORS, config.selector, "selector")
    chosen(COMPUTERS, config.computer, "computer of tables")
    make_verdict_model(config.verdict, config.model_folder)
    if config.pages < 1 or config.evidence < 1:
        raise UsageError(f"pages = {config.pages}, evidence = {config.evidence}: expected 1 or more of each")
    if not 0 <= config.min_confidence <= 1:
        raise UsageError(f"min_confidence = {config.min_confidence}: expected a number from 0 to 1")


def ablations(plan: PipelinePlan) -> Iterator[PipelinePlan]:
    """The plan, then the plan with one stage made simpler or given: what each is worth."""
    config = plan.config
    yield plan
    if config.retriever == "fused":
        yield replace(plan, name="without second hop", second_hop=False)
    if config.selector != "lexical":
        yield replace(plan, name="lexical selector", config=replace(config, selector="lexical"))
    if config.computer != "none":
        yield replace(plan, name="without programs", config=replace(config, computer="none"))
    if config.verdict != "lexical":
        yield replace(plan, name="lexical verdict", config=replace(config, verdict="lexical", model_folder=None))
    yield replace(plan, name="gold pages", oracle=PipelineOracle.PAGES)
    yield replace(plan, name="gold evidence", oracle=PipelineOracle.EVIDENCE)


def fingerprint(plan: PipelinePlan, corpus: Corpus) -> str:
    """A text that changes with anything that changes answers: settings, corpus, version, learned weights.

    Files are known by name, size and time; a change of our own code within one version goes unnoticed.
    """
    settings = {key: value for key, value in asdict(plan).items() if key not in {"name", "corpus"}}
    digest = hashlib.blake2b(digest_size=8)
    digest.update(json.dumps([__version__, settings], sort_keys=True, default=str).encode())
    digest.update((corpus.path / "manifest.json").read_bytes())
    digest.update(learned_weights(plan.config.model_folder).encode())
    return digest.hexdigest()


def learned_weights(folder: Path | None = None) -> str:
    """A text that changes with the weights that come with the package, and those in the folder of a model."""
    packaged = [Path(str(files("veriscope"))) / package for package in _LEARNED]
    return "".join(_contents(each) for each in (*packaged, *((folder,) if folder else ())))


def _contents(folder: Path) -> str:
    weights = (path for path in folder.rglob("*") if path.is_file() and path.suffix not in {".py", ".pyc"})
    return str([(path.name, path.stat().st_size, path.stat().st_mtime_ns) for path in sorted(weights)])
