"""Writes the answers of `check`: for people, as JSON or as ClaimReview, each with an HTML file if wanted."""

from collections.abc import Callable
from typing import NamedTuple

from veriscope.cli.check_options import AnswerOptions
from veriscope.cli.output import print_json, talk
from veriscope.errors import UsageError
from veriscope.files import replacing


class Answer(NamedTuple):
    """An answer in every form; each is made only when it is needed."""

    as_json: Callable[[], object]
    as_claim_review: Callable[[], object]
    as_html: Callable[[], str]
    show: Callable[[], None]


def require_one_form(output: AnswerOptions) -> None:
    """Raise `UsageError` if two forms would go to standard output."""
    if output.as_json and output.as_claim_review:
        raise UsageError("--json and --claimreview both print; give one of them")


def write_answer(answer: Answer, output: AnswerOptions) -> None:
    """Write the HTML file, if one is wanted, and print one form."""
    require_one_form(output)
    if output.html is not None:
        with replacing(output.html) as stream:
            stream.write(answer.as_html().encode())
        talk.print(f"report written to {output.html}")
    if output.as_json:
        print_json(answer.as_json())
    elif output.as_claim_review:
        print_json(answer.as_claim_review())
    else:
        answer.show()
