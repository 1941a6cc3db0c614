"""Prints a trace: the verdict, its probability, and the evidence that explains it."""

from collections.abc import Iterator

from rich import box
from rich.console import Console
from rich.padding import Padding
from rich.table import Table as Grid
from rich.text import Text

from veriscope.cli.output import visible
from veriscope.domain import CellId, Computation, Evidence, EvidenceId, Label, Stance
from veriscope.pipeline import ExcerptCell, GraphFinding, GraphReading, Holding, TableExcerpt, Trace, stance_label
from veriscope.reports import left_out_text
from veriscope.text import Mark, MarkKind

STYLES = {Label.SUPPORTS: "green", Label.REFUTES: "red", Label.NOT_ENOUGH_INFO: "yellow"}
_SAYS = {Label.SUPPORTS: "supports", Label.REFUTES: "refutes", Label.NOT_ENOUGH_INFO: "says nothing of it"}
_MARKS = {MarkKind.SHARED: "bold", MarkKind.DIFFERS: "bold red underline"}
_MAX_SHOWN = 600
WIDEST = 100


def show_trace(console: Console, trace: Trace, *, limit: int = 5) -> None:
    """Print the verdict and the evidence that explains it, the deciding words marked; at most `limit` pieces."""
    console.print(_headline(trace), soft_wrap=True)
    for note in trace.remarks:
        console.print(Text(f"  {note}", style="yellow"), soft_wrap=True)
    show_computations(console, trace)
    show_correction(console, trace)
    show_graph(console, trace)
    show_parts(console, trace, limit=limit)
    show_evidence(console, trace, limit=limit)


def show_computations(console: Console, trace: Trace, *, indent: int = 2) -> None:
    """Print what was computed from tables, and what each result says."""
    for place, computation in enumerate(trace.computations):
        show_computation(console, computation, trace.computation_stance(place), indent=indent)


def show_computation(
    console: Console, computation: Computation, stance: Stance | None = None, *, indent: int = 2
) -> None:
    """Print what was computed from a table, step by step."""
    place = f"{visible(computation.page)}, table {computation.table + 1}"
    said = Text.assemble(("Computed from ", "dim"), (f"{place}  ", "cyan"), *_stance(stance))
    print_indented(console, said, indent=indent)
    for step in computation.steps:
        print_indented(console, Text(f"· {visible(step)}"), indent=indent + 2)
    print_indented(console, Text(f"→ {visible(computation.conclusion)}", style="bold"), indent=indent + 2)


def show_correction(console: Console, trace: Trace, *, indent: int = 2) -> None:
    """Print what would make the claim true, if that is clear."""
    if trace.correction is not None:
        print_indented(console, Text(visible(trace.correction.words), style="bold"), indent=indent)


def show_graph(console: Console, trace: Trace, *, indent: int = 2) -> None:
    """Print what the knowledge graph says, if there is one."""
    for inner, line in finding_lines(trace.graph) if trace.graph else ():
        print_indented(console, line, indent=indent + inner)


def show_parts(console: Console, trace: Trace, *, limit: int, indent: int = 2) -> None:
    """Print each part of a compound claim with its own verdict and evidence."""
    for part in trace.parts:
        said = Text.assemble(("Part: ", "dim"), answer(part)).append(visible(part.read_as))
        print_indented(console, said, indent=indent)
        for note in part.remarks:
            print_indented(console, Text(note, style="yellow"), indent=indent + 2)
        show_evidence(console, part, limit=limit, indent=indent + 2)


def show_evidence(console: Console, trace: Trace, *, limit: int, indent: int = 2) -> None:
    """Print the key pieces: sentences and items first, then the tables with their cells."""
    places = trace.key_evidence[:limit]
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
    """The label and its probability, if a model gave one."""
    share = f"  {trace.probability:.0%}  " if trace.was_decided else "  "
    return Text.assemble((trace.label.value, f"bold {STYLES[trace.label]}"), (share, "dim"))


def print_indented(console: Console, text: Text, *, indent: int) -> None:
    """Print a text, wrapped and indented, without trailing blanks."""
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
    return line + with_marks(*trace.readable(place))


