"""`--against`: checks against files and folders in place of a corpus, and says what of them could not be read."""

from contextlib import closing
from itertools import islice
from pathlib import Path

from veriscope.cli.output import talk, visible
from veriscope.corpus import Corpus, GivenFiles
from veriscope.datasets import count_text
from veriscope.errors import UsageError
from veriscope.starter import STARTER

_NAMED = 5


def choose_source(corpus: Path, against: list[Path]) -> Path | GivenFiles:
    """What to check against: the files if any are given, else the corpus."""
    if against and str(corpus) != STARTER:
        raise UsageError("--against and --corpus both name what to check against; give one of them")
    return GivenFiles.of(against) if against else corpus


def warn_unread(source: Path | GivenFiles, corpus: Corpus | None = None) -> None:
    """Say what of the given files could not be read; they are opened for that if no corpus of them is open."""
    if not isinstance(source, GivenFiles):
        return
    if corpus is None:
        with closing(source.open()) as opened:
            warn_unread(source, opened)
        return
    count = corpus.counts().skipped
    for _, place, _, reason in islice(corpus.skips(), _NAMED):
        talk.print(f"warning: {visible(place)}: {visible(reason)}")
    if count > _NAMED:
        talk.print(f"warning: {count_text(count, 'part')} of the given files left out in all")
