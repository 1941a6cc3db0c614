"""Lists every bad row of a data set by its line, with what would be right."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from veriscope.datasets.fever import FeverClaim, fever_to_veriscope, parse_fever_claim
from veriscope.datasets.feverous import FeverousClaim, feverous_to_veriscope, parse_feverous_claim
from veriscope.datasets.feverous_ids import evidence_id_from_feverous, parse_feverous_id
from veriscope.datasets.fields import extra_value, is_header
from veriscope.datasets.findings import Finding, Problem, ProblemKind
from veriscope.datasets.predictions import (
    FeverousPrediction,
    FeverPrediction,
    Prediction,
    parse_fever_prediction,
    parse_feverous_prediction,
)
from veriscope.datasets.tabfact import parse_tabfact
from veriscope.datasets.veriscope import VeriscopeClaim, parse_veriscope_claim
from veriscope.domain import Label
from veriscope.errors import InputError
from veriscope.files import BadLine, JsonLine, JsonObject, JsonValue, json_excerpt, read_json_lines

Check = Callable[[JsonObject], Iterator[Finding]]


@dataclass(frozen=True, slots=True)
class Validation:
    """How many rows a file has, and every problem in the order of the file.

    `absent` rows lack some or all evidence in a format that allows it.
    """

    rows: int
    problems: tuple[Problem, ...]
    absent: int = 0

    def bad_rows(self) -> int:
        """How many lines have a problem."""
        return len({problem.line for problem in self.problems})


def validate_dataset(path: Path, *, check: Check) -> Validation:
    """Check every row of a file; raises an error only if the file cannot be opened."""
    problems: list[Problem] = []
    first_lines: dict[str, int] = {}
    rows, last, absent = 0, 0, 0
    lines = read_json_lines(path)
    try:
        for line in lines:
            last = line.number
            if rows == 0 and isinstance(line, JsonLine) and is_header(line.value):
                continue
            rows += 1
            found = list(_row_problems(line, check=check, first_lines=first_lines))
            problems += [problem for problem in found if problem.kind is not ProblemKind.ABSENT]
            absent += any(problem.kind is ProblemKind.ABSENT for problem in found)
    except InputError as error:
        if not path.is_file():
            raise
        problems.append(
            Problem(last + 1, ProblemKind.UNREADABLE, re.sub(rf"^{re.escape(str(path))}:\d+: ", "", str(error)))
        )
    if not rows and not problems:
        problems.append(
            Problem(0, ProblemKind.UNREADABLE, "the file holds no records; a data set has one JSON object a line")
        )
    return Validation(rows, tuple(problems), absent)


def _row_problems(line: JsonLine | BadLine, *, check: Check, first_lines: dict[str, int]) -> Iterator[Problem]:
    if isinstance(line, BadLine):
        yield Problem(line.number, ProblemKind.UNREADABLE, line.problem)
        return
    try:
        yield from (Problem(line.number, *finding) for finding in check(line.value))
    except InputError as error:
        yield Problem(line.number, ProblemKind.UNREADABLE, str(error))
    claim_id = line.value.get("id")
    if isinstance(claim_id, int | str):
        first = first_lines.setdefault(str(claim_id), line.number)
        if first != line.number:
            what = f"id: {json_excerpt(claim_id)} is on line {first} already; ids are unique"
            yield Problem(line.number, ProblemKind.REPEATED_ID, what)


def check_fever(value: JsonObject) -> Iterator[Finding]:
    """The problems of a record of FEVER's claims."""
    claim = parse_fever_claim(value)
    yield from _odd_label(value)
    yield from _fever_verifiable(claim)
    needs_evidence = claim.label is not Label.NOT_ENOUGH_INFO
    yield from _evidence_problems(fever_to_veriscope(claim), needs_evidence=needs_evidence)


def check_feverous(value: JsonObject) -> Iterator[Finding]:
    """The problems of a record of FEVEROUS's claims, where NOT ENOUGH INFO needs evidence too."""
    claim = parse_feverous_claim(value)
    yield from _odd_label(value)
    yield from _evidence_problems(feverous_to_veriscope(claim), needs_evidence=True)
    yield from _context_problems(claim)
    if len(claim.evidence) > 3:
        yield Finding(ProblemKind.TOO_MANY_SETS, f"evidence: found {len(claim.evidence)} sets; FEVEROUS has at most 3")


def check_veriscope(value: JsonObject) -> Iterator[Finding]:
    """The problems of a record of our own format."""
    claim = parse_veriscope_claim(value)
    yield from _odd_label(value)
    yield from _evidence_problems(claim, needs_evidence=claim.label is not Label.NOT_ENOUGH_INFO)


