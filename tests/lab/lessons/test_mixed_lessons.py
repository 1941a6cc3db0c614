import json

import pytest

from veriscope.domain import Label
from veriscope.lab.lessons.mixed_lessons import mixed_lessons

HEADER = {"id": "", "label": "", "claim": "", "evidence": ""}


class Computer:
    """Notes the tables that it is asked about."""

    def __init__(self):
        self.asked = []

    def compute(self, _claim, tables):
        self.asked += [(page.title, table.index) for page, table in tables]
        return []


def lessons(world, folder, *claims, removed=(), computer=None):
    elsewhere = {"title": "Tam", "elements": ["sentence_9"]}
    for name, rows in (("train.jsonl", [HEADER, *claims]), ("removed.jsonl", [elsewhere, *removed])):
        (folder / name).write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return list(mixed_lessons(folder / "train.jsonl", folder / "removed.jsonl", world, computer or Computer()))


def claim(text, label, *content):
    return {"id": 1, "claim": text, "label": label, "evidence": [{"content": [*content], "context": {}}]}


def test_gold_lines_are_those_found_that_the_claim_cites(world, tmp_path):
    (one,) = lessons(world, tmp_path, claim("Ida Brandt was a botanist.", "SUPPORTS", "Ida Brandt_sentence_0"))
    assert (one.label, one.source) == (Label.SUPPORTS, "mixed")
    assert one.gold == tuple(found.line for found in one.found if found.is_gold)
    assert len(one.gold) == 1
    assert len(one.found) > 1


def test_an_undecided_claim_has_no_gold_and_the_pages_do_not_show_what_was_removed(world, tmp_path):
    gone = {"title": "Ida Brandt", "elements": ["sentence_0"]}
    undecided = claim("Ida Brandt was a botanist.", "NOT ENOUGH INFO", "Ida Brandt_sentence_1")
    text = world.page("Ida Brandt").elements[0].text
    (one,) = lessons(world, tmp_path, undecided, removed=[gone])
    assert one.gold == ()
    assert one.found
    assert all(found.line.text != text for found in one.found)


@pytest.mark.parametrize("removed", [True, False])
def test_programs_are_asked_about_the_tables_that_are_left(world, tmp_path, removed):
    page = next(page for page in world.pages() if any(True for _ in page.tables()))
    table = next(page.tables())
    computer = Computer()
    gone = [{"title": page.title, "elements": [f"table_{table.index}"]}] if removed else []
    cited = claim(f"{page.title} is small.", "NOT ENOUGH INFO", f"{page.title}_sentence_0")
    lessons(world, tmp_path, cited, removed=gone, computer=computer)
    assert ((page.title, table.index) in computer.asked) is not removed
