"""The queries that find titles for what someone begins to type, or types wrongly."""

import re
from collections.abc import Iterator

import tantivy
from tantivy import Occur, Query

from veriscope.corpus.page_index_fields import MAX_START, NAME, START, WORD, name_start

# No name of a page needs more to be told from others.
_MAX_LETTERS = 200
_MAX_WORDS = 8
# Every short word is nearly like many others.
_MIN_MISSPELT = 4


def suggestion_queries(schema: tantivy.Schema, key: str, *, is_whole: bool) -> Iterator[Query]:
    """For a folded name: the names that begin so, then those with words that do; `is_whole` says its last word is."""
    key = key[:_MAX_LETTERS]
    yield _beginning(schema, NAME, f"{key} " if is_whole else key)
    *whole, last = key.split()[:_MAX_WORDS]
    parts = [Query.term_query(schema, WORD, word, "basic") for word in whole]
    parts.append(Query.term_query(schema, WORD, last, "basic") if is_whole else _beginning(schema, WORD, last))
    yield Query.boolean_query([(Occur.Must, part) for part in parts])


def spelling_queries(schema: tantivy.Schema, key: str) -> Iterator[Query]:
    """For a folded name: those with words spelt nearly like all of its words, then like its longest one."""
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
