"""What our readers of office documents give back of known content, by format and producer; and how fast, beside peers.

    python benchmarks/document_fidelity/run.py [--documents 10] [--out RESULT.json]

Needs python-docx, python-pptx, odfpy and xlwt; producers that are not installed (`soffice` of LibreOffice, `pandoc`)
are left out and named. Shares are of sentences and list items, headings, and cells with their rows, all in order.
"""

# ruff: noqa: PLC0415  (each peer imports only its own library)
import argparse
import functools
import io
import json
import shutil
import statistics
import sys
import time
from difflib import SequenceMatcher
from importlib.metadata import version
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
sys.path.insert(0, str(Path(__file__).parents[1] / "measuring"))

import known_content as known
import producers as write
from reports import keep_report
from version import commit

from veriscope.corpus.sources.file_kinds import parse_document
from veriscope.domain import ItemList, Section, Sentence, Table


def text_cases(seed):
    """The format, the producer, the bytes and the expected content of a text document."""
    plain = known.text_document(seed, with_notes=False)
    noted = known.text_document(seed + 1000)
    simple = known.text_document(seed + 2000, with_merged=False)
    bare = known.text_document(seed + 4000, with_notes=False, with_merged=False)
    flat = known.text_document(seed + 3000, with_notes=False)
    docx, odt = write.docx_by_python_docx(*plain), write.odt_by_odfpy(*noted)
    yield "docx", "python-docx", docx, known.expected_text(*plain)
    yield "odt", "odfpy", odt, known.expected_text(*noted)
    yield "epub", "zipfile", write.epub_by_zipfile(*flat), known.expected_text(*flat)
    if has("soffice"):
        yield "odt", "LibreOffice", write.converted(docx, source="docx", form="odt"), known.expected_text(*plain)
        yield "docx", "LibreOffice", write.converted(odt, source="odt", form="docx"), known.expected_text(*noted)
    if has("pandoc"):
        for form in ("docx", "odt"):
            yield form, "pandoc", write.by_pandoc(*simple, form=form), known.expected_text(*simple)
        yield "epub", "pandoc", write.by_pandoc(*bare, form="epub"), known.expected_text(*bare)


def other_cases(seed):
    """The same for presentations and workbooks."""
    deck, book = known.slides(seed), known.sheets(seed)
    pptx, ods, xls = write.pptx_by_python_pptx(*deck), write.ods_by_odfpy(book), write.xls_by_xlwt(book)
    yield "pptx", "python-pptx", pptx, known.expected_slides(*deck)
    yield "ods", "odfpy", ods, known.expected_sheets(book)
    yield "xls", "xlwt", xls, known.expected_sheets(book)
    if has("soffice"):
        odp = write.converted(pptx, source="pptx", form="odp")
        yield "odp", "LibreOffice", odp, known.expected_slides(*deck)
        yield "pptx", "LibreOffice", write.converted(odp, source="odp", form="pptx"), known.expected_slides(*deck)
        yield "xls", "LibreOffice", write.converted(ods, source="ods", form="xls"), known.expected_sheets(book)
        yield "ods", "LibreOffice", write.converted(ods, source="ods", form="ods"), known.expected_sheets(book)


@functools.cache
def has(program):
    return shutil.which(program) is not None


def content_of(page):
    """What a page holds, as the known content is written."""
    content = known.Content(headings=[page.title])
    for element in page.elements:
        match element:
            case Section():
                content.headings.append(element.title)
            case Sentence():
                content.lines.append(element.text)
            case ItemList():
                content.lines += (item.text for item in element.items)
            case Table():
                content.cells += ((cell.row, cell.text) for cell in element.cells if cell.text)
    return content


def compare(counts, expected, given):
    for kind in ("lines", "headings", "cells"):
        wanted, found = getattr(expected, kind), getattr(given, kind)
        same = sum(block.size for block in SequenceMatcher(None, wanted, found, autojunk=False).get_matching_blocks())
        for name, number in (("wanted", len(wanted)), ("found", len(found)), ("same", same)):
            counts[kind][name] += number


def fidelity(documents, *, show):
    counts = {}
    for seed in range(documents):
        for form, producer, data, expected in (*text_cases(seed), *other_cases(seed)):
            empty = {kind: dict.fromkeys(("wanted", "found", "same"), 0) for kind in ("lines", "headings", "cells")}
            row = counts.setdefault((form, producer), empty | {"bytes": 0, "seconds": 0.0, "documents": 0})
            began = time.process_time()
            parsed = parse_document(f"a.{form}", data)
            row["seconds"] += time.process_time() - began
            row["bytes"] += len(data)
            row["documents"] += 1
            given = content_of(parsed.page) if parsed.page else known.Content()
            compare(row, expected, given)
            if show == f"{form}:{producer}":
                print_differences(expected, given)
    return [summary(form, producer, row) for (form, producer), row in sorted(counts.items())]


