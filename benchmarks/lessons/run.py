"""Veriscope on lessons written by hand: their passages as documents of one corpus, each claim checked against it.

    python benchmarks/lessons/run.py [dev | test] [--limit N] [--out RESULT.json] [--errors FILE]

Without a split it is dev. `--limit` takes the first groups until they have N claims, and builds the corpus of their
passages only. Without `--out` nothing is kept. `--errors` lists wrong answers; those of test are never written.
`two_way_accuracy` asks of the claims that are decidable only which of SUPPORTS and REFUTES is the likelier. As in
`own_documents`, claims copied word for word are counted apart.
"""

import argparse
import json
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "measuring"))

from answers import VERBATIM, Answer, errors_in_words, scores
from corpora import built_corpus
from passages import shows_passage
from reports import keep_report
from version import commit

from veriscope import Verifier
from veriscope.corpus import Corpus
from veriscope.domain import Label
from veriscope.lab.lessons import LessonClaim, LessonGroup, read_groups, write_documents

LESSONS = Path(__file__).resolve().parents[2] / "lessons"
SPLITS = ("dev", "test")


def groups_of(split: str, *, limit: int | None) -> list[LessonGroup]:
    """The groups of a split, or the first ones with so many claims, taken from the briefs in turn."""
    files = sorted(LESSONS.glob("*.jsonl"))
    briefs = [[group for group in read_groups(path) if group.split == split] for path in files]
    longest = max(map(len, briefs))
    in_turn = [brief[place] for place in range(longest) for brief in briefs if place < len(brief)]
    if limit is None:
        return in_turn
    taken: list[LessonGroup] = []
    while in_turn and sum(len(group.claims) for group in taken) < limit:
        taken.append(in_turn.pop(0))
    return taken


def passages_of(group: LessonGroup, claim: LessonClaim) -> list[str]:
    """The lines that decide a claim, and the rows of the cells that do."""
    rows = sorted({row for row, _ in claim.cells})
    table = group.table.rows if group.table else ()
    return [*(group.lines[line] for line in claim.lines), *(" | ".join(table[row]) for row in rows)]


def answers_to(groups: Sequence[LessonGroup], stores: Path) -> Iterator[Answer]:
    """The answer to each claim of the groups."""
    write_documents(groups, stores / "documents")
    with Corpus.open(built_corpus(stores / "lessons", stores / "documents")) as corpus, Verifier(corpus) as verifier:
        for group in groups:
            for number, claim in enumerate(group.claims, start=1):
                passages = passages_of(group, claim)
                row = {
                    "id": f"{group.id}/c{number}",
                    "claim": claim.text,
                    "label": claim.label.value,
                    "kind": claim.kind,
                    "passages": passages,
                }
                trace = verifier.check(claim.text)
                yield Answer(row, trace, shows_passage(passages, trace, corpus))


def two_way_accuracy(answers: Sequence[Answer]) -> float | None:
    """Of the claims that are decidable, the share whose right side is likelier than the other; a draw is wrong."""
    right = []
    for answer in answers:
        verdict, label = answer.trace.verdict, answer.row["label"]
        if label != Label.NOT_ENOUGH_INFO.value and answer.row["kind"] not in VERBATIM:
            ahead = verdict.supports - verdict.refutes
            right.append((ahead if label == Label.SUPPORTS.value else -ahead) > 0)
    return round(sum(right) / len(right), 4) if right else None


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("split", nargs="?", choices=SPLITS, default="dev")
    parser.add_argument("--limit", type=int, metavar="N")
    parser.add_argument("--out", type=Path)
    parser.add_argument("--errors", type=Path)
    asked = parser.parse_args()
    if asked.errors and asked.split == "test":
        parser.error("errors of the test split are never written")
    made_with = commit()
    groups = groups_of(asked.split, limit=asked.limit)
    with tempfile.TemporaryDirectory() as stores:
        answers = list(answers_to(groups, Path(stores)))
    figures = {"groups": len(groups), "two_way_accuracy": two_way_accuracy(answers)}
    report = {asked.split: {**figures, **scores(answers, by_kind=True)}}
    print(json.dumps(report, indent=1))
    if asked.out:
        keep_report(report, asked.out, commit=made_with)
    if asked.errors:
        asked.errors.write_text("\n".join(errors_in_words(answers)) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
