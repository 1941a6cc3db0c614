"""What the TF-IDF retriever of the FEVER paper owes to its choices: title or not, inner product or cosine.

    python benchmarks/retrieval_peers/vector_variants.py CORPUS [--claims 2000] [--data ../shared/data] [--out FILE]

CORPUS is built from `fever/wiki-pages`. The claims are training claims whose gold sentences stand in it; one counts
when a page of its gold is among the first k (how the sentences group is not known there).
"""

import argparse
import gzip
import json
import random
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import scipy.sparse

from veriscope.corpus import Corpus
from veriscope.domain import Page
from veriscope.text import title_from_fever
from veriscope.text.ngrams import BIN_BITS, join_texts, ngram_bins

RESULT = Path(__file__).parents[1] / "runs" / "2026-11-15-two-core" / "vector_variants.json"
KS = (1, 5, 10)
BATCH = 5000


def training_claims(data: Path, *, count: int) -> list[tuple[str, set[str]]]:
    with gzip.open(data / "fever" / "train.jsonl.gz", "rt", encoding="utf-8") as file:
        claims = [
            (row["claim"], {title_from_fever(piece[0]) for piece in row["evidence"]})
            for row in map(json.loads, file)
            if row["label"] != "NOT ENOUGH INFO" and row["evidence"] and all(row["evidence"])
        ]
    return random.Random(1).sample(claims, min(count, len(claims)))


def text_of(page: Page, *, with_title: bool) -> str:
    sentences = [sentence.text for sentence in page.sentences()]
    return join_texts([page.title, *sentences] if with_title else sentences)


def log_counts(corpus: Corpus, *, with_title: bool) -> tuple[list[str], scipy.sparse.csr_matrix]:
    """The titles, and log(1 + count) for each bin and page."""
    titles: list[str] = []
    bins, numbers, counts = [], [], []
    for pages in _batches(corpus.pages()):
        found = ngram_bins([text_of(page, with_title=with_title) for page in pages])
        keys = found.bins.astype(np.int64) << 32 | (found.texts + len(titles))
        hits, times = np.unique(keys, return_counts=True)
        bins.append((hits >> 32).astype(np.int32))
        numbers.append((hits & 0xFFFFFFFF).astype(np.int32))
        counts.append(np.log1p(np.minimum(times, 255).astype(np.float32)))
        titles += [page.title for page in pages]
    places = (np.concatenate(bins), np.concatenate(numbers))
    return titles, scipy.sparse.csr_matrix((np.concatenate(counts), places), shape=(1 << BIN_BITS, len(titles)))


def _batches(pages: Iterator[Page]) -> Iterator[list[Page]]:
    batch: list[Page] = []
    for page in pages:
        batch.append(page)
        if len(batch) == BATCH:
            yield batch
            batch = []
    if batch:
        yield batch


def shares(titles: list[str], matrix: scipy.sparse.csr_matrix, claims, *, by_cosine: bool) -> dict[str, float]:
    frequencies = np.diff(matrix.indptr)
    idf = np.maximum(np.log((len(titles) - frequencies + 0.5) / (frequencies + 0.5)), 0)
    weights = matrix.data * np.repeat(idf, frequencies).astype(np.float32)
    lengths = np.sqrt(np.bincount(matrix.indices, weights**2, minlength=len(titles))) if by_cosine else 1
    hits = dict.fromkeys(KS, 0)
    for text, gold in claims:
        scores = np.zeros(len(titles))
        for number, count in Counter(ngram_bins([text]).bins.tolist()).items():
            own = slice(matrix.indptr[number], matrix.indptr[number + 1])
            scores[matrix.indices[own]] += weights[own] * (np.log1p(count) * idf[number])
        scores /= np.maximum(lengths, 1e-9)
        best = np.argpartition(-scores, max(KS))[: max(KS)]
        ranked = [titles[number] for number in best[np.argsort(-scores[best], kind="stable")]]
        for k in KS:
            hits[k] += not gold.isdisjoint(ranked[:k])
    return {str(k): round(count / len(claims), 4) for k, count in hits.items()}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("corpus", type=Path)
    parser.add_argument("--claims", type=int, default=2000)
    parser.add_argument("--data", type=Path, default=Path("../shared/data"))
    parser.add_argument("--out", type=Path, default=RESULT)
    arguments = parser.parse_args()
    claims = training_claims(arguments.data, count=arguments.claims)
    result: dict[str, object] = {"claims": len(claims)}
    with Corpus.open(arguments.corpus) as corpus:
        for with_title in (True, False):
            titles, matrix = log_counts(corpus, with_title=with_title)
            for by_cosine in (False, True):
                name = f"{'with' if with_title else 'without'} title, {'cosine' if by_cosine else 'product'}"
                result[name] = shares(titles, matrix, claims, by_cosine=by_cosine)
                print(name, result[name], flush=True)
    arguments.out.write_text(json.dumps(result, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
