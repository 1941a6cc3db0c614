"""The features of a table's places for the ranker of cells: how the cell, its row and its column match the claim."""

import numpy as np
from numpy.typing import NDArray

from veriscope.selection.claim_keys import ClaimKeys
from veriscope.selection.grouped import Booleans, Floats, Integers, Numbers, maxima, ranks, stack, sums
from veriscope.selection.header_words import header_kinship, header_usage
from veriscope.selection.runs import runs_across, runs_down
from veriscope.selection.table_match import TableMatch
from veriscope.selection.table_view import EMPTY, NUMBER, TEXT, TIME, TableView

# fmt: off
_OWN = (
    "own_idf", "own_weight", "own_fraction", "own_full", "own_length", "own_values", "own_context", "own_credit",
    "own_kind", "own_is_header", "own_is_linked", "own_phrase", "rivals_in_column", "like_best_row",
    "like_second_row", "rest_of_row", "run_length", "run_share", "run_new", "run_across",
)
_ROW = (
    "row_idf", "row_weight", "row_share", "row_rank", "row_gap", "row_full_cells", "row_matched_cells",
    "row_credit", "row_new", "row_new_rank", "row_shared", "row_position", "row_from_end", "row_distance",
    "row_distance_second", "row_name_weight", "row_name_fraction", "row_extremes", "row_like_best",
)
_COLUMN = (
    "header_idf", "header_fraction", "header_new_idf", "column_best", "column_best_fraction",
    "column_full_cells", "column_matched_cells", "column_numbers", "column_times", "column_texts",
    "column_position", "column_from_end", "column_in_best_row", "column_in_best_row_fraction",
    "column_in_top_rows", "column_credit", "column_links", "column_links_share", "header_kin", "header_kin_share",
    "header_usage", "column_variety",
)
_WHOLE = (
    "rows", "columns", "claim_keys", "claim_idf", "claim_values", "best_row", "best_row_share",
    "second_row_new", "unmatched_values", "unmatched_idf", "superlative", "counting", "universal", "comparison",
    "person", "time", "place", "amount", "question",
)
# fmt: on
CELL_FEATURES = _OWN + _ROW + _COLUMN + _WHOLE
Rows = NDArray[np.float32]
_TOP_ROWS = 3


def cell_features(match: TableMatch, places: Integers) -> Rows:
    """The features of some places of a table, one row each."""
    layout = match.view.places
    best = int(np.argmax(match.row_scores))
    new = match.row_hits @ (match.weights * ~match.row_hits[best])
    second = int(np.argmax(new))
    parts = (
        _own(match, (best, second), new)[places],
        _row(match, (best, second), new)[layout.rows[places]],
        _column(match, best)[layout.columns[places]],
        np.broadcast_to(_whole(match, best, new[second]), (len(places), len(_WHOLE))),
    )
    return np.concatenate(parts, axis=1).astype(np.float32)


def _own(match: TableMatch, leading: tuple[int, int], new: Floats) -> Floats:
    view, layout = match.view, match.view.places
    hits, cells = match.place_hits, layout.cells
    at, key = np.nonzero(hits)
    alone = match.row_counts[layout.rows[at], key] == 1
    lone = sums(match.weights[key] * alone, at, size=len(hits))
    row_weight = match.row_hits @ match.weights
    headers = np.array([cell.is_header for cell in view.cells])
    return stack(
        hits @ match.idf,
        match.own,
        match.fraction,
        match.fraction >= 1,
        view.lengths[cells],
        hits @ (match.claim.are_values * match.idf > 0),
        hits @ (match.idf * match.context),
        match.credit,
        view.kinds[cells],
        headers[cells],
        view.are_linked[cells],
        _phrase(view, match.claim)[cells],
        _rivals(match),
        _is_like(match, leading[0]),
        _is_like(match, leading[1]),
        row_weight[layout.rows] - lone,
        *_runs(match, new),
    )


def _runs(match: TableMatch, new: Floats) -> tuple[Floats, Floats, Floats, Floats]:
    """For each place: the length of its run of equal cells, the best row scores in that run, and the run's width."""
    rows, down, across = match.view.places.rows, runs_down(match.view), runs_across(match.view)
    size = int(down.max(initial=-1)) + 1
    best = max(float(match.row_scores.max()), 1e-6)
    return (
        np.bincount(down)[down].astype(np.float64),
        maxima(match.row_scores[rows] / best, down, size=size)[down],
        maxima(new[rows], down, size=size)[down],
        np.bincount(across)[across].astype(np.float64),
    )


def _phrase(view: TableView, claim: ClaimKeys) -> Floats:
    """For each cell, how many of its keys follow each other in the claim as they do in the cell."""
    cells, keys = view.hit_cells, view.hit_keys
    follows = (cells[1:] == cells[:-1]) & (keys[1:] == keys[:-1] + 1) & (keys[1:] < len(claim.index))
    return sums(follows, cells[1:], size=len(view.cells))


def _rivals(match: TableMatch) -> Floats:
    """The rank of each place in its column by how well it matches the claim, from 0; ties in order."""
    columns = match.view.places.columns
    order = np.lexsort((-match.own, columns))
    starts = np.searchsorted(columns[order], np.arange(match.view.places.width))
    rank = np.empty(len(columns))
    rank[order] = np.arange(len(columns)) - starts[columns[order]]
    return rank


