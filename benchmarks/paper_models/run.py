"""The papers' models on claims whose evidence is given as text: FEVER's gold, and claims made to break models.

    python benchmarks/paper_models/run.py --models FOLDER [--data ../shared/data] [--out RESULT.json]

FOLDER is that of `benchmarks/reproductions/run.py --models`. Every figure comes from `veriscope eval verdict`; what the
result has already is not measured again.
"""

import argparse
import json
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
RESULT = ROOT / "benchmarks" / "runs" / "2026-11-15-two-core" / "paper_models.json"
SETS = (
    "fever/dev_gold_text.jsonl",
    "robustness/fever_symmetric_dev.jsonl",
    "robustness/foolmetwice_dev.jsonl",
    "feverous/dev_sentences_text.jsonl",
)
KEPT = ("accuracy", "accuracy_three_way", "macro_f1", "per_label", "ece")


def measure(model: Path, data: Path) -> dict:
    """What `eval verdict` says, without intervals."""
    kind = json.loads((model / "model.json").read_text(encoding="utf-8"))["kind"]
    words = ["eval", "verdict", "--data", data, "--verdict", kind, "--model-folder", model, "--resamples", 0, "--json"]
    command = [sys.executable, "-m", "veriscope", *map(str, words)]
    report = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
    return {name: report[name] for name in KEPT}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--models", type=Path)
    parser.add_argument("--data", type=Path, default=ROOT.parent / "shared" / "data")
    parser.add_argument("--out", type=Path, default=RESULT)
    asked = parser.parse_args()
    if asked.models is None:
        print("left out: name the --models that benchmarks/reproductions/run.py trained")
        return
    results = json.loads(asked.out.read_text(encoding="utf-8")) if asked.out.exists() else {}
    for header in sorted(asked.models.glob("*/model.json")):
        for name in SETS:
            own = results.setdefault(header.parent.name, {})
            if name not in own:
                own[name] = measure(header.parent, asked.data / name)
                asked.out.write_text(json.dumps(results, indent=1) + "\n", encoding="utf-8")
                print(f"{header.parent.name}, {name}: {own[name]['accuracy']:.4f}", flush=True)


if __name__ == "__main__":
    main()
