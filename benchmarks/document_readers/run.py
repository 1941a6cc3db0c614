"""Compares libraries that read workbooks and Markdown: time, peak memory, and what hostile files do to them.

python benchmarks/document_readers/run.py --runs 5 --out RESULT.json

Every measurement runs in a process of its own, under a limit of memory and time; the libraries take turns.
"""

# ruff: noqa: PLC0415  (each reader imports only its own library)
import argparse
import contextlib
import io
import json
import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time
import zipfile
from importlib.metadata import version
from pathlib import Path

MEMORY_BYTES = 6 * 2**30
TIMEOUT_S = 60


def read_calamine(path):
    import python_calamine

    sheet = python_calamine.CalamineWorkbook.from_path(path).get_sheet_by_index(0)
    return sum(1 for row in sheet.to_python() for value in row if value != "")


def read_openpyxl(path):
    import openpyxl

    book = openpyxl.load_workbook(path, read_only=True, data_only=True)
    return sum(1 for row in book.worksheets[0].iter_rows(values_only=True) for value in row if value is not None)


def read_openpyxl_full(path):
    import openpyxl

    rows = openpyxl.load_workbook(path, data_only=True).worksheets[0].iter_rows(values_only=True)
    return sum(1 for row in rows for value in row if value is not None)


def read_veriscope_workbook(path):
    from veriscope.corpus.sources.file_kinds import parse_document

    parsed = parse_document("a.xlsx", Path(path).read_bytes())
    if parsed.page is None:
        return parsed.skips[0].reason
    return sum(1 for table in parsed.page.tables() for cell in table.cells if cell.text)


def read_markdown_it(path):
    from markdown_it import MarkdownIt

    return len(MarkdownIt("commonmark").enable("table").parse(Path(path).read_text()))


def read_mistune(path):
    import mistune

    return len(mistune.create_markdown(renderer=None, plugins=["table"])(Path(path).read_text()))


def read_marko(path):
    import marko

    return len(marko.Markdown(extensions=["gfm"]).parse(Path(path).read_text()).children)


def read_veriscope_markdown(path):
    from veriscope.corpus.sources.file_kinds import parse_document

    parsed = parse_document("a.md", Path(path).read_bytes())
    return len(parsed.page.elements) if parsed.page else parsed.skips[0].reason


WORKBOOK_READERS = [read_calamine, read_openpyxl, read_openpyxl_full, read_veriscope_workbook]
MARKDOWN_READERS = [read_markdown_it, read_mistune, read_marko, read_veriscope_markdown]


def workbook(path, cells):
    """A workbook written without any of the libraries compared: half text, half numbers."""
    rows = {}
    for row, column, value in cells:
        rows.setdefault(row, []).append((column, value))
    body = "".join(
        f'<row r="{row}">'
        + "".join(
            f'<c r="{column}{row}"><v>{value}</v></c>'
            if isinstance(value, float)
            else f'<c r="{column}{row}" t="inlineStr"><is><t>{value}</t></is></c>'
            for column, value in values
        )
        + "</row>"
        for row, values in sorted(rows.items())
    )
    main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
    office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
    package = "http://schemas.openxmlformats.org/package/2006"
    kind = "application/vnd.openxmlformats-officedocument.spreadsheetml"
    parts = {
        "[Content_Types].xml": f'<Types xmlns="{package}/content-types"><Default Extension="rels" ContentType='
        '"application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" '
        f'ContentType="{kind}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" '
        f'ContentType="{kind}.worksheet+xml"/></Types>',
        "_rels/.rels": f'<Relationships xmlns="{package}/relationships"><Relationship Id="w" '
        f'Type="{office}/officeDocument" Target="xl/workbook.xml"/></Relationships>',
        "xl/workbook.xml": f'<workbook xmlns="{main}" xmlns:r="{office}"><sheets>'
        '<sheet name="S" sheetId="1" r:id="r1"/></sheets></workbook>',
        "xl/_rels/workbook.xml.rels": f'<Relationships xmlns="{package}/relationships"><Relationship Id="r1" '
        f'Type="{office}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>',
        "xl/worksheets/sheet1.xml": f'<worksheet xmlns="{main}"><sheetData>{body}</sheetData></worksheet>',
    }
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, part in parts.items():
            archive.writestr(name, part)
    path.write_bytes(file.getvalue())
    return path


