"""Draws the pictures of the README: a terminal with two claims (check.svg), and the report of a text (text-report.png).

    python docs/pictures/render.py [check | text-report]

`text-report` needs a browser, which nothing else here does: pip install playwright, and Chromium (CHROMIUM names it).
The other pictures of this folder are drawn by `benchmarks/graph_store/growth.py` and `benchmarks/learning_curve`.
"""

import io
import os
import sys
from pathlib import Path

from rich.console import Console
from rich.text import Text

from veriscope import Verifier
from veriscope.cli.trace_view import show_trace
from veriscope.reports import text_html

FOLDER = Path(__file__).parent
CLAIMS = ("Canberra is the capital of Australia.", "Lima is the capital of Brazil.")
# Fonts of the reader's system only: a picture that fetches nothing.
TEMPLATE = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" role="img">
<title>Two claims checked by veriscope, with their evidence</title>
<style>
.{unique_id}-matrix {{ font-family: ui-monospace, Menlo, Consolas, "DejaVu Sans Mono", monospace;
  font-size: {char_height}px; line-height: {line_height}px; font-variant-east-asian: full-width }}
{styles}
</style>
<defs><clipPath id="{unique_id}-clip-terminal"><rect width="{width}" height="{height}"/></clipPath>
{lines}</defs>
<rect width="{width}" height="{height}" rx="8" fill="#1b1f24"/>
<g transform="translate(16, 12)" clip-path="url(#{unique_id}-clip-terminal)">
{backgrounds}<g class="{unique_id}-matrix">{matrix}</g></g>
</svg>
"""
TEXT = """# Australia at a glance

Sure! Here is a short overview:

**Australia** is a country in Australasia. Its capital is Canberra. It is a truly beautiful place!

- **Currency:** People in Australia pay with the euro.
- **Mountains:** The highest point of Australia is Mount Kosciuszko.
- **Driving side:** left

## Its neighbour

New Zealand is an island country. Its capital is Wellington. Have you ever been there? I think everyone should go.

Hydrogen has the atomic number 1. Helium has the atomic number 3. Kangaroos outnumber people.
"""
WIDTH, HEIGHT = 1180, 1120


def draw_check() -> None:
    """What `veriscope check` prints for two claims, as a terminal shows it."""
    console = Console(record=True, width=118, file=io.StringIO(), force_terminal=True, color_system="truecolor")
    with Verifier() as verifier:
        for number, claim in enumerate(CLAIMS):
            if number:
                console.print()
            console.print(Text.assemble(("$ ", "dim"), f'veriscope check "{claim}"'))
            show_trace(console, verifier.check(claim))
    console.save_svg(str(FOLDER / "check.svg"), code_format=TEMPLATE, unique_id="check")


def draw_text_report() -> None:
    """The HTML report of a short text, checked against the starter atlas."""
    from playwright.sync_api import sync_playwright  # noqa: PLC0415

    with Verifier() as verifier:
        page = text_html(verifier.check_text(TEXT), name="answer.md")
    with sync_playwright() as playwright:
        path = os.environ.get("CHROMIUM", "/usr/bin/chromium")
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        tab = browser.new_page(viewport={"width": WIDTH, "height": HEIGHT}, color_scheme="light")
        tab.set_content(page)
        tab.screenshot(path=str(FOLDER / "text-report.png"))
        browser.close()


PICTURES = {"check": draw_check, "text-report": draw_text_report}

if __name__ == "__main__":
    for name in sys.argv[1:] or PICTURES:
        PICTURES[name]()
