"""How soon fifty passages are ready to be checked against, once the models are loaded.

    python benchmarks/grounding/ready.py --out RESULT.json [--runs 11]

The passages are introductions of the atlas, as files in a folder and as texts. `ready` is the time until a verifier is
open over them, `first` the time of its first check, which makes the search index.
"""

import argparse
import json
import platform
import statistics
import sys
import tempfile
import time
from itertools import islice
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "measuring"))

from version import commit

from veriscope import Verifier

PASSAGES = 50


def passages():
    with Verifier() as verifier:
        pages = islice((page for page in verifier.corpus.pages() if any(page.sentences())), PASSAGES)
        return [(page.title, " ".join(sentence.text for sentence in page.sentences())) for page in pages]


def timed(make, claims):
    """The medians of both times in ms; every run checks another claim, since models keep what they have read."""
    ready, first = [], []
    for claim in claims:
        started = time.perf_counter()
        with make() as verifier:
            ready.append((time.perf_counter() - started) * 1000)
            verifier.check(claim)
            first.append((time.perf_counter() - started) * 1000 - ready[-1])
    return {"ready_ms": round(statistics.median(ready), 1), "first_check_ms": round(statistics.median(first), 1)}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--runs", type=int, default=11)
    asked = parser.parse_args()
    texts = passages()
    claims = [f"{text.split('. ')[0]}." for _, text in texts]
    shares = [claims[place::4][: asked.runs] for place in range(3)]
    with tempfile.TemporaryDirectory() as name:
        for place, (title, text) in enumerate(texts):
            Path(name, f"{place:02d}.txt").write_text(f"{title}\n\n{text}\n", encoding="utf-8")
        with Verifier.from_texts(texts) as verifier:
            verifier.check(claims[3])
            given = timed(lambda: _Given(verifier, texts), shares[0])
        result = {
            "machine": f"2 cores with other work, Python {platform.python_version()}",
            "passages": len(texts),
            "characters": sum(len(text) for _, text in texts),
            "runs": asked.runs,
            "files": timed(lambda: Verifier.from_files(name), shares[1]),
            "texts": timed(lambda: Verifier.from_texts(texts), shares[2]),
            "evidence_of_one_call": given,
            "commit": commit(),
        }
    asked.out.write_text(json.dumps(result, indent=1) + "\n", encoding="utf-8")
    print(json.dumps(result, indent=1))


class _Given:
    """Stands for a verifier whose one check brings its own evidence."""

    def __init__(self, verifier, texts):
        self._verifier, self._texts = verifier, texts

    def __enter__(self):
        return self

    def __exit__(self, *exception):
        pass

    def check(self, claim):
        return self._verifier.check(claim, evidence=self._texts)


if __name__ == "__main__":
    main()