def _table_line(cells: list[tuple[EvidenceId, Stance | None]]) -> Text:
    """The address of the best cell, how many more there are, and what that cell says."""
    address, stance = cells[0]
    more = f" and {len(cells) - 1} more" if len(cells) > 1 else ""
    return Text.assemble((f"{visible(str(address))}{more}  ", "dim"), *_stance(stance))


def _stance(stance: Stance | None) -> list[tuple[str, str]]:
    if stance is None:
        return []
    label = stance_label(stance)
    return [(f"{_SAYS[label]} {max(stance):.0%}  ", STYLES[label])]


def with_marks(text: str, marks: list[Mark]) -> Text:
    """A text with its deciding words in bold, contradicting ones in red; a very long text is cut."""
    shown = Text(visible(text[:_MAX_SHOWN]).replace("\n", " "))
    for mark in marks:
        shown.stylize(_MARKS[mark.kind], mark.start, mark.end)
    return shown.append("…") if len(text) > _MAX_SHOWN else shown


_STYLES = {Holding.HELD: "green", Holding.CONTRADICTED: "red", Holding.OPEN: "yellow"}


def finding_lines(finding: GraphFinding) -> Iterator[tuple[int, Text]]:
    """The triples that the claim may assert, what the graph says about them, and the checker's score with its path.

    Each line comes with its indentation.
    """
    if not finding.readings:
        yield 0, Text("Knowledge graph: the claim could not be linked to a fact", style="dim")
        return
    share = f", {finding.share:.0%} of the verdict" if finding.deciding else ""
    yield 0, Text(f"Knowledge graph{share}", style="dim")
    for reading in finding.readings:
        yield from _reading_lines(reading)
    if finding.score:
        score = finding.score
        yield 2, Text.assemble((f"{score.method} ", "dim"), f"{score.checked.score:.3f}  {visible(score.words)}")
        yield from ((4, Text(visible(path), style="dim")) for path in score.paths)


def _reading_lines(reading: GraphReading) -> Iterator[tuple[int, Text]]:
    denied = "denied: " if reading.linked.is_negated else ""
    yield (
        2,
        Text.assemble(
            (f"{reading.holding.value} ", _STYLES[reading.holding]),
            (f"{reading.linked.score:.0%}  ", "dim"),
            f"{denied}{visible(reading.words)}",
        ),
    )
    if reading.holding is Holding.CONTRADICTED:
        yield from ((4, Text(f"the graph holds {visible(words)}")) for _, words in reading.facts)


_MAX_CELL = 60
_WIDEST = 100


def show_excerpt(console: Console, excerpt: TableExcerpt, *, indent: int) -> None:
    """Print the excerpt within the width of the terminal; a line below it counts what was left out."""
    if excerpt.caption:
        console.print(Text(" " * indent).append(visible(excerpt.caption), style="italic"), soft_wrap=True)
    width = min(console.width, _WIDEST) - indent
    grid = Grid(box=box.MINIMAL, show_header=False, show_edge=False, pad_edge=False, padding=(0, 1))
    for _ in range(max(map(len, excerpt.rows), default=0)):
        grid.add_column(overflow="fold", max_width=max(width // 2, 8))
    mark = "▸" if console.encoding.lower().startswith("utf") else "*"
    for row in excerpt.rows:
        grid.add_row(*(_cell(cell, mark) for cell in row))
    console.print(Padding(grid, (0, 0, 0, indent), expand=False), width=width + indent)
    if left_out := left_out_text(excerpt):
        console.print(Text(" " * indent).append(f"… {left_out}", style="dim"), soft_wrap=True)


def _cell(cell: ExcerptCell, mark: str) -> Text:
    if cell.is_repeat:
        return Text("")
    text = visible(cell.text).replace("\n", " ")
    shown = text if len(text) <= _MAX_CELL else f"{text[: _MAX_CELL - 1]}…"
    if cell.is_evidence:
        return Text(f"{mark} {shown}", style="bold cyan")
    return Text(shown, style="bold" if cell.is_header else "")
