"""A checked triple, and a checked file, as people and programs read them."""

from dataclasses import asdict
from pathlib import Path

from veriscope.cli.output import out, print_json, talk
from veriscope.cli.page_view import visible
from veriscope.datasets import counted
from veriscope.domain import Reason
from veriscope.graph import Graph
from veriscope.pipeline.kb_check import CheckedFact, FileSummary
from veriscope.pipeline.path_words import explanation_json, path_words, predicate_words, triple_words

_SHOWN = 3


def checked_json(graph: Graph, found: CheckedFact) -> dict[str, object]:
    """One object; `score` is comparable within one method."""
    triple, standing = found.checked.triple, found.standing
    return {
        "subject": triple.subject,
        "predicate": triple.predicate,
        "object": triple.object,
        "method": found.method,
        "score": found.checked.score,
        "explanation": explanation_json(graph, found.checked),
        "is_known": found.is_known,
        "above_known": None if standing is None else standing.among_known,
        "above_made_up": None if standing is None else standing.among_made_up,
        "drawn_lessons": list(found.drawn_for),
        "contradicted_by": [] if found.excluded is None else [asdict(fact) for fact in found.excluded.facts],
    }


def show_checked(graph: Graph, found: CheckedFact, *, is_explained: bool) -> None:
    """The triple in words, its score, where that stands, and what it rests on."""
    out.print(visible(triple_words(graph, found.checked.triple)), style="bold", soft_wrap=True)
    out.print(f"score {found.checked.score:.4g} by {found.method}", soft_wrap=True)
    if found.standing is not None:
        out.print(
            f"higher than {found.standing.among_made_up:.0%} of made-up facts and "
            f"{found.standing.among_known:.0%} of known facts of this predicate",
            soft_wrap=True,
        )
    if found.is_known:
        out.print("the graph holds this fact; it was hidden while it was judged", soft_wrap=True)
    if found.excluded is not None:
        facts = "; ".join(visible(triple_words(graph, fact)) for fact in found.excluded.facts[:_SHOWN])
        out.print(f"{found.excluded.why}: {facts}", style="bold", soft_wrap=True)
    if is_explained:
        _show_reasons(graph, found.checked.reasons)
    tell_lessons(graph, found.drawn_for)


def show_file(summary: FileSummary, out_file: Path, *, method: str, as_json: bool) -> None:
    """How many triples were scored, and how many the graph holds."""
    if as_json:
        print_json(
            {
                "method": method,
                "rows": summary.rows,
                "scored": summary.scored,
                "known": summary.known,
                "problems": [{"line": line, "problem": problem} for line, problem in summary.problems],
                "drawn_lessons": list(summary.drawn_for),
            }
        )
        return
    hidden = f"; {summary.known:,} of them, which the graph holds, were hidden from it" if summary.known else ""
    out.print(f"{counted(summary.scored, 'triple')} scored by {method}{hidden}", soft_wrap=True)
    talk.print(f"written to {out_file}", soft_wrap=True)


def tell_lessons(graph: Graph, drawn_for: tuple[str, ...]) -> None:
    """Say what a method learned from where nobody gave it anything."""
    if drawn_for:
        names = ", ".join(visible(predicate_words(graph, name)) for name in drawn_for[:_SHOWN])
        more = f" and {len(drawn_for) - _SHOWN} more" if len(drawn_for) > _SHOWN else ""
        talk.print(f"learned from facts of the graph for: {names}{more}; --train FILE gives others", soft_wrap=True)


def _show_reasons(graph: Graph, reasons: tuple[Reason, ...]) -> None:
    if not reasons:
        out.print("nothing in the graph speaks for or against it", soft_wrap=True)
    for reason in reasons:
        out.print(f"  {reason.weight:+.3f}  {visible(reason.text)}", soft_wrap=True)
        for path in reason.paths[:_SHOWN]:
            out.print(f"          {visible(path_words(graph, path))}", soft_wrap=True)
        for fact in reason.facts[:_SHOWN]:
            out.print(f"          {visible(triple_words(graph, fact))}", soft_wrap=True)
