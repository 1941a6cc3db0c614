"""The judge alone, with the deciding passage before it: lessons of the split dev, and the open half of own documents.

    python benchmarks/lessons/judge.py MODEL_FOLDER [--out RESULT.json]

MODEL_FOLDER holds `encoder.onnx` and `tokenizer.json`. A lesson's passage is read whole, as a list of lines; a claim
about own documents comes with the passages that it names, without a title. `two_way_accuracy` asks of the decidable
claims only which of SUPPORTS and REFUTES is the likelier.
"""

import argparse
import json
import sys
from collections import defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).parents[1] / "measuring"))

from reports import keep_report
from version import commit

from veriscope.lab.lessons import LessonGroup, read_groups
from veriscope.models import Encoder, Line, with_hints

ROOT = Path(__file__).resolve().parents[2]
LABELS = ("SUPPORTS", "REFUTES", "NOT ENOUGH INFO")
OPEN = ("company", "council", "software")
BATCH = 64
MOST_LINES = 12


class Asked(NamedTuple):
    """A claim, its evidence and what it should be found to be."""

    claim: str
    title: str
    lines: Sequence[str]
    label: str
    kind: str


def lessons() -> Iterator[Asked]:
    """The claims of the split dev, each with its whole passage."""
    groups = (group for file in sorted((ROOT / "lessons").glob("*.jsonl")) for group in read_groups(file))
    for group in groups:
        if group.split == "dev":
            lines = passage_of(group)[:MOST_LINES]
            yield from (
                Asked(claim.text, group.about.title, lines, claim.label.value, claim.kind) for claim in group.claims
            )


def passage_of(group: LessonGroup) -> list[str]:
    """The lines of a passage, then the rows of its table."""
    if group.table is None:
        return list(group.lines)
    header = group.table.header
    rows = (
        " ; ".join(f"{name} is {value}" for name, value in zip(header, row, strict=True)) for row in group.table.rows
    )
    return [*group.lines, *rows]


def own_documents() -> Iterator[Asked]:
    """The claims of the open collections, each with the passages that it names."""
    for name in OPEN:
        for text in (ROOT / "benchmarks" / "own_documents" / name / "claims.jsonl").read_text("utf-8").splitlines():
            row = json.loads(text)
            yield Asked(row["claim"], "", row["passages"], row["label"], row["kind"])


def measured(encoder: Encoder, asked: Sequence[Asked]) -> dict[str, object]:
    """Accuracy among three labels and two, recall by label, and accuracy by kind."""
    pairs = [(one.claim, with_hints(one.claim, [Line(one.title, text) for text in one.lines])) for one in asked]
    judged = [found for start in range(0, len(pairs), BATCH) for found in encoder.judge(pairs[start : start + BATCH])]
    right, sides = defaultdict(list), []
    for one, found in zip(asked, judged, strict=True):
        gold = LABELS.index(one.label)
        is_right = max(range(3), key=lambda place, said=found.list: said[place]) == gold
        for name in ("all", one.label, one.kind):
            right[name].append(is_right)
        if gold < 2:
            sides.append((found.list[0] > found.list[1]) == (gold == 0))
    shares = {name: round(sum(some) / len(some), 4) for name, some in sorted(right.items())}
    return {
        "claims": len(asked),
        "accuracy": shares.pop("all"),
        "two_way_accuracy": round(sum(sides) / len(sides), 4),
        "recall": {label: shares.pop(label) for label in LABELS},
        "per_kind": shares,
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("model_folder", type=Path)
    parser.add_argument("--out", type=Path)
    asked = parser.parse_args()
    encoder, made_with = Encoder(asked.model_folder), commit()
    report = {
        name: measured(encoder, list(of())) for name, of in (("lessons", lessons), ("own_documents", own_documents))
    }
    print(json.dumps(report, indent=1))
    if asked.out:
        keep_report(report, asked.out, commit=made_with)


if __name__ == "__main__":
    main()
