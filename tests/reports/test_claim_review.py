import datetime
from dataclasses import replace

from veriscope.domain import Label
from veriscope.pipeline import PipelineConfig, Verifier
from veriscope.reports.claim_review import claim_review, text_claim_reviews

LEXICAL = PipelineConfig(selector="lexical", verdict="lexical")
DAY = datetime.date(2026, 11, 15)


def test_a_review_has_what_schema_org_and_search_engines_ask_for(refuted):
    review = claim_review(refuted, author="The Vell Courier", url="https://courier.example/1", day=DAY)
    assert review["@context"] == "https://schema.org"
    assert review["@type"] == "ClaimReview"
    assert review["claimReviewed"] == "Vell is the capital of Arvania."
    assert review["itemReviewed"] == {"@type": "Claim", "text": "Vell is the capital of Arvania."}
    assert review["reviewRating"] == {
        "@type": "Rating", "bestRating": 5, "worstRating": 1, "alternateName": "Refuted", "ratingValue": 1
    }  # fmt: skip
    assert review["author"] == {"@type": "Organization", "name": "The Vell Courier"}
    assert (review["datePublished"], review["url"]) == ("2026-11-15", "https://courier.example/1")
    assert review["citation"][0]["identifier"] == "Arvania#sentence-1"
    assert "corpus “arvania”" in review["reviewBody"]


def test_not_enough_information_has_no_number(refuted):
    unknown = replace(
        refuted, verdict=replace(refuted.verdict, label=Label.NOT_ENOUGH_INFO, reason="nothing bears on it")
    )
    review = claim_review(unknown, day=DAY)
    assert "ratingValue" not in review["reviewRating"]
    assert "nothing bears on it" in review["reviewBody"]
    assert "url" not in review


def test_a_text_gives_a_review_for_each_claim(world):
    report = Verifier(world, LEXICAL).check_text(
        "Port Ellis is the capital of Arvania. Is it? Vell is the capital of Arvania."
    )
    graph = text_claim_reviews(report, name="answer.md", url="https://courier.example/1", day=DAY)["@graph"]
    assert [review["reviewRating"]["alternateName"] for review in graph] == ["Supported", "Refuted"]
    assert graph[1]["url"] == "https://courier.example/1#claim-2"
    assert graph[1]["itemReviewed"]["appearance"] == {"@type": "CreativeWork", "name": "answer.md"}
