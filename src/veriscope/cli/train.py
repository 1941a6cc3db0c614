"""`veriscope train`: trains the models of the papers, and counts what claims give away on their own."""

from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import Annotated

import typer

from veriscope.cli.output import print_json, print_table, talk
from veriscope.cli.progress import Update, progress
from veriscope.cli.train_feverous import feverous
from veriscope.cli.train_verdict import verdict
from veriscope.datasets import counted
from veriscope.errors import MissingExtraError, UsageError, VeriscopeError
from veriscope.pipeline.nei_evidence import NeiStrategy
from veriscope.pipeline.paper_training import PairsPlan, Report, described, gather_pairs, run_name
from veriscope.pipeline.train_claim_only import ClaimOnlySettings, train_claim_only
from veriscope.pipeline.train_word_label_pmi import WordLabelTable, count_word_labels
from veriscope.pipeline.training_pairs import Pairs, read_claim_texts
from veriscope.verdict.model_files import MODEL_FILE, ModelFiles

app = typer.Typer(
    name="train", help="Train verdict models; most need the extra `train`.", no_args_is_help=True, rich_markup_mode=None
)
app.command()(verdict)
app.command()(feverous)

Claims = Annotated[
    Path,
    typer.Option("--claims", metavar="FILE", help="Rows of id, claim, label and evidence_text (a text or a list)."),
]
CorpusFolder = Annotated[
    Path, typer.Option("--corpus", metavar="DIR", help="The corpus that evidence for NOT ENOUGH INFO is drawn from.")
]
Out = Annotated[Path, typer.Option("--out", metavar="DIR", help="The model's folder; a stopped run goes on from it.")]
Nei = Annotated[
    NeiStrategy,
    typer.Option(
        "--nei",
        help="Evidence for NOT ENOUGH INFO: a sentence of the page nearest to the claim by `tfidf`, or of any page.",
    ),
]
Seed = Annotated[int, typer.Option("--seed", min=0, help="Seed of all that is drawn at random.")]
PairCount = Annotated[int, typer.Option("--pairs", min=0, help="Learn from so many pairs, drawn at random; 0: all.")]
Epochs = Annotated[int, typer.Option("--epochs", min=1, help="Pass over the pairs so many times at most.")]
Patience = Annotated[
    int, typer.Option("--patience", min=1, help="Stop after so many epochs without gain on pairs held out.")
]
AsJson = Annotated[bool, typer.Option("--json", help="Print one JSON object instead of tables.")]


@app.command("fever-mlp")
def fever_mlp(
    *,
    claims: Claims,
    corpus: CorpusFolder,
    out: Out,
    nei: Nei = NeiStrategy.NEARESTP,
    seed: Seed = 0,
    pairs: PairCount = 0,
    epochs: Epochs = 90,
    patience: Patience = 8,
    as_json: AsJson = False,
) -> None:
    """Train the FEVER paper's perceptron on term frequencies and TF-IDF cosine (Riedel et al. 2017).

    Example: veriscope train fever-mlp --claims train.jsonl.gz --corpus wiki --nei nearestp --out models/mlp-nearestp
    """
    _check_start(out, what="train fever-mlp")
    from veriscope.pipeline.torch_training import TrainingPlan, TrainingRun, finish  # noqa: PLC0415 - needs torch
    from veriscope.pipeline.train_fever_mlp import MlpSettings, train_fever_mlp  # noqa: PLC0415

    chosen = PairsPlan(claims, corpus, nei, seed, pairs=pairs)
    plan, settings = TrainingPlan(epochs, patience, seed), MlpSettings()
    gathered = _gather(chosen)
    with _training("steps") as update:
        run = TrainingRun(out, run_name(chosen, gathered, settings), _counting(update))
        files, fitted = train_fever_mlp(gathered, plan, settings=settings, run=run)
    _write(described(files, chosen, fitted.scores), out, gathered, as_json=as_json)
    finish(out)