def check_tabfact(value: JsonObject) -> Iterator[Finding]:
    """The problems of a statement about a table."""
    parse_tabfact(value)
    yield from _odd_label(value)


def check_fever_prediction(value: JsonObject) -> Iterator[Finding]:
    """The problems of a record of a FEVER submission."""
    yield from fever_prediction_findings(parse_fever_prediction(value))


def fever_prediction_findings(prediction: FeverPrediction) -> Iterator[Finding]:
    """The problems of a readable row of a FEVER submission."""
    yield from _prediction_problems(prediction)
    for index, piece in enumerate(prediction.evidence):
        if piece.line < 0:
            yield Finding(
                ProblemKind.NOT_EVIDENCE, f"predicted_evidence[{index}]: found line {piece.line}; lines count from 0"
            )


def check_feverous_prediction(value: JsonObject) -> Iterator[Finding]:
    """The problems of a record of a FEVEROUS submission."""
    yield from feverous_prediction_findings(parse_feverous_prediction(value))


def feverous_prediction_findings(prediction: FeverousPrediction) -> Iterator[Finding]:
    """The problems of a readable row of a FEVEROUS submission."""
    yield from _prediction_problems(prediction)
    for index, address in enumerate(prediction.evidence):
        try:
            evidence_id_from_feverous(address)
        except InputError as error:
            yield Finding(ProblemKind.NOT_EVIDENCE, f"predicted_evidence[{index}]: {error}")


def _odd_label(value: JsonObject) -> Iterator[Finding]:
    label = value.get("label")
    if isinstance(label, str) and label != label.upper():
        yield Finding(ProblemKind.LABEL_CASE, f"label: found {json_excerpt(label)}; write {label.upper()}")


def _fever_verifiable(claim: FeverClaim) -> Iterator[Finding]:
    found = extra_value(claim.extra, "verifiable")
    right = "NOT VERIFIABLE" if claim.label is Label.NOT_ENOUGH_INFO else "VERIFIABLE"
    if found is not None and found != right:
        yield Finding(
            ProblemKind.VERIFIABLE,
            f"verifiable: found {json_excerpt(found)} beside the label {claim.label}; expected {right}",
        )


def _evidence_problems(claim: VeriscopeClaim, *, needs_evidence: bool) -> Iterator[Finding]:
    if needs_evidence and not any(claim.evidence):
        yield Finding(ProblemKind.NO_EVIDENCE, f"evidence: none; a claim labelled {claim.label} needs at least one set")
    for index, pieces in enumerate(claim.evidence):
        if not pieces and needs_evidence and any(claim.evidence):
            yield Finding(
                ProblemKind.EMPTY_SET,
                f"evidence[{index}]: an empty set; leave it out, for any prediction would satisfy it",
            )
        if len(set(pieces)) < len(pieces):
            yield Finding(ProblemKind.REPEATED_PIECE, f"evidence[{index}]: a piece occurs twice; write each once")


def _context_problems(claim: FeverousClaim) -> Iterator[Finding]:
    for index, pieces in enumerate(claim.evidence):
        context = extra_value(pieces.extra, "context")
        at = f"evidence[{index}].context"
        if isinstance(context, dict):
            content = {str(address) for address in pieces.content}
            for stray in sorted(context.keys() - content):
                yield Finding(
                    ProblemKind.CONTEXT,
                    f"{at}: {json_excerpt(stray)} is not in the content of its set; expected one of its ids",
                )
            yield from _id_problems(list(context.values()), at=at)
        elif isinstance(context, list):
            yield from _id_problems([context], at=at)
        elif context is not None:
            yield Finding(
                ProblemKind.CONTEXT,
                f"{at}: found {json_excerpt(context)}; expected an object {{id: [ids]}} or a list of ids",
            )


def _id_problems(lists: list[JsonValue], *, at: str) -> Iterator[Finding]:
    for ids in lists:
        for text in ids if isinstance(ids, list) else [ids]:
            if not isinstance(text, str):
                yield Finding(
                    ProblemKind.CONTEXT, f"{at}: found {json_excerpt(text)}; expected an id such as 'Lima_title'"
                )
                continue
            try:
                parse_feverous_id(text)
            except InputError as error:
                yield Finding(ProblemKind.CONTEXT, f"{at}: {error}")


def _prediction_problems(prediction: Prediction) -> Iterator[Finding]:
    if prediction.label.upper() not in set(Label):
        yield Finding(
            ProblemKind.LABEL,
            f"predicted_label: found {json_excerpt(prediction.label)}; expected one of: {', '.join(Label)}",
        )
    if len(set(prediction.evidence)) < len(prediction.evidence):
        yield Finding(
            ProblemKind.REPEATED_PIECE,
            "predicted_evidence: a piece occurs twice; it takes two places and lowers the precision",
        )