def _is_like(match: TableMatch, row: int) -> Booleans:
    """Whether a place says the same as the cell of its column in the given row, if it is in another row."""
    layout, texts = match.view.places, match.view.texts[match.view.places.cells]
    said = np.full(layout.width, -1)
    in_row = layout.rows == row
    said[layout.columns[in_row]] = texts[in_row]
    like: Booleans = (texts == said[layout.columns]) & ~in_row & (match.view.kinds[layout.cells] != EMPTY)
    return like


def _row(match: TableMatch, leading: tuple[int, int], new: Floats) -> Floats:
    layout = match.view.places
    height, scores, weights = layout.height, match.row_scores, match.weights
    in_data = ~match.view.header_rows[layout.rows]
    numbers = np.arange(height)
    name = np.zeros((height, 2))
    first = layout.columns == 0
    name[layout.rows[first]] = stack(match.own, match.fraction)[first]

    def total(of_places: Numbers) -> Floats:
        return sums(of_places * in_data, layout.rows, size=height)

    best = scores[leading[0]]
    return stack(
        match.row_hits @ match.idf,
        match.row_hits @ weights,
        scores / max(best, 1e-6),
        ranks(scores),
        best - scores,
        total((match.fraction >= 1) * (match.own > 0)),
        total(match.own > 0),
        total(match.credit),
        new,
        ranks(new),
        match.row_hits @ (weights * match.row_hits[leading[0]]),
        numbers,
        height - 1 - numbers,
        numbers - leading[0],
        numbers - leading[1],
        name,
        _extremes(match),
        total(_is_like(match, leading[0]) * (match.own > 0)),
    )


def _extremes(match: TableMatch) -> Floats:
    """For each row, how often it holds the greatest or least number of a column; a named header counts double."""
    layout = match.view.places
    numbers = match.view.numbers[layout.cells]
    known = ~np.isnan(numbers) & ~match.view.header_rows[layout.rows]
    greatest, least = np.full(layout.width, -np.inf), np.full(layout.width, np.inf)
    np.maximum.at(greatest, layout.columns[known], numbers[known])
    np.minimum.at(least, layout.columns[known], numbers[known])
    is_extreme = known & ((numbers == greatest[layout.columns]) | (numbers == least[layout.columns]))
    named = (match.header_hits @ match.idf > 0)[layout.columns]
    return sums(is_extreme * (1.0 + named), layout.rows, size=layout.height)


def _column(match: TableMatch, best: int) -> Floats:
    layout, view = match.view.places, match.view
    columns, width = layout.columns, layout.width
    in_data = ~view.header_rows[layout.rows]
    in_best = layout.rows == best
    is_top = ranks(match.row_scores)[layout.rows] < _TOP_ROWS

    def total(of_places: Numbers) -> Floats:
        return sums(of_places * in_data, columns, size=width)

    def highest(of_places: Numbers, chosen: Booleans) -> Floats:
        return maxima(of_places[chosen], columns[chosen], size=width)

    filled = np.maximum(total(view.kinds[layout.cells] != EMPTY), 1)
    header_length = sums(view.lengths[layout.cells] * ~in_data, columns, size=width)
    header_matched = sums(view.matched[layout.cells] * ~in_data, columns, size=width)
    numbers = np.arange(width)
    links = total(view.are_linked[layout.cells]) / filled
    headers = _headers(view)
    kin = header_kinship(headers, match.claim)
    return stack(
        match.header_hits @ match.idf,
        header_matched / np.maximum(header_length, 1),
        match.header_hits @ (match.idf * ~match.context),
        highest(match.own, in_data),
        highest(match.fraction, in_data & (match.own > 0)),
        total((match.fraction >= 1) * (match.own > 0)),
        total(match.own > 0) / filled,
        *(total(view.kinds[layout.cells] == kind) / filled for kind in (NUMBER, TIME, TEXT)),
        numbers,
        width - 1 - numbers,
        highest(match.own, in_best),
        highest(match.fraction, in_best & (match.own > 0)),
        total(match.own * is_top),
        total(match.credit),
        links,
        links / max(float(links.max()), 1e-6),
        kin,
        kin / max(float(kin.max()), 1e-6),
        np.array([header_usage(header) for header in headers]),
        _variety(match) / filled,
    )


def _headers(view: TableView) -> list[str]:
    """For each column, the text of its headers."""
    layout = view.places
    texts = [""] * layout.width
    for place in np.flatnonzero(view.header_rows[layout.rows]).tolist():
        texts[layout.columns[place]] += f" {view.cells[layout.cells[place]].text}"
    return texts


def _variety(match: TableMatch) -> Floats:
    """For each column, how many different things its cells say."""
    layout = match.view.places
    said = np.sort(layout.columns * len(match.view.cells) + match.view.texts[layout.cells])
    # `np.unique` would load numpy's masked arrays, which takes longer than all features of a claim.
    said = said[np.concatenate((np.ones(len(said[:1]), dtype=bool), said[1:] != said[:-1]))]
    return sums(np.ones(len(said)), said // len(match.view.cells), size=layout.width)


def _whole(match: TableMatch, best: int, second_new: float) -> Floats:
    claim, layout = match.claim, match.view.places
    found = match.row_hits.any(axis=0) | match.header_hits.any(axis=0) | match.context
    total = max(float(match.idf.sum()), 1e-6)
    return np.array(
        (
            layout.height,
            layout.width,
            len(claim.index),
            total,
            (claim.are_values & (match.idf > 0)).sum(),
            match.row_scores[best],
            match.row_hits[best] @ match.idf / total,
            second_new,
            (claim.are_values & ~found & (match.idf > 0)).sum(),
            match.idf @ ~found,
            *claim.quantifiers,
        ),
        np.float64,
    )
