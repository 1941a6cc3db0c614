"""Compound claims checked as a whole and part by part: what each way of weighing the parts gives.

    python benchmarks/compound/run.py [--out RESULT.json]

The claims are those of the lessons (splits train and dev, never test) that are split into parts; their documents form
one corpus with all documents of dev. `whole` ignores the parts, `weakest` ignores the whole, `parts` is what
`veriscope check --parts` does. The encoder learned from the split train, as wholes.
"""

import argparse
import json
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "measuring"))

from corpora import built_corpus
from reports import keep_report
from version import commit

from veriscope import Verifier
from veriscope.corpus import Corpus
from veriscope.domain import Label, Verdict
from veriscope.lab.lessons import LessonGroup, read_groups, write_documents
from veriscope.text import coordinated_parts
from veriscope.verdict import weigh_parts

LESSONS = Path(__file__).resolve().parents[2] / "lessons"


def weakest(parts: Sequence[Verdict]) -> Label:
    """The label by the parts alone."""
    labels = {part.label for part in parts}
    if Label.REFUTES in labels:
        return Label.REFUTES
    return Label.SUPPORTS if labels == {Label.SUPPORTS} else Label.NOT_ENOUGH_INFO


def compared_groups() -> list[LessonGroup]:
    groups = [group for path in sorted(LESSONS.glob("*.jsonl")) for group in read_groups(path)]
    return [
        group
        for group in groups
        if group.split == "dev"
        or (group.split == "train" and any(coordinated_parts(claim.text) for claim in group.claims))
    ]


def rows(groups: Sequence[LessonGroup], verifier: Verifier) -> Iterator[dict[str, object]]:
    """Each compound claim with its label by every way of weighing."""
    for group in groups:
        for claim in group.claims:
            said = coordinated_parts(claim.text)
            if said:
                whole, *parts = (verifier.check(text).verdict for text in (claim.text, *said))
                yield {
                    "split": group.split,
                    "claim": claim.text,
                    "parts": [[text, part.label.value] for text, part in zip(said, parts, strict=True)],
                    "gold": claim.label.value,
                    "whole": whole.label.value,
                    "weakest": weakest(parts).value,
                    "weighed": weigh_parts(whole, parts).label.value,
                }


def scores(found: Sequence[dict[str, object]], way: str) -> dict[str, object]:
    supports, undecided = Label.SUPPORTS.value, Label.NOT_ENOUGH_INFO.value
    decided = [row for row in found if row[way] != undecided]
    return {
        "right": sum(row[way] == row["gold"] for row in found),
        "right_by_label": {
            label.value: sum(row[way] == row["gold"] == label.value for row in found) for label in Label
        },
        "wrongly_supported": sum(row[way] == supports != row["gold"] for row in found),
        "decided": len(decided),
        "decided_right": sum(row[way] == row["gold"] for row in decided),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", type=Path)
    asked = parser.parse_args()
    made_with = commit()
    groups = compared_groups()
    with tempfile.TemporaryDirectory() as stores:
        write_documents(groups, Path(stores) / "documents")
        corpus = built_corpus(Path(stores) / "lessons", Path(stores) / "documents")
        with Corpus.open(corpus) as opened, Verifier(opened) as verifier:
            found = list(rows(groups, verifier))
    ways = {"whole": "whole", "weakest": "weakest", "parts": "weighed"}
    report = {
        "claims": len(found),
        **{name: scores(found, way) for name, way in ways.items()},
        "dev": {name: scores([row for row in found if row["split"] == "dev"], way) for name, way in ways.items()},
        "rows": found,
    }
    print(json.dumps({key: value for key, value in report.items() if key != "rows"}, indent=1))
    if asked.out:
        keep_report(report, asked.out, commit=made_with)


if __name__ == "__main__":
    main()
