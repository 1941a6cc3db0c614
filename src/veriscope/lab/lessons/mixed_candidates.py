"""A claim before its label is chosen: its true and false wordings, and the parts of pages that decide it."""

from typing import NamedTuple

from veriscope.domain import EvidenceId, Page, Sentence, SentenceId, Table

MULTI_HOP = "Multi-hop Reasoning"
NUMERICAL = "Numerical Reasoning"
COMBINED = "Combining Tables and Text"
DISAMBIGUATION = "Entity Disambiguation"
UNNAMED = "Search terms not in claim"
OTHER = "Other"


class EvidencePart(NamedTuple):
    """An element of a page that decides a claim, named as FEVEROUS does, and the ids in it that are evidence.

    `refuting` is the evidence against the false wording if it differs, as when that wording names another row.
    """

    page: Page
    element: str
    ids: tuple[EvidenceId, ...]
    refuting: tuple[EvidenceId, ...] = ()


class ClaimCandidate(NamedTuple):
    """Two wordings and the parts that decide them; `said` holds the values that the claim states.

    `undecided` is a third wording, about something the page never mentions. Labels are balanced within each kind and,
    if sentences of a kind differ in wording, within each `stratum`.
    """

    kind: str
    challenge: str
    true: str
    false: str
    parts: tuple[EvidencePart, ...]
    said: tuple[str, ...]
    undecided: "UndecidedWording | None" = None
    stratum: str = ""


class UndecidedWording(NamedTuple):
    """A wording that no page of the corpus decides, and the ids of the nearest evidence."""

    text: str
    ids: tuple[EvidenceId, ...]


def sentence_part(page: Page, sentence: Sentence) -> EvidencePart:
    """A sentence as a part."""
    return EvidencePart(page, f"sentence_{sentence.index}", (SentenceId(page.title, sentence.index),))


def table_part(
    page: Page, table: Table, ids: tuple[EvidenceId, ...], refuting: tuple[EvidenceId, ...] = ()
) -> EvidencePart:
    """Cells of a table as a part; removing the part removes the whole table."""
    return EvidencePart(page, f"table_{table.index}", ids, refuting)


def as_sentence(text: str) -> str:
    """The text with a capital first letter."""
    return text[0].upper() + text[1:]
