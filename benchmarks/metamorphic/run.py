"""Relations that must hold between verdicts, whatever the right label is.

    python benchmarks/metamorphic/run.py [NAME...] [--limit N] [--out RESULT.json]

NAME is an open collection of `own_documents`, or `starter` for the open everyday claims about the atlas; without one,
all are run. `--limit` takes at most N claims of each, spread over its file. Without `--out` nothing is kept. A relation
is a number of pairs, of which so many held; `README.md` says what each asks.
"""

import argparse
import json
import sys
import tempfile
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "measuring"))

from claim_changes import (
    Names,
    lower_cased,
    numbers_in,
    with_another_name,
    with_another_number,
    without_final_stop,
    words_in,
)
from corpora import built_atlas, built_corpus
from document_changes import copy_prefixed, copy_renamed, copy_split, shuffled_pages
from reports import keep_report
from version import commit

from veriscope import Verifier
from veriscope.corpus import Corpus
from veriscope.domain import Label
from veriscope.starter import STARTER, pages_path

FOLDER = Path(__file__).resolve().parent
OWN_DOCUMENTS = FOLDER.parent / "own_documents"
NAMES_FILE = FOLDER / "names.json"
EVERYDAY = FOLDER.parent / "everyday_atlas" / "claims.jsonl"
COLLECTIONS = ("company", "council", "software")
NAMES = (*COLLECTIONS, STARTER)
_SEED = 20261120

Held = tuple[str, bool]
Check = Callable[[str], Label]


@dataclass(frozen=True, slots=True)
class Bench:
    """The claims and documents of one name, and a folder for the corpora made of them."""

    name: str
    claims: tuple[dict, ...]
    stores: Path

    def corpus(self) -> Path:
        """The documents as they are."""
        folder = self.stores / self.name
        if folder.exists():
            return folder
        return built_atlas(folder) if self.name == STARTER else built_corpus(folder, documents_of(self.name))

    def with_unrelated(self) -> Path:
        """The documents and those of another collection."""
        other = COLLECTIONS[(NAMES.index(self.name) + 1) % len(COLLECTIONS)]
        strangers = copy_prefixed(documents_of(other), self._files("unrelated"), prefix=other)
        target = self._target("unrelated")
        if self.name == STARTER:
            return built_atlas(target, strangers)
        return built_corpus(target, documents_of(self.name), strangers)

    def reordered(self) -> Path:
        """The documents in another order, and renamed; the pages of the atlas in another order."""
        target = self._target("reordered")
        if self.name == STARTER:
            pages = shuffled_pages(pages_path(), self.stores / pages_path().name, seed=_SEED)
            return built_atlas(target, pages=pages)
        return built_corpus(target, copy_renamed(documents_of(self.name), self._files("reordered")))

    def split(self) -> Path | None:
        """The documents, each in two parts; nothing for the atlas, which has no documents."""
        if self.name == STARTER:
            return None
        return built_corpus(self._target("split"), copy_split(documents_of(self.name), self._files("split")))

    def _files(self, change: str) -> Path:
        return self.stores / f"{self.name}-{change}-files"

    def _target(self, change: str) -> Path:
        return self.stores / f"{self.name}-{change}"


def documents_of(collection: str) -> Path:
    return OWN_DOCUMENTS / collection / "documents"


def claims_of(name: str, *, limit: int | None) -> tuple[dict, ...]:
    """The open claims of a name, or so many of them, spread over the file."""
    path = EVERYDAY if name == STARTER else OWN_DOCUMENTS / name / "claims.jsonl"
    rows = _rows(path)
    if name == STARTER:
        rows = [row for row in rows if int(row["id"].rpartition("-")[2]) % 2]
    return tuple(_spread(rows, limit))


def relations(bench: Bench, *, limit: int | None) -> Iterator[Held]:
    """Each pair of one name: its relation, and whether it held."""
    with Corpus.open(bench.corpus()) as corpus, Verifier(corpus) as verifier:
        before = {row["id"]: verifier.check(row["claim"]).label for row in bench.claims}

        def check(claim: str) -> Label:
            return verifier.check(claim).label

        yield from _wording_relations(bench.claims, before, check)
        yield from _falsifying_relations(bench, before, check, texts=list(texts_of(corpus)))
        yield from _negations(bench.name, check, limit=limit)
        for row in _spread([row for row in _rows(FOLDER / "units.jsonl") if row["documents"] == bench.name], limit):
            first, second = row["claims"]
            yield "stays: equivalent units", check(first) == check(second)
    changes = {
        "unrelated documents added": bench.with_unrelated(),
        "documents reordered and renamed": bench.reordered(),
        "documents split in two": bench.split(),
    }
    for change, folder in changes.items():
        if folder is not None:
            yield from _document_relations(change, folder, bench.claims, before)


