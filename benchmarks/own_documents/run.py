"""Veriscope on documents that people have: each collection built by `corpus build`, each claim checked.

    python benchmarks/own_documents/run.py [NAME...] [--out RESULT.json] [--errors FILE]

NAME is `open`, `sealed`, or a collection; without one, all are run. Without `--out` nothing is kept. `--errors` lists
wrong answers of open collections; those of sealed ones are never written.
"""

import argparse
import json
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "measuring"))

from answers import Answer, errors_in_words, scores
from commands import built
from passages import shows_passage
from reports import keep_report
from version import commit

from veriscope import Verifier
from veriscope.corpus import Corpus

FOLDER = Path(__file__).resolve().parent
HALVES = {"open": ("company", "council", "software"), "sealed": ("clinic", "newsroom", "society")}


def answers_of(collection: str, stores: Path) -> Iterator[Answer]:
    """The answer to each claim of a collection."""
    folder = FOLDER / collection
    rows = [json.loads(line) for line in (folder / "claims.jsonl").read_text(encoding="utf-8").splitlines()]
    with Corpus.open(built(stores / collection, folder / "documents")) as corpus, Verifier(corpus) as verifier:
        for row in rows:
            trace = verifier.check(row["claim"])
            yield Answer(row, trace, shows_passage(row["passages"], trace, corpus))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", metavar="NAME", help=", ".join((*HALVES, *sum(HALVES.values(), ()))))
    parser.add_argument("--out", type=Path)
    parser.add_argument("--errors", type=Path)
    asked = parser.parse_args()
    made_with = commit()
    names = [name for word in asked.names or HALVES for name in HALVES.get(word, (word,))]
    with tempfile.TemporaryDirectory() as stores:
        answers = {name: list(answers_of(name, Path(stores))) for name in names}
    report = {name: scores(found) for name, found in answers.items()}
    for half, members in HALVES.items():
        if set(members) <= set(names):
            report[half] = scores([answer for name in members for answer in answers[name]], by_kind=half == "open")
    print(json.dumps(report, indent=1))
    if asked.out:
        keep_report(report, asked.out, commit=made_with)
    if asked.errors:
        is_open = [answer for name in names if name in HALVES["open"] for answer in answers[name]]
        asked.errors.write_text("\n".join(errors_in_words(is_open)) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
