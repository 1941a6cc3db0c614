"""Chooses the few pieces of evidence that explain a verdict; a reader wants to see why, not everything."""

from collections.abc import Sequence

from veriscope.domain import Evidence, Label, Stance, Verdict
from veriscope.text import coverage

MOST_KEY_PIECES = 5
# A piece is shown if it reaches this share of the best one.
_NEAR = 0.6
_HOLDS = 0.8
_LEANS = 0.5
# A piece against the verdict is shown if it is at least this clear.
_OPPOSES = 0.7
_OPPOSITE = {Label.SUPPORTS: Label.REFUTES, Label.REFUTES: Label.SUPPORTS}


def key_pieces(claim: str, evidence: Sequence[Evidence], verdict: Verdict) -> tuple[int, ...]:
    """The places of at most five pieces that explain the verdict, the clearest first.

    If only several decide together, these. If the model judged each piece: the pieces on its side, strongest first,
    then the strongest on the other side. Otherwise, and for NOT ENOUGH INFO: the pieces that hold most of the claim's
    words, in their order.
    """
    if verdict.together:
        return verdict.together[:MOST_KEY_PIECES]
    if verdict.stances and verdict.label is not Label.NOT_ENOUGH_INFO:
        sided = _of_side(verdict.stances, verdict.label, at_least=_LEANS)
        against = _of_side(verdict.stances, _OPPOSITE[verdict.label], at_least=_OPPOSES)[:1]
        if sided:
            return (*sided[: MOST_KEY_PIECES - len(against)], *against)
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
    return tuple(near[:MOST_KEY_PIECES])


def _of_side(stances: Sequence[Stance], label: Label, *, at_least: float) -> list[int]:
    """The places of the pieces on one side, strongest first; beside a strong piece, weak ones are left out."""
    strength = [_side(stance, label) for stance in stances]
    least = max(at_least, _NEAR * max(strength, default=0.0))
    places = [place for place, side in enumerate(strength) if side >= least]
    return sorted(places, key=lambda place: (-round(strength[place], 2), place))


def _side(stance: Stance, label: Label) -> float:
    return stance.supports if label is Label.SUPPORTS else stance.refutes


def stance_label(stance: Stance) -> Label:
    """The likeliest label of one piece on its own; NOT ENOUGH INFO on a tie."""
    if stance.not_enough_info >= max(stance.supports, stance.refutes):
        return Label.NOT_ENOUGH_INFO
    return Label.SUPPORTS if stance.supports >= stance.refutes else Label.REFUTES
