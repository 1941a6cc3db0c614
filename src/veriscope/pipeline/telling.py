"""Chooses the few pieces of evidence that explain a verdict: a reader wants to see why, not everything."""

from collections.abc import Sequence

from veriscope.domain import Evidence, Label, Stance, Verdict
from veriscope.text.word_marks import coverage

MAX_TELLING = 5
# A piece is shown when it comes this near to the best one.
_NEAR = 0.6
_HOLDS = 0.8
_LEANS = 0.5


def telling_pieces(claim: str, evidence: Sequence[Evidence], verdict: Verdict) -> tuple[int, ...]:
    """The places of at most five pieces that explain the verdict, most telling first.

    Where the model says what each piece says: those that take its side, strongest first; else, and where the answer is
    NOT ENOUGH INFO, those that hold most of the claim's words, in their order.
    """
    if verdict.stances and verdict.label is not Label.NOT_ENOUGH_INFO:
        sided = _of_that_side(verdict)
        if sided:
            return tuple(sided[:MAX_TELLING])
    held = [coverage(claim, " ; ".join((*piece.context, piece.text))) for piece in evidence]
    best_held = max(held, default=0.0)
    best_score = max((piece.score for piece in evidence), default=0.0)
    near = [
        place
        for place, piece in enumerate(evidence)
        if held[place] and held[place] >= _HOLDS * best_held and piece.score >= _NEAR * best_score
    ]
    if not near and best_held:
        near = [max(range(len(evidence)), key=lambda place: (held[place] * evidence[place].score, -place))]
    return tuple(near[:MAX_TELLING])


def _of_that_side(verdict: Verdict) -> list[int]:
    """The places of the pieces that take the verdict's side, strongest first, without weak ones beside a strong one."""
    strength = [_side(stance, verdict.label) for stance in verdict.stances]
    best = max(strength, default=0.0)
    places = [place for place, side in enumerate(strength) if side >= _LEANS and side >= _NEAR * best]
    return sorted(places, key=lambda place: (-round(strength[place], 2), place))


def _side(stance: Stance, label: Label) -> float:
    return stance.supports if label is Label.SUPPORTS else stance.refutes


def stance_label(stance: Stance) -> Label:
    """What one piece says on its own: the likeliest label, in doubt NOT ENOUGH INFO."""
    if stance.not_enough_info >= max(stance.supports, stance.refutes):
        return Label.NOT_ENOUGH_INFO
    return Label.SUPPORTS if stance.supports >= stance.refutes else Label.REFUTES
