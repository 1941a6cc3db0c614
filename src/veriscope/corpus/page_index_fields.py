"""The fields of the search index.

All text is cut by `text.terms`, so that the index, queries and the lexical stages speak of the same terms; the
index itself only splits at spaces.
"""

import tantivy

TITLE, HEADING, BODY, NAME, WORD, PAGE, SIZE = "title", "heading", "body", "name", "word", "page", "size"
TEXT_FIELDS = (TITLE, HEADING, BODY)


def schema() -> tantivy.Schema:
    """The fields: text with positions, names whole, the words of names, the id of the page, and its size."""
    builder = tantivy.SchemaBuilder()
    for field in TEXT_FIELDS:
        builder.add_text_field(field, tokenizer_name="whitespace", index_option="position")
    builder.add_text_field(NAME, tokenizer_name="raw", index_option="basic")
    builder.add_text_field(WORD, tokenizer_name="whitespace", index_option="basic")
    # Signed, though never negative: only such a field can be read by column.
    builder.add_integer_field(PAGE, indexed=True, fast=True)
    builder.add_integer_field(SIZE, fast=True)
    return builder.build()
