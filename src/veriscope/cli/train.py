"""`veriscope train`: trains the papers' models, and measures what claims alone give away."""

from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import Annotated

import typer

from veriscope.cli.options import Json, Seed
from veriscope.cli.output import print_json, print_table, talk
from veriscope.cli.progress import Update, progress
from veriscope.cli.train_recipe import Settings, one_line_when_stopped
from veriscope.datasets import count_text
from veriscope.errors import MissingExtraError, UsageError
from veriscope.lab.lessons import NeiStrategy
from veriscope.lab.training import (
    ClaimOnlySettings,
    Pairs,
    PairsPlan,
    Report,
    WordLabelTable,
    count_word_labels,
    gather_pairs,
    read_claim_texts,
    run_name,
    train_claim_only,
    with_training_record,
)
from veriscope.verdict import MODEL_FILE, ModelFiles

Claims = Annotated[
    Path,
    typer.Option("--claims", metavar="FILE", help="Rows of id, claim, label and evidence_text (a text or a list)."),
]
CorpusFolder = Annotated[
    Path, typer.Option("--corpus", metavar="DIR", help="The corpus to draw evidence for NOT ENOUGH INFO from.")
]
Out = Annotated[Path, typer.Option("--out", metavar="DIR", help="The model's folder; a stopped run resumes from it.")]
Nei = Annotated[
    NeiStrategy,
    typer.Option(
        "--nei",
        help="Evidence for NOT ENOUGH INFO: a sentence of the page nearest to the claim (by `tfidf`), or of any page.",
    ),
]
PairCount = Annotated[int, typer.Option("--pairs", min=0, help="Learn from this many pairs, drawn at random; 0: all.")]
Epochs = Annotated[int, typer.Option("--epochs", min=1, help="The most passes over the pairs.")]
Patience = Annotated[
    int, typer.Option("--patience", min=1, help="Stop after this many epochs without gain on held-out pairs.")
]


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
    config: Settings = None,  # noqa: ARG001 - its callback fills the other options
    as_json: Json = False,
) -> None:
    """Train the FEVER paper's perceptron on term frequencies and TF-IDF cosine (Riedel et al. 2017).

    Example: veriscope train fever-mlp --claims train.jsonl.gz --corpus wiki --nei nearestp --out models/mlp-nearestp
    """
    _check_start(out, what="train fever-mlp")
    from veriscope.lab.training import MlpSettings, Plan, Run, finish, train_fever_mlp  # noqa: PLC0415

    chosen = PairsPlan(claims, corpus, nei, seed, pairs=pairs)
    plan, settings = Plan(epochs, seed, patience=patience), MlpSettings()
    gathered = _gather(chosen)
    with _training("steps") as update:
        run = Run(out, run_name(chosen, gathered, settings), _counting(update))
        files, fitted = train_fever_mlp(gathered, plan, settings=settings, run=run)
    _write(with_training_record(files, chosen, fitted.scores), out, gathered, as_json=as_json)
    finish(out)


def decomposable_attention(
    *,
    out: Out,
    claims: Annotated[Path | None, typer.Option(metavar="FILE", help="As for fever-mlp; needs --corpus.")] = None,
    corpus: Annotated[Path | None, typer.Option(metavar="DIR", help="As for fever-mlp; needs --claims.")] = None,
    inference: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Learn from rows of premise, hypothesis and label instead of claims."),
    ] = None,
    vectors: Annotated[
        str, typer.Option(metavar="NAME", help="Word vectors: `glove`, `random`, or a file in GloVe's format.")
    ] = "glove",
    nei: Nei = NeiStrategy.NEARESTP,
    seed: Seed = 0,
    pairs: PairCount = 0,
    epochs: Epochs = 140,
    patience: Patience = 20,
    config: Settings = None,  # noqa: ARG001 - its callback fills the other options
    as_json: Json = False,
) -> None:
    """Train decomposable attention (Parikh et al. 2016) with the settings of the FEVER paper.

    Example: veriscope train decomposable-attention --inference pairs.jsonl.xz --out models/da-nli
    """
    chosen = PairsPlan(_attention_source(claims, corpus, inference), corpus, nei, seed, pairs=pairs)
    _check_start(out, what="train decomposable-attention")
    from veriscope.lab.training import (  # noqa: PLC0415
        AttentionSettings,
        Plan,
        Run,
        finish,
        load_word_vectors,
        train_decomposable_attention,
    )

    plan, settings = Plan(epochs, seed, patience=patience), AttentionSettings()
    gathered = _gather(chosen)
    words = load_word_vectors(vectors, gathered.learned, seed=seed)
    with _training("steps") as update:
        run = Run(out, run_name(chosen, gathered, settings, vectors), _counting(update))
        files, fitted = train_decomposable_attention(gathered, plan, settings=settings, words=words, run=run)
    files.settings["vectors"] = vectors
    _write(with_training_record(files, chosen, fitted.scores), out, gathered, as_json=as_json)
    finish(out)


def claim_only(
    *,
    claims: Claims,
    out: Out,
    config: Settings = None,  # noqa: ARG001 - its callback fills the other options
    as_json: Json = False,
) -> None:
    """Train a model that reads only the claim: it shows how much the claims alone give away.

    Logistic regression over words and pairs of words; needs no extra.
    """
    _check_start(out)
    read = list(read_claim_texts(claims))
    files = train_claim_only(read, ClaimOnlySettings())
    _write(files, out, None, as_json=as_json)


def word_label_pmi(
    *,
    claims: Claims,
    out: Out,
    min_claims: Annotated[int, typer.Option(min=1, help="Leave out words in fewer claims than this.")] = 100,
    top: Annotated[int, typer.Option(min=0, help="Show this many words for each label.")] = 15,
    config: Settings = None,  # noqa: ARG001 - its callback fills the other options
    as_json: Json = False,
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
    with one_line_when_stopped(), progress(noun) as update:
        yield update


def _counting(update: Update) -> Report:
    """A report function for work whose steps are the things counted."""
    return lambda name, done, total: update(name, done, total, done)


def _gather(plan: PairsPlan) -> Pairs:
    with _training("claims") as update:
        gathered = gather_pairs(plan, report=_counting(update))
    talk.print(
        f"{count_text(len(gathered.learned), 'pair')} to learn from, {len(gathered.held_out):,} held out, "
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
