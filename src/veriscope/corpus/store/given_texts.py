"""Makes a corpus in memory from texts that a program holds."""

from collections.abc import Iterable
from pathlib import Path

from veriscope.corpus.sources import ParsedRecord, PlannedSource, Skip, parse_given_text
from veriscope.corpus.store.connections import MEMORY
from veriscope.corpus.store.memory_home import MemoryHome
from veriscope.corpus.store.prepare import prepare_parsed
from veriscope.corpus.store.store import Corpus
from veriscope.corpus.store.writer import CorpusWriter
from veriscope.errors import UsageError

_SOURCE = PlannedSource(Path("texts"), "text", 0)


def corpus_of_texts(texts: Iterable[str | tuple[str, str]]) -> Corpus:
    """A corpus in memory: each text, or pair of title and text, is read as a plain-text document is.

    A text without a title is called `Text 1` by its place, unless its first line is a title. What cannot be read is
    left out, and listed by `skips`; raises `UsageError` if nothing can be read. Closing the corpus frees its memory.
    """
    if isinstance(texts, str):
        raise UsageError("texts: found one text; give a list of texts, [text]")
    parsed = [_parse(number, given) for number, given in enumerate(texts, start=1)]
    if not any(record.page for record in parsed):
        first = f" ({skip.place}: {skip.reason})" if (skip := _first_skip(parsed)) else ""
        raise UsageError(f"texts: none of {len(parsed):,} can be read{first}; give at least one sentence")
    with CorpusWriter(MEMORY) as writer:
        writer.begin()
        source, _, _ = writer.register(_SOURCE)
        writer.write(source, prepare_parsed(parsed))
        writer.finish_source(source)
        writer.settle_all()
        writer.commit()
        return Corpus(MemoryHome(writer.image()))


def _parse(number: int, given: object) -> ParsedRecord:
    place = f"Text {number}"
    match given:
        case str(text):
            return parse_given_text(place, text, title="")
        case (str(title), str(text)):
            return parse_given_text(place, text, title=title)
        case _:
            raise UsageError(f"{place}: found {type(given).__name__}; expected a text, or a pair of title and text")


def _first_skip(parsed: Iterable[ParsedRecord]) -> Skip | None:
    return next((skip for record in parsed for skip in record.skips), None)
