"""`veriscope check --text`: every statement of a text."""

import sys
from pathlib import Path

from veriscope.cli.check_output import Answer, Output, require_one_form, write_answer
from veriscope.cli.output import out
from veriscope.cli.progress import progress
from veriscope.cli.text_view import show_text_report
from veriscope.errors import VeriscopeError
from veriscope.pipeline import PipelineConfig, TextReport, Verifier, text_report_as_json
from veriscope.pipeline.claim_review import text_claim_reviews
from veriscope.pipeline.html_text import text_html
from veriscope.pipeline.text_report import check_text
from veriscope.pipeline.text_source import decode_text, read_text

_STDIN = "-"


def check_text_file(path: Path, corpus: Path, config: PipelineConfig, output: Output) -> None:
    """Check a text from a file or from standard input, and answer in the form asked for."""
    require_one_form(output)
    is_stdin = str(path) == _STDIN
    name = "standard input" if is_stdin else path.name
    text = decode_text(sys.stdin.buffer.read(), name=name) if is_stdin else read_text(path)
    report = _checked(text, corpus, config, name=name)
    answer = Answer(
        as_json=lambda: text_report_as_json(report),
        as_claim_review=lambda: text_claim_reviews(report, name=name, author=output.author, url=output.url),
        as_html=lambda: text_html(report, name=name),
        show=lambda: show_text_report(out, report),
    )
    write_answer(answer, output)


def _checked(text: str, corpus: Path, config: PipelineConfig, *, name: str) -> TextReport:
    try:
        with Verifier(corpus, config) as verifier, progress("claims") as update:
            return check_text(text, verifier.check, report=lambda done, total: update(name, done, total, done))
    except KeyboardInterrupt:
        raise VeriscopeError("interrupted; nothing was written") from None
