"""Retrieval scores in the terminal: the papers' tables, one row a retriever and selector."""

from collections.abc import Iterable, Mapping, Sequence

from rich import box
from rich.table import Table
from rich.text import Text

from veriscope.cli.output import out
from veriscope.cli.page_view import visible
from veriscope.datasets import JsonObject, JsonValue, counted
from veriscope.pipeline.oracle import Oracle
from veriscope.pipeline.retrieval_evaluation import RetrievalResult
from veriscope.scoring import RankedKind, RetrievalScores

_WHAT = {
    RankedKind.PAGES: "Pages",
    RankedKind.SENTENCES: "Sentences",
    RankedKind.TABLES: "Tables",
    RankedKind.CELLS: "Cells, captions and items",
}
# No more are selected, so that a higher rank tells nothing.
_MOST = {RankedKind.SENTENCES: 5, RankedKind.TABLES: 25, RankedKind.CELLS: 25}


def show_results(results: Sequence[RetrievalResult], *, ks: Sequence[int], by: str) -> None:
    """Print FEVER's Table 2 for every kind that counts, FEVEROUS's Table 4, and what a check would get."""
    rows = [(_name(result), result.scores) for result in results]
    scores = results[0].scores
    out.print(f"{counted(scores.claims, 'claim')}, {scores.verifiable:,} of them verifiable and with evidence")
    for kind in RankedKind:
        _show_kind(kind, rows, ks=ks)
    _show_selection(results)
    for result in results if by else ():
        _show_groups(result, ks=ks, by=by)


def show_misses(misses: Iterable[JsonObject]) -> None:
    """Print each claim that was missed, what would have been right, and what was returned."""
    for miss in misses:
        at = "not found" if miss["pages_at"] is None else f"at {miss['pages_at']}"
        out.print(Text(visible(f"{miss['label']}  {miss['claim']}"), style="bold"), soft_wrap=True)
        out.print(Text(visible(f"  id        {miss['id']}")), soft_wrap=True)
        out.print(Text(visible(f"  gold      {_sets(miss['gold'])}")), soft_wrap=True)
        out.print(Text(visible(f"  pages     {_joined(miss['pages'])}  (gold pages {at})")), soft_wrap=True)
        out.print(Text(visible(f"  evidence  {_joined(miss['evidence'])}")), soft_wrap=True)


def _show_kind(kind: RankedKind, rows: Sequence[tuple[str, RetrievalScores]], *, ks: Sequence[int]) -> None:
    found = [(name, kept) for name, scores in rows if (kept := scores.kinds[kind]) is not None]
    if found:
        covered = [(name, share) for name, scores in rows if (share := scores.coverage.get(kind)) is not None]
        told = [k for k in ks if k <= _MOST.get(kind, k)] or ks[:1]
        out.print(f"{_WHAT[kind]} ({counted(found[0][1].claims, 'claim')})")
        out.print(_by_k("Fully supported", [(name, kept.fully_supported) for name, kept in found], ks=told))
        out.print(_by_k("Oracle accuracy", [(name, kept.oracle_accuracy) for name, kept in found], ks=told))
        if covered:
            out.print(_by_k("Gold covered", covered, ks=told))


def _by_k(title: str, rows: Sequence[tuple[str, Mapping[int, float]]], *, ks: Sequence[int]) -> Table:
    table = _table(title, *(f"@{k}" for k in ks))
    for name, values in rows:
        table.add_row(name, *(f"{values[k]:.4f}" for k in ks))
    return table


def _show_selection(results: Sequence[RetrievalResult]) -> None:
    table = _table("The whole selection", "Full evidence", "Cell recall", "ms median", "ms p95", "Claims/s")
    for result in results:
        recall = result.scores.cell_recall
        table.add_row(
            _name(result),
            _number(result.scores.full_evidence),
            _number(None if recall is None else recall.mean),
            f"{result.latency_ms(0.5):.1f}",
            f"{result.latency_ms(0.95):.1f}",
            f"{result.run.per_second:,.0f}",
        )
    out.print(table)


def _show_groups(result: RetrievalResult, *, ks: Sequence[int], by: str) -> None:
    """Fully supported at the k nearest to 5, of every kind, for each group of claims."""
    k = min(ks, key=lambda value: (abs(value - 5), value))
    kinds = [kind for kind in RankedKind if result.scores.kinds[kind] is not None]
    names = [f"{kind.value.capitalize()} @{k}" for kind in kinds]
    out.print(f"By {by}: {_name(result)}")
    table = _table("Group", "Claims", *names, "Full evidence")
    for name, scores in result.groups.items():
        values = [None if (found := scores.kinds[kind]) is None else found.fully_supported[k] for kind in kinds]
        table.add_row(visible(name), f"{scores.claims:,}", *map(_number, values), _number(scores.full_evidence))
    out.print(table)


def _name(result: RetrievalResult) -> str:
    given = result.plan.retriever if result.plan.oracle is Oracle.NONE else f"gold {result.plan.oracle.value}"
    return f"{given}, {result.plan.selector}"


def _number(value: float | None) -> str:
    return "–" if value is None else f"{value:.4f}"


def _sets(value: JsonValue) -> str:
    return "  or  ".join(_joined(pieces) for pieces in value) if isinstance(value, list) else ""


def _joined(value: JsonValue) -> str:
    return ", ".join(map(str, value)) or "none" if isinstance(value, list) else ""


def _table(title: str, *columns: str) -> Table:
    table = Table(title, box=box.SIMPLE_HEAD, pad_edge=False, collapse_padding=True)
    for column in columns:
        table.add_column(column, justify="right")
    return table
