"""A trained verdict model on given evidence: FEVER's gold text, and claims made to break models.

    python benchmarks/verdict_targets/given_text.py MODEL_FOLDER OUT_FOLDER [--model NAME] [--data ../shared/data]
                                                    [--sample N]

Writes one file a data set into OUT_FOLDER, named after it: what `veriscope eval verdict --model-folder … --json` says,
with the command, the commit, the time and the memory. `--sample` takes only so many rows of each, drawn at random.
"""

import argparse
import json
import lzma
import random
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "measuring"))

from commands import report_of, run
from version import commit

SETS = {
    "gold_text": "fever/dev_gold_text.jsonl",
    "symmetric": "robustness/fever_symmetric_dev.jsonl",
    "fool_me_twice": "robustness/foolmetwice_dev.jsonl",
    "feverous_sentences": "feverous/dev_sentences_text.jsonl",
    "vitaminc": "claims/vitaminc_dev.jsonl.xz",
}


def sampled(data: Path, folder: Path, *, rows: int) -> Path:
    """A file of the same name with so many rows of it."""
    with (lzma.open if data.suffix == ".xz" else open)(data, "rt", encoding="utf-8") as stream:
        lines = stream.read().splitlines()
    chosen = sorted(random.Random(0).sample(range(len(lines)), min(rows, len(lines))))
    taken = folder / data.name.removesuffix(".xz")
    taken.write_text("".join(f"{lines[place]}\n" for place in chosen), encoding="utf-8")
    return taken


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("model_folder", type=Path)
    parser.add_argument("out_folder", type=Path)
    parser.add_argument("--model", default="encoder")
    parser.add_argument("--data", type=Path, default=Path("../shared/data"))
    parser.add_argument("--sample", type=int, default=0, metavar="N")
    asked = parser.parse_args()
    asked.out_folder.mkdir(parents=True, exist_ok=True)
    for name, file in SETS.items():
        made_with = commit()
        with tempfile.TemporaryDirectory() as folder:
            data = asked.data / file
            rows = sampled(data, Path(folder), rows=asked.sample) if asked.sample else data
            model = ("--verdict", asked.model, "--model-folder", asked.model_folder)
            report = report_of(run("eval", "verdict", "--data", rows, "--json", *model)) | {"commit": made_with}
        out = asked.out_folder / f"{Path(file).stem}.json"
        out.write_text(json.dumps(report, indent=1) + "\n", encoding="utf-8")
        print(f"{name}: {report['claims']} rows, accuracy {report['accuracy']:.4f}, {out}", flush=True)


if __name__ == "__main__":
    main()
