"""The term vectors of two versions of the program beside each other: top tens, time of a query, build, size.

    PYTHONPATH=TREE/src python benchmarks/retrieval_peers/term_vectors.py run CORPUS --out FILE [--build] [--claims 500]
    python benchmarks/retrieval_peers/term_vectors.py compare BEFORE AFTER [--out RESULT.json]

CORPUS is built from `fever/wiki-pages`. `run` asks claims of `fever/dev.jsonl`, drawn with a fixed seed, with the
program of TREE; with `--build` it makes the vectors anew before. `compare` takes the files of two runs.
"""

import argparse
import json
import random
import resource
import shutil
import statistics
import time
from pathlib import Path

RESULT = Path(__file__).parents[1] / "runs" / "2026-11-18-two-core" / "term_vectors.json"
WARM_UP = 32


def run(arguments: argparse.Namespace) -> dict[str, object]:
    from veriscope.corpus import Corpus  # noqa: PLC0415

    lines = (arguments.data / "fever" / "dev.jsonl").read_text(encoding="utf-8").splitlines()
    claims = [json.loads(line)["claim"] for line in random.Random(1).sample(lines, arguments.claims)]
    result = build(arguments.corpus) if arguments.build else {}
    with Corpus.open(arguments.corpus) as corpus:
        started = time.perf_counter()
        vectors = corpus.page_vectors
        result["open_ms"] = round((time.perf_counter() - started) * 1000, 1)
        for claim in claims[:WARM_UP]:
            vectors.nearest(claim, limit=10)
        # Processor time, the fastest of three: other work on the machine counts little.
        times, found = [], []
        for claim in claims:
            asked = []
            for _ in range(3):
                started = time.process_time()
                pages = vectors.nearest(claim, limit=10)
                asked.append((time.process_time() - started) * 1000)
            times.append(min(asked))
            found.append([page.title for page in pages])
    result["processor_ms"] = {
        "median": round(statistics.median(times), 3),
        "p95": round(statistics.quantiles(times, n=20)[-1], 3),
    }
    result["mib_on_disk"] = round(sum(map(size, (arguments.corpus / "index").glob(arguments.files))) / 2**20, 1)
    return {**result, "claims": claims, "found": found}


def build(corpus: Path) -> dict[str, object]:
    """Make the vectors anew in one process; what that costs."""
    from veriscope.corpus import Corpus  # noqa: PLC0415

    started = time.process_time()
    for folder in (corpus / "index").glob("vectors.pages.*/"):
        shutil.rmtree(folder)
    with Corpus.open(corpus) as opened:
        _ = opened.page_vectors
    return {
        "build_processor_s": round(time.process_time() - started, 1),
        "build_peak_mib": round(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024),
    }


def size(path: Path) -> int:
    return sum(file.stat().st_size for file in path.rglob("*") if file.is_file())


def compare(arguments: argparse.Namespace) -> dict[str, object]:
    before, after = (json.loads(path.read_text()) for path in (arguments.before, arguments.after))
    assert before["claims"] == after["claims"]
    pairs = list(zip(before["found"], after["found"], strict=True))
    figures = [
        {name: value for name, value in one.items() if name not in {"claims", "found"}} for one in (before, after)
    ]
    return {
        "claims": len(pairs),
        "identical_top_tens": sum(old == new for old, new in pairs) / len(pairs),
        "same_first_page": sum(old[:1] == new[:1] for old, new in pairs) / len(pairs),
        "before": figures[0],
        "after": figures[1],
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    steps = parser.add_subparsers(required=True)
    one = steps.add_parser("run")
    one.add_argument("corpus", type=Path)
    one.add_argument("--files", default="vectors.pages.*", help="what to count in the corpus's index folder")
    one.add_argument("--build", action="store_true")
    one.add_argument("--claims", type=int, default=500)
    one.add_argument("--data", type=Path, default=Path("../shared/data"))
    one.set_defaults(step=run)
    both = steps.add_parser("compare")
    both.add_argument("before", type=Path)
    both.add_argument("after", type=Path)
    both.set_defaults(step=compare)
    for step in (one, both):
        step.add_argument("--out", type=Path, default=RESULT)
    arguments = parser.parse_args()
    result = arguments.step(arguments)
    arguments.out.write_text(json.dumps(result, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
