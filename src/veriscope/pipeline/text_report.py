"""A whole text, checked: its claims with their traces, what was left out, and a summary."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pkgutil import resolve_name

from veriscope import __version__
from veriscope.domain import Claim, Label
from veriscope.errors import UsageError
from veriscope.pipeline.text_claims import LeftOut, Passage, TextClaim, find_claims
from veriscope.pipeline.trace import TRACE_VERSION, Trace, trace_as_json
from veriscope.scoring import Share, share_of

TEXT_REPORT_VERSION = 1
MAX_CHARACTERS = 2_000_000
# What a person should look at comes first.
_ORDER = (Label.REFUTES, Label.NOT_ENOUGH_INFO, Label.SUPPORTS)

# Arguments: the claims done so far, and all claims.
Report = Callable[[int, int], None]


@dataclass(frozen=True, slots=True)
class CheckedClaim:
    """A claim of a text and its trace."""

    source: TextClaim
    trace: Trace


@dataclass(frozen=True, slots=True)
class TextReport:
    """A text, checked sentence by sentence; `parts` holds all of its parts, in order."""

    text: str
    parts: tuple[CheckedClaim | Passage, ...]

    def __str__(self) -> str:
        """What was found, for people: counts, then every claim, refuted ones first."""
        counts = ", ".join(f"{len(self.with_label(label)):,} {label.value}" for label in _ORDER)
        share = "" if (found := self.supported_share) is None else f"; {found.value:.0%} supported"
        head = f"{len(self.checked):,} checked: {counts}; {len(self.left_out):,} left out{share}"
        return "\n".join([head, *(str(claim.trace) for label in _ORDER for claim in self.with_label(label))])

    def _repr_html_(self) -> str:
        """The text coloured by verdict beside its evidence, for notebooks."""
        # Reports are made of these, so they are found by name, as plug-ins are.
        frame: str = resolve_name("veriscope.reports:text_frame")(self)
        return frame

    @property
    def checked(self) -> tuple[CheckedClaim, ...]:
        """The claims that were checked, in the order of the text."""
        return tuple(part for part in self.parts if isinstance(part, CheckedClaim))

    @property
    def left_out(self) -> tuple[Passage, ...]:
        """What was not checked, in the order of the text."""
        return tuple(part for part in self.parts if isinstance(part, Passage))

    def with_label(self, label: Label) -> tuple[CheckedClaim, ...]:
        """The claims with that verdict, in the order of the text."""
        return tuple(claim for claim in self.checked if claim.trace.label is label)

    @property
    def supported_share(self) -> Share | None:
        """One number for the whole text: the share of its claims that are supported; None if none was checked."""
        return share_of(len(self.with_label(Label.SUPPORTS)), len(self.checked)) if self.checked else None

    def reasons_left_out(self) -> dict[LeftOut, int]:
        """How many passages were left out for each reason, in the order of the reasons."""
        return {why: count for why in LeftOut if (count := sum(passage.why is why for passage in self.left_out))}


def check_text(
    text: str,
    check: Callable[[Claim], Trace],
    *,
    report: Report = lambda done, total: None,  # noqa: ARG005
) -> TextReport:
    """The text with every claim in it checked; claims are numbered from 1."""
    if not text.strip():
        raise UsageError("the text is empty; give one with at least a sentence")
    if len(text) > MAX_CHARACTERS:
        raise UsageError(f"the text has {len(text):,} characters; at most {MAX_CHARACTERS:,} are read: divide it")
    found = list(find_claims(text))
    total = sum(isinstance(part, TextClaim) for part in found)
    parts: list[CheckedClaim | Passage] = []
    done = 0
    for part in found:
        if isinstance(part, TextClaim):
            done += 1
            parts.append(CheckedClaim(part, check(Claim(str(done), part.claim))))
            report(done, total)
        else:
            parts.append(part)
    return TextReport(text, tuple(parts))


def text_report_as_json(report: TextReport) -> dict[str, object]:
    """The report as one JSON object; the keys are a contract (`text_report.schema.json`)."""
    return {
        "summary": {
            "sentences": len(report.parts),
            "checked": len(report.checked),
            "supported": None if (share := report.supported_share) is None else _share_as_json(share),
            **{label.value: len(report.with_label(label)) for label in Label},
            "left_out": {why.name.lower(): count for why, count in report.reasons_left_out().items()},
        },
        "parts": [_part_as_json(part) for part in report.parts],
        "version": __version__,
        "trace_version": TRACE_VERSION,
        "text_report_version": TEXT_REPORT_VERSION,
    }


def _share_as_json(share: Share) -> dict[str, float]:
    return {"share": round(share.value, 6), "low": round(share.low, 6), "high": round(share.high, 6)}


def _part_as_json(part: CheckedClaim | Passage) -> dict[str, object]:
    if isinstance(part, Passage):
        return {**_place(part), "left_out": part.why.name.lower(), "reason": part.why.value, "word": part.word}
    replaced: Sequence[object] = [list(pair) for pair in part.source.replaced]
    return {**_place(part.source), "claim": part.source.claim, "replaced": replaced, "trace": trace_as_json(part.trace)}


def _place(part: TextClaim | Passage) -> dict[str, object]:
    return {
        "start": part.start,
        "end": part.end,
        "block": part.block,
        "kind": part.kind.value,
        "sentence": part.sentence,
    }
