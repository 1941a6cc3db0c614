"""A claim before its label is drawn: its wording when true and when false, and the parts that tell."""

from typing import NamedTuple

from veriscope.domain import EvidenceId, Page, Sentence, SentenceId, Table

MULTI_HOP = "Multi-hop Reasoning"
NUMERICAL = "Numerical Reasoning"
COMBINED = "Combining Tables and Text"
DISAMBIGUATION = "Entity Disambiguation"
UNNAMED = "Search terms not in claim"
OTHER = "Other"


class Part(NamedTuple):
    """An element that a claim needs: its page, its kind and number, and what of it is evidence.

    `refuting` is what the false wording is decided by, where that is something else: the row that it names.
    """

    page: Page
    element: str
    ids: tuple[EvidenceId, ...]
    refuting: tuple[EvidenceId, ...] = ()


class Candidate(NamedTuple):
    """Both wordings and the parts; `undecided` says what the page does not speak of at all, with what comes near.

    Labels are drawn equally often within a kind and, where its sentences differ in wording, within a `stratum` of it.
    """

    kind: str
    challenge: str
    true: str
    false: str
    parts: tuple[Part, ...]
    said: tuple[str, ...]
    undecided: "Undecided | None" = None
    stratum: str = ""


class Undecided(NamedTuple):
    """A wording that neither the page nor the rest of the corpus decides, and the evidence that comes nearest."""

    text: str
    ids: tuple[EvidenceId, ...]


def sentence_part(page: Page, sentence: Sentence) -> Part:
    """A sentence as a part."""
    return Part(page, f"sentence_{sentence.index}", (SentenceId(page.title, sentence.index),))


def table_part(page: Page, table: Table, ids: tuple[EvidenceId, ...], refuting: tuple[EvidenceId, ...] = ()) -> Part:
    """Cells of a table as a part, which goes with the whole table."""
    return Part(page, f"table_{table.index}", ids, refuting)


def written(text: str) -> str:
    """A claim as a sentence: it begins with a capital."""
    return text[0].upper() + text[1:]
