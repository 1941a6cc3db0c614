"""In which form `check` answers: for people, as JSON, as ClaimReview, and as an HTML file beside any of them."""

from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from veriscope.cli.output import print_json, talk
from veriscope.datasets.atomic import replacing
from veriscope.errors import UsageError


class Output(NamedTuple):
    """What was asked for."""

    as_json: bool
    as_claim_review: bool
    html: Path | None
    author: str
    url: str


class Answer(NamedTuple):
    """An answer in every form, each made when it is asked for."""

    as_json: Callable[[], object]
    as_claim_review: Callable[[], object]
    as_html: Callable[[], str]
    show: Callable[[], None]


def require_one_form(output: Output) -> None:
    """Standard output holds one form only."""
    if output.as_json and output.as_claim_review:
        raise UsageError("--json and --claimreview both print; give one of them")


def write_answer(answer: Answer, output: Output) -> None:
    """Write the HTML file, where one is wanted, and print one form."""
    require_one_form(output)
    if output.html is not None:
        with replacing(output.html) as stream:
            stream.write(answer.as_html().encode())
        talk.print(f"report written to {output.html}", soft_wrap=True)
    if output.as_json:
        print_json(answer.as_json())
    elif output.as_claim_review:
        print_json(answer.as_claim_review())
    else:
        answer.show()
