"""A few pages about places, small enough to read, on which stages are tried."""

from collections.abc import Iterator
from contextlib import contextmanager

from veriscope.corpus import Corpus, corpus_of_texts
from veriscope.domain import Cell, Claim, Page, Sentence, Table

CLAIM = Claim("1", "Lima, the capital of Peru, was founded in 1535.")
TEXTS = (
    ("Lima", "Lima is the capital of Peru. It was founded in 1535. Its port is Callao."),
    ("Arequipa", "Arequipa is a city in Peru. It was founded in 1540, and lies below the volcano Misti."),
    ("Quito", "Quito is the capital of Ecuador. It lies high in the mountains."),
    ("Callao", "Callao is a port on the coast of Peru.\n\n- ships\n- a fortress"),
)
_ROWS = (("City", "Country", "Founded"), ("Lima", "Peru", "1535"), ("Arequipa", "Peru", "1540"))


@contextmanager
def little_corpus() -> Iterator[Corpus]:
    """The pages as a corpus in memory."""
    corpus = corpus_of_texts(TEXTS)
    try:
        yield corpus
    finally:
        corpus.close()


def table_page(title: str = "Cities") -> Page:
    """A page with one table."""
    cells = [
        Cell(row, column, text, is_header=row == 0)
        for row, texts in enumerate(_ROWS)
        for column, text in enumerate(texts)
    ]
    return Page(title, (Sentence(0, "These are cities of Peru."), Table(0, tuple(cells), "Cities of Peru")))
