"""Turns search queries and the beginnings of titles into queries for the index."""

import re
from collections.abc import Iterable, Iterator, Sequence

import tantivy
from tantivy import Occur, Query

from veriscope.corpus.store.page_index_fields import BODY, HEADING, MAX_START, NAME, START, TITLE, WORD, name_start
from veriscope.corpus.store.search_query import Choice, Clause, SearchQuery
from veriscope.text import stem

# A word in the title says more about a page than a word in its text.
BOOSTS = {TITLE: 3.0, HEADING: 1.5, BODY: 1.0}
# A beginning can match very many terms, so it counts the same for any of them.
_BEGINNING_SCORE = 2.0
# Nearly every text has words that begin with a given letter: shorter beginnings search titles and headings only.
_MIN_BEGINNING = 3


def index_query(schema: tantivy.Schema, query: SearchQuery) -> Query | None:
    """The query for the index; an empty query if there is nothing to search for.

    Pages score by BM25 over the fields. Everyday words only add to the score of pages with other words of the query; a
    page with all of those scores double.
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
    return _combine(Occur.Should, list(queries))


def _all_of(queries: Sequence[Query]) -> Query:
    return _combine(Occur.Must, queries)


def _combine(occur: Occur, queries: Sequence[Query]) -> Query:
    if not queries:
        return Query.empty_query()
    return queries[0] if len(queries) == 1 else Query.boolean_query([(occur, query) for query in queries])


# No page name needs more to be told apart from others.
_MAX_LETTERS = 200
_MAX_WORDS = 8
# Short words are nearly like many others.
_MIN_MISSPELT = 4


def suggestion_queries(schema: tantivy.Schema, key: str, *, is_whole: bool) -> Iterator[Query]:
    """Queries for names that begin like a folded name, then names with its words; `is_whole`: no word is cut off."""
    key = key[:_MAX_LETTERS]
    yield _beginning(schema, NAME, f"{key} " if is_whole else key)
    *whole, last = key.split()[:_MAX_WORDS]
    parts = [Query.term_query(schema, WORD, word, "basic") for word in whole]
    parts.append(Query.term_query(schema, WORD, last, "basic") if is_whole else _beginning(schema, WORD, last))
    yield Query.boolean_query([(Occur.Must, part) for part in parts])


def spelling_queries(schema: tantivy.Schema, key: str) -> Iterator[Query]:
    """Queries for a folded name: names with words spelt nearly like all of its words, then like its longest one."""
    words = [word for word in dict.fromkeys(key[:_MAX_LETTERS].split()) if len(word) >= _MIN_MISSPELT][:_MAX_WORDS]
    alike = {word: Query.fuzzy_term_query(schema, WORD, word, distance=1 if len(word) < 8 else 2) for word in words}
    if len(words) > 1:
        yield Query.boolean_query([(Occur.Must, query) for query in alike.values()])
    if words:
        yield alike[max(words, key=len)]


def _beginning(schema: tantivy.Schema, field: str, letters: str) -> Query:
    if len(letters) <= MAX_START:
        return Query.term_query(schema, START, name_start(letters) if field == NAME else letters, "basic")
    return Query.regex_query(schema, field, f"{re.escape(letters)}.*")
