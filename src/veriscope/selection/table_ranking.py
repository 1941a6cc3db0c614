"""The chance that each candidate table holds the evidence, from what it shares with the claim and its page's score."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from veriscope.selection.packaged import packaged_model
from veriscope.selection.table_match import TableMatch

TABLE_FEATURES = (
    "context_share",
    "title_share",
    "title_fraction",
    "header_share",
    "best_row_share",
    "two_rows_share",
    "whole_share",
    "full_cells",
    "value_share",
    "rows",
    "claim_keys",
    "page_score",
    "page_score_share",
    "page_rank",
    "tables_on_page",
    "whole_share_lead",
    "two_rows_share_lead",
)
Rows = NDArray[np.float32]


class ScoredTable(NamedTuple):
    """A table of a candidate page, with the score of the page and its rank among the pages that have tables."""

    match: TableMatch
    page_score: float
    page_rank: int


def table_chances(tables: Sequence[ScoredTable]) -> list[float]:
    """A chance for each table."""
    if not tables:
        return []
    chances: list[float] = packaged_model("tables.json").probability(table_features(tables)).tolist()
    return chances


def table_features(tables: Sequence[ScoredTable]) -> Rows:
    """The features of the competing tables, one row each."""
    lines = [_features(table) for table in tables]
    highest = max(table.page_score for table in tables)
    on_page: dict[str, int] = {}
    for table in tables:
        title = table.match.view.page.title
        on_page[title] = on_page.get(title, 0) + 1
    whole = max(line["whole_share"] for line in lines)
    two = max(line["two_rows_share"] for line in lines)
    for table, line in zip(tables, lines, strict=True):
        line["page_score_share"] = table.page_score / highest if highest > 0 else 0.0
        line["tables_on_page"] = on_page[table.match.view.page.title]
        line["whole_share_lead"] = line["whole_share"] - whole
        line["two_rows_share_lead"] = line["two_rows_share"] - two
    return np.array([[line[name] for name in TABLE_FEATURES] for line in lines], np.float32)


def _features(table: ScoredTable) -> dict[str, float]:
    match, claim = table.match, table.match.claim
    idf = match.idf / max(float(match.idf.sum()), 1e-6)
    title = match.view.page.title
    in_title = claim.mask((title,))
    in_header = match.header_hits.any(axis=0)
    best = int(np.argmax(match.row_scores))
    in_best = match.context | in_header | match.row_hits[best]
    second = int(np.argmax(match.row_hits @ (idf * ~in_best)))
    in_two = in_best | match.row_hits[second]
    in_any = in_two | match.row_hits.any(axis=0)
    values = idf * claim.are_values
    in_row = match.view.places.rows == best
    return {
        "context_share": float(idf @ match.context),
        "title_share": float(idf @ in_title),
        "title_fraction": claim.fraction(title),
        "header_share": float(idf @ in_header),
        "best_row_share": float(idf @ in_best),
        "two_rows_share": float(idf @ in_two),
        "whole_share": float(idf @ in_any),
        "full_cells": float(((match.fraction >= 1) & (match.own > 0) & in_row).sum()),
        "value_share": float(values @ in_any) / max(float(values.sum()), 1e-6),
        "rows": float(match.view.places.height),
        "claim_keys": float(len(claim.index)),
        "page_score": table.page_score,
        "page_rank": float(table.page_rank),
    }
