"""A table of predicates."""

from collections.abc import Sequence

from veriscope.cli.output import out, print_json, print_table
from veriscope.cli.page_view import visible
from veriscope.graph.entity_names import title_of
from veriscope.graph.profile import PredicateProfile


def print_predicates(rows: Sequence[PredicateProfile], *, limit: int | None, as_json: bool) -> None:
    """The predicates, all or the first ones."""
    shown = rows[:limit]
    if as_json:
        print_json({"predicates": [_as_json(row) for row in shown], "count": len(rows)})
        return
    columns = ("predicate", "facts", "funct.", "inverse", "kind", "domain", "range")
    print_table(columns, [_row(row) for row in shown])
    if len(shown) < len(rows):
        out.print(f"… and {len(rows) - len(shown):,} more")


def _as_json(row: PredicateProfile) -> dict[str, object]:
    return {
        "predicate": row.iri,
        "label": row.label,
        "facts": row.counts.facts,
        "literal_facts": row.literal_facts,
        "subjects": row.counts.subjects,
        "objects": row.counts.objects,
        "functionality": row.counts.functionality,
        "inverse_functionality": row.counts.inverse_functionality,
        "kind": row.counts.kind if row.counts.facts else None,
        "domain": list(row.domain),
        "range": list(row.range),
    }


def _row(row: PredicateProfile) -> tuple[object, ...]:
    counts = row.counts
    return (
        visible(row.label),
        counts.facts,
        f"{counts.functionality:.3f}",
        f"{counts.inverse_functionality:.3f}",
        counts.kind if counts.facts else "",
        ", ".join(visible(title_of(each)) for each in row.domain),
        ", ".join(visible(title_of(each)) for each in row.range),
    )
