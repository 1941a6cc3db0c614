"""Scores the papers' trained models over gold claims, in the settings of the FEVER paper's tables."""

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path

from veriscope.corpus import Corpus
from veriscope.domain import Evidence, GoldClaim, SentenceId, VerdictModel, choose
from veriscope.errors import InputError
from veriscope.files import JsonObject
from veriscope.lab.lessons import NeiStrategy
from veriscope.lab.reproductions.paper_evidence import PaperEvidence, PaperSetting
from veriscope.scoring import EvidenceKey, LabelReport, Scores, ScoringCase, average, report_labels, score_fever_claim
from veriscope.verdict import MODEL_FILE, TRAINED_VERDICT_MODELS, ModelFiles, model_kind

# Takes the current task, and how many claims of how many are done.
Report = Callable[[str, int, int], None]


@dataclass(frozen=True, slots=True)
class TrainedModel:
    """A trained model, and how evidence was drawn for its NOT ENOUGH INFO claims."""

    name: str
    kind: str
    model: VerdictModel
    nei: NeiStrategy


@dataclass(frozen=True, slots=True)
class PaperScores:
    """The scores of one model in one setting; `scores` are those of the official scorer."""

    model: TrainedModel
    scores: Scores
    labels: LabelReport
    without_evidence: int


def find_models(folder: Path) -> list[TrainedModel]:
    """The trained models in the subfolders of a folder, in order of name."""
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
    """The scores of each model; models that draw evidence in the same way share it."""

    @cache
    def evidence(nei: NeiStrategy) -> list[list[Evidence]]:
        source = PaperEvidence(corpus, setting, nei, seed=seed)
        return [source.of(gold) for gold in golds]

    results: list[PaperScores] = []
    for model in models:
        # Found evidence involves no draw, so all models get the same.
        given = evidence(model.nei if setting.is_gold else NeiStrategy.NEARESTP)
        cases: list[ScoringCase] = []
        for gold, pieces in zip(golds, given, strict=True):
            cases.append(_case(gold, model.model, pieces))
            report(model.name, len(cases), len(golds))
        scores = average(score_fever_claim(case) for case in cases)
        results.append(PaperScores(model, scores, report_labels(cases), sum(not pieces for pieces in given)))
    return results


def paper_scores_json(result: PaperScores, setting: PaperSetting) -> JsonObject:
    """The figures of one model; scores of evidence only if the sentences were found, not given."""
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
    model = choose(TRAINED_VERDICT_MODELS, kind, "trained verdict model")(folder)
    drawn = ModelFiles.read(folder, kind=kind, shapes={}).settings.get("evidence")
    nei = NeiStrategy.RANDOMS if drawn == NeiStrategy.RANDOMS.value else NeiStrategy.NEARESTP
    return TrainedModel(folder.name, kind, model, nei)


def _case(gold: GoldClaim, model: VerdictModel, pieces: Sequence[Evidence]) -> ScoringCase:
    verdict = model.decide(gold.claim, pieces)
    sets = tuple(frozenset(_key(piece) for piece in group) for group in gold.evidence_sets)
    return ScoringCase(gold.label, verdict.label.value, sets, tuple(_key(piece.id) for piece in pieces))


def _key(piece: object) -> EvidenceKey:
    return (piece.page, piece.sentence) if isinstance(piece, SentenceId) else (str(piece),)
