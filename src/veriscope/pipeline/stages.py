"""The open stages of a check: the one place that makes them by name and puts them together."""

import os
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Self, TypeAlias

from veriscope import corpus as corpora
from veriscope.checking import CHECKERS
from veriscope.corpus import Corpus, GivenFiles
from veriscope.domain import (
    Claim,
    Computation,
    Evidence,
    EvidenceSelector,
    Label,
    Page,
    PageRetriever,
    RankedPage,
    Registry,
    TableComputer,
    TermStatistics,
    VerdictModel,
    choose,
    make_stage,
    name_of_stage,
    require_name,
)
from veriscope.errors import UsageError
from veriscope.models import ChatEndpoint
from veriscope.pipeline.config import (
    ComputerChoice,
    PipelineConfig,
    RetrieverChoice,
    SelectorChoice,
    VerdictChoice,
)
from veriscope.pipeline.document_dates import with_dates
from veriscope.pipeline.graph_finding import GraphFinding, with_graph
from veriscope.pipeline.read_sources import SOURCES, read_part
from veriscope.pipeline.source_spans import SourceSpan, SourceTexts
from veriscope.pipeline.starter_corpus import open_corpus
from veriscope.pipeline.table_computation import computations, deciding_computation, with_cells
from veriscope.retrieval import RETRIEVERS
from veriscope.selection import SELECTORS
from veriscope.starter import STARTER
from veriscope.verdict import (
    RETRAINED_VERDICT_MODELS,
    TRAINED_VERDICT_MODELS,
    VERDICT_MODELS,
    Decision,
    EndpointVerdict,
    decide,
    why_nothing_found,
    with_min_confidence,
    without_verdict,
)

if TYPE_CHECKING:
    from veriscope.pipeline.graph_channel import GraphChannel

# The verdict of a language model behind a URL, which the user names.
ENDPOINT = "endpoint"
_NO_COMPUTER = "none"
COMPUTERS: Registry[Callable[[], TableComputer]] = Registry(
    {"programs": "veriscope.programs:ProgramComputer", _NO_COMPUTER: "veriscope.programs:ProgramComputer"},
    group="veriscope.computers",
)


# An open corpus, the folder of one, or files to read into memory.
AnyCorpus: TypeAlias = Corpus | GivenFiles | Path | str


