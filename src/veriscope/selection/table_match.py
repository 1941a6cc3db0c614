"""How well the rows, columns and places of a table match a claim."""

from dataclasses import dataclass

import numpy as np

from veriscope.selection.claim_keys import ClaimKeys
from veriscope.selection.grouped import Booleans, Floats, Integers, maxima, sums
from veriscope.selection.table_view import TableView


@dataclass(frozen=True, slots=True)
class TableMatch:
    """How a claim matches a table: matrices of hits, and sums over them.

    `idf` weighs a key by the corpus; `weights` also by how few rows of this table hold it. `own` and `fraction` are per
    place. `credit` counts a key only in the places that match the claim most fully.
    """

    claim: ClaimKeys
    view: TableView
    context: Booleans
    idf: Floats
    weights: Floats
    place_hits: Booleans
    row_hits: Booleans
    row_counts: Integers
    header_hits: Booleans
    own: Floats
    fraction: Floats
    credit: Floats
    row_scores: Floats

    @classmethod
    def of(cls, claim: ClaimKeys, view: TableView) -> "TableMatch":
        """The match of a claim with a table."""
        places, keys = view.places, len(claim.weights)
        context = claim.mask((view.page.title, *view.path, view.table.caption))
        cell_hits = np.zeros((len(view.cells), keys), np.bool_)
        cell_hits[view.hit_cells, view.hit_keys] = True
        place_hits = cell_hits[places.cells]
        at, key = np.nonzero(place_hits)
        in_header = view.header_rows[places.rows[at]]
        row_counts = _count(places.rows[at][~in_header], key[~in_header], shape=(places.height, keys))
        header_hits = _count(places.columns[at][in_header], key[in_header], shape=(places.width, keys)) > 0
        row_hits = row_counts > 0
        idf = claim.weights.astype(np.float64)
        weights = idf * _rarity(row_hits.sum(axis=0), rows=int((~view.header_rows).sum()))
        own = place_hits @ weights
        fraction = view.matched[places.cells] / np.maximum(view.lengths[places.cells], 1)
        best = maxima(fraction[at], key, size=keys)
        deserved = weights[key] * (fraction[at] >= best[key] - 1e-9) * ~in_header
        credit = sums(deserved, at, size=len(place_hits))
        credit_of_rows = sums(credit, places.rows, size=places.height)
        row_scores = row_hits @ weights + 0.5 * credit_of_rows
        return cls(
            claim,
            view,
            context,
            idf,
            weights,
            place_hits,
            row_hits,
            row_counts,
            header_hits,
            own,
            fraction,
            credit,
            row_scores,
        )


def _count(group: Integers, key: Integers, *, shape: tuple[int, int]) -> Integers:
    """How often each key occurs in each group."""
    return np.bincount(group * shape[1] + key, minlength=shape[0] * shape[1]).reshape(shape)


def _rarity(frequency: Integers, *, rows: int) -> Floats:
    """The rarity of a key: 1 if one row holds it, less if more do."""
    rarity: Floats = np.log1p(rows / np.maximum(frequency, 1)) / np.log1p(max(rows, 1))
    return rarity
