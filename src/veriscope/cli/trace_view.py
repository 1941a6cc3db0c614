"""A trace in the terminal: the verdict, its probability, and the evidence that matters."""

import re
from collections.abc import Sequence

from rich.console import Console
from rich.text import Text

from veriscope.cli.page_view import visible
from veriscope.domain import Evidence, Label
from veriscope.pipeline import Trace
from veriscope.text import load_words, words

_STYLES = {Label.SUPPORTS: "bold green", Label.REFUTES: "bold red", Label.NOT_ENOUGH_INFO: "bold yellow"}
_SHOWN = 5
_NEAR = 0.6
_WORD = re.compile(r"[\w']+")


def show_trace(console: Console, trace: Trace) -> None:
    """Print the verdict and the best evidence, the words it shares with the claim marked."""
    label = trace.verdict.label
    console.print(
        Text.assemble(
            (label.value, _STYLES[label]),
            (f"  {trace.verdict.probability(label):.0%}  ", "dim"),
            visible(trace.claim.text),
        )
    )
    asked = frozenset(words(trace.claim.text)) - load_words("stop_words.txt")
    for piece in _telling(trace.evidence):
        console.print(_line(piece, asked), soft_wrap=True)
    if not trace.pages:
        console.print(Text("  no page of the corpus shares a telling word with the claim", style="dim"))
    elif not trace.evidence:
        console.print(Text("  the pages found share no word with the claim", style="dim"))


def _telling(evidence: Sequence[Evidence]) -> list[Evidence]:
    """The few pieces that come near the best one: a reader wants to see why, not everything."""
    best = evidence[0].score if evidence else 0.0
    return [piece for piece in evidence[:_SHOWN] if piece.score >= _NEAR * best]


def _line(piece: Evidence, asked: frozenset[str]) -> Text:
    line = Text.assemble((f"  {visible(str(piece.id))}  ", "dim"))
    context = " › ".join(visible(part) for part in piece.context[1:])
    if context:
        line.append(f"{context}: ", style="cyan")
    start = len(line)
    line.append(visible(piece.text))
    for match in _WORD.finditer(line.plain, start):
        if asked.intersection(words(match[0])):
            line.stylize("bold", match.start(), match.end())
    return line
