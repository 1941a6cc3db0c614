"""HybridQA's questions with traced answers.

    {"id": "7", "question": "…", "table": "Page_Title_N", "answer_nodes": [["text", [row, column], "link", "where"]]}

The table is table N of the page; rows are counted without the header row. A question is read as a claim that is
supported by any one of the cells that hold its answer.
"""

import re
from collections.abc import Iterator

from veriscope.datasets.fields import Extra, as_list, extra_value, rest, take_id, take_list, take_text, without
from veriscope.datasets.findings import Finding, ProblemKind
from veriscope.datasets.veriscope import VeriscopeClaim
from veriscope.domain import CellId, EvidenceId, Label
from veriscope.errors import InputError
from veriscope.files import JsonObject, JsonValue, json_excerpt
from veriscope.text import canonical_title

NODES_KEY = "hybridqa_nodes"
TABLE_KEY = "hybridqa_table"

_KEYS = ("id", "question", "table", "answer_nodes")
_NODE = "[text, [row, column], link, where]"
_TABLE = re.compile(r"(.*\S)_(\d{1,9})", re.DOTALL | re.ASCII)


def parse_hybridqa(value: JsonObject) -> VeriscopeClaim:
    """The claim in a record; each distinct answer cell is an evidence set of its own."""
    table = take_text(value, "table")
    nodes = take_list(value, "answer_nodes", of=_NODE)
    page, number = _page_and_number(table)
    cells = dict.fromkeys(
        _cell(node, page=page, number=number, at=f"answer_nodes[{index}]") for index, node in enumerate(nodes)
    )
    extra: Extra = (*rest(value, _KEYS), (TABLE_KEY, table), (NODES_KEY, nodes))
    return VeriscopeClaim(
        take_id(value), take_text(value, "question"), Label.SUPPORTS, tuple((cell,) for cell in cells), extra
    )


def hybridqa_json(claim: VeriscopeClaim) -> JsonObject:
    """The record; only claims from HybridQA can be written, since others have no answer texts."""
    table, nodes = extra_value(claim.extra, TABLE_KEY), extra_value(claim.extra, NODES_KEY)
    if not isinstance(table, str) or not isinstance(nodes, list):
        raise InputError(f"{NODES_KEY}: missing; only claims that were read from hybridqa can be written in its format")
    known: JsonObject = {"id": claim.id, "question": claim.claim, "table": table, "answer_nodes": nodes}
    return known | dict(without(claim.extra, TABLE_KEY, NODES_KEY))


def is_hybridqa(record: JsonObject) -> bool:
    """Whether a record is a question with traced answers."""
    return {"question", "table", "answer_nodes"} <= record.keys()


def holds_in_hybridqa(evidence_id: EvidenceId) -> bool:
    """Whether the piece can be an answer: a cell below the header row."""
    return isinstance(evidence_id, CellId) and not evidence_id.is_header and evidence_id.row > 0


def check_hybridqa(value: JsonObject) -> Iterator[Finding]:
    """The problems of a record, in particular answers that could not be traced to any cell."""
    if not parse_hybridqa(value).evidence:
        yield Finding(ProblemKind.NO_EVIDENCE, "answer_nodes: none; the answer could not be traced to a cell")


def _page_and_number(table: str) -> tuple[str, int]:
    match = _TABLE.fullmatch(table)
    if match is None:
        raise InputError(f"table: found {json_excerpt(table)}; expected a page and a number, such as 'Lima_Province_0'")
    return canonical_title(match[1]), int(match[2])


def _cell(value: JsonValue, *, page: str, number: int, at: str) -> CellId:
    match as_list(value, at=at, of=f"four: {_NODE}"):
        case [str(), [int(row), int(column)], _, _] if min(row, column) >= 0:
            return CellId(page, number, row + 1, column)
    raise InputError(f"{at}: found {json_excerpt(value)}; expected four: {_NODE}")