@dataclass(frozen=True, slots=True)
class Stages:
    """The stages of a check over one corpus, in the order in which a claim passes through them.

    To replace a stage, for example by known results, use `dataclasses.replace`.
    """

    config: PipelineConfig
    corpus: Corpus
    retriever: PageRetriever
    selector: EvidenceSelector
    computer: TableComputer | None
    model: VerdictModel
    channel: "GraphChannel | None" = None
    is_owner: bool = False
    is_evidence_given: bool = False
    originals: SourceTexts | None = None
    corpus_name: str = ""

    @classmethod
    def open(cls, config: PipelineConfig | None = None, corpus: AnyCorpus | None = None) -> Self:
        """The stages that a config names, over an open corpus, a corpus folder, given files, or the starter atlas.

        Use them in a `with` block, or call `close`; they close only what they opened.
        """
        config = PipelineConfig() if config is None else config
        check_config(config)
        if isinstance(corpus, GivenFiles):
            opened = corpus.open()
            stages = cls._over(opened, config, is_owner=True)
            return replace(stages, originals=SourceTexts(opened), corpus_name=corpus.name)
        if not isinstance(corpus, Corpus | Path | str | None):
            raise UsageError(f"corpus: found {type(corpus).__name__}; expected an open corpus, or the folder of one")
        is_owner = not isinstance(corpus, Corpus)
        opened = corpus if isinstance(corpus, Corpus) else open_corpus(Path(corpus or STARTER))
        return cls._over(opened, config, is_owner=is_owner)

    @classmethod
    def from_texts(cls, texts: Iterable[str | tuple[str, str]], config: PipelineConfig | None = None) -> Self:
        """The stages that a config names, over a corpus in memory; to close them frees it."""
        config = PipelineConfig() if config is None else config
        check_config(config)
        corpus, originals = _open_texts(texts)
        return replace(cls._over(corpus, config, is_owner=True), originals=originals)

    def with_texts(self, texts: Iterable[str | tuple[str, str]]) -> Self:
        """These settings and models over another corpus in memory; to close them frees it, and only it."""
        corpus, originals = _open_texts(texts)
        return replace(
            self,
            corpus=corpus,
            originals=originals,
            corpus_name="",
            retriever=make_retriever(self.config.retriever, corpus, second_hop=self.config.second_hop),
            selector=make_selector(self.config.selector, corpus.search_index),
            is_owner=True,
        )

    @classmethod
    def _over(cls, opened: Corpus, config: PipelineConfig, *, is_owner: bool) -> Self:
        try:
            return cls(
                config,
                opened,
                make_retriever(config.retriever, opened, second_hop=config.second_hop),
                make_selector(config.selector, opened.search_index),
                make_computer(config.computation),
                make_judge(config),
                _open_channel(config),
                is_owner,
            )
        except BaseException:
            if is_owner:
                opened.close()
            raise

    def close(self) -> None:
        """Release the corpus, unless it was open before the stages were."""
        if self.is_owner:
            self.corpus.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    def rank(self, claim: Claim, *, limit: int) -> list[RankedPage]:
        """The `limit` best pages by title, best first; it reads none of them."""
        with self.corpus.snapshot():
            return self.retriever.retrieve(claim, limit=limit)

    def retrieve(self, claim: Claim) -> list[tuple[Page, float]]:
        """The best pages with their scores, best first."""
        with self.corpus.snapshot():
            ranked = self.retriever.retrieve(claim, limit=self.config.pages)
            read = [(self.corpus.page(title), score) for title, score in ranked]
        return [(read_part(page, self.config.sources), score) for page, score in read if page is not None]

    def select(self, claim: Claim, pages: Sequence[tuple[Page, float]]) -> list[Evidence]:
        """The best pieces of evidence of the pages, best first."""
        return with_dates(self.selector.select(claim, pages, limit=self.config.evidence), pages)

    def compute(
        self, claim: Claim, pages: Sequence[tuple[Page, float]], lines: Sequence[Evidence]
    ) -> tuple[Computation | None, list[Evidence]]:
        """The program over a table that decides the claim, if there is one, and the lines with the cells it read.

        Evidence from an oracle stays as it is.
        """
        found = deciding_computation(computations(self.computer, claim, pages, lines))
        return found, list(lines) if self.is_evidence_given else with_cells(lines, found, pages)

    def look_up(self, claim: Claim) -> GraphFinding | None:
        """What the knowledge graph says about the claim, if a graph is open."""
        return self.channel.find(claim) if self.channel else None

    def decide(
        self,
        claim: Claim,
        pages: Sequence[tuple[Page, float]],
        lines: Sequence[Evidence],
        *,
        computation: Computation | None = None,
        facts: GraphFinding | None = None,
        unfit: str = "",
    ) -> Decision:
        """The verdict by all that was found; the model is not asked if nothing was found or the claim is `unfit`."""
        reason = unfit or why_nothing_found(pages, lines)
        decided = Decision(without_verdict(reason)) if reason else decide(self.model, claim, lines, pages, computation)
        verdict = with_min_confidence(with_graph(decided.verdict, facts), min_confidence=self.config.min_confidence)
        correction = decided.correction if verdict.label is Label.REFUTES else None
        return Decision(verdict, correction, decided.remark if verdict.label is decided.verdict.label else "")

    @property
    def name(self) -> str:
        """What claims are checked against: the path of the corpus, or the names of the given files."""
        return self.corpus_name or str(self.corpus.path)

    def locate(self, lines: Sequence[Evidence]) -> tuple[SourceSpan | None, ...]:
        """Where lines stand in the texts or files that were given; empty over a corpus folder."""
        return self.originals.spans(lines) if self.originals else ()

    def names(self) -> tuple[tuple[str, str], ...]:
        """Each stage with the name of its implementation."""
        config = self.config
        return (
            ("retrieval", name_of_stage(config.retriever)),
            ("selection", name_of_stage(config.selector)),
            ("computation", name_of_stage(config.computation)),
            ("verdict", name_of_stage(config.verdict)),
            *((("graph", config.kb_method),) if config.kb else ()),
        )


@lru_cache(maxsize=1)
def stages_of_this_process(config: PipelineConfig, corpus: Path | GivenFiles) -> Stages:
    """The stages, opened once in each process; `closing_stages` closes them."""
    stages = Stages.open(config, corpus)
    _opened.append(stages)
    return stages


_opened: list[Stages] = []


@contextmanager
def closing_stages() -> Iterator[None]:
    """Close what `stages_of_this_process` opened in this process; a worker's files close with the worker."""
    try:
        yield
    finally:
        for stages in _opened:
            stages.close()
        _opened.clear()
        stages_of_this_process.cache_clear()


def check_config(config: PipelineConfig) -> None:
    """Raise `UsageError` for a setting that cannot be run; this opens nothing."""
    if not isinstance(config, PipelineConfig):
        raise UsageError(f"config: found {type(config).__name__}; expected a PipelineConfig")
    _require_choice(config.retriever, RETRIEVERS, "retriever")
    _require_choice(config.selector, SELECTORS, "selector")
    _require_choice(config.computation, COMPUTERS, "computation")
    require_name(config.sources, SOURCES, "kind of sources")
    if config.verdict == ENDPOINT:
        ChatEndpoint(config.endpoint, config.endpoint_model)
    elif config.endpoint or config.endpoint_model:
        raise UsageError(f"endpoint, endpoint_model: only the verdict {ENDPOINT!r} asks one")
    elif config.verdict not in TRAINED_VERDICT_MODELS:
        _require_verdict(config.verdict)
    if config.kb_method not in CHECKERS or CHECKERS[config.kb_method].learns:
        untrained = [name for name, method in CHECKERS.items() if not method.learns]
        require_name(config.kb_method, untrained, "untrained graph method")
    if not config.second_hop and config.retriever != "fused":
        raise UsageError(f"second_hop = false: the retriever {config.retriever!r} has none; only 'fused' does")
    if config.pages < 1 or config.evidence < 1:
        raise UsageError(f"pages = {config.pages}, evidence = {config.evidence}: expected 1 or more of each")
    if not 0 <= config.min_confidence <= 1:
        raise UsageError(f"min_confidence = {config.min_confidence}: expected a number from 0 to 1")