@app.command("decomposable-attention")
def decomposable_attention(
    *,
    out: Out,
    claims: Annotated[Path | None, typer.Option(metavar="FILE", help="As for fever-mlp; needs --corpus.")] = None,
    corpus: Annotated[Path | None, typer.Option(metavar="DIR", help="As for fever-mlp; needs --claims.")] = None,
    inference: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Learn from rows of premise, hypothesis and label only, instead of claims."),
    ] = None,
    vectors: Annotated[
        str, typer.Option(metavar="NAME", help="Word vectors: `glove`, `random`, or a file in GloVe's form.")
    ] = "glove",
    nei: Nei = NeiStrategy.NEARESTP,
    seed: Seed = 0,
    pairs: PairCount = 0,
    epochs: Epochs = 140,
    patience: Patience = 20,
    as_json: AsJson = False,
) -> None:
    """Train decomposable attention (Parikh et al. 2016) with the settings of the FEVER paper.

    Example: veriscope train decomposable-attention --inference pairs.jsonl.xz --out models/da-nli
    """
    chosen = PairsPlan(_attention_source(claims, corpus, inference), corpus, nei, seed, pairs=pairs)
    _check_start(out, what="train decomposable-attention")
    from veriscope.pipeline.pretrained_vectors import load_word_vectors  # noqa: PLC0415 - needs torch
    from veriscope.pipeline.torch_training import TrainingPlan, TrainingRun, finish  # noqa: PLC0415
    from veriscope.pipeline.train_decomposable_attention import (  # noqa: PLC0415
        AttentionSettings,
        train_decomposable_attention,
    )

    plan, settings = TrainingPlan(epochs, patience, seed), AttentionSettings()
    gathered = _gather(chosen)
    words = load_word_vectors(vectors, gathered.learned, seed=seed)
    with _training("steps") as update:
        run = TrainingRun(out, run_name(chosen, gathered, settings, vectors), _counting(update))
        files, fitted = train_decomposable_attention(gathered, plan, settings=settings, words=words, run=run)
    files.settings["vectors"] = vectors
    _write(described(files, chosen, fitted.scores), out, gathered, as_json=as_json)
    finish(out)


@app.command("claim-only")
def claim_only(*, claims: Claims, out: Out, seed: Seed = 0, as_json: AsJson = False) -> None:
    """Train a model that reads nothing but the claim: what it gets right, the claims give away.

    Logistic regression over words and pairs of words; needs no extra.
    """
    _check_start(out)
    read = list(read_claim_texts(claims))
    files = train_claim_only(read, ClaimOnlySettings(), seed=seed)
    _write(files, out, None, as_json=as_json)


@app.command("word-label-pmi")
def word_label_pmi(
    *,
    claims: Claims,
    out: Out,
    min_claims: Annotated[int, typer.Option(min=1, help="Leave out words that fewer claims have.")] = 100,
    top: Annotated[int, typer.Option(min=0, help="Show so many words of each label.")] = 15,
    as_json: AsJson = False,
) -> None:
    """Find the words of claims that give their labels away, by normalised pointwise mutual information.

    The labels count as equally frequent; needs no extra.
    """
    _check_start(out)
    table = count_word_labels(list(read_claim_texts(claims)), min_claims=min_claims, top=top)
    table.files.write(out)
    _show_words(table, out, as_json=as_json)


def _attention_source(claims: Path | None, corpus: Path | None, inference: Path | None) -> Path:
    if inference is not None and claims is None and corpus is None:
        return inference
    if inference is None and claims is not None and corpus is not None:
        return claims
    raise UsageError("name either --claims and --corpus, or --inference alone")


def _check_start(out: Path, *, what: str = "") -> None:
    """Refuse to train over a finished model, or without what training needs."""
    if (out / MODEL_FILE).exists():
        raise UsageError(f"{out} already holds a trained model; name another folder or remove it")
    if what and find_spec("torch") is None:
        raise MissingExtraError(what, extra="train")
    try:
        out.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UsageError(f"cannot make the folder {out}: {(error.strerror or str(error)).lower()}") from None


@contextmanager
def _training(noun: str) -> Iterator[Update]:
    try:
        with progress(noun) as update:
            yield update
    except KeyboardInterrupt:
        raise VeriscopeError("interrupted; the same command goes on from the last checkpoint") from None


def _counting(update: Update) -> Report:
    """Progress whose parts are what is counted."""
    return lambda name, done, total: update(name, done, total, done)


def _gather(plan: PairsPlan) -> Pairs:
    with _training("claims") as update:
        gathered = gather_pairs(plan, report=_counting(update))
    talk.print(
        f"{counted(len(gathered.learned), 'pair')} to learn from, {len(gathered.held_out):,} held out, "
        f"{gathered.left_out:,} claims without evidence text left out",
        soft_wrap=True,
    )
    return gathered


def _write(files: ModelFiles, out: Path, pairs: Pairs | None, *, as_json: bool) -> None:
    files.write(out)
    report = {"model": files.kind, "folder": str(out), **files.settings}
    if pairs is not None:
        report |= {"held_out": len(pairs.held_out), "left_out": pairs.left_out}
    if as_json:
        print_json(report)
    else:
        print_table(("setting", "value"), [(name, str(value)) for name, value in report.items()])


def _show_words(table: WordLabelTable, out: Path, *, as_json: bool) -> None:
    if as_json:
        telling = {label.value: [word._asdict() for word in found] for label, found in table.telling.items()}
        print_json({"model": table.files.kind, "folder": str(out), **table.files.settings, "telling": telling})
        return
    rows = [
        (label.value, word.word, f"{word.npmi:.3f}", word.labelled, word.claims)
        for label, found in table.telling.items()
        for word in found
    ]
    print_table(("label", "word", "npmi", "claims of the label", "claims"), rows)