def summary(form, producer, row):
    shares = {}
    for kind in ("lines", "headings", "cells"):
        wanted, found, same = (row[kind][name] for name in ("wanted", "found", "same"))
        shares[kind] = {"share": round(same / wanted, 4) if wanted else None, "of": wanted, "besides": found - same}
    sizes = {"documents": row["documents"], "ms_each": round(1000 * row["seconds"] / row["documents"], 2)}
    return {"format": form, "producer": producer} | shares | sizes


def print_differences(expected, given):
    for kind in ("lines", "headings", "cells"):
        wanted, found = getattr(expected, kind), getattr(given, kind)
        for tag, a, b, c, d in SequenceMatcher(None, wanted, found, autojunk=False).get_opcodes():
            if tag != "equal":
                print(kind, tag, wanted[a:b], "→", found[c:d], file=sys.stderr)


def large_documents():
    """A document of each format that is large, and the peers that read its text."""
    blocks = [block for seed in range(150) for block in known.text_document(seed, with_notes=False)[1]]
    deck = [slide for seed in range(30) for slide in known.slides(seed)[1]]
    rows = tuple(row for seed in range(100) for sheet in known.sheets(seed) for row in sheet.rows)
    book = [known.Sheet("All", rows)]
    yield "docx", write.docx_by_python_docx("All", blocks), {"python-docx": peer_docx}
    yield "odt", write.odt_by_odfpy("All", blocks), {"odfpy": peer_odf}
    yield "pptx", write.pptx_by_python_pptx("All", deck), {"python-pptx": peer_pptx}
    yield "ods", write.ods_by_odfpy(book), {"odfpy": peer_odf, "python-calamine": peer_calamine}
    yield "xls", write.xls_by_xlwt(book), {"xlrd": peer_xlrd, "python-calamine": peer_calamine}
    yield "epub", write.epub_by_zipfile("All", blocks), {}


def peer_docx(data):
    from docx import Document

    document = Document(io.BytesIO(data))
    paragraphs = [(paragraph.style.name, paragraph.text) for paragraph in document.paragraphs]
    return paragraphs, [[cell.text for cell in row.cells] for table in document.tables for row in table.rows]


def peer_odf(data):
    from odf import teletype
    from odf.opendocument import load
    from odf.text import H, P

    document = load(io.BytesIO(data))
    return [teletype.extractText(element) for kind in (H, P) for element in document.getElementsByType(kind)]


def peer_pptx(data):
    from pptx import Presentation

    shapes = [shape for slide in Presentation(io.BytesIO(data)).slides for shape in slide.shapes]
    tables = [[cell.text for cell in row.cells] for shape in shapes if shape.has_table for row in shape.table.rows]
    return [shape.text_frame.text for shape in shapes if shape.has_text_frame], tables


def peer_calamine(data):
    from python_calamine import CalamineWorkbook

    return CalamineWorkbook.from_filelike(io.BytesIO(data)).get_sheet_by_index(0).to_python()


def peer_xlrd(data):
    import xlrd

    sheet = xlrd.open_workbook(file_contents=data).sheet_by_index(0)
    return [sheet.row_values(row) for row in range(sheet.nrows)]


def speed(runs):
    """Seconds of processor to read large documents: ours to a finished page, peers to bare texts; they take turns."""
    rows = []
    for form, data, peers in large_documents():
        readers = {"ours": functools.partial(parse_document, f"a.{form}")} | peers
        taken = {name: [] for name in readers}
        for _ in range(runs):
            for name, reader in readers.items():
                began = time.process_time()
                reader(data)
                taken[name].append(time.process_time() - began)
        medians = {name: round(statistics.median(seconds), 3) for name, seconds in taken.items()}
        rows.append({"format": form, "bytes": len(data), "median_cpu_s": medians})
    return rows


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--documents", type=int, default=10)
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--show", default="", metavar="FORMAT:PRODUCER", help="print what differs")
    parser.add_argument("--out", type=Path)
    asked = parser.parse_args()
    made_with = commit()
    missing = [program for program in ("soffice", "pandoc") if not has(program)]
    if missing:
        print(f"left out, since they are not installed: {', '.join(missing)}", file=sys.stderr)
    packages = ("python-docx", "python-pptx", "odfpy", "xlwt", "xlrd", "python-calamine")
    report = {
        "versions": {name: version(name) for name in packages},
        "producers_missing": missing,
        "fidelity": fidelity(asked.documents, show=asked.show),
        "speed": speed(asked.runs),
    }
    print(json.dumps(report, indent=1))
    if asked.out:
        keep_report(report, asked.out, commit=made_with)


if __name__ == "__main__":
    main()
