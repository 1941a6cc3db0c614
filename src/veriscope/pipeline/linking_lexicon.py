"""Learns how the predicates of a knowledge base are said, from a corpus that shares names with it."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from veriscope.corpus import Corpus
from veriscope.domain import Page
from veriscope.errors import InputError
from veriscope.graph import Graph, View, open_graph
from veriscope.graph.end_types import EndTypes
from veriscope.graph.entity_names import EntityNames, title_of
from veriscope.linking.distant_supervision import TaughtPair, Teacher
from veriscope.linking.learned_lexicon import FitSettings, LexiconFitter
from veriscope.linking.lexicon import Lexicon
from veriscope.pipeline.lexicon_file import write_lexicon
from veriscope.pipeline.linking_index import LEXICON, save_names
from veriscope.pipeline.starter_kb import kb_folder

# How many pages of how many are read.
Report = Callable[[int, int], None]
_LEAST_PAIRS = 100
_STEP = 500


@dataclass(frozen=True, slots=True)
class LearnedLexicon:
    """What was learned from: sentences with both ends of a fact, predicates that they say, and where it was written."""

    pages: int
    pairs: int
    predicates: int
    features: int
    path: Path
    size: int


def learn_lexicon(kb: Path, corpus: Corpus, *, report: Report, settings: FitSettings | None = None) -> LearnedLexicon:
    """Learn from every page of a corpus, and keep the lexicon and the corpus's other names of things with the KB."""
    folder = kb_folder(kb)
    graph = open_graph(folder)
    names, ends = save_names(folder, graph, aliases=corpus_aliases(graph, corpus))
    pairs = taught_pairs(View.of(graph), names, corpus, report=report)
    lexicon = fitted_lexicon(graph, ends, pairs, settings=settings)
    write_lexicon(folder / LEXICON, lexicon, graph)
    return LearnedLexicon(
        pages=corpus.page_count(),
        pairs=sum(bool(pair.senses) for pair in pairs),
        predicates=len({sense.predicate for pair in pairs for sense in pair.senses}),
        features=len(lexicon.columns),
        path=folder / LEXICON,
        size=(folder / LEXICON).stat().st_size,
    )


def taught_pairs(view: View, names: EntityNames, corpus: Corpus, *, report: Report) -> list[TaughtPair]:
    """Sentences of a corpus with two things that the view names; an error where hardly any has both ends of a fact."""
    pairs = list(Teacher(view, names).pairs(_counted(corpus, report)))
    found = sum(bool(pair.senses) for pair in pairs)
    if found < _LEAST_PAIRS:
        raise InputError(
            f"{corpus.path}: {found} sentences have both ends of a fact, {_LEAST_PAIRS} are the least to learn from; "
            "take a corpus whose titles are the names of the graph's entities"
        )
    return pairs


def fitted_lexicon(
    graph: Graph, ends: EndTypes, pairs: list[TaughtPair], *, settings: FitSettings | None = None
) -> Lexicon:
    """The lexicon that the pairs teach."""
    return LexiconFitter(graph, ends, settings or FitSettings()).fit(pairs)


def corpus_aliases(graph: Graph, corpus: Corpus) -> dict[str, str]:
    """The corpus's redirects to pages that have the title of an entity."""
    titles = (title_of(iri) for iri in graph.nodes)
    return {name: title for title, names in corpus.redirects_to(titles).items() for name in names}


def _counted(corpus: Corpus, report: Report) -> Iterator[Page]:
    total = corpus.page_count()
    for number, page in enumerate(corpus.pages(), start=1):
        yield page
        if number % _STEP == 0 or number == total:
            report(number, total)
