"""Shows reports in notebooks: each in a frame of its own, so that neither page changes the other."""

from markupsafe import escape

from veriscope.pipeline import TextReport, Trace
from veriscope.reports.html_claim import claim_html
from veriscope.reports.html_text import text_html

_CLAIM_HEIGHT, _TEXT_HEIGHT = 480, 640


def trace_frame(trace: Trace) -> str:
    """The report of a claim, to be put into another page."""
    return _frame(claim_html(trace), height=_CLAIM_HEIGHT)


def text_frame(report: TextReport) -> str:
    """The report of a text, to be put into another page."""
    return _frame(text_html(report, name="The text"), height=_TEXT_HEIGHT)


def _frame(page: str, *, height: int) -> str:
    size = f"width:100%;height:{height}px;border:0"
    return f'<iframe title="Veriscope" sandbox srcdoc="{escape(page)}" style="{size}"></iframe>'
