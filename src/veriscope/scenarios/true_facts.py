"""Chooses the true facts of a set: some from the largest cluster, the rest in turn from the others."""

from collections.abc import Iterator
from itertools import chain, islice

from veriscope.errors import ImpossibleError
from veriscope.scenarios.impossible import impossible
from veriscope.scenarios.pool import FactPool, Pair
from veriscope.scenarios.settings import DatasetSettings


def choose_true_facts(
    pool: FactPool, settings: DatasetSettings, *, taken: frozenset[Pair], fills_up: bool = False
) -> list[int]:
    """The places in the pool of the facts to take; neither they nor their reverses are in `taken`.

    Facts are always considered in the same order, so that sets with different settings share as many as possible. If
    the largest cluster is too small, that is an error, unless `fills_up`: then the next largest clusters fill it up, as
    BUCKLE's own generator does.
    """
    seen, clusters = set(taken), _by_cluster(pool, settings)
    largest = [_usable(pool, members, seen) for members in (clusters if fills_up else clusters[:1])]
    alike = list(islice(chain(*largest), settings.alike_facts))
    used = {int(pool.clusters[place]) for place in alike}
    turns = [_usable(pool, members, seen) for cluster, members in enumerate(clusters) if cluster not in used]
    others = _in_turn(turns)
    rest = list(islice(others, settings.true_facts - len(alike))) if len(alike) == settings.alike_facts else []
    if len(alike) + len(rest) == settings.true_facts:
        return alike + rest
    counts = len(alike) + sum(1 for _ in chain(*largest)), len(rest) + sum(1 for _ in others)
    raise _too_few(pool, settings, *counts, beside=" beside the training facts" if taken else "")


def _too_few(
    pool: FactPool, settings: DatasetSettings, in_largest: int, in_others: int, *, beside: str
) -> ImpossibleError:
    needed, total = settings.true_facts, in_largest + in_others
    if total < needed:
        problem = f"only {total} true facts can be used{beside}, {needed} are needed"
    else:
        problem = (
            f"{in_largest} true facts of the largest cluster and {in_others} of others can be used{beside}, "
            f"{settings.alike_facts} and {needed - settings.alike_facts} are needed"
        )
        if in_largest < settings.alike_facts:
            problem += " (--fill-up takes from the next largest clusters as well)"

    def fits(other: DatasetSettings) -> bool:
        alike, rest = other.alike_facts, other.true_facts - other.alike_facts
        return alike <= in_largest and rest <= (in_others if alike else total)

    return impossible(pool.name, settings, problem, fits=fits)


def _by_cluster(pool: FactPool, settings: DatasetSettings) -> list[list[int]]:
    """The places of each cluster's facts, in the order to take them."""
    clusters: list[list[int]] = [[] for _ in range(int(pool.clusters.max(initial=0)) + 1)]
    for place in pool.order(settings.popularity).tolist():
        clusters[pool.clusters[place]].append(place)
    return clusters


def _usable(pool: FactPool, places: list[int], seen: set[Pair]) -> Iterator[int]:
    """The facts between two different things that were not seen before in either direction."""
    for place in places:
        subject, object_ = pool.pairs[place].tolist()
        is_new = (subject, object_) not in seen and (pool.is_literal or (object_, subject) not in seen)
        if is_new and (pool.is_literal or subject != object_):
            seen.add((subject, object_))
            yield place


def _in_turn(sources: list[Iterator[int]]) -> Iterator[int]:
    """One from each source, then the next from each, until all are exhausted."""
    while sources:
        left = []
        for source in sources:
            if (place := next(source, None)) is not None:
                yield place
                left.append(source)
        sources = left