def _open_texts(texts: Iterable[str | tuple[str, str]]) -> tuple[Corpus, SourceTexts]:
    """A corpus in memory, and the texts that it was made of, by the names that it gives them."""
    given = texts if isinstance(texts, str) else list(texts)
    corpus = corpora.corpus_of_texts(given)
    bodies = (text if isinstance(text, str) else text[1] for text in given)
    return corpus, SourceTexts(corpus, {f"Text {number}": text for number, text in enumerate(bodies, start=1)})


def make_retriever(chosen: RetrieverChoice, corpus: Corpus, *, second_hop: bool = True) -> PageRetriever:
    """The retriever of that name, or the one given, over a corpus; `fused` without its second hop, if asked."""
    if chosen == "fused" and not second_hop:
        from veriscope.retrieval import FusedRetriever  # noqa: PLC0415 - retrievers load when they are chosen

        return FusedRetriever(corpus, second_hop=False)
    given = choose(RETRIEVERS, chosen, "retriever") if isinstance(chosen, str) else chosen
    made: PageRetriever = make_stage(given, "retrieve", corpus)
    return made


def make_selector(chosen: SelectorChoice, statistics: TermStatistics) -> EvidenceSelector:
    """The selector of that name, or the one given; it weighs terms by statistics, usually those of the search index."""
    given = choose(SELECTORS, chosen, "selector") if isinstance(chosen, str) else chosen
    made: EvidenceSelector = make_stage(given, "select", statistics)
    return made


def make_verdict_model(name: VerdictChoice, folder: Path | None = None) -> VerdictModel:
    """The verdict model of that name, or the one given: a trained one is read from its folder, others need none."""
    if name == ENDPOINT:
        raise UsageError("the verdict 'endpoint' needs settings: check --endpoint URL, or a file for eval pipeline")
    if not isinstance(name, str) or (name not in TRAINED_VERDICT_MODELS and name not in [*VERDICT_MODELS]):
        _require_verdict(name)
        given = VERDICT_MODELS[name] if isinstance(name, str) else name
        made: VerdictModel = make_stage(given, "decide", *([] if folder is None else [folder]))
        return made
    if name in VERDICT_MODELS:
        if folder is None:
            return VERDICT_MODELS[name]()
        if name not in RETRAINED_VERDICT_MODELS:
            raise UsageError(f"the verdict model {name!r} comes with the package; it is not read from a folder")
        return RETRAINED_VERDICT_MODELS[name](folder)
    if folder is None:
        raise UsageError(
            f"the verdict model {name!r} does not come trained; train it (veriscope train) and name its folder"
        )
    return TRAINED_VERDICT_MODELS[name](folder)


def make_judge(config: PipelineConfig) -> VerdictModel:
    """The verdict model of a config, or the language model that it names."""
    if config.verdict == ENDPOINT:
        key = os.environ.get("VERISCOPE_ENDPOINT_KEY", "")
        return EndpointVerdict(ChatEndpoint(config.endpoint, config.endpoint_model, key))
    return make_verdict_model(config.verdict, config.model_folder)


def make_computer(chosen: ComputerChoice) -> TableComputer | None:
    """The computer of that name, or the one given; None for `none`."""
    given = choose(COMPUTERS, chosen, "computation") if isinstance(chosen, str) else chosen
    made: TableComputer | None = None if chosen == _NO_COMPUTER else make_stage(given, "compute")
    return made


def _require_choice(chosen: object, known: Collection[str], what: str) -> None:
    """Raise `UsageError` for a name that is not known, and for what can be no stage."""
    if isinstance(chosen, str):
        require_name(chosen, known, what)
    elif chosen is None or isinstance(chosen, int | float | bytes | Path):
        raise UsageError(f"{what}: found {type(chosen).__name__}; expected a name, a {what}, or what makes one")


def _require_verdict(chosen: object) -> None:
    is_listed = isinstance(chosen, str) and chosen not in VERDICT_MODELS
    listed = [*VERDICT_MODELS, *TRAINED_VERDICT_MODELS, ENDPOINT]
    _require_choice(chosen, listed if is_listed else VERDICT_MODELS, "verdict model")


def _open_channel(config: PipelineConfig) -> "GraphChannel | None":
    if config.kb is None:
        return None
    # Graphs load kernels, which takes a while; a check of text and tables needs none.
    from veriscope.pipeline.graph_channel import GraphChannel  # noqa: PLC0415

    return GraphChannel.open(config.kb, method=config.kb_method)
