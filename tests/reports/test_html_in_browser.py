"""The reports in a real browser; skipped where there is none (pip install playwright, and Chromium)."""

import os
import shutil
from dataclasses import replace

import pytest

from tests.lab.bench.bench_runs import as_in_the_paper, run_of
from veriscope.lab.bench.report import report_html
from veriscope.pipeline import PipelineConfig, Verifier
from veriscope.pipeline.table_excerpts import ExcerptCell
from veriscope.reports.html_claim import claim_html
from veriscope.reports.html_text import text_html

pytestmark = [pytest.mark.browser, pytest.mark.slow]

TEXT = (
    "# Vell\n\nVell is the capital of Arvania. Port Ellis is the capital of Arvania.\n\n- "
    + "Vell" * 60
    + " is a town.\n"
)


@pytest.fixture(scope="module")
def browser():
    api = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
    path = os.environ.get("CHROMIUM") or shutil.which("chromium")
    if path is None:
        pytest.skip("Chromium is not installed")
    with api.sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        yield opened
        opened.close()


@pytest.fixture(scope="module")
def pages(world, refuted):
    wide = (tuple(ExcerptCell(f"a long heading {place}", is_header=True) for place in range(6)),)
    claim = replace(refuted, tables=(replace(refuted.tables[0], rows=wide),))
    verifier = Verifier(world, PipelineConfig(selector="lexical", verdict="lexical"))
    run = run_of(as_in_the_paper, failed=("one",))
    return [claim_html(claim), text_html(verifier.check_text(TEXT), name="answer.md"), report_html(run)]


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [320, 390, 1280])
def test_a_report_fits_its_window_and_asks_for_nothing(browser, pages, tmp_path, width, scheme):
    for number, page in enumerate(pages):
        path = tmp_path / f"{number}.html"
        path.write_text(page, encoding="utf-8")
        tab = browser.new_page(viewport={"width": width, "height": 800}, color_scheme=scheme)
        asked, said = [], []
        tab.on("request", lambda request, asked=asked: asked.append(request.url))
        tab.on("console", lambda message, said=said: said.append(message.text))
        tab.goto(path.as_uri())
        assert tab.evaluate("document.documentElement.scrollWidth") <= width
        assert (asked, said) == ([path.as_uri()], [])
        tab.close()


def test_following_a_sentence_unfolds_its_evidence(browser, pages, tmp_path):
    path = tmp_path / "text.html"
    path.write_text(pages[1], encoding="utf-8")
    tab = browser.new_page()
    tab.goto(path.as_uri())
    assert not tab.locator("#claim-2").is_visible()
    tab.locator("a.sentence.supports").click()
    assert tab.locator("#claim-2").is_visible()
    tab.close()
