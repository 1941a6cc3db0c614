"""Claims against documents of their own: is each supported by them? Each file by the command that a user would type.

    python benchmarks/grounding/run.py [NAME...] [--rows N] [--seed SEED] [--config FILE.toml]
                                       [--data ../shared/data] [--out RESULT.json]

NAME is one of the files below, or `fifty_passages`: how long `Verifier.from_texts` takes to be ready, once the models
are loaded. Without a name, all are run. `--rows` draws that many rows of each file by the seed; 0, the
default, takes all. Without `--out` nothing is kept; results that the file holds of other names stay there. No threshold
is tuned. Each result tells its command and the commit it was made with.
"""

import argparse
import json
import statistics
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "measuring"))

from commands import report_of, run
from measurements import Report
from version import commit

from veriscope import Verifier
from veriscope.datasets import GroundingRow, read_grounding_rows

FILES = {
    "wice": "wice_dev.jsonl.xz",
    "summedits": "summedits_dev.jsonl.xz",
    "lfqa_verification": "lfqa_verification_dev.jsonl.xz",
    "frank": "frank_dev.jsonl.xz",
}
PASSAGES = "fifty_passages"
_TIMES = 20
_SHOWN = ("claims", "accuracy", "balanced_accuracy", "auroc", "ece")


def measured(name: str, asked: argparse.Namespace) -> Report:
    """What `eval grounding` says of a file, or of some of its rows."""
    made_with = commit()
    data = asked.data / "grounding" / FILES[name]
    drawn = ("--sample", asked.rows, "--seed", asked.seed) if asked.rows else ()
    config = ("--config", asked.config) if asked.config else ()
    return {**report_of(run("eval", "grounding", "--data", data, *drawn, *config, "--json")), "commit": made_with}


def fifty_passages(asked: argparse.Namespace) -> Report:
    """The time until a verifier over the first fifty texts of each file is ready; a first one loads the models."""
    made_with = commit()
    report: Report = {}
    for name, file in FILES.items():
        rows = [row for row in read_grounding_rows(asked.data / "grounding" / file) if isinstance(row, GroundingRow)]
        texts = list(dict.fromkeys(text for row in rows for text in row.documents))[:50]
        times_ms = [milliseconds_to_open(texts) for _ in range(_TIMES + 1)][1:]
        report[name] = {
            "texts": len(texts),
            "characters": sum(map(len, texts)),
            "median_ms": statistics.median(times_ms),
            "slowest_ms": max(times_ms),
        }
    return {**report, "times": _TIMES, "commit": made_with}


def milliseconds_to_open(texts: list[str]) -> float:
    started = time.perf_counter()
    with Verifier.from_texts(texts):
        return (time.perf_counter() - started) * 1000


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", metavar="NAME", help=", ".join((*FILES, PASSAGES)))
    parser.add_argument("--rows", type=int, default=0, metavar="N")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--config", type=Path)
    parser.add_argument("--data", type=Path, default=Path("../shared/data"))
    parser.add_argument("--out", type=Path)
    asked = parser.parse_args()
    known = (*FILES, PASSAGES)
    unknown = [name for name in asked.names if name not in known]
    if unknown:
        parser.error(f"no measurement named {unknown[0]!r}; choose among: {', '.join(known)}")
    report: dict[str, object] = {}
    for name in asked.names or known:
        report[name] = found = fifty_passages(asked) if name == PASSAGES else measured(name, asked)
        print(name, json.dumps(found if name == PASSAGES else {key: found[key] for key in _SHOWN}), flush=True)
    if asked.out:
        kept = json.loads(asked.out.read_text(encoding="utf-8")) if asked.out.exists() else {}
        asked.out.parent.mkdir(parents=True, exist_ok=True)
        asked.out.write_text(json.dumps({**kept, **report}, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
