"""What a user is told who interrupts a long run."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from veriscope.errors import VeriscopeError


@contextmanager
def telling_what_is_kept(resume: Path | None) -> Iterator[None]:
    """Turn an interrupt into one line that says where the answers given so far are."""
    try:
        yield
    except KeyboardInterrupt:
        kept = f"what was answered is kept in {resume}" if resume else "--resume FILE would keep what was answered"
        raise VeriscopeError(f"interrupted; {kept}") from None
