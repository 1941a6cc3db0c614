"""Shows progress of long work on stderr: a bar on a terminal, otherwise a line now and then."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn

from veriscope.cli.output import talk
from veriscope.errors import StoppedError

_LINE_EVERY_S = 10.0

# Receives what is being done, how much is done, how much there is, and how many things are counted so far.
Update = Callable[[str, int, int, int], None]


@contextmanager
def progress(noun: str) -> Iterator[Update]:
    """A function to report progress to; shows how many `noun` there are, their rate, and the time left."""
    started = time.monotonic()

    def rate(made: int) -> str:
        return f"{made:,} {noun}, {made / max(time.monotonic() - started, 0.001):,.0f}/s"

    if talk.is_terminal:
        with _bar() as bar:
            task = bar.add_task("", total=None, rate="")
            yield lambda name, done, total, made: bar.update(
                task, description=name, completed=done, total=max(total, 1), rate=rate(made)
            )
    else:
        yield _lines(rate)


def _bar() -> Progress:
    columns = (
        TextColumn("{task.description}", markup=False),
        BarColumn(),
        TaskProgressColumn(),
        TextColumn("{task.fields[rate]}", markup=False),
        TimeRemainingColumn(compact=True, elapsed_when_finished=True),
    )
    return Progress(*columns, console=talk, transient=True)


def _lines(rate: Callable[[int], str]) -> Update:
    started = last = time.monotonic()

    def update(name: str, done: int, total: int, made: int) -> None:
        nonlocal last
        now = time.monotonic()
        if now - last >= _LINE_EVERY_S and done:
            last = now
            left_s = (now - started) * (total - done) / done
            talk.print(f"{name}: {done / max(total, 1):.0%}, {rate(made)}, about {left_s:.0f} s left")

    return update


@contextmanager
def interruptible(consequence: str) -> Iterator[None]:
    """Turn an interrupt into one line that says what happened to the work."""
    try:
        yield
    except KeyboardInterrupt:
        raise StoppedError(f"interrupted; {consequence}") from None


def kept_answers_text(resume: Path | None) -> str:
    """Where the answers so far are, as an interrupt reports it."""
    return f"the answers so far are in {resume}" if resume else "with --resume FILE, the answers would be kept"