def table_cells(*, rows, columns):
    names = [chr(65 + number) for number in range(columns)]
    for column in names:
        yield 1, column, f"Column {column}"
    for row in range(2, rows + 1):
        for number, column in enumerate(names):
            yield row, column, row * 1.5 + number if number % 2 else f"text {row} {column}"


def prose(sections):
    paragraph = (
        "Lima is the *capital* of [Peru](peru.md), a city of `10` million. It lies on the coast, **not** inland.\n\n"
    )
    items = "- one item with some text\n  - a nested item\n- another [item](b.md)\n\n"
    table = "| City | People |\n|---|---|\n| Lima | 10 |\n| Cusco | 0.4 |\n\n"
    return "".join(f"## Section {n}\n\n{paragraph * 4}{items}{table}" for n in range(sections))


def cases(folder):
    """Each case: its name, its file, and the readers to try on it."""
    yield "table, 200,000 cells", workbook(folder / "t.xlsx", table_cells(rows=10_000, columns=20)), WORKBOOK_READERS
    corners = [(1, "A", 1.5), (1_048_576, "XFD", 2.5)]
    yield "two cells in opposite corners", workbook(folder / "far.xlsx", corners), WORKBOOK_READERS
    texts = {
        "prose, 1 MB": prose(1_700),
        "10,000 nested quotes": "> " * 10_000 + "a",
        "10,000 nested lists": "- " * 10_000 + "a",
        "50,000 open brackets": "[" * 50_000,
        "20,000 open character data": "a <![CDATA[" * 20_000,
    }
    for number, (name, text) in enumerate(texts.items()):
        path = folder / f"{number}.md"
        path.write_text(text)
        yield name, path, MARKDOWN_READERS


def measure(reader, path):
    """Seconds and peak megabytes of one reading in a child process, or how it failed."""
    command = [sys.executable, __file__, "--child", reader.__name__, str(path)]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=TIMEOUT_S, check=False)
    except subprocess.TimeoutExpired:
        return {"failure": f"no end within {TIMEOUT_S} s"}
    if done.returncode:
        last = (done.stderr.strip().splitlines() or [""])[-1][:120]
        first = next((line for line in done.stderr.splitlines() if line.strip()), "")[:120]
        return {"failure": f"killed by signal {-done.returncode}: {first}" if done.returncode < 0 else last}
    return json.loads(done.stdout)


def child(name, path):
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY_BYTES, MEMORY_BYTES))
    reader = globals()[name]
    with contextlib.suppress(Exception):
        reader(os.devnull)  # imports are not what is compared
    start = peak_mb()
    began = time.process_time()
    result = reader(path)
    seconds = time.process_time() - began
    print(json.dumps({"result": result, "cpu_s": round(seconds, 4), "peak_mb": peak_mb(), "start_mb": start}))


def peak_mb():
    """The peak of this process alone: `ru_maxrss` would begin at the peak of the parent that started it."""
    status = Path("/proc/self/status").read_text()
    return int(next(line.split()[1] for line in status.splitlines() if line.startswith("VmHWM"))) // 1024


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--out", type=Path)
    parser.add_argument("--child", nargs=2)
    options = parser.parse_args()
    if options.child:
        child(*options.child)
        return
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        for name, path, readers in cases(Path(folder)):
            taken = {reader: [] for reader in readers}
            for _ in range(options.runs):
                for reader, runs in taken.items():
                    if not runs or "failure" not in runs[0]:
                        runs.append(measure(reader, path))
            rows += [summary(name, path, reader, runs) for reader, runs in taken.items()]
    packages = ("python-calamine", "openpyxl", "markdown-it-py", "mistune", "marko")
    result = {"versions": {name: version(name) for name in packages}, "runs": options.runs, "rows": rows}
    text = json.dumps(result, indent=1)
    if options.out:
        options.out.write_text(text + "\n")
    print(text)


def summary(name, path, reader, runs):
    row = {"case": name, "bytes": path.stat().st_size, "reader": reader.__name__.removeprefix("read_")}
    good = [run for run in runs if "failure" not in run]
    failures = [run["failure"] for run in runs if "failure" in run]
    if failures:
        row |= {"failures": failures}
    if not good:
        return row
    seconds = [run["cpu_s"] for run in good]
    return row | {
        "result": good[0]["result"],
        "good_runs": len(good),
        "cpu_s_median": statistics.median(seconds),
        "cpu_s_range": [min(seconds), max(seconds)],
        "peak_mb": max(run["peak_mb"] for run in good),
        "start_mb": max(run["start_mb"] for run in good),
    }


if __name__ == "__main__":
    main()
