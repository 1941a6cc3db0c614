"""A trace in the terminal: the verdict, its probability, and the evidence that explains it."""

from rich.console import Console
from rich.text import Text

from veriscope.cli.excerpt_view import show_excerpt
from veriscope.cli.graph_view import finding_lines
from veriscope.cli.page_view import visible
from veriscope.domain import CellId, Computation, Evidence, EvidenceId, Label, Stance
from veriscope.pipeline import Trace
from veriscope.pipeline.telling import stance_label
from veriscope.text.word_marks import Mark, MarkKind

STYLES = {Label.SUPPORTS: "green", Label.REFUTES: "red", Label.NOT_ENOUGH_INFO: "yellow"}
_SAYS = {Label.SUPPORTS: "supports", Label.REFUTES: "refutes", Label.NOT_ENOUGH_INFO: "says nothing of it"}
_MARKS = {MarkKind.SHARED: "bold", MarkKind.DIFFERS: "bold red underline"}
_MAX_SHOWN = 600
WIDEST = 100


def show_trace(console: Console, trace: Trace, *, limit: int = 5) -> None:
    """Print the verdict and the evidence that explains it, the deciding words marked; at most `limit` pieces."""
    console.print(_headline(trace), soft_wrap=True)
    for note in (trace.verdict.reason, *trace.notes):
        if note:
            console.print(Text(f"  {note}", style="yellow"), soft_wrap=True)
    for computed in trace.computed:
        show_computation(console, computed)
    show_correction(console, trace)
    show_graph(console, trace)
    show_evidence(console, trace, limit=limit)


def show_computation(console: Console, computed: Computation, *, indent: int = 2) -> None:
    """Print what was computed from a table, step by step."""
    place = f"{visible(computed.page)}, table {computed.table + 1}"
    print_indented(console, Text.assemble(("Computed from ", "dim"), (place, "cyan")), indent=indent)
    for step in computed.steps:
        print_indented(console, Text(f"· {visible(step)}"), indent=indent + 2)
    print_indented(console, Text(f"→ {visible(computed.conclusion)}", style="bold"), indent=indent + 2)


def show_correction(console: Console, trace: Trace, *, indent: int = 2) -> None:
    """Print what would make the claim true, where that is clear."""
    if trace.correction is not None:
        print_indented(console, Text(visible(trace.correction.words), style="bold"), indent=indent)


def show_graph(console: Console, trace: Trace, *, indent: int = 2) -> None:
    """Print what the knowledge graph says, where one was asked."""
    for inner, line in finding_lines(trace.graph) if trace.graph else ():
        print_indented(console, line, indent=indent + inner)


def show_evidence(console: Console, trace: Trace, *, limit: int, indent: int = 2) -> None:
    """Print the telling pieces: sentences and items first, then the tables with their cells."""
    places = trace.telling[:limit]
    excerpted = {(excerpt.page, excerpt.table) for excerpt in trace.tables}
    for place in places:
        piece = trace.evidence[place]
        if not (isinstance(piece.id, CellId) and (piece.id.page, piece.id.table) in excerpted):
            print_indented(console, _line(trace, place), indent=indent)
    for excerpt in trace.tables:
        cells = [
            (trace.evidence[place].id, trace.stance(place))
            for place in places
            if _stands_in(trace.evidence[place], excerpt.page, excerpt.table)
        ]
        if cells:
            print_indented(console, _table_line(cells), indent=indent)
            show_excerpt(console, excerpt, indent=indent + 2)


def _headline(trace: Trace) -> Text:
    return answer(trace).append(visible(trace.claim.text[:_MAX_SHOWN]).replace("\n", " "))


def answer(trace: Trace) -> Text:
    """The label and its probability, where a model gave one."""
    share = f"  {trace.probability:.0%}  " if trace.was_decided else "  "
    return Text.assemble((trace.label.value, f"bold {STYLES[trace.label]}"), (share, "dim"))


def print_indented(console: Console, text: Text, *, indent: int) -> None:
    """Print a text, wrapped, some places from the left; no line ends in blanks."""
    for line in text.wrap(console, min(console.width, WIDEST) - indent):
        line.rstrip()
        console.print(Text(" " * indent) + line, soft_wrap=True)


def _stands_in(piece: Evidence, page: str, table: int) -> bool:
    return isinstance(piece.id, CellId) and (piece.id.page, piece.id.table) == (page, table)


def _line(trace: Trace, place: int) -> Text:
    piece = trace.evidence[place]
    line = Text.assemble((f"{visible(str(piece.id))}  ", "dim"), *_stance(trace.stance(place)))
    context = " › ".join(visible(part) for part in piece.context[1:])
    if context:
        line.append(f"{context}: ", style="cyan")
    return line + marked(*trace.readable(place))


def _table_line(cells: list[tuple[EvidenceId, Stance | None]]) -> Text:
    """The address of the best cell, of how many there are, and what that cell says."""
    address, stance = cells[0]
    more = f" and {len(cells) - 1} more" if len(cells) > 1 else ""
    return Text.assemble((f"{visible(str(address))}{more}  ", "dim"), *_stance(stance))


def _stance(stance: Stance | None) -> list[tuple[str, str]]:
    if stance is None:
        return []
    label = stance_label(stance)
    return [(f"{_SAYS[label]} {max(stance):.0%}  ", STYLES[label])]


def marked(text: str, marks: list[Mark]) -> Text:
    """A text with its deciding words in bold, those that contradict in red; a very long one is cut."""
    shown = Text(visible(text[:_MAX_SHOWN]).replace("\n", " "))
    for mark in marks:
        shown.stylize(_MARKS[mark.kind], mark.start, mark.end)
    return shown.append("…") if len(text) > _MAX_SHOWN else shown
