"""Adds groups written in short to a file of lessons: all of them, or none and the reason.

    python lessons/add.py BRIEF SHORT.txt

The short form, a group after the other:

    = leaflet | Your knee operation | After you go home | 2024-03 | leaflet-knee.docx
    - You can usually drive again after six weeks.
    # Beds by ward
    h Ward | Beds 2022
    r Oak | 24
    S paraphrase L0 =2 | Driving is normally possible six weeks after the operation.
    R rows c0.1 | Oak has 42 beds.
    N undecidable | Most patients drive sooner.

`=` opens a group: kind of text, title, section, date, file; the last four may be empty. `-` is a line of the passage,
`#` the caption, `h` the header and `r` a row of its table. A claim begins with its label and its kind; `L0,1` are the
lines and `c0.1,2.0` the cells that decide it, `=2` names its twin.
"""

import json
import sys
from pathlib import Path

import msgspec

from veriscope.errors import InputError
from veriscope.lab.lessons import read_groups, split_of

FOLDER = Path(__file__).resolve().parent
LABELS = {"S": "SUPPORTS", "R": "REFUTES", "N": "NOT ENOUGH INFO"}


def groups_in(text: str, place: str) -> list[dict]:
    """The groups of a text in the short form, without ids."""
    groups = []
    for number, line in enumerate(text.splitlines(), start=1):
        if not line.strip():
            continue
        sign, _, rest = line.strip().partition(" ")
        rest = rest.strip()
        try:
            if sign == "=":
                kind, *about = (*split_cells(rest), "", "", "", "")[:5]
                origin = dict(zip(("title", "section", "date", "file"), about, strict=True))
                groups.append({"kind_of_text": kind, "about": origin, "lines": [], "table": None, "claims": []})
            elif sign == "-":
                groups[-1]["lines"].append(rest)
            elif sign == "#":
                table_of(groups[-1])["caption"] = rest
            elif sign == "h":
                table_of(groups[-1])["header"] = split_cells(rest)
            elif sign == "r":
                table_of(groups[-1])["rows"].append(split_cells(rest))
            else:
                groups[-1]["claims"].append(claim_of(LABELS[sign], rest))
        except (IndexError, KeyError, ValueError) as error:
            raise InputError(f"{place}:{number}: cannot be read ({error!r}): {line}") from None
    return groups


def table_of(group: dict) -> dict:
    """The table of a group, begun where there is none."""
    if group["table"] is None:
        group["table"] = {"caption": "", "header": [], "rows": []}
    return group["table"]


def claim_of(label: str, rest: str) -> dict:
    """A claim of its label and of what follows it on the line."""
    head, bar, text = rest.partition("|")
    if not bar or not text.strip():
        raise ValueError("expected `KIND [L0] [c0.1] [=2] | text`")
    kind, *words = head.split()
    claim = {"text": text.strip(), "label": label, "lines": [], "cells": [], "kind": kind}
    for word in words:
        if word[0] == "L":
            claim["lines"] = [int(place) for place in word[1:].split(",")]
        elif word[0] == "c":
            claim["cells"] = [[int(part) for part in cell.split(".")] for cell in word[1:].split(",")]
        elif word[0] == "=":
            claim["twin"] = f"c{int(word[1:])}"
        else:
            raise ValueError(f"{word!r} is none of L0, c0.1, =2")
    return claim


def split_cells(line: str) -> list[str]:
    """Cells between bars."""
    return [cell.strip() for cell in line.split("|")]


def main(brief: str, path: Path) -> int:
    """Adds the groups of a file to a brief, or says what is wrong with them; the exit status."""
    target = FOLDER / f"{brief}.jsonl"
    before = target.read_text("utf-8") if target.exists() else ""
    written = before.count("\n")
    try:
        groups = groups_in(path.read_text("utf-8"), str(path))
        lines = []
        for number, group in enumerate(groups, start=written + 1):
            name = f"{brief}-{number:04}"
            whole = {"id": name, "brief": brief, "split": split_of(name), **group}
            lines.append(json.dumps(whole, ensure_ascii=False) + "\n")
        checked = path.with_suffix(".checked")
        checked.write_text("".join(lines), "utf-8")
        for _ in read_groups(checked):
            pass
    except (InputError, msgspec.MsgspecError) as error:
        print(f"nothing added: {error}", file=sys.stderr)
        return 1
    with target.open("a", encoding="utf-8") as file:
        file.writelines(lines)
    checked.unlink()
    print(f"{target.name}: {len(lines)} groups added, {written + len(lines)} in all")
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1], Path(sys.argv[2])))
