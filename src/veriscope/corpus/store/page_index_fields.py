"""The fields of the search index.

`text.terms` splits all text, so that the index, queries and the lexical stages use the same terms; the index itself
only splits at spaces.
"""

import tantivy

TITLE, HEADING, BODY = "title", "heading", "body"
TEXT_FIELDS = (TITLE, HEADING, BODY)
NAME, WORD, START, RANK = "name", "word", "start", "rank"
PAGE = "page"

# Beginnings of words and names up to this length are terms of their own; longer ones are few enough to search.
MAX_START = 3
_NAME_MARK = "^"


def name_start(letters: str) -> str:
    """The term for all names that begin with up to `MAX_START` letters; without the mark, for all their words."""
    return _NAME_MARK + letters


def schema() -> tantivy.Schema:
    """The fields: text with positions; whole names, their words and beginnings; the rank of a title; the page's id."""
    builder = tantivy.SchemaBuilder()
    for field in TEXT_FIELDS:
        builder.add_text_field(field, tokenizer_name="whitespace", index_option="position")
    for field in (NAME, WORD, START):
        builder.add_text_field(field, tokenizer_name="raw", index_option="basic")
    # Signed, though never negative, since only such a field can be read by column.
    builder.add_integer_field(PAGE, indexed=True, fast=True)
    builder.add_integer_field(RANK, fast=True)
    return builder.build()
