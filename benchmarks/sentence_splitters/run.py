"""Compares sentence splitters on sample.txt: boundary precision, recall and F1, whole passages, speed.

    pip install -e . -r benchmarks/sentence_splitters/requirements.txt
    python benchmarks/sentence_splitters/run.py --out benchmarks/runs/DATE-MACHINE/sentence_splitters.json

`--silver FILE` adds the agreement with FEVEROUS's own sentences, from one of its page files, as a check on text
that none of us wrote; its boundaries come from another splitter, which ends sentences after "Dr." and "St.", so they
decide nothing. The first 3,000 passages were looked at while the rules were written; the next 3,000 are scored.
"""

import argparse
import json
import platform
import re
import statistics
import time
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from itertools import pairwise
from pathlib import Path

from peers import Peer, Split, load_peers

from veriscope.files.lines import read_lines

HERE = Path(__file__).parent
_LINK = re.compile(r"\[\[[^\]|]*\|([^\]]*)\]\]")


@dataclass(frozen=True, slots=True)
class Passage:
    """A text and the sentences that a person sees in it."""

    text: str
    sentences: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Score:
    sentences: int
    passages: int
    precision: float
    recall: float
    f1: float
    exact_passages: int


def read_sample(path: Path) -> dict[str, list[Passage]]:
    """The passages of each half."""
    halves: dict[str, list[Passage]] = {}
    for block in path.read_text(encoding="utf-8").split("\n\n"):
        lines = [line for line in block.splitlines() if line and not line.startswith("#")]
        if lines and lines[0].startswith("=="):
            current = halves.setdefault(lines[0].strip("= "), [])
        elif lines:
            current.append(_passage(lines))
    return halves


def _passage(lines: list[str]) -> Passage:
    text = lines[0]
    for line in lines[1:]:
        text += "\n" + line[2:] if line.startswith("| ") else " " + line
    return Passage(text, tuple(line.removeprefix("| ") for line in lines))


def boundaries(sentences: Iterable[str]) -> set[int]:
    """Where sentences end inside a text, counted in characters that are not white space.

    So that a splitter may trim or normalise white space without losing points. The end of the text does not count.
    """
    ends: list[int] = []
    count = 0
    for sentence in sentences:
        count += len("".join(sentence.split()))
        ends.append(count)
    return set(ends) - {0, count}


def score(split: Split, passages: list[Passage]) -> Score:
    right = proposed = wanted = exact = 0
    for passage in passages:
        gold, found = boundaries(passage.sentences), boundaries(split(passage.text))
        right, proposed, wanted = right + len(gold & found), proposed + len(found), wanted + len(gold)
        exact += gold == found
    precision, recall = right / max(proposed, 1), right / max(wanted, 1)
    f1 = 2 * precision * recall / max(precision + recall, 1e-9)
    sentences = sum(len(passage.sentences) for passage in passages)
    return Score(sentences, len(passages), round(precision, 4), round(recall, 4), round(f1, 4), exact)


def measure_speeds(peers: list[Peer], passages: list[Passage], *, runs: int) -> dict[str, list[float]]:
    """Characters per second of each run, sorted; every passage on its own, as paragraphs come from a page.

    The splitters take turns, so that a busy moment of the machine meets them all; each run has texts of its own,
    because some splitters remember what they have seen.
    """
    speeds: dict[str, list[float]] = {peer.name: [] for peer in peers}
    for run in range(runs):
        texts = [f"Page {run}-{number}. {passage.text}" for number, passage in enumerate(passages)]
        for peer in peers:
            speeds[peer.name].append(_speed(peer.split, texts))
    return {name: sorted(round(speed) for speed in found) for name, found in speeds.items()}


def _speed(split: Split, texts: list[str]) -> float:
    started = time.perf_counter()
    for text in texts:
        list(split(text))
    return sum(map(len, texts)) / (time.perf_counter() - started)


def read_silver(path: Path, *, skip: int, limit: int) -> list[Passage]:
    """Runs of consecutive sentences of FEVEROUS pages, joined by spaces."""
    passages: list[Passage] = []
    for line in read_lines(path):
        passages += _runs(json.loads(line.data))
        if len(passages) >= skip + limit:
            break
    return passages[skip : skip + limit]


def _runs(page: dict) -> Iterator[Passage]:
    current: list[str] = []
    for before, element in pairwise(["", *page["order"], "end"]):
        if element.startswith("sentence_"):
            current.append(" ".join(_LINK.sub(r"\1", page[element]).split()))
        elif before.startswith("sentence_"):
            if len(current) > 1:
                yield Passage(" ".join(current), tuple(current))
            current = []


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", type=Path, help="where to write the raw result (JSON)")
    parser.add_argument("--runs", type=int, default=7)
    parser.add_argument("--silver", type=Path)
    options = parser.parse_args()
    halves = read_sample(HERE / "sample.txt")
    silver = read_silver(options.silver, skip=3000, limit=3000) if options.silver else []
    everything = [passage for passages in halves.values() for passage in passages]
    peers = load_peers()
    speeds = measure_speeds(peers, everything, runs=options.runs)
    rows = []
    for peer in peers:
        row = {"name": peer.name, "version": peer.version}
        row |= {half: asdict(score(peer.split, passages)) for half, passages in halves.items()}
        if silver:
            row["silver"] = asdict(score(peer.split, silver))
        row["characters_per_s"] = statistics.median(speeds[peer.name])
        row["characters_per_s_runs"] = speeds[peer.name]
        rows.append(row)
        print(_line(row), flush=True)
    if options.out:
        result = {"python": platform.python_version(), "runs": options.runs, "splitters": rows}
        options.out.write_text(json.dumps(result) + "\n", encoding="utf-8")


def _line(row: dict) -> str:
    parts = [f"{row['name']:20}"]
    for half in ("development", "test", "silver"):
        if half in row:
            s = row[half]
            counts = f"{s['exact_passages']}/{s['passages']}"
            parts.append(f"{half} P {s['precision']:.3f} R {s['recall']:.3f} F1 {s['f1']:.3f} exact {counts}")
    slowest, fastest = row["characters_per_s_runs"][0], row["characters_per_s_runs"][-1]
    speed = f"{row['characters_per_s'] / 1e6:.2f} M characters/s ({slowest / 1e6:.2f} to {fastest / 1e6:.2f})"
    return "  ".join([*parts, speed])


if __name__ == "__main__":
    main()
