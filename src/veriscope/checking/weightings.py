"""What nodes cost a path that leads over them: the more a node is linked, the less a path over it tells."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from veriscope.graph import View
from veriscope.graph.links import Links

Costs = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Weighting:
    """What nodes cost, and whether the subject and the object of a fact pay as inner nodes do.

    An end that pays is told from one that is near to everything: popular things lie close to whatever one asks about.
    """

    costs: Callable[[View, Links], Costs]
    ends: tuple[bool, bool] = (False, False)


def log_neighbours(_: View, links: Links) -> Costs:
    """The logarithm of how many nodes are next to a node, in either direction (Ciampaglia et al., PLoS ONE 2015)."""
    return logs(links.degrees())


def log_edges(view: View, _: Links) -> Costs:
    """The logarithm of the seen edges of a node: a neighbour that two predicates link counts twice."""
    return logs(_seen(view.graph.out.starts, view.out_hidden) + _seen(view.graph.into.starts, view.into_hidden))


def log_incoming(view: View, _: Links) -> Costs:
    """The logarithm of the seen edges that lead into a node, as the BUCKLE paper words it."""
    return logs(_seen(view.graph.into.starts, view.into_hidden))


def logs(counts: NDArray[np.int64]) -> Costs:
    """Natural logarithms; nothing costs less than nothing."""
    return np.asarray(np.log(np.maximum(counts, 1)), dtype=np.float64)


def _seen(starts: NDArray[np.int64], hidden: NDArray[np.bool_]) -> NDArray[np.int64]:
    sums = np.concatenate([[0], np.cumsum(~hidden)])
    return np.asarray(sums[starts[1:]] - sums[starts[:-1]])


WEIGHTINGS = {
    "degree": Weighting(log_neighbours),
    "edges": Weighting(log_edges),
    "in-degree": Weighting(log_incoming),
    # As in the code of Knowledge Stream (Shiralkar et al., ICDM 2017).
    "degree+object": Weighting(log_neighbours, (False, True)),
    "degree+ends": Weighting(log_neighbours, (True, True)),
}
"""Chosen among by `benchmarks/knowledge_linker`."""
