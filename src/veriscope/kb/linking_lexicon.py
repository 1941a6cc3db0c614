"""Learns how texts express the predicates of a knowledge base, from a corpus that shares names with it."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from veriscope.corpus import Corpus
from veriscope.domain import Page
from veriscope.errors import InputError
from veriscope.graph import EndTypes, EntityNames, Graph, View, open_graph, title_of
from veriscope.linking import DistantSupervision, LabelledPair, Lexicon, LexiconFitter
from veriscope.pipeline import LEXICON, kb_folder, save_names, write_lexicon

# Called with how many pages are read, of how many.
Report = Callable[[int, int], None]
_LEAST_PAIRS = 100
_STEP = 500


@dataclass(frozen=True, slots=True)
class LearnedLexicon:
    """What was learned: from how many pages and sentence pairs, for how many predicates, and where it was written."""

    pages: int
    pairs: int
    predicates: int
    features: int
    path: Path
    size: int


def learn_lexicon(kb: Path, corpus: Corpus, *, report: Report) -> LearnedLexicon:
    """Learn from every page of a corpus; save the lexicon and the corpus's other names of things with the KB."""
    folder = kb_folder(kb)
    graph = open_graph(folder)
    names, ends = save_names(folder, graph, aliases=corpus_aliases(graph, corpus))
    pairs = labelled_pairs(View.of(graph), names, corpus, report=report)
    lexicon = fit_lexicon(graph, ends, pairs)
    write_lexicon(folder / LEXICON, lexicon, graph)
    return LearnedLexicon(
        pages=corpus.page_count(),
        pairs=sum(bool(pair.senses) for pair in pairs),
        predicates=len({sense.predicate for pair in pairs for sense in pair.senses}),
        features=len(lexicon.columns),
        path=folder / LEXICON,
        size=(folder / LEXICON).stat().st_size,
    )


def labelled_pairs(view: View, names: EntityNames, corpus: Corpus, *, report: Report) -> list[LabelledPair]:
    """Pairs of things that the corpus's sentences name; an error if hardly any pair has a fact of the view."""
    pairs = list(DistantSupervision(view, names).pairs(_pages_with_report(corpus, report)))
    found = sum(bool(pair.senses) for pair in pairs)
    if found < _LEAST_PAIRS:
        raise InputError(
            f"{corpus.path}: {found} sentences have both ends of a fact, {_LEAST_PAIRS} are the least to learn from; "
            "take a corpus whose titles are the names of the graph's entities"
        )
    return pairs


def fit_lexicon(graph: Graph, ends: EndTypes, pairs: list[LabelledPair]) -> Lexicon:
    """A lexicon fitted on the pairs."""
    return LexiconFitter(graph, ends).fit(pairs)


def corpus_aliases(graph: Graph, corpus: Corpus) -> dict[str, str]:
    """The corpus's redirects to pages with the title of an entity."""
    titles = (title_of(iri) for iri in graph.nodes)
    return {name: title for title, names in corpus.redirects_to(titles).items() for name in names}


def _pages_with_report(corpus: Corpus, report: Report) -> Iterator[Page]:
    total = corpus.page_count()
    for number, page in enumerate(corpus.pages(), start=1):
        yield page
        if number % _STEP == 0 or number == total:
            report(number, total)
