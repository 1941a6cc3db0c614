"""`veriscope check`: a claim against a corpus."""

from contextlib import closing
from pathlib import Path
from typing import Annotated

import typer

from veriscope.cli.output import out, print_json, talk
from veriscope.cli.trace_view import show_trace
from veriscope.domain import Claim
from veriscope.pipeline import STARTER, Verifier, open_corpus, trace_as_json

_BASELINE = "Decided by the lexical baseline: it compares words and numbers; its percentages are fixed, not measured."


def check(
    claim: Annotated[str, typer.Argument(metavar="CLAIM", help="A sentence to check.")],
    corpus: Annotated[
        Path, typer.Option(metavar="DIR", help="A corpus folder; `starter` is the embedded atlas.")
    ] = Path(STARTER),
    as_json: Annotated[bool, typer.Option("--json", help="Print the whole trace as one JSON object.")] = False,
) -> None:
    """Check a claim against a corpus, and show the evidence.

    The answer is SUPPORTS, REFUTES or NOT ENOUGH INFO with respect to that corpus. This version finds
    pages by their titles (in a corpus of up to 500 pages also by their words) and decides by a lexical baseline: it
    compares words, names and numbers, and answers NOT ENOUGH INFO when unsure. Its percentages are fixed by the rule
    that decided, not measured.

    Example: veriscope check "Canberra is the capital of Australia."
    """
    with closing(open_corpus(corpus)) as opened:
        trace = Verifier(opened).check(Claim("1", claim))
    if as_json:
        print_json(trace_as_json(trace))
        return
    show_trace(out, trace)
    talk.print(_BASELINE, style="dim", soft_wrap=True)
