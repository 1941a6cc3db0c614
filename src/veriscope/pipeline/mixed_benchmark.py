"""Makes a benchmark of sentence, cell and combined evidence from the pages of a corpus.

It writes `train.jsonl`, `dev.jsonl` and `test.jsonl` in FEVEROUS's claim format, `removed.jsonl` (the elements that the
pages must not show, for claims that nothing decides) and `report.json`. No page gives evidence to two of the files.
"""

import argparse
import json
import sys
import tomllib
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import lru_cache, partial
from importlib.resources import files
from itertools import islice
from pathlib import Path
from typing import NamedTuple

from veriscope.corpus import Corpus
from veriscope.datasets import DATASET_FORMATS
from veriscope.datasets.atomic import write_json_lines
from veriscope.datasets.claim_formats import read_labelled
from veriscope.datasets.detect import detect_format
from veriscope.datasets.json_lines import JsonObject
from veriscope.domain import Page
from veriscope.errors import UsageError, VeriscopeError
from veriscope.pipeline.mixed_benchmark_assembly import Assembly, MixedClaim
from veriscope.pipeline.mixed_benchmark_records import records
from veriscope.pipeline.mixed_benchmark_report import claim_only, counted
from veriscope.pipeline.mixed_benchmark_split import SPLITS, Material, Splitting, pages_with_tables
from veriscope.pipeline.mixed_benchmark_table_claims import Forms
from veriscope.pipeline.starter_corpus import open_corpus

REMOVED = "removed.jsonl"
REPORT = "report.json"


def main(arguments: Sequence[str] | None = None) -> int:
    """The command line; what goes wrong is said in one line."""
    asked = _parser().parse_args(arguments)
    try:
        with open_corpus(asked.corpus) as corpus:
            report = make_benchmark(
                corpus, asked.out, sizes=asked.sizes, apart=pages_cited(asked.apart), seed=asked.seed
            )
    except VeriscopeError as error:
        sys.stderr.write(f"error: {error}\n")
        return 2 if isinstance(error, UsageError) else 1
    print(json.dumps(report, indent=2, ensure_ascii=False))  # noqa: T201 - the result of the command
    return 0


def make_benchmark(corpus: Corpus, out: Path, *, sizes: Sequence[int], apart: Iterable[str], seed: int) -> JsonObject:
    """Writes the files into `out`; returns the report."""
    if len(sizes) != len(SPLITS) or min(sizes) < 0:
        raise UsageError(f"sizes are three counts, for {', '.join(SPLITS)}; found {list(sizes)}")
    forms, apart = read_forms(), sorted(apart)
    pages = list(pages_with_tables(corpus.pages()))
    _say(f"{len(pages):,} pages with tables")
    # A trial tells which kinds the training pages give, so that all the splits can have the same mix.
    _say("a trial for the mix of kinds")
    trial = _Maker(corpus, pages, Splitting(apart=apart, seed=seed), forms, seed)
    tried, assembly = trial.assembled("train", sizes[0], None)
    shares = assembly.mix() if tried else None
    maker = _Maker(corpus, pages, Splitting(apart=apart, seed=seed), forms, seed)
    claims: dict[str, list[MixedClaim]] = {}
    removed: list[JsonObject] = []
    # Training comes last: the small splits choose first among the pages that cells link to.
    for name, size in reversed([*zip(SPLITS, sizes, strict=True)]):
        # More than the trial gave could be had of a few kinds only.
        most = min(size, len(tried)) if name == "train" else size
        claims[name], assembly = maker.assembled(name, most, shares)
        if len(claims[name]) < size:
            _say(f"\n{name}: the pages give {len(claims[name]):,} claims, fewer than the {size:,} asked for")
        removed += [
            {"title": title, "split": name, "elements": [*sorted(gone)]}
            for title, gone in sorted(assembly.ledger.removed.items())
            if gone
        ]
    return _write(out, {name: claims[name] for name in SPLITS}, removed, seed=seed)


class _Maker(NamedTuple):
    """What the claims of every split are made with."""

    corpus: Corpus
    pages: Sequence[Page]
    splitting: Splitting
    forms: Forms
    seed: int

    def assembled(self, name: str, size: int, shares: Mapping[str, float] | None) -> tuple[list[MixedClaim], Assembly]:
        own = [page for page in self.pages if self.splitting.of(page.title) == name]
        linked = partial(_linked_page, self.corpus, self.splitting, name, {page.title for page in self.pages})
        material = Material(
            own, linked, lru_cache(maxsize=1 << 16)(partial(_introduction, self.corpus)), seed=self.seed
        )
        assembly = Assembly(material, self.forms, seed=self.seed, shares=shares)
        return assembly.claims(size, report=_progress(name)), assembly


def _introduction(corpus: Corpus, title: str) -> str:
    """What a page begins with; nothing where there is none."""
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
        "splits": {name: counted(found) for name, found in claims.items()},
        "claim_only": claim_only(claims, seed=seed) if claims["train"] else {},
    }
    (out / REPORT).write_text(json.dumps(report, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")
    return report


def read_forms() -> Forms:
    """How claims are worded."""
    text = (files("veriscope.pipeline") / "data" / "mixed_benchmark.toml").read_text(encoding="utf-8")
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


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m veriscope.pipeline.mixed_benchmark",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--corpus", type=Path, required=True, help="a corpus folder; `starter` is the embedded atlas")
    parser.add_argument("--out", type=Path, required=True, help="the folder to write to")
    parser.add_argument(
        "--sizes", type=int, nargs=3, default=(12_000, 1_500, 1_500), metavar=("TRAIN", "DEV", "TEST"), help="claims"
    )
    parser.add_argument(
        "--apart",
        type=Path,
        nargs="*",
        default=[],
        metavar="CLAIMS",
        help="claim files that are measured with: the pages they cite give no training claims",
    )
    parser.add_argument("--seed", type=int, default=5)
    return parser


if __name__ == "__main__":
    sys.exit(main())
