"""Scores the papers' trained models over gold claims, in the settings of the FEVER paper's tables."""

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path

from veriscope.corpus import Corpus
from veriscope.datasets import JsonObject
from veriscope.domain import Evidence, GoldClaim, SentenceId, VerdictModel
from veriscope.errors import InputError
from veriscope.pipeline.build import chosen
from veriscope.pipeline.nei_evidence import NeiStrategy
from veriscope.pipeline.paper_evidence import PaperEvidence, PaperSetting
from veriscope.scoring import score_fever_claim
from veriscope.scoring.labels import LabelReport, report_labels
from veriscope.scoring.outcomes import EvidenceKey, Scores, ScoringCase, average
from veriscope.verdict import TRAINED_VERDICT_MODELS
from veriscope.verdict.model_files import MODEL_FILE, ModelFiles, model_kind

# What is at hand, and how many claims of how many are done.
Report = Callable[[str, int, int], None]


@dataclass(frozen=True, slots=True)
class TrainedModel:
    """A model of a folder, and how evidence was drawn for its NOT ENOUGH INFO claims."""

    name: str
    kind: str
    model: VerdictModel
    nei: NeiStrategy


@dataclass(frozen=True, slots=True)
class PaperScores:
    """One model in one setting; `scores` are those of the official scorer."""

    model: TrainedModel
    scores: Scores
    labels: LabelReport
    without_evidence: int


def find_models(folder: Path) -> list[TrainedModel]:
    """The trained models in the folders of a folder, by name."""
    folders = sorted(path.parent for path in folder.glob(f"*/{MODEL_FILE}"))
    if not folders:
        raise InputError(f"{folder}: no folder in it holds a trained model; train some with: veriscope train")
    return [_open_model(path) for path in folders]


def evaluate_paper_models(
    golds: Sequence[GoldClaim],
    corpus: Corpus,
    setting: PaperSetting,
    models: Sequence[TrainedModel],
    *,
    seed: int,
    report: Report,
) -> list[PaperScores]:
    """The scores of each model; models whose evidence was drawn alike share it."""

    @cache
    def evidence(nei: NeiStrategy) -> list[list[Evidence]]:
        source = PaperEvidence(corpus, setting, nei, seed=seed)
        return [source.of(gold) for gold in golds]

    results: list[PaperScores] = []
    for model in models:
        # Where evidence is found, nothing is drawn: all models get the same.
        given = evidence(model.nei if setting.is_gold else NeiStrategy.NEARESTP)
        cases: list[ScoringCase] = []
        for gold, pieces in zip(golds, given, strict=True):
            cases.append(_case(gold, model.model, pieces))
            report(model.name, len(cases), len(golds))
        scores = average(score_fever_claim(case) for case in cases)
        results.append(PaperScores(model, scores, report_labels(cases), sum(not pieces for pieces in given)))
    return results


def paper_scores_json(result: PaperScores, setting: PaperSetting) -> JsonObject:
    """One model's figures; scores of evidence only where sentences were found, not given."""
    report: JsonObject = {
        "model": result.model.kind,
        "nei": result.model.nei.value,
        "label_accuracy": result.scores.label_accuracy,
        "macro_f1": result.labels.macro_f1,
    }
    if setting is PaperSetting.FOUND_SENTENCES:
        report |= {"fever_score": result.scores.score, "evidence_recall": result.scores.evidence_recall}
    report["per_label"] = {name: asdict(scores) for name, scores in result.labels.per_label.items()}
    report["without_evidence"] = result.without_evidence
    return report


def _open_model(folder: Path) -> TrainedModel:
    kind = model_kind(folder)
    model = chosen(TRAINED_VERDICT_MODELS, kind, "trained verdict model")(folder)
    drawn = ModelFiles.read(folder, kind=kind, shapes={}).settings.get("evidence")
    nei = NeiStrategy.RANDOMS if drawn == NeiStrategy.RANDOMS.value else NeiStrategy.NEARESTP
    return TrainedModel(folder.name, kind, model, nei)


def _case(gold: GoldClaim, model: VerdictModel, pieces: Sequence[Evidence]) -> ScoringCase:
    verdict = model.decide(gold.claim, pieces)
    sets = tuple(frozenset(_key(piece) for piece in group) for group in gold.evidence_sets)
    return ScoringCase(gold.label, verdict.label.value, sets, tuple(_key(piece.id) for piece in pieces))


def _key(piece: object) -> EvidenceKey:
    return (piece.page, piece.sentence) if isinstance(piece, SentenceId) else (str(piece),)
