"""Which boosts, k1 and b suit the retriever `bm25`: a grid over training claims, never over the dev claims.

    python benchmarks/bm25_settings/run.py CORPUS [--claims 800] [--data ../shared/data] [--out RESULT.json]

CORPUS is built from `fever/wiki-pages`. The pool of the best 50 pages is scored anew with each
setting, as the retriever does.
"""

import argparse
import itertools
import json
import random
from pathlib import Path

from veriscope.corpus import Corpus, TermWeights
from veriscope.datasets.training_claims import read_aligned_claims
from veriscope.retrieval.bm25 import Bm25Settings, _bag, _rescore

RESULT = Path(__file__).parents[1] / "runs" / "2026-11-15-two-core" / "bm25_settings.json"
GRID = {"k1": (0.4, 0.8, 1.2, 2.0), "b": (0.1, 0.3, 0.5, 0.75), "title": (1.0, 2.0, 3.0)}
DEPTHS = (1, 5, 10)
POOL = 50


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("corpus", type=Path)
    parser.add_argument("--claims", type=int, default=800)
    parser.add_argument("--data", type=Path, default=Path("../shared/data"))
    parser.add_argument("--out", type=Path, default=RESULT)
    arguments = parser.parse_args()
    claims = [c for c in read_aligned_claims(arguments.data / "fever" / "train.jsonl.gz") if len(c.pages()) == 1]
    random.Random(5).shuffle(claims)
    corpus = Corpus.open(arguments.corpus)
    weights = TermWeights(corpus.search_index)
    settings = [Bm25Settings(k1, b, title) for k1, b, title in itertools.product(*GRID.values())]
    hits = {setting: dict.fromkeys(DEPTHS, 0) for setting in settings}
    for claim in claims[: arguments.claims]:
        asked = weights.weigh(claim.text)
        terms = dict.fromkeys(asked.idf, 1.0)
        for title in GRID["title"]:
            found = corpus.search_index.best_pages(terms, fields={"title": title, "body": 1.0}, limit=POOL)
            bags = [_bag(asked, corpus.page(page.title)) for page in found]
            for setting in (setting for setting in settings if setting.title == title):
                ranked = [page.title for page in _rescore(asked, bags, setting)]
                for depth in DEPTHS:
                    hits[setting][depth] += claim.pages() <= set(ranked[:depth])
    rows = [
        {
            **{name: getattr(setting, name) for name in GRID},
            **{f"@{k}": round(n / arguments.claims, 4) for k, n in found.items()},
        }
        for setting, found in hits.items()
    ]
    rows.sort(key=lambda row: -(row["@1"] + row["@5"]))
    arguments.out.write_text(json.dumps({"claims": arguments.claims, "rows": rows}, indent=1) + "\n", encoding="utf-8")
    for row in rows[:8] + [row for row in rows if (row["k1"], row["b"], row["title"]) == (1.2, 0.75, 2.0)]:
        print(row)


if __name__ == "__main__":
    main()
