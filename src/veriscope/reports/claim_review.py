"""schema.org ClaimReview as JSON-LD, for search engines and fact-check aggregators."""

import datetime

from veriscope.domain import Label
from veriscope.pipeline import TextReport, Trace

_CONTEXT = "https://schema.org"
_NAMES = {Label.SUPPORTS: "Supported", Label.REFUTES: "Refuted", Label.NOT_ENOUGH_INFO: "Not enough information"}
# Five is true and one is false; without enough information there is no number.
_VALUES = {Label.SUPPORTS: 5, Label.REFUTES: 1}


def claim_review(
    trace: Trace, *, author: str = "Veriscope", url: str = "", day: datetime.date | None = None
) -> dict[str, object]:
    """The review of one claim; `url` is where it will be published, `day` the day of the review (default: today)."""
    return {"@context": _CONTEXT, **_review(trace, trace.claim.text, author=author, url=url, day=_day(day))}


def text_claim_reviews(
    report: TextReport, *, name: str, author: str = "Veriscope", url: str = "", day: datetime.date | None = None
) -> dict[str, object]:
    """The reviews of all claims of a text called `name`, as one graph."""
    reviews = []
    for number, checked in enumerate(report.checked, start=1):
        here = f"{url}#claim-{number}" if url else ""
        review = _review(checked.trace, checked.source.claim, author=author, url=here, day=_day(day))
        item = {**_item(checked.source.claim), "appearance": {"@type": "CreativeWork", "name": name}}
        reviews.append({**review, "itemReviewed": item})
    return {"@context": _CONTEXT, "@graph": reviews}


def _day(day: datetime.date | None) -> datetime.date:
    return day or datetime.datetime.now(tz=datetime.UTC).date()


def _review(trace: Trace, claim: str, *, author: str, url: str, day: datetime.date) -> dict[str, object]:
    review: dict[str, object] = {
        "@type": "ClaimReview",
        "claimReviewed": claim,
        "itemReviewed": _item(claim),
        "reviewRating": _rating(trace.label),
        "reviewBody": _body(trace),
        "author": {"@type": "Organization", "name": author},
        "datePublished": day.isoformat(),
        "citation": [_citation(trace, place) for place in trace.key_evidence],
    }
    return {**review, "url": url} if url else review


def _item(claim: str) -> dict[str, object]:
    return {"@type": "Claim", "text": claim}


def _rating(label: Label) -> dict[str, object]:
    rating: dict[str, object] = {"@type": "Rating", "bestRating": 5, "worstRating": 1, "alternateName": _NAMES[label]}
    return {**rating, "ratingValue": _VALUES[label]} if label in _VALUES else rating


def _body(trace: Trace) -> str:
    """What the rating means: which corpus it is about, and how sure it is."""
    why = trace.verdict.reason or f"{trace.probability:.0%} probable"
    return f"{_NAMES[trace.label]} with respect to the corpus “{trace.corpus_name}”: {why}."


def _citation(trace: Trace, place: int) -> dict[str, object]:
    piece = trace.evidence[place]
    return {"@type": "CreativeWork", "name": piece.id.page, "identifier": str(piece.id), "text": piece.text}
