"""`veriscope check`: a claim against a corpus."""

from contextlib import closing
from pathlib import Path
from typing import Annotated

import typer

from veriscope.cli.output import out, print_json, talk
from veriscope.cli.trace_view import show_trace
from veriscope.corpus import Corpus
from veriscope.domain import Claim
from veriscope.pipeline import Verifier, open_starter_corpus, trace_as_json


def check(
    claim: Annotated[str, typer.Argument(metavar="CLAIM", help="A sentence to check.")],
    corpus: Annotated[
        Path | None, typer.Option(metavar="DIR", help="A corpus folder; the starter atlas by default.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the whole trace as one JSON object.")] = False,
) -> None:
    """Check a claim against a corpus, and show the evidence.

    The answer is SUPPORTS, REFUTES or NOT ENOUGH INFO with respect to that corpus. This version decides by a
    lexical baseline: it compares words, names and numbers, and answers NOT ENOUGH INFO when unsure.

    Example: veriscope check "Canberra is the capital of Australia."
    """
    with closing(Corpus.open(corpus) if corpus else open_starter_corpus()) as opened:
        trace = Verifier(opened).check(Claim("1", claim))
    if as_json:
        print_json(trace_as_json(trace))
        return
    show_trace(out, trace)
    talk.print("Decided by the lexical baseline: it compares words and numbers, and can be fooled.", style="dim")
