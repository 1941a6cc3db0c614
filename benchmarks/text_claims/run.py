"""Counts how the rules that read claims and texts fare on real sentences: what they refuse, and whom pronouns become.

    python benchmarks/text_claims/run.py [RESULT.json]

Claims: the training claims of FEVER, all of them statements, so whatever is refused is a mistake. Pronouns:
introductions of Wikipedia, every 30th page, where a pronoun mostly stands for the page's subject. A name that shares no
word with the title counts as wrong, though it may be right: the same thing under another name, or somebody else.
"""

import json
import platform
import sys
import time
from collections import Counter
from itertools import islice
from pathlib import Path

from veriscope.corpus.sources.fever_pages import FeverPages
from veriscope.corpus.sources.records import RawRecord
from veriscope.datasets import read_claims
from veriscope.pipeline.claim_reading import read_claim
from veriscope.pipeline.text_claims import LeftOut, TextClaim, find_claims
from veriscope.text import detokenise, without_qualifier, words

DATA = Path(__file__).resolve().parents[3] / "shared" / "data" / "fever"
EVERY = 30


def refused_claims() -> dict:
    counts: Counter[str] = Counter()
    total = 0
    for claim in read_claims(DATA / "train.jsonl.gz"):
        total += 1
        read = read_claim(claim)
        counts["refused"] += bool(read.unfit)
        counts["changed by cleaning"] += bool(read.notes)
    return {"claims": total, **counts}


def pronouns() -> dict:
    counts: Counter[str] = Counter()
    left_out: Counter[str] = Counter()
    started = time.perf_counter()
    for title, text in islice(introductions(), 0, None, EVERY):
        known = set(words(without_qualifier(title)))
        counts["pages"] += 1
        for part in find_claims(text):
            counts["sentences"] += 1
            if isinstance(part, TextClaim):
                counts["claims"] += 1
                for _, name in part.replaced:
                    counts["pronouns replaced"] += 1
                    counts["by a name that shares a word with the title"] += bool(known & set(words(name)))
            else:
                left_out[part.why.name.lower()] += 1
    elapsed_s = time.perf_counter() - started
    replaced, unclear = counts["pronouns replaced"], left_out[LeftOut.UNCLEAR.name.lower()]
    return {
        **counts,
        "left_out": dict(left_out.most_common()),
        "precision": round(counts["by a name that shares a word with the title"] / replaced, 4),
        "replaced_of_all_that_need_it": round(replaced / (replaced + unclear), 4),
        "sentences_per_second": round(counts["sentences"] / elapsed_s),
    }


def introductions():
    """Title and running text of pages, their tokens joined again."""
    source = FeverPages()
    for path in sorted((DATA / "wiki-pages").iterdir()):
        for record in source.records(path):
            page = source.parse(record).page if isinstance(record, RawRecord) else None
            if page is not None:
                yield page.title, " ".join(detokenise(sentence.text) for sentence in page.sentences())


def main() -> None:
    result = {
        "machine": f"{platform.machine()}, Python {platform.python_version()}",
        "claims": refused_claims(),
        "pronouns": pronouns(),
    }
    text = json.dumps(result, indent=2)
    if len(sys.argv) > 1:
        Path(sys.argv[1]).write_text(text + "\n", encoding="utf-8")
    print(text)


if __name__ == "__main__":
    main()
