"""Rewrites frames to one usual form: `the capital of 1 is 2` and `1's capital is 2` become `2 is capital of 1`."""

from typing import NamedTuple

from veriscope.linking.frames import OWNER, Frame
from veriscope.linking.reading import plain

_IS, _WAS, _HAS, _HAD, _CALLED = (plain(word) for word in ("is", "was", "has", "had", "called"))
_COPULAS = frozenset({_IS, _WAS})
_LINKS = frozenset({"of", "for"})
_PLACES = frozenset({plain("where"), plain("wherein")})
_THAT, _WHOSE = plain("that"), frozenset(map(plain, ("its", "his", "her", "their")))


class Canonical(NamedTuple):
    """A frame in its usual form, and whether that swapped its two parts."""

    frame: Frame
    is_swapped: bool


def canonical(frame: Frame) -> Canonical:
    """The frame in its usual form; unchanged if it matches no rule."""
    for rule in (_owned, _named_of, _has_as, _passive, _is_where, _cleft, _place_where, _that_is):
        found = rule(frame)
        if found:
            return found
    return Canonical(frame, is_swapped=False)


def _owned(frame: Frame) -> Canonical | None:
    """`1's capital is 2`."""
    first, *noun = frame.between or ("",)
    if first != OWNER or len(noun) < 2 or noun[-1] not in _COPULAS or frame.before:
        return None
    return _swapped((noun[-1], *noun[:-1], "of"), frame.behind)


def _named_of(frame: Frame) -> Canonical | None:
    """`the capital of 1 is 2`, `the capital city of 1 is called 2`."""
    if len(frame.before) < 2 or frame.before[-1] not in _LINKS or not 0 < len(frame.between) <= 2:
        return None
    copula, *named = frame.between
    if copula not in _COPULAS or (named and named != [_CALLED]):
        return None
    return _swapped((copula, *frame.before[:-1], "of"), frame.behind)


def _has_as(frame: Frame) -> Canonical | None:
    """`1 has 2 as its capital`."""
    if len(frame.between) != 1 or frame.between[0] not in {_HAS, _HAD} or len(frame.behind) < 2 or frame.before:
        return None
    link, *noun = frame.behind
    noun = noun[1:] if noun[0] in _WHOSE else noun
    if link not in {"as", "for"} or not noun:
        return None
    return _swapped((_IS if frame.between[0] == _HAS else _WAS, *noun, "of"), ())


def _passive(frame: Frame) -> Canonical | None:
    """`1 was directed by 2`."""
    if len(frame.between) != 3 or frame.between[0] not in _COPULAS or frame.between[2] != "by" or frame.before:
        return None
    return _swapped((frame.between[1],), frame.behind)


def _is_where(frame: Frame) -> Canonical | None:
    """`1 is where 2 was born`."""
    if (
        len(frame.between) < 2
        or frame.between[0] not in _COPULAS
        or frame.between[-1] not in _PLACES
        or not frame.behind
    ):
        return None
    return _swapped((*frame.behind, "in"), ())


def _cleft(frame: Frame) -> Canonical | None:
    """`it was in 1 that 2 was born`."""
    if (
        len(frame.before) != 3
        or frame.before[0] != "it"
        or frame.before[1] not in _COPULAS
        or frame.between != (_THAT,)
    ):
        return None
    return _swapped((*frame.behind, frame.before[2]), ())


def _place_where(frame: Frame) -> Canonical | None:
    """`the town where 1 was born is 2`."""
    if len(frame.before) != 2 or frame.before[1] not in _PLACES or len(frame.between) < 2:
        return None
    if frame.between[-1] not in _COPULAS:
        return None
    return Canonical(Frame((), (*frame.between[:-1], "in"), frame.behind), is_swapped=False)


def _that_is(frame: Frame) -> Canonical | None:
    """`the river that 1 lies on is 2`."""
    if len(frame.before) != 2 or frame.before[1] != _THAT or len(frame.between) < 2:
        return None
    if frame.between[-1] not in _COPULAS:
        return None
    return Canonical(Frame((), frame.between[:-1], frame.behind), is_swapped=False)


def _swapped(between: tuple[str, ...], behind: tuple[str, ...]) -> Canonical:
    return Canonical(Frame((), between, behind), is_swapped=True)
