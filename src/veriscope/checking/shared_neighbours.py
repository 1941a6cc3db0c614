"""Tells a score by the neighbours that the two ends of a fact share."""

from collections.abc import Callable

from veriscope.domain import Reason
from veriscope.graph import View
from veriscope.graph.common_neighbours import common_neighbours
from veriscope.graph.edges_between import path_over
from veriscope.graph.entity_names import node_label
from veriscope.graph.links import Links


def told_neighbours(
    view: View, links: Links, ends: tuple[int, int], *, weigh: Callable[[int], float], limit: int
) -> tuple[Reason, ...]:
    """At most `limit` reasons, of the least linked neighbours; `weigh` says what one adds to the score."""
    if limit == 0:
        return ()
    subject, object_ = ends
    told = []
    for node in common_neighbours(links, subject, object_)[:limit].tolist():
        text = f"both are linked with {node_label(view.graph, node)}, which has {links.degree(node)} neighbours"
        told.append(Reason(text, weigh(node), (path_over(view, (subject, node, object_)),)))
    return tuple(told)
