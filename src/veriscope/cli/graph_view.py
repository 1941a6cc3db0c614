"""What a knowledge graph says of a claim, in the terminal."""

from collections.abc import Iterator

from rich.text import Text

from veriscope.cli.page_view import visible
from veriscope.pipeline.graph_finding import GraphFinding, GraphReading, Holding

_STYLES = {Holding.HELD: "green", Holding.CONTRADICTED: "red", Holding.OPEN: "yellow"}


def finding_lines(finding: GraphFinding) -> Iterator[tuple[int, Text]]:
    """The triples that the claim may assert with what the graph says of them, and the checker's score with its path.

    Each line comes with how many places it stands from the left.
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
