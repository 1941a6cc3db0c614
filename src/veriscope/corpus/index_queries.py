"""A search query in the words of the index."""

import re
from collections.abc import Iterable, Sequence

import tantivy
from tantivy import Occur, Query

from veriscope.corpus.page_index_fields import BODY, HEADING, TITLE
from veriscope.corpus.search_query import Choice, Clause, SearchQuery
from veriscope.text import stem

# A word in the title says more about a page than one in its text.
BOOSTS = {TITLE: 3.0, HEADING: 1.5, BODY: 1.0}
# A beginning can stand for very many terms: it counts the same whichever it is.
_BEGINNING_SCORE = 2.0
# Nearly every text holds words that begin with a given letter: fewer are looked for in titles and headings only.
_MIN_BEGINNING = 3


def index_query(schema: tantivy.Schema, query: SearchQuery) -> Query | None:
    """The query for the index; none where nothing is looked for.

    Pages score by BM25 over the fields. Everyday words only add to the score of pages that hold others of the query;
    a page that holds all of these scores double.
    """
    telling = [choice for choice in query.choices if not all(clause.is_everyday() for clause in choice.clauses())]
    sought = telling or query.choices
    if not sought:
        return None
    every = [_choice_query(schema, choice) for choice in sought]
    parts = [
        (Occur.Must if choice.is_required else Occur.Should, part) for choice, part in zip(sought, every, strict=True)
    ]
    if len(every) > 1:
        parts.append((Occur.Should, _all_of(every)))
    everyday = [_choice_query(schema, choice) for choice in query.choices if choice not in sought]
    return Query.boolean_query(
        [
            (Occur.Must, Query.boolean_query(parts)),
            *((Occur.Should, part) for part in everyday),
            *((Occur.MustNot, _clause_query(schema, clause)) for clause in query.excluded),
        ]
    )


def _choice_query(schema: tantivy.Schema, choice: Choice) -> Query:
    return _any_of(_all_of([_clause_query(schema, clause) for clause in run]) for run in choice.alternatives)


def _clause_query(schema: tantivy.Schema, clause: Clause) -> Query:
    return _any_of(
        Query.boost_query(part, BOOSTS[field])
        for field in clause.fields
        for part in _field_queries(schema, field, clause)
    )


def _field_queries(schema: tantivy.Schema, field: str, clause: Clause) -> list[Query]:
    found = list(clause.terms)
    if clause.is_beginning and field == BODY and len(found[-1]) < _MIN_BEGINNING:
        return []
    if len(found) > 1 and clause.is_beginning:
        patterns: list[str | tuple[int, str]] = [re.escape(term) for term in found]
        return [Query.regex_phrase_query(schema, field, [*patterns[:-1], f"{patterns[-1]}.*"])]
    if len(found) > 1:
        return [Query.phrase_query(schema, field, list[str | tuple[int, str]](found))]
    if not clause.is_beginning:
        return [Query.term_query(schema, field, found[0], "freq")]
    beginning = Query.regex_query(schema, field, f"{re.escape(found[0])}.*")
    whole = Query.term_query(schema, field, stem(found[0]), "freq")
    return [Query.const_score_query(_any_of([beginning, whole]), _BEGINNING_SCORE)]


def _any_of(queries: Iterable[Query]) -> Query:
    return _combined(Occur.Should, list(queries))


def _all_of(queries: Sequence[Query]) -> Query:
    return _combined(Occur.Must, queries)


def _combined(occur: Occur, queries: Sequence[Query]) -> Query:
    if not queries:
        return Query.empty_query()
    return queries[0] if len(queries) == 1 else Query.boolean_query([(occur, query) for query in queries])