def _wording_relations(claims: Iterable[dict], before: dict[str, Label], check: Check) -> Iterator[Held]:
    changes = {"lower case": lower_cased, "no final stop": without_final_stop}
    for row in claims:
        for change, changed in changes.items():
            text = changed(row["claim"])
            if text != row["claim"]:
                yield f"stays: {change}", check(text) == before[row["id"]]


def _falsifying_relations(
    bench: Bench, before: dict[str, Label], check: Check, *, texts: Sequence[str]
) -> Iterator[Held]:
    """Claims that are true and were found so, changed so that they are not supported."""
    own = json.loads(NAMES_FILE.read_text(encoding="utf-8"))[bench.name]
    numbers, words, others = numbers_in(texts), words_in(texts), other_names(bench.name)
    for row in bench.claims:
        if row["label"] == Label.SUPPORTS.value and before[row["id"]] is Label.SUPPORTS:
            changes = {
                "another number": with_another_number(row["claim"], numbers),
                "another name": with_another_name(row["claim"], own, others, known_words=words),
            }
            for change, changed in changes.items():
                if changed is not None:
                    yield f"is supported no more: {change}", check(changed) is not Label.SUPPORTS


def _negations(name: str, check: Check, *, limit: int | None) -> Iterator[Held]:
    texts = {row["id"]: row["claim"] for row in claims_of(name, limit=None)}
    for row in _spread([row for row in _rows(FOLDER / "negations.jsonl") if row["id"] in texts], limit):
        if check(texts[row["id"]]) is Label.SUPPORTS:
            yield "is supported no more: negated", check(row["claim"]) is not Label.SUPPORTS


def _document_relations(change: str, folder: Path, claims: Iterable[dict], before: dict[str, Label]) -> Iterator[Held]:
    with Verifier(folder) as verifier:
        for row in claims:
            held = verifier.check(row["claim"]).label == before[row["id"]]
            yield f"stays: {change}", held
            undecided = {row["label"], before[row["id"]].value} == {Label.NOT_ENOUGH_INFO.value}
            if undecided and change == "unrelated documents added":
                yield f"NOT ENOUGH INFO stays: {change}", held


def texts_of(corpus: Corpus) -> Iterator[str]:
    """Every text of a corpus: titles, headings, sentences, cells and items."""
    for page in corpus.pages():
        yield page.title
        for path, element in page.outline():
            yield from path
            yield from element.texts()


def other_names(name: str) -> Names:
    """The names in the other collections, by kind."""
    every = json.loads(NAMES_FILE.read_text(encoding="utf-8"))
    kinds = every[name]
    return {kind: [each for other in COLLECTIONS if other != name for each in every[other][kind]] for kind in kinds}


def shares(held: Iterable[Held]) -> dict[str, dict[str, float]]:
    """For each relation the pairs, how many held, and their share."""
    found: defaultdict[str, list[bool]] = defaultdict(list)
    for relation, holds in held:
        found[relation].append(holds)
    return {
        relation: {"pairs": len(each), "held": sum(each), "share": round(sum(each) / len(each), 4)}
        for relation, each in sorted(found.items())
    }


def _rows(path: Path) -> list[dict]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def _spread(rows: list[dict], limit: int | None) -> list[dict]:
    if limit is None or limit >= len(rows):
        return rows
    return [rows[place * len(rows) // limit] for place in range(limit)]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", metavar="NAME", help=", ".join(NAMES))
    parser.add_argument("--limit", type=int, metavar="N")
    parser.add_argument("--out", type=Path)
    asked = parser.parse_args()
    unknown = set(asked.names) - set(NAMES)
    if unknown:
        parser.error(f"nothing named {min(unknown)!r}; choose among: {', '.join(NAMES)}")
    made_with = commit()
    held: list[Held] = []
    report: dict[str, object] = {}
    with tempfile.TemporaryDirectory() as folder:
        stores = Path(folder)
        for name in asked.names or NAMES:
            bench = Bench(name, claims_of(name, limit=asked.limit), stores)
            found = list(relations(bench, limit=asked.limit))
            report[name] = shares(found)
            held += found
    report["all"] = shares(held)
    print(json.dumps(report, indent=1))
    if asked.out:
        keep_report(report, asked.out, commit=made_with)


if __name__ == "__main__":
    main()
