"""Runs commands of ours as a user would, and notes how long they took and how much memory they held."""

import json
import shlex
import subprocess
import sys
import threading
import time
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import NamedTuple

import psutil

_ONE_BY_ONE = Path(__file__).with_name("one_by_one.py")


class Finished(NamedTuple):
    """A command, what it printed, how long it took, and its peak memory, workers counted in."""

    command: str
    printed: str
    seconds: float
    peak_mib: int


def run(*words: object) -> Finished:
    """Run a command of ours that must end well."""
    return _well("veriscope", "-m", "veriscope", words=words)


def check_one_by_one(corpus: Path, claims_file: Path, *, claims: int) -> Finished:
    """Run a program that checks so many claims one after the other, in one process that is warm."""
    return _well("python one_by_one.py", str(_ONE_BY_ONE), words=(corpus, claims_file, "--claims", claims))


def built(folder: Path, *sources: Path) -> Path:
    """A corpus with all its indexes, built where it is missing."""
    if not folder.exists():
        run("corpus", "build", folder, *sources)
    return folder


def report_of(done: Finished) -> dict[str, object]:
    """The JSON object that a command printed, with the command, its time and memory."""
    told = {"command": done.command, "seconds": round(done.seconds, 1), "peak_mib": done.peak_mib}
    return {**json.loads(done.printed), **told}


def typed(program: str, words: Iterable[object]) -> str:
    """A command as one types it; where files lie on this machine is left out."""
    shown = (Path(word).name if Path(word).is_absolute() else word for word in map(str, words))
    return " ".join([program, *map(shlex.quote, shown)])


def _well(program: str, *start: str, words: Sequence[object]) -> Finished:
    command = typed(program, words)
    done, status = watched([sys.executable, *start, *map(str, words)], command=command)
    if status:
        raise SystemExit(f"failed: {command}")
    return done


def watched(words: list[str], *, command: str) -> tuple[Finished, int]:
    """Run a program; what it did, and its exit status."""
    started = time.perf_counter()
    with subprocess.Popen(words, stdout=subprocess.PIPE, text=True) as process:
        peak, stop = [0], threading.Event()
        watcher = threading.Thread(target=_watch, args=(psutil.Process(process.pid), stop, peak))
        watcher.start()
        printed = process.communicate()[0]
        stop.set()
        watcher.join()
    return Finished(command, printed, time.perf_counter() - started, peak[0] // 2**20), process.returncode


def _watch(process: psutil.Process, stop: threading.Event, peak: list[int]) -> None:
    while not stop.wait(0.02):
        try:
            members = [process, *process.children(recursive=True)]
            peak[0] = max(peak[0], sum(member.memory_info().rss for member in members))
        except psutil.Error:
            continue
