"""Shows progress of long work on stderr: a bar on a terminal, otherwise a line now and then."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn

from veriscope.cli.output import talk
from veriscope.errors import StoppedError

_LINE_EVERY_S = 10.0
_MINUTE_S = 60
# Before this, an estimate would only be a guess.
_SETTLED_S, _SETTLED_STEPS = 3.0, 3

# Receives what is being done, how much is done, how much there is, and how many things are counted so far.
Update = Callable[[str, int, int, int], None]


class Pace:
    """How fast work goes and how long the rest takes, by what was done since it was first reported.

    What an earlier run did tells nothing, nor do the first seconds, when models are loaded.
    """

    def __init__(self) -> None:
        self._start: tuple[float, int, int] | None = None
        self._now, self._done, self._made, self._total = 0.0, 0, 0, 0

    def observe(self, now: float, *, done: int, total: int, made: int) -> None:
        """Note how far the work is; a step with another total begins anew."""
        if self._start is None or total != self._total or done < self._start[1]:
            self._start, self._total = (now, done, made), total
        self._now, self._done, self._made = now, done, made

    def rate(self) -> str:
        """How many things are made in a second; empty while nobody can tell."""
        seconds, _, made = self._since_start()
        return f"{made / seconds:,.0f}/s" if seconds >= _SETTLED_S and made >= seconds else ""

    def time_left(self) -> str:
        """How long the rest takes; empty while nobody can tell."""
        seconds, done, _ = self._since_start()
        if seconds < _SETTLED_S or done < _SETTLED_STEPS or self._done >= self._total:
            return ""
        return f"about {duration_text(seconds * (self._total - self._done) / done)} left"

    def _since_start(self) -> tuple[float, int, int]:
        if self._start is None:
            return 0.0, 0, 0
        return self._now - self._start[0], self._done - self._start[1], self._made - self._start[2]


def duration_text(seconds: float) -> str:
    """A duration as people say it: `40 s`, `3 min`, `2 h 5 min`."""
    if seconds < _MINUTE_S:
        return f"{max(seconds, 1):.0f} s"
    minutes = round(seconds / _MINUTE_S)
    return f"{minutes} min" if minutes < _MINUTE_S else f"{minutes // 60:,} h {minutes % 60} min"


@contextmanager
def progress(noun: str) -> Iterator[Update]:
    """A function to report progress to; shows how many `noun` there are, their rate, and the time left."""
    pace = Pace()
    if talk.is_terminal:
        with _bar() as bar:
            task = bar.add_task("", total=None, rate="")

            def show(name: str, done: int, total: int, made: int) -> None:
                pace.observe(time.monotonic(), done=done, total=total, made=made)
                words = _joined(f"{made:,} {noun}", pace.rate(), pace.time_left())
                bar.update(task, description=name, completed=done, total=max(total, 1), rate=words)

            yield show
    else:
        yield _lines(noun, pace)


def _bar() -> Progress:
    columns = (
        TextColumn("{task.description}", markup=False),
        BarColumn(),
        TaskProgressColumn(),
        TextColumn("{task.fields[rate]}", markup=False),
    )
    return Progress(*columns, console=talk, transient=True)


def _lines(noun: str, pace: Pace) -> Update:
    last = time.monotonic()

    def update(name: str, done: int, total: int, made: int) -> None:
        nonlocal last
        now = time.monotonic()
        pace.observe(now, done=done, total=total, made=made)
        if now - last >= _LINE_EVERY_S and done:
            last = now
            share = f"{done / max(total, 1):.0%}"
            talk.print(f"{name}: {_joined(share, f'{made:,} {noun}', pace.rate(), pace.time_left())}")

    return update


def _joined(*words: str) -> str:
    return ", ".join(filter(None, words))


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
