"""Finds the parts of a search query in a piece of text."""

from collections.abc import Callable, Iterable, Iterator, Sequence

from veriscope.corpus.store.page_index_fields import TITLE
from veriscope.corpus.store.search_query import Clause, SearchQuery
from veriscope.corpus.store.term_spans import term_spans
from veriscope.text import stem, terms

Marks = tuple[tuple[int, int], ...]


class QueryMatcher:
    """The clauses of a query, each with a weight that grows with the rarity of its terms."""

    def __init__(self, query: SearchQuery, *, weight: Callable[[str], float]) -> None:
        self._clauses = tuple(dict.fromkeys(query.clauses()))
        self._weights = {clause: sum(map(weight, clause.terms)) for clause in self._clauses}
        self._terms = {term for clause in self._clauses if not clause.is_beginning for term in clause.terms}
        self._has_beginnings = any(clause.is_beginning for clause in self._clauses)

    def clauses_in(self, text: str) -> frozenset[Clause]:
        """The clauses in a piece of a page's text; clauses for titles only do not count."""
        found = terms(text)
        if not self._has_beginnings and self._terms.isdisjoint(found):
            return frozenset()
        return frozenset(clause for clause in self._clauses if clause.fields != (TITLE,) and _holds(found, clause))

    def weight(self, clauses: Iterable[Clause]) -> float:
        """The total weight of these clauses."""
        return sum(sorted(self._weights[clause] for clause in clauses))

    def marks(self, text: str, *, is_title: bool = False) -> Marks:
        """The spans of a text that match its clauses, in order and without overlap."""
        spans = list(term_spans(text))
        found = [span.term for span in spans]
        marked = {
            spans[place][1:]
            for clause in self._clauses
            if (TITLE in clause.fields if is_title else clause.fields != (TITLE,))
            for start in _places(found, clause)
            for place in range(start, start + len(clause.terms))
        }
        return tuple(_join_spans(text, sorted(marked)))


def _holds(found: Sequence[str], clause: Clause) -> bool:
    if len(clause.terms) == 1 and not clause.is_beginning:
        return clause.terms[0] in found
    return any(True for _ in _places(found, clause))


def _places(found: Sequence[str], clause: Clause) -> Iterator[int]:
    """The places where the clause's run of terms begins among the terms of a text."""
    *whole, last = clause.terms
    for start in range(len(found) - len(whole)):
        if _is_last(found[start + len(whole)], clause, last) and all(
            found[start + place] == term for place, term in enumerate(whole)
        ):
            yield start


def _is_last(term: str, clause: Clause, last: str) -> bool:
    return (term.startswith(last) or term == stem(last)) if clause.is_beginning else term == last


def _join_spans(text: str, spans: list[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """The spans, merged if only white space is between them."""
    start = end = -1
    for next_start, next_end in spans:
        if start >= 0 and not text[end:next_start].strip():
            end = max(end, next_end)
            continue
        if start >= 0:
            yield start, end
        start, end = next_start, next_end
    if start >= 0:
        yield start, end
