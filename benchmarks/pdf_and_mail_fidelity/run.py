"""How much of documents with known content comes back from PDF and e-mail: sentences in order, headings, cells.

python benchmarks/pdf_and_mail_fidelity/run.py --documents 12 --out RESULT.json

PDFs are made by reportlab and, where it is installed, by LibreOffice. Peers read the same files in the same run; their
text is divided by our splitter, and they are asked for no tables.
"""

# ruff: noqa: PLC0415  (each peer imports only its own library)
import argparse
import json
import shutil
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from difflib import SequenceMatcher
from importlib.metadata import version
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

from content import Document, document
from producers import mail_of, write_libreoffice, write_mbox, write_reportlab

from veriscope.corpus import FORMATS, Skip
from veriscope.domain import ItemList, Page, Section, Sentence
from veriscope.text import sentence_spans


def in_order(wanted: Sequence[str], given: Sequence[str]) -> float:
    """The share of the wanted texts that come back whole and in order."""
    matcher = SequenceMatcher(a=list(wanted), b=list(given), autojunk=False)
    return sum(block.size for block in matcher.get_matching_blocks()) / max(1, len(wanted))


def cells(page: Page) -> list[list[list[str]]]:
    """The rows of every table."""
    tables = []
    for table in page.tables():
        rows: dict[int, list[str]] = {}
        for cell in table.cells:
            rows.setdefault(cell.row, []).append(cell.text)
        tables.append(list(rows.values()))
    return tables


def cell_share(made: Document, page: Page) -> float | None:
    """The share of cells at their row and column; tables are paired in order, and a wrong number of them costs."""
    wanted = made.grids()
    if not wanted:
        return None
    given = cells(page)
    total = sum(len(row) for grid in wanted for row in grid)
    right = 0
    for grid, other in zip(wanted, given, strict=False):
        for row, found in zip(grid, other, strict=False):
            right += sum(a == b for a, b in zip(row, found, strict=False))
    return right / total


def measure(made: Document, page: Page, *, has_grids: bool = True) -> dict[str, float | None]:
    texts = []
    for element in page.elements:
        texts += element.texts() if isinstance(element, Sentence | ItemList) else []
    headings = [element.title for element in page.elements if isinstance(element, Section)]
    return {
        "sentences": in_order(made.sentences(), texts),
        "extra_sentences": max(0, len(texts) - len(made.sentences())) / len(made.sentences()),
        "headings": in_order(made.headings(), headings),
        "title": float(page.title == made.title),
        "cells": cell_share(made, page) if has_grids else None,
    }


def read(path: Path) -> list[Page]:
    pages = []
    for record in FORMATS["documents"].records(path):
        parsed = None if isinstance(record, Skip) else FORMATS["documents"].parse(record)
        if parsed is not None and parsed.page is not None:
            pages.append(parsed.page)
    return pages


def peers() -> dict[str, Callable[[Path], str]]:
    import pdfplumber
    import pypdf
    import pypdfium2
    from pdfminer.high_level import extract_text

    def pdfium(path):
        return "\n".join(page.get_textpage().get_text_range() for page in pypdfium2.PdfDocument(path))

    def plumber(path):
        with pdfplumber.open(path) as book:
            return "\n".join(page.extract_text() for page in book.pages)

    return {
        "pypdfium2": pdfium,
        "pdfminer.six": extract_text,
        "pdfplumber": plumber,
        "pypdf": lambda path: "\n".join(page.extract_text() for page in pypdf.PdfReader(path).pages),
    }


def sentences(text: str) -> list[str]:
    flat = " ".join(text.split())
    return [flat[start:end] for start, end in sentence_spans(flat)]


def mean(rows: list[dict[str, float | None]]) -> dict[str, float]:
    names = rows[0]
    held = {name: [row[name] for row in rows if row[name] is not None] for name in names}
    return {name: round(statistics.fmean(values), 4) for name, values in held.items() if values}


def pdf_result(name: str, count: int, folder: Path, write: Callable[[Document, Path], None], *, tables: bool) -> dict:
    ours, times, others = [], [], {peer: ([], []) for peer in peers()}
    for seed in range(count):
        made, path = document(seed, has_tables=tables), folder / f"{name}-{seed}.pdf"
        write(made, path)
        start = time.perf_counter()
        (page,) = read(path)
        times.append(time.perf_counter() - start)
        ours.append(measure(made, page))
        for peer, extract in peers().items():
            start = time.perf_counter()
            text = extract(path)
            others[peer][1].append(time.perf_counter() - start)
            others[peer][0].append(in_order(made.sentences(), sentences(text)))
    found = {"veriscope": mean(ours) | {"ms": round(1000 * statistics.median(times), 1)}}
    for peer, (shares, took) in others.items():
        found[peer] = {"sentences": round(statistics.fmean(shares), 4), "ms": round(1000 * statistics.median(took), 1)}
    return found


def mail_result(count: int, folder: Path, *, is_html: bool) -> dict:
    made = [document(seed, has_tables=is_html) for seed in range(count)]
    path = folder / f"{is_html}.mbox"
    write_mbox([mail_of(each, is_html=is_html) for each in made], path)
    start = time.perf_counter()
    pages = read(path)
    took = time.perf_counter() - start
    rows = [measure(each, without_head(page)) for each, page in zip(made, pages, strict=True)]
    return {"veriscope": mean(rows) | {"ms": round(1000 * took / count, 1)}}


def without_head(page: Page) -> Page:
    """The page of a message without the table of its sender and date."""
    return Page(page.title, page.elements[1:], page.origin)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--documents", type=int, default=12)
    parser.add_argument("--out", type=Path)
    options = parser.parse_args()
    result: dict = {
        "versions": {name: version(name) for name in ("pypdfium2", "pdfminer.six", "pdfplumber", "pypdf", "reportlab")}
    }
    with tempfile.TemporaryDirectory() as folder:
        root, count = Path(folder), options.documents
        for columns in (1, 2, 3):
            result[f"reportlab, {columns} columns"] = pdf_result(
                f"r{columns}", count, root, lambda d, p, c=columns: write_reportlab(d, p, columns=c), tables=columns < 3
            )
        result["reportlab, tables without lines"] = pdf_result(
            "plain", count, root, lambda d, p: write_reportlab(d, p, ruled=False), tables=True
        )
        for columns in (1, 2) if shutil.which("soffice") else ():
            result[f"libreoffice, {columns} columns"] = pdf_result(
                f"l{columns}", count, root, lambda d, p, c=columns: write_libreoffice(d, p, columns=c), tables=True
            )
        for kind in (False, True):
            result[f"mbox, {'HTML' if kind else 'plain text'}"] = mail_result(count, root, is_html=kind)
    text = json.dumps(result, indent=1)
    print(text)
    if options.out:
        options.out.write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
