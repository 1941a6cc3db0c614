"""What a knowledge graph says of a claim, as a part of an HTML report."""

from veriscope.pipeline.graph_finding import GraphFinding, GraphReading, Holding
from veriscope.pipeline.html_parts import CLASSES, shown

_SAYS = {Holding.HELD: "held", Holding.CONTRADICTED: "contradicted", Holding.OPEN: "open"}


def graph_html(finding: GraphFinding | None) -> str:
    """The triples that the claim may assert, what the graph says of them, and the checker's path."""
    if finding is None:
        return ""
    if not finding.readings:
        return _section("<p>The claim could not be linked to a fact.</p>")
    items = "".join(_reading(reading) for reading in finding.readings)
    share = f'<p class="place">{finding.share:.0%} of the verdict</p>' if finding.deciding else ""
    return _section(f"{share}<ul>{items}</ul>{_score(finding)}")


def _section(inner: str) -> str:
    return f'<section class="computed"><h2>Knowledge graph</h2>{inner}</section>'


def _reading(reading: GraphReading) -> str:
    denied = "denied: " if reading.linked.is_negated else ""
    facts = "".join(f"<li>{shown(words)}</li>" for _, words in reading.facts)
    listed = f"<p>The graph holds:</p><ul>{facts}</ul>" if reading.holding is Holding.CONTRADICTED else ""
    return (
        f'<li><span class="stance {CLASSES[reading.label]}">{_SAYS[reading.holding]}</span> '
        f"<b>{denied}{shown(reading.words)}</b> (linked {reading.linked.score:.0%}; {shown(reading.why)}){listed}</li>"
    )


def _score(finding: GraphFinding) -> str:
    score = finding.score
    if score is None:
        return ""
    paths = "".join(f"<li>{shown(path)}</li>" for path in score.paths)
    listed = f"<ul>{paths}</ul>" if paths else "<p>No path between the two.</p>"
    return (
        f"<details><summary>{shown(score.method)} scores {shown(score.words)} with {score.checked.score:.3f}</summary>"
        f"{listed}</details>"
    )
