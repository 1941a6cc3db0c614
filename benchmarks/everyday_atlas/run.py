"""Veriscope on what a visitor tries first: 200 claims about the starter atlas, each checked against it.

    python benchmarks/everyday_atlas/run.py [open] [sealed] [--limit N] [--out RESULT.json] [--errors FILE]

Without a half both are run, `--limit` takes the first claims of each. Without `--out` nothing is kept. `--errors` lists
wrong answers of the open half; those of the sealed one are never written.
"""

import argparse
import json
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "measuring"))

from answers import Answer, errors_in_words, scores
from passages import shows_passage
from reports import keep_report
from version import commit

from veriscope import Verifier
from veriscope.corpus import Corpus
from veriscope.domain import CaptionId, CellId, parse_evidence_id
from veriscope.pipeline import open_corpus
from veriscope.starter import STARTER

CLAIMS = Path(__file__).resolve().with_name("claims.jsonl")
HALVES = ("open", "sealed")


def rows_of(half: str) -> list[dict]:
    """The claims of a half: odd ids are open, even ones sealed."""
    rows = [json.loads(line) for line in CLAIMS.read_text(encoding="utf-8").splitlines()]
    return [row for row in rows if int(row["id"].rpartition("-")[2]) % 2 == (half == "open")]


def text_of(address: str, corpus: Corpus) -> str:
    """What stands at an address: a sentence, a caption, or the row of a cell."""
    place = parse_evidence_id(address)
    page = corpus.page(place.page)
    if isinstance(place, CaptionId):
        return next(table.caption for table in page.tables() if table.index == place.table)
    if isinstance(place, CellId):
        table = next(table for table in page.tables() if table.index == place.table)
        return " | ".join(cell.text for cell in table.cells if cell.row == place.row)
    return next(sentence.text for sentence in page.sentences() if page.sentence_id(sentence) == place)


def answers_to(rows: Sequence[dict]) -> Iterator[Answer]:
    """The answer to each claim, its passages written out."""
    with open_corpus(STARTER) as corpus, Verifier(corpus) as verifier:
        for row in rows:
            passages = [text_of(address, corpus) for address in row["passages"]]
            trace = verifier.check(row["claim"])
            yield Answer({**row, "passages": passages}, trace, shows_passage(passages, trace, corpus))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("halves", nargs="*", metavar="HALF", help=", ".join(HALVES))
    parser.add_argument("--limit", type=int, metavar="N")
    parser.add_argument("--out", type=Path)
    parser.add_argument("--errors", type=Path)
    asked = parser.parse_args()
    unknown = set(asked.halves) - set(HALVES)
    if unknown:
        parser.error(f"no half named {min(unknown)!r}; choose among: {', '.join(HALVES)}")
    made_with = commit()
    answers = {half: list(answers_to(rows_of(half)[: asked.limit])) for half in asked.halves or HALVES}
    report = {half: scores(found, by_kind=True) for half, found in answers.items()}
    print(json.dumps(report, indent=1))
    if asked.out:
        keep_report(report, asked.out, commit=made_with)
    if asked.errors:
        asked.errors.write_text("\n".join(errors_in_words(answers.get("open", []))) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
