"""Runs commands of ours as a user would, and notes how long they took and how much memory they held."""

import json
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import NamedTuple

import psutil

_CHECK_ONE_BY_ONE = """
import sys
from itertools import islice
from pathlib import Path
from veriscope import Verifier
from veriscope.datasets import read_claims
with Verifier(Path(sys.argv[1])) as verifier:
    for claim in islice(read_claims(Path(sys.argv[2])), int(sys.argv[3])):
        verifier.check(claim)
"""


class Finished(NamedTuple):
    """What a command printed, how long it took, and its peak memory, workers counted in."""

    printed: str
    seconds: float
    peak_mib: int


def run(*words: object) -> Finished:
    """Run a command that must end well."""
    done, status = watched([sys.executable, "-m", "veriscope", *map(str, words)])
    if status:
        raise SystemExit(f"failed: veriscope {' '.join(map(str, words))}")
    return done


def report_of(done: Finished) -> dict[str, object]:
    """The JSON object that a command printed, with its time and memory."""
    return {**json.loads(done.printed), "seconds": round(done.seconds, 1), "peak_mib": done.peak_mib}


def peak_of(corpus: Path, claims_file: Path, *, claims: int) -> int:
    """The peak memory, in MiB, of a program that checks so many claims one after the other."""
    words = [sys.executable, "-c", _CHECK_ONE_BY_ONE, str(corpus), str(claims_file), str(claims)]
    done, status = watched(words)
    if status:
        raise SystemExit("failed: checking claims one after the other")
    return done.peak_mib


def watched(words: list[str]) -> tuple[Finished, int]:
    """Run a program; what it did, and its exit status."""
    started = time.perf_counter()
    with subprocess.Popen(words, stdout=subprocess.PIPE, text=True) as process:
        peak, stop = [0], threading.Event()
        watcher = threading.Thread(target=_watch, args=(psutil.Process(process.pid), stop, peak))
        watcher.start()
        printed = process.communicate()[0]
        stop.set()
        watcher.join()
    return Finished(printed, time.perf_counter() - started, peak[0] // 2**20), process.returncode


def _watch(process: psutil.Process, stop: threading.Event, peak: list[int]) -> None:
    while not stop.wait(0.02):
        try:
            members = [process, *process.children(recursive=True)]
            peak[0] = max(peak[0], sum(member.memory_info().rss for member in members))
        except psutil.Error:
            continue
