"""Converts a data set from one format to another, and reports what the other cannot hold."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path

from veriscope.datasets.claim_formats import ClaimFormat, read_records
from veriscope.datasets.evidence_kinds import kind_of
from veriscope.datasets.fever import ANNOTATIONS_KEY
from veriscope.datasets.feverous import CONTEXT_KEY
from veriscope.datasets.fields import is_header
from veriscope.datasets.findings import count_text
from veriscope.datasets.veriscope import VeriscopeClaim
from veriscope.domain import Label
from veriscope.errors import InputError
from veriscope.files import JsonObject, locate_errors, read_objects, write_json_lines

_PER_SET_KEYS = (ANNOTATIONS_KEY, CONTEXT_KEY)


@dataclass(frozen=True, slots=True)
class Conversion:
    """What a conversion wrote and what it lost; losses are zero unless they were allowed.

    `respelled_claims` counts claims that would not convert back exactly, because page titles or labels are written in
    their usual form.
    """

    claims: int
    lost_pieces: dict[str, int]
    lost_sets: int
    lost_claims: int
    respelled_claims: int


@dataclass(slots=True)
class _Ledger:
    """Counts during a conversion."""

    pieces: Counter[str] = field(default_factory=Counter)
    sets: int = 0
    claims: int = 0
    respelled: int = 0
    first_line: int = 0


def convert_dataset(
    source: Path, target: Path, *, source_format: ClaimFormat, target_format: ClaimFormat, is_lossy: bool = False
) -> Conversion:
    """Write `source` to `target` in another format, atomically.

    An evidence set is dropped if the target cannot hold one of its pieces, since the rest would not suffice. A claim
    that loses its last set is dropped too, unless it is NOT ENOUGH INFO. Unless `is_lossy` is set, any loss raises
    `InputError` and nothing is written.
    """
    ledger = _Ledger()
    claims = _convert_rows(source, source_format=source_format, target_format=target_format, ledger=ledger)
    rows = _refusing_losses(claims, source=source, target_format=target_format, ledger=ledger, is_lossy=is_lossy)
    header = _header(source, target_format)
    written = write_json_lines(target, _with_header(header, rows))
    count = written - (header is not None)
    return Conversion(count, dict(sorted(ledger.pieces.items())), ledger.sets, ledger.claims, ledger.respelled)


def _with_header(header: JsonObject | None, rows: Iterator[JsonObject]) -> Iterator[JsonObject]:
    if header is not None:
        yield header
    yield from rows


def _header(source: Path, target_format: ClaimFormat) -> JsonObject | None:
    """The header of the target: the source's own, if it has one."""
    if target_format.header is None:
        return None
    first = next(iter(read_objects(source)))
    return first.value if is_header(first.value) else target_format.header


def _refusing_losses(
    rows: Iterator[JsonObject], *, source: Path, target_format: ClaimFormat, ledger: _Ledger, is_lossy: bool
) -> Iterator[JsonObject]:
    count = 0
    for row in rows:
        count += 1
        yield row
    if count + ledger.claims == 0:
        raise InputError(f"{source}: the file holds no claims; nothing was written")
    kinds = ", ".join(f"{number} × {kind}" for kind, number in sorted(ledger.pieces.items()))
    if count == 0:
        raise InputError(
            f"{source}: no claim is left for {target_format.name}, which cannot hold {kinds}; nothing was written"
        )
    if ledger.sets and not is_lossy:
        raise InputError(
            f"{source}:{ledger.first_line}: the {target_format.name} format cannot hold {kinds} (first here): "
            f"{count_text(ledger.sets, 'evidence set')} and {count_text(ledger.claims, 'claim')} would go; "
            "allow it with --lossy"
        )


def _convert_rows(
    source: Path, *, source_format: ClaimFormat, target_format: ClaimFormat, ledger: _Ledger
) -> Iterator[JsonObject]:
    for line in read_records(source):
        with locate_errors(source, line.number):
            claim = source_format.parse(line.value)
            held = _without_lost_sets(claim, target_format, ledger=ledger, line=line.number)
            if held is None:
                continue
            rendered = target_format.render(held)
            if held is claim:
                back = source_format.render(target_format.parse(rendered))
                ledger.respelled += any(back.get(key) != value for key, value in line.value.items())
        yield rendered


def _without_lost_sets(
    claim: VeriscopeClaim, target_format: ClaimFormat, *, ledger: _Ledger, line: int
) -> VeriscopeClaim | None:
    """The claim with the sets that the target can hold; None if its last evidence set is lost."""
    lost = [[piece for piece in pieces if not target_format.holds(piece)] for pieces in claim.evidence]
    kept = [index for index, pieces in enumerate(lost) if not pieces]
    if len(kept) == len(claim.evidence):
        return claim
    ledger.first_line = ledger.first_line or line
    ledger.pieces.update(str(kind_of(piece)) for pieces in lost for piece in pieces)
    ledger.sets += len(claim.evidence) - len(kept)
    if not kept and claim.label is not Label.NOT_ENOUGH_INFO:
        ledger.claims += 1
        return None
    return _with_sets(claim, kept)


def _with_sets(claim: VeriscopeClaim, kept: list[int]) -> VeriscopeClaim:
    """The claim with some of its sets, and the extra values that belong to them."""
    extra = tuple(
        (key, [value[index] for index in kept])
        if key in _PER_SET_KEYS and isinstance(value, list) and len(value) == len(claim.evidence)
        else (key, value)
        for key, value in claim.extra
    )
    return replace(claim, evidence=tuple(claim.evidence[index] for index in kept), extra=extra)
