"""What libraries that read XLS do with damaged workbooks and with two cells in opposite corners, each in a process.

python benchmarks/document_fidelity/old_workbooks.py [--out RESULT.json]
"""

# ruff: noqa: PLC0415  (each reader imports only its own library)
import argparse
import io
import json
import random
import resource
import subprocess
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "measuring"))

import xlwt
from reports import keep_report
from version import commit

DAMAGED = 3000
MEMORY_BYTES = 4 * 2**30


def workbook(cells):
    book, file = xlwt.Workbook(), io.BytesIO()
    sheet = book.add_sheet("S")
    for row, column, value in cells:
        sheet.write(row, column, value)
    book.save(file)
    return file.getvalue()


def read_calamine(data):
    from python_calamine import CalamineWorkbook

    book = CalamineWorkbook.from_filelike(io.BytesIO(data))
    return [book.get_sheet_by_index(number).to_python() for number in range(len(book.sheet_names))]


def read_xlrd(data):
    import xlrd

    book = xlrd.open_workbook(file_contents=data, formatting_info=True, ragged_rows=True, logfile=io.StringIO())
    return [[sheet.row(row) for row in range(sheet.nrows)] for sheet in book.sheets()]


def damaged(data, draw):
    if draw.random() < 1 / 3:
        return data[: draw.randrange(len(data))]
    changed, reach = bytearray(data), draw.choice((len(data), 4096))
    for _ in range(draw.randrange(1, 12)):
        changed[draw.randrange(min(reach, len(data)))] = draw.randrange(256)
    return bytes(changed)


def child(reader, case):
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY_BYTES, MEMORY_BYTES))
    small = [(row, column, f"{row} {column}" if column % 2 else row * 1.5) for row in range(10) for column in range(5)]
    draw, seen, began = random.Random(1), {"read": 0, "refused": 0}, time.process_time()
    for _ in range(DAMAGED if case == "damaged" else 1):
        data = damaged(workbook(small), draw) if case == "damaged" else workbook([(0, 0, "a"), (65_535, 255, 2.5)])
        try:
            globals()[reader](data)
            seen["read"] += 1
        except BaseException:  # a panic of Rust is none of the ordinary exceptions
            seen["refused"] += 1
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    print(json.dumps(seen | {"cpu_s": round(time.process_time() - began, 2), "peak_mb": peak}))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", type=Path)
    parser.add_argument("--child", nargs=2)
    asked = parser.parse_args()
    if asked.child:
        child(*asked.child)
        return
    rows = []
    for reader in ("read_calamine", "read_xlrd"):
        for case in ("damaged", "corners"):
            command = [sys.executable, __file__, "--child", reader, case]
            done = subprocess.run(command, capture_output=True, text=True, timeout=600, check=False)
            killed = {"killed_by_signal": -done.returncode}
            found = json.loads(done.stdout.splitlines()[-1]) if done.returncode == 0 else killed
            rows.append({"reader": reader.removeprefix("read_"), "case": case} | found)
    print(json.dumps(rows, indent=1))
    if asked.out:
        keep_report({"old_workbooks": rows}, asked.out, commit=commit())


if __name__ == "__main__":
    main()
