"""Makes a benchmark of sentence, cell and combined evidence from the pages of a corpus.

It writes `train.jsonl`, `dev.jsonl` and `test.jsonl` in FEVEROUS's claim format, `removed.jsonl` (the elements that the
pages must not show, for claims that nothing decides) and `report.json`. No page gives evidence to two of the files.
"""

import argparse
import json
import sys
import tomllib
from collections.abc import Callable, Collection, Iterable, Sequence
from functools import partial
from importlib.resources import files
from pathlib import Path

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
    splitting, forms = Splitting(apart=apart, seed=seed), read_forms()
    pages = list(pages_with_tables(corpus.pages()))
    _say(f"{len(pages):,} pages with tables")
    claims: dict[str, list[MixedClaim]] = {}
    removed: list[JsonObject] = []
    subjects = {page.title for page in pages}
    # Training comes last: the small splits choose first among the pages that cells link to.
    for name, size in reversed([*zip(SPLITS, sizes, strict=True)]):
        own = [page for page in pages if splitting.of(page.title) == name]
        linked = partial(_linked_page, corpus, splitting, name, subjects)
        assembly = Assembly(Material(own, linked, seed=seed), forms, seed=seed)
        claims[name] = assembly.claims(size, report=_progress(name))
        if len(claims[name]) < size:
            _say(f"\n{name}: the pages give {len(claims[name]):,} claims, fewer than the {size:,} asked for")
        removed += [
            {"title": title, "split": name, "elements": [*sorted(gone)]}
            for title, gone in sorted(assembly.ledger.removed.items())
            if gone
        ]
    return _write(out, {name: claims[name] for name in SPLITS}, removed, seed=seed)


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
