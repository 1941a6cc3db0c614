"""A second reading of lessons by somebody who does not see the labels.

    python lessons/read_again.py ask FILE...  > blind.txt
    python lessons/read_again.py take ANSWERS... [--drop]

`ask` prints each group with its claims in another order, without labels and kinds. An answer is a line
`GROUP LETTERS`: one of S, R, N for each claim in the order asked, and `?` where the reader cannot tell. `take` says by
kind how often the reader agreed with the writer; with `--drop` claims without agreement leave the lessons, and
`agreement.json` keeps the figures.
"""

import json
import random
import sys
from collections import Counter, defaultdict
from pathlib import Path

from veriscope.lab.lessons import LessonGroup, read_groups

FOLDER = Path(__file__).resolve().parent
AGREEMENT = FOLDER / "agreement.json"
_LETTERS = {"S": "SUPPORTS", "R": "REFUTES", "N": "NOT ENOUGH INFO"}


def order_of(group: LessonGroup) -> list[int]:
    """The places of a group's claims in the order in which they are asked: by the id, so that it need not be kept."""
    places = list(range(len(group.claims)))
    random.Random(group.id).shuffle(places)  # noqa: S311 - a repeatable choice, not a secret
    return places


def ask(paths: list[Path]) -> None:
    """Print the groups without labels."""
    for path in paths:
        for group in read_groups(path):
            about = group.about
            print(f"\n== {group.id} | {group.kind_of_text} | title: {about.title} | section: {about.section}", end=" ")
            print(f"| date: {about.date}")
            print("\n".join(f"- {line}" for line in group.lines))
            if group.table:
                print(f"# {group.table.caption}", " | ".join(group.table.header), sep="\n")
                print("\n".join(" | ".join(row) for row in group.table.rows))
            print("\n".join(f"{n}. {group.claims[place].text}" for n, place in enumerate(order_of(group), start=1)))


def take(paths: list[Path], *, drop: bool) -> int:
    """Compare the answers with the labels; how many lines of answers could not be used."""
    answers, faults = {}, 0
    groups = {group.id: group for path in sorted(FOLDER.glob("*.jsonl")) for group in read_groups(path)}
    for path in paths:
        for number, line in enumerate(path.read_text("utf-8").splitlines(), start=1):
            name, _, letters = line.strip().partition(" ")
            letters = letters.replace(" ", "").upper()
            if not name:
                continue
            if name not in groups or len(letters) != len(groups[name].claims) or set(letters) - set("SRN?"):
                print(f"{path}:{number}: expected a group and a letter for each of its claims: {line}", file=sys.stderr)
                faults += 1
                continue
            answers[name] = letters
    asked, agreed, doubted = Counter(), Counter(), defaultdict(set)
    for name, letters in answers.items():
        for place, letter in zip(order_of(groups[name]), letters, strict=True):
            claim = groups[name].claims[place]
            asked[claim.kind] += 1
            if _LETTERS.get(letter) == claim.label.value:
                agreed[claim.kind] += 1
            else:
                doubted[name].add(place)
                print(f"{name} c{place + 1} {claim.kind}: {claim.label.value} read as {letter}: {claim.text}")
    report = {kind: {"read": asked[kind], "agreed": round(agreed[kind] / asked[kind], 4)} for kind in sorted(asked)}
    report["all"] = {"read": asked.total(), "agreed": round(agreed.total() / max(1, asked.total()), 4)}
    print(json.dumps(report, indent=1))
    if drop:
        without(doubted, read=set(answers))
        keep(report)
    return faults


def without(doubted: dict[str, set[int]], *, read: set[str]) -> None:
    """Write the files anew without the doubted claims; twins that lost their claim have none."""
    for path in sorted(FOLDER.glob("*.jsonl")):
        rows = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
        for row in rows:
            if row["id"] in read and doubted[row["id"]]:
                kept = [place for place in range(len(row["claims"])) if place not in doubted[row["id"]]]
                new = {f"c{old + 1}": f"c{place + 1}" for place, old in enumerate(kept)}
                row["claims"] = [row["claims"][place] for place in kept]
                for claim in row["claims"]:
                    twin = new.get(claim.pop("twin", None) or "")
                    claim.update({"twin": twin} if twin else {})
        if any(doubted[row["id"]] for row in rows):
            lines = [json.dumps(row, ensure_ascii=False) + "\n" for row in rows if row["claims"]]
            path.write_text("".join(lines), "utf-8")


def keep(report: dict) -> None:
    """Add the figures to those of readings before."""
    before = json.loads(AGREEMENT.read_text("utf-8")) if AGREEMENT.exists() else {}
    for kind, found in report.items():
        old = before.get(kind, {"read": 0, "agreed": 0.0})
        read = old["read"] + found["read"]
        agreed = (old["read"] * old["agreed"] + found["read"] * found["agreed"]) / max(1, read)
        before[kind] = {"read": read, "agreed": round(agreed, 4)}
    AGREEMENT.write_text(json.dumps(before, indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    command, *words = sys.argv[1:] or [""]
    files = [Path(word) for word in words if word != "--drop"]
    if command == "ask" and files:
        ask(files)
    elif command == "take" and files:
        raise SystemExit(take(files, drop="--drop" in words) > 0)
    else:
        raise SystemExit(__doc__)
