"""Draws docs/images/text-report.png: the report of a short text, checked against the starter atlas.

Needs a browser, which nothing else here does: pip install playwright, and Chromium (CHROMIUM names it).

    python docs/images/render.py
"""

import os
from pathlib import Path

from playwright.sync_api import sync_playwright

from veriscope import Verifier
from veriscope.pipeline.html_text import text_html

TEXT = """# Australia at a glance

Sure! Here is a short overview:

**Australia** is a country in Australasia. Its capital is Canberra. It is a truly beautiful place!

- **Capital:** Sydney is the capital of Australia.
- **Mountains:** The highest point of Australia is Mount Kosciuszko.
- **Driving side:** left

## Its neighbour

New Zealand is an island country. Its capital is Wellington. Have you ever been there? I think everyone should go.

Hydrogen has the atomic number 1. Helium has the atomic number 3. Kangaroos outnumber people.
"""
WIDTH, HEIGHT = 1180, 1120


def main() -> None:
    with Verifier() as verifier:
        page = text_html(verifier.check_text(TEXT), name="answer.md")
    with sync_playwright() as playwright:
        path = os.environ.get("CHROMIUM", "/usr/bin/chromium")
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        tab = browser.new_page(viewport={"width": WIDTH, "height": HEIGHT}, color_scheme="light")
        tab.set_content(page)
        tab.screenshot(path=str(Path(__file__).parent / "text-report.png"))
        browser.close()


if __name__ == "__main__":
    main()
