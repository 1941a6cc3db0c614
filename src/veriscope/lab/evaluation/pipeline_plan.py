"""What an evaluation of the pipeline runs: settings, an oracle, and the usual ablations."""

import hashlib
import json
from collections.abc import Iterator
from dataclasses import asdict, dataclass, replace
from enum import StrEnum
from importlib.resources import files
from pathlib import Path

from veriscope import __version__
from veriscope.corpus import Corpus
from veriscope.pipeline import PipelineConfig, check_config, make_judge

_LEARNED = ("models", "programs", "retrieval", "selection", "verdict")


class PipelineOracle(StrEnum):
    """Which stages are replaced by the gold; claims without gold get what the stages find."""

    NONE = "none"
    PAGES = "pages"
    EVIDENCE = "evidence"


@dataclass(frozen=True, slots=True)
class PipelinePlan:
    """One row of a table of results."""

    name: str
    corpus: Path
    config: PipelineConfig
    oracle: PipelineOracle = PipelineOracle.NONE


def check_plan(plan: PipelinePlan) -> None:
    """Raise an error for a setting that cannot be run, before any work is done."""
    check_config(plan.config)
    make_judge(plan.config)


def ablations(plan: PipelinePlan) -> Iterator[PipelinePlan]:
    """The plan, then variants with one stage simplified or replaced by gold, to show what each stage is worth."""
    config = plan.config
    yield plan
    if config.second_hop and config.retriever == "fused":
        yield replace(plan, name="without second hop", config=replace(config, second_hop=False))
    if config.selector != "lexical":
        yield replace(plan, name="lexical selector", config=replace(config, selector="lexical"))
    if config.computation != "none":
        yield replace(plan, name="without programs", config=replace(config, computation="none"))
    if config.verdict != "lexical":
        lexical = replace(config, verdict="lexical", model_folder=None, endpoint="", endpoint_model="")
        yield replace(plan, name="lexical verdict", config=lexical)
    yield replace(plan, name="gold pages", oracle=PipelineOracle.PAGES)
    yield replace(plan, name="gold evidence", oracle=PipelineOracle.EVIDENCE)


def fingerprint(plan: PipelinePlan, corpus: Corpus) -> str:
    """A text that changes with anything that changes answers: settings, corpus, version, learned weights.

    Files are compared by name, size and time; a change of our own code within one version goes unnoticed.
    """
    settings = {key: value for key, value in asdict(plan).items() if key not in {"name", "corpus"}}
    digest = hashlib.blake2b(digest_size=8)
    digest.update(json.dumps([__version__, settings], sort_keys=True, default=str).encode())
    digest.update((corpus.path / "manifest.json").read_bytes())
    if plan.config.kb is not None:
        # Graph code compiles kernels that take a while to load.
        from veriscope.pipeline import graph_fingerprint  # noqa: PLC0415

        digest.update(graph_fingerprint(plan.config.kb).encode())
    digest.update(learned_weights(plan.config.model_folder).encode())
    return digest.hexdigest()


def learned_weights(folder: Path | None = None) -> str:
    """A text that changes with the weights in the package and in the folder of a model."""
    packaged = [Path(str(files("veriscope"))) / package for package in _LEARNED]
    return "".join(_contents(each) for each in (*packaged, *((folder,) if folder else ())))


def _contents(folder: Path) -> str:
    weights = (path for path in folder.rglob("*") if path.is_file() and path.suffix not in {".py", ".pyc"})
    return str([(path.name, path.stat().st_size, path.stat().st_mtime_ns) for path in sorted(weights)])
