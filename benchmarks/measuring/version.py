"""Which code made a result."""

import hashlib
import subprocess
from functools import cache
from importlib.resources import files
from pathlib import Path

ROOT = Path(__file__).parents[2]
# Results are written while measurements run; they change no figure.
_COUNTS = ("src", "benchmarks", ":!benchmarks/runs")


def commit() -> str:
    """The commit of the checkout, with `+ changes` where code was changed since; `unknown` where there is no git."""
    head = _git("rev-parse", "--short=12", "HEAD")
    changed = _git("status", "--porcelain", "--", *_COUNTS)
    return f"{head} + changes" if head and changed else head or "unknown"


@cache
def code_version() -> str:
    """A short text that changes with the product's code: answers kept by other code are not to be taken."""
    digest = hashlib.blake2b(digest_size=6)
    for path in sorted(Path(str(files("veriscope"))).rglob("*.py")):
        digest.update(path.read_bytes())
    return digest.hexdigest()


def _git(*words: str) -> str:
    done = subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True, check=False)
    return done.stdout.strip() if done.returncode == 0 else ""
