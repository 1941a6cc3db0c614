"""Makes a benchmark of sentence, cell and combined evidence from a corpus: `veriscope train mixed-benchmark`.

It writes `train.jsonl`, `dev.jsonl` and `test.jsonl` in FEVEROUS's claim format, `removed.jsonl` and `report.json`.
`removed.jsonl` lists the elements that pages must not show, for undecided claims. No page serves two of the files.
"""

import json
import sys
import tomllib
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from importlib.resources import files
from itertools import islice
from pathlib import Path
from typing import NamedTuple

from veriscope.corpus import Corpus
from veriscope.datasets import DATASET_FORMATS, detect_format, read_labelled
from veriscope.domain import Page
from veriscope.errors import UsageError
from veriscope.files import JsonObject, write_json_lines
from veriscope.lab.lessons.mixed_assembly import Assembly, MixedClaim
from veriscope.lab.lessons.mixed_records import records
from veriscope.lab.lessons.mixed_report import claim_counts, claim_only
from veriscope.lab.lessons.mixed_split import SPLITS, SplitPages, Splitting, pages_with_tables
from veriscope.lab.lessons.mixed_table_claims import Forms
from veriscope.pipeline import open_corpus

REMOVED = "removed.jsonl"
REPORT = "report.json"


@dataclass(frozen=True, slots=True)
class MixedBenchmarkSettings:
    """The corpus folder, or `starter`; the folder to write to; the numbers of train, dev and test claims.

    `apart` names claim files for measuring: pages that they cite give no training claims.
    """

    corpus: Path
    out: Path
    sizes: tuple[int, int, int] = (12_000, 1_500, 1_500)
    apart: tuple[Path, ...] = ()
    seed: int = 5


def make_mixed_benchmark(settings: MixedBenchmarkSettings) -> Iterator[str]:
    """Writes the files and yields the report."""
    apart = pages_cited(settings.apart)
    with open_corpus(settings.corpus) as corpus:
        report = make_benchmark(corpus, settings.out, sizes=settings.sizes, apart=apart, seed=settings.seed)
    yield json.dumps(report, indent=2, ensure_ascii=False)


def make_benchmark(corpus: Corpus, out: Path, *, sizes: Sequence[int], apart: Iterable[str], seed: int) -> JsonObject:
    """Writes the files into `out`; returns the report."""
    if len(sizes) != len(SPLITS) or min(sizes) < 0:
        raise UsageError(f"sizes are three counts, for {', '.join(SPLITS)}; found {list(sizes)}")
    forms, apart = read_forms(), sorted(apart)
    pages = list(pages_with_tables(corpus.pages()))
    _say(f"{len(pages):,} pages with tables")
    # A trial run shows which kinds the training pages give, so that all splits can have the same mix.
    _say("a trial for the mix of kinds")
    trial = _Maker(corpus, pages, Splitting(apart=apart, seed=seed), forms, seed)
    tried, assembly = trial.assemble("train", sizes[0], None)
    shares = assembly.mix() if tried else None
    maker = _Maker(corpus, pages, Splitting(apart=apart, seed=seed), forms, seed)
    claims: dict[str, list[MixedClaim]] = {}
    removed: list[JsonObject] = []
    # Training comes last, so that the small splits choose first among the pages that cells link to.
    for name, size in reversed([*zip(SPLITS, sizes, strict=True)]):
        # Claims beyond those of the trial would be of a few kinds only.
        most = min(size, len(tried)) if name == "train" else size
        claims[name], assembly = maker.assemble(name, most, shares)
        if len(claims[name]) < size:
            _say(f"\n{name}: the pages give {len(claims[name]):,} claims, fewer than the {size:,} asked for")
        removed += [
            {"title": title, "split": name, "elements": [*sorted(gone)]}
            for title, gone in sorted(assembly.ledger.removed.items())
            if gone
        ]
    return _write(out, {name: claims[name] for name in SPLITS}, removed, seed=seed)


class _Maker(NamedTuple):
    """What the splits share: the corpus, its pages, their splitting, the wordings and the seed."""

    corpus: Corpus
    pages: Sequence[Page]
    splitting: Splitting
    forms: Forms
    seed: int

    def assemble(self, name: str, size: int, shares: Mapping[str, float] | None) -> tuple[list[MixedClaim], Assembly]:
        own = [page for page in self.pages if self.splitting.of(page.title) == name]
        linked = partial(_linked_page, self.corpus, self.splitting, name, {page.title for page in self.pages})
        split = SplitPages(own, linked, lru_cache(maxsize=1 << 16)(partial(_introduction, self.corpus)), seed=self.seed)
        assembly = Assembly(split, self.forms, seed=self.seed, shares=shares)
        return assembly.claims(size, report=_progress(name)), assembly


def _introduction(corpus: Corpus, title: str) -> str:
    """The first two sentences of a page; empty if there is no such page."""
    page = corpus.page(title)
    return " ".join(sentence.text for sentence in islice(page.sentences(), 2)) if page is not None else ""


def _linked_page(corpus: Corpus, splitting: Splitting, name: str, subjects: Collection[str], title: str) -> Page | None:
    is_ours = splitting.may_take(title, name, is_subject=title in subjects)
    return corpus.page(title) if is_ours else None


def _write(out: Path, claims: dict[str, list[MixedClaim]], removed: list[JsonObject], *, seed: int) -> JsonObject:
    out.mkdir(parents=True, exist_ok=True)
    for name, found in claims.items():
        write_json_lines(out / f"{name}.jsonl", records(found))
    write_json_lines(out / REMOVED, removed)
    report: JsonObject = {
        "seed": seed,
        "splits": {name: claim_counts(found) for name, found in claims.items()},
        "claim_only": claim_only(claims, seed=seed) if claims["train"] else {},
    }
    (out / REPORT).write_text(json.dumps(report, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")
    return report


def read_forms() -> Forms:
    """The wordings of claims."""
    text = (files("veriscope.lab.lessons") / "data" / "mixed_benchmark.toml").read_text(encoding="utf-8")
    return tomllib.loads(text)


def pages_cited(paths: Iterable[Path]) -> set[str]:
    """The titles of the pages that the claims of some files cite."""
    return {
        piece.page
        for path in paths
        for located in read_labelled(path, form=DATASET_FORMATS[detect_format(path)])
        for group in located.claim.evidence
        for piece in group
    }


def _progress(name: str) -> Callable[[int, int], None]:
    def report(done: int, total: int) -> None:
        if done % 100 == 0 or done == total:
            sys.stderr.write(f"\r{name}: {done:,} of {total:,} claims")
            if done == total:
                sys.stderr.write("\n")

    return report


def _say(text: str) -> None:
    sys.stderr.write(f"{text}\n")
