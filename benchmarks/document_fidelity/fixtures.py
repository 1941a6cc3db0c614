"""Writes the documents that tests read (tests/corpus/sources/fixtures), by each producer, and what they hold.

    python benchmarks/document_fidelity/fixtures.py

Needs what `run.py` needs, LibreOffice and pandoc too. The documents are committed, so that tests need neither.
"""

import dataclasses
import datetime as dates
import io
import json
import sys
import zipfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

import known_content as known
import producers as write
from known_content import Grid, Heading, Listing, Prose, Sheet, Slide

FOLDER = Path(__file__).resolve().parents[2] / "tests" / "corpus" / "sources" / "fixtures"
DESIGNS = (
    "thumbnail",
    "theme",
    "slideLayout",
    "slideMaster",
    "notesMaster",
    "WithEffects",
    "customXml",
    "printerSettings",
)
TITLE = "The harbour of Lemvik"
SHIPS = Grid(
    (("Year", "Ships", "Tonnes"), ("1900", "12", "300.5"), ("", "15", "420"), ("1910", "31", "1,250")),
    merged=((1, 0, 2, 0),),
)
PLAIN = Grid((("Ship", "Built"), ("Alma", "1871"), ("Freya", "1902")))
BLOCKS = [
    Prose(("Lemvik is a port on the fjord.", "It was dug in 1861, at a cost of 4,500 crowns.")),
    Heading(1, "Trade"),
    Prose(("Herring & timber left from here.", "Salt came back."), note="The register of 1874 counts 312 barrels."),
    Heading(2, "Goods"),
    Listing(((0, "Herring in barrels"), (1, "salted on board"), (0, "Timber from Ålesund"))),
    Prose(("The berths were let in this order.",)),
    Listing(((0, "The ferry"), (0, "The coal ships")), is_ordered=True),
    Heading(1, "Ships"),
    Prose(("The table counts what was seen.",)),
    SHIPS,
    Prose(("“Alma” was the last of them.",)),
]
SLIDES = [
    Slide(
        "Trade", ((0, "Herring in barrels"), (1, "salted on board"), (0, "Timber")), notes=("Say it slowly.", "Wait.")
    ),
    Slide("Ships", grid=SHIPS),
]
SHEETS = [
    Sheet(
        "Ships & tolls",
        (
            ("Harbour", "Ships", "Share", "Opened", "Deep"),
            ("Lemvik", 12, 0.25, dates.date(1961, 5, 3), True),
            ("Ålesund", 1234.5, 0.755, dates.date(2001, 12, 24), False),
            ("Both together", "", "", "", ""),
        ),
        frozenset({(1, 2), (2, 2)}),
        ((3, 0, 3, 1),),
    )
]


def without_notes():
    return [dataclasses.replace(block, note="") if isinstance(block, Prose) else block for block in BLOCKS]


def for_pandoc():
    """The blocks, with a table that Markdown can write."""
    return [PLAIN if isinstance(block, Grid) else block for block in BLOCKS]


def for_epub_by_pandoc():
    """The same, with the notes at the end of the chapter, where pandoc puts them."""
    return [PLAIN if isinstance(block, Grid) else block for block in without_notes()]


def slim(data):
    """A package without its pictures and designs, which no reader of text opens, so that the file stays small."""
    file = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as given, zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as kept:
        for member in given.infolist():
            if not any(part in member.filename for part in DESIGNS):
                kept.writestr(zipfile.ZipInfo(member.filename), given.read(member), zipfile.ZIP_DEFLATED, 9)
    return file.getvalue()


def main():
    FOLDER.mkdir(parents=True, exist_ok=True)
    docx, odt = write.docx_by_python_docx(TITLE, without_notes()), write.odt_by_odfpy(TITLE, BLOCKS)
    pptx, ods = write.pptx_by_python_pptx(TITLE, SLIDES), write.ods_by_odfpy(SHEETS)
    odp = write.converted(pptx, source="pptx", form="odp")
    text, noted = known.expected_text(TITLE, without_notes()), known.expected_text(TITLE, BLOCKS)
    bare, plain = known.expected_text(TITLE, for_epub_by_pandoc()), known.expected_text(TITLE, for_pandoc())
    deck, book = known.expected_slides(TITLE, SLIDES), known.expected_sheets(SHEETS)
    documents = {
        "python-docx.docx": (docx, text),
        "libreoffice.docx": (write.converted(odt, source="odt", form="docx"), noted),
        "pandoc.docx": (write.by_pandoc(TITLE, for_pandoc(), form="docx"), plain),
        "odfpy.odt": (odt, noted),
        "libreoffice.odt": (write.converted(docx, source="docx", form="odt"), text),
        "pandoc.odt": (write.by_pandoc(TITLE, for_pandoc(), form="odt"), plain),
        "zipfile.epub": (write.epub_by_zipfile(TITLE, without_notes()), text),
        "pandoc.epub": (write.by_pandoc(TITLE, for_epub_by_pandoc(), form="epub"), bare),
        "python-pptx.pptx": (pptx, deck),
        "libreoffice.pptx": (write.converted(odp, source="odp", form="pptx"), deck),
        "libreoffice.odp": (odp, deck),
        "odfpy.ods": (ods, book),
        "libreoffice.ods": (write.converted(ods, source="ods", form="ods"), book),
        "xlwt.xls": (write.xls_by_xlwt(SHEETS), book),
        "libreoffice.xls": (write.converted(ods, source="ods", form="xls"), book),
    }
    for name, (data, _) in documents.items():
        (FOLDER / name).write_bytes(slim(data) if name.endswith(("docx", "pptx")) else data)
    held = {name: dataclasses.asdict(content) for name, (_, content) in documents.items()}
    (FOLDER / "held.json").write_text(json.dumps(held, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
