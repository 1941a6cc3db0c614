"""What a user is told who interrupts a long run."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from veriscope.errors import VeriscopeError


@contextmanager
def interruptible(consequence: str) -> Iterator[None]:
    """Turn an interrupt into one line that says what became of the work."""
    try:
        yield
    except KeyboardInterrupt:
        raise VeriscopeError(f"interrupted; {consequence}") from None


def what_is_kept(resume: Path | None) -> str:
    """Where the answers given so far are."""
    return f"what was answered is kept in {resume}" if resume else "--resume FILE would keep what was answered"
