"""What would make a refuted claim true is shown wherever a check is: in the terminal, as JSON, as HTML."""

import io
from dataclasses import replace

from rich.console import Console

from veriscope.cli.trace_view import show_trace
from veriscope.pipeline import trace_as_json
from veriscope.reports import load_schema
from veriscope.reports.html_claim import claim_html
from veriscope.verdict.corrections import Correction

CORRECTION = Correction("Vell", "Port Ellis", "Port Ellis is the capital of Arvania.", 1.5, is_evident=True)


def printed(trace):
    console = Console(file=io.StringIO(), width=80, color_system=None)
    show_trace(console, trace)
    return console.file.getvalue().splitlines()


def test_the_terminal_tells_it_in_words(refuted):
    words = "  Would be true with “Port Ellis” in place of “Vell”."
    assert words in printed(replace(refuted, correction=CORRECTION))
    assert words not in printed(refuted)


def test_the_json_names_both_values_and_the_claim_with_it(refuted):
    told = trace_as_json(replace(refuted, correction=CORRECTION))["correction"]
    assert told == {"said": "Vell", "instead": "Port Ellis", "claim": "Port Ellis is the capital of Arvania."}
    assert set(told) == set(load_schema("trace")["$defs"]["correction"]["required"])
    assert trace_as_json(refuted)["correction"] is None


def test_the_page_shows_it_without_marks_of_its_own(refuted):
    page = claim_html(replace(refuted, correction=CORRECTION._replace(instead="<b>Port</b>")))
    assert '<p class="correction">Would be true with “&lt;b&gt;Port&lt;/b&gt;” in place of “Vell”.</p>' in page
    assert 'class="correction"' not in claim_html(refuted)
