"""Answers to claims with certain labels, and what they are worth."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from veriscope import Trace
from veriscope.domain import Label
from veriscope.pipeline import stance_label

Report = dict[str, object]
VERBATIM = frozenset({"verbatim", "near-verbatim"})
_BINS = 10


@dataclass(frozen=True, slots=True)
class Answer:
    """A labelled claim, the trace of its check, and whether the named passage is among the first lines shown.

    The row has `id`, `claim`, `label`, `kind` and `passages`.
    """

    row: dict
    trace: Trace
    shows_passage: bool

    @property
    def is_right(self) -> bool:
        return self.trace.label.value == self.row["label"]

    @property
    def is_decided(self) -> bool:
        return self.trace.label is not Label.NOT_ENOUGH_INFO

    @property
    def shows_agreement(self) -> bool:
        """Whether a line or computed statement that is shown says what the verdict says, or several do together."""
        shown = [self.trace.stance(place) for place in self.trace.key_evidence]
        shown += [self.trace.computation_stance(place) for place in range(len(self.trace.computations))]
        alone = any(stance is not None and stance_label(stance) is self.trace.label for stance in shown)
        return alone or bool(self.trace.verdict.together)


def scores(answers: Sequence[Answer], *, by_kind: bool = False) -> Report:
    """What a set of answers is worth; shares of none are None."""
    main = [answer for answer in answers if answer.row["kind"] not in VERBATIM]
    decided = [answer for answer in main if answer.is_decided]
    false = [answer for answer in main if answer.row["label"] == Label.REFUTES.value]
    right = [answer for answer in decided if answer.is_right]
    report: Report = {
        "claims": len(main),
        "label_accuracy": _share(main, "is_right"),
        "false_in_green": _rounded([answer.trace.label is Label.SUPPORTS for answer in false]),
        "per_gold_label": {
            label.value: _share([answer for answer in main if answer.row["label"] == label.value], "is_right")
            for label in Label
        },
        "at_least": {str(least): _above(main, least) for least in (0.8, 0.9)},
        "calibration_error": _calibration_error(main),
        "decided_with_agreeing_line": _share(decided, "shows_agreement"),
        "right_with_named_passage": _share(right, "shows_passage"),
        "verbatim": _share([answer for answer in answers if answer.row["kind"] in VERBATIM], "is_right"),
    }
    if by_kind:
        kinds = defaultdict(list)
        for answer in answers:
            kinds[answer.row["kind"]].append(answer)
        report["per_kind"] = {kind: _share(kinds[kind], "is_right") for kind in sorted(kinds)}
    return report


def errors_in_words(answers: Iterable[Answer]) -> Iterator[str]:
    """Each wrong answer with the named passages and the lines that were shown; not for claims that are sealed."""
    for answer in answers:
        if not answer.is_right:
            row, trace = answer.row, answer.trace
            yield f"{row['id']} [{row['kind']}] {row['label']} → {trace.label.value} {trace.probability:.2f}"
            yield f"  claim    {row['claim']}"
            yield from (f"  passage  {passage}" for passage in row["passages"])
            for place in trace.key_evidence[:3]:
                stance = trace.stance(place)
                side = f"{stance.supports:.2f} {stance.refutes:.2f}" if stance else "-"
                yield f"  shown    {trace.evidence[place].id} ({side}) {trace.evidence[place].text[:160]}"


def _share(answers: Sequence[Answer], question: str) -> float | None:
    return _rounded([getattr(answer, question) for answer in answers])


def _rounded(truths: Sequence[bool]) -> float | None:
    return round(sum(truths) / len(truths), 4) if truths else None


def _above(answers: Sequence[Answer], least: float) -> Report:
    sure = [answer for answer in answers if answer.is_decided and answer.trace.probability >= least]
    return {"precision": _share(sure, "is_right"), "share": round(len(sure) / len(answers), 4)}


def _calibration_error(answers: Sequence[Answer]) -> float:
    """The mean distance of confidence and accuracy over ten bins of confidence, each weighed by its answers."""
    bins = defaultdict(list)
    for answer in answers:
        bins[min(_BINS - 1, int(answer.trace.probability * _BINS))].append(answer)
    gaps = (sum(answer.trace.probability - answer.is_right for answer in members) for members in bins.values())
    return round(sum(map(abs, gaps)) / len(answers), 4)
