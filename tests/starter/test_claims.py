import hashlib
import json
import math
import re
from collections import Counter
from itertools import pairwise

from veriscope.starter import claims_path

# The test half is frozen: a change here is a new version of the benchmark and needs a line in docs/starter-atlas.md.
FROZEN = "6c47e6a8f4fa23787c9317509c3b4a45c18057c833d65ab8a365228ad1cf8c69"
LABELS = ("SUPPORTS", "REFUTES", "NOT ENOUGH INFO")
CHALLENGES = {
    "Multi-hop Reasoning",
    "Entity Disambiguation",
    "Numerical Reasoning",
    "Search terms not in claim",
    "Combining Tables and Text",
    "Other",
}
ELEMENT = re.compile(
    r"(?P<title>.+?)_(?P<id>title|section_\d+|sentence_\d+|(?:header_)?cell_\d+_\d+_\d+|table_caption_\d+|item_\d+_\d+)"
)


def elements(page):
    """The FEVEROUS ids of everything on a page."""
    yield "title"
    for name in page["order"]:
        yield name
        if name.startswith("table_"):
            yield f"table_caption_{name[6:]}" if "caption" in page[name] else name
            yield from (cell["id"] for row in page[name]["table"] for cell in row)
        elif name.startswith("list_"):
            yield from (item["id"] for item in page[name]["list"])


def cited(claim):
    """The title and element of each piece of evidence of a claim."""
    for evidence in claim["evidence"]:
        for name in (*evidence["content"], *(other for ids in evidence["context"].values() for other in ids)):
            yield ELEMENT.fullmatch(name).group("title", "id")


def test_the_test_half_is_frozen():
    assert hashlib.sha256(claims_path("test").read_bytes()).hexdigest() == FROZEN


def test_the_header_comes_first():
    for half in ("dev", "test"):
        with claims_path(half).open(encoding="utf-8") as lines:
            assert json.loads(lines.readline())["claim"] == ""


def test_there_are_enough_claims_with_balanced_labels(claims):
    everything = [*claims["dev"], *claims["test"]]
    assert len(everything) >= 360
    for half in claims.values():
        counts = Counter(claim["label"] for claim in half)
        assert set(counts) == set(LABELS)
        assert all(0.28 < count / len(half) < 0.39 for count in counts.values())


def test_ids_and_wordings_are_unique(claims):
    everything = [*claims["dev"], *claims["test"]]
    assert len({claim["id"] for claim in everything}) == len(everything)
    assert len({claim["claim"] for claim in everything}) == len(everything)
    assert {claim["challenge"] for claim in everything} == CHALLENGES


def test_all_evidence_and_context_exists(claims, pages):
    known = {title: set(elements(page)) for title, page in pages.items()}
    for claim in (*claims["dev"], *claims["test"]):
        assert 1 <= len(claim["evidence"]) <= 3
        for title, element in cited(claim):
            assert element in known[title], (claim["claim"], title, element)
        for evidence in claim["evidence"]:
            assert set(evidence["context"]) == set(evidence["content"])
            assert len(evidence["content"]) == len(set(evidence["content"]))


def test_no_page_gives_evidence_in_both_halves(claims):
    pages_of = {half: {title for claim in found for title, _ in cited(claim)} for half, found in claims.items()}
    assert not pages_of["dev"] & pages_of["test"]


def test_every_kind_of_evidence_occurs_in_both_halves(claims):
    for half in claims.values():
        content = [evidence["content"] for claim in half for evidence in claim["evidence"]]
        assert any(len(ids) > 2 for ids in content)
        assert any(len({ELEMENT.fullmatch(name)["title"] for name in ids}) > 1 for ids in content)
        kinds = {ELEMENT.fullmatch(name)["id"].rstrip("0123456789_") for ids in content for name in ids}
        assert {"sentence", "cell", "item", "header_cell"} <= kinds


def words(claim):
    found = re.findall(r"\w+", claim["claim"].lower())
    return {*found, *pairwise(found)}


def guess(claim, counts, totals):
    """Naive Bayes over the words and word pairs of a claim: what can be told without any evidence."""
    scores = {
        label: sum(math.log((counts[label][word] + 1) / (totals[label] + 2)) for word in words(claim))
        for label in LABELS
    }
    return max(LABELS, key=lambda label: scores[label])


def accuracy(train, held_out):
    counts, totals = {label: Counter() for label in LABELS}, Counter(claim["label"] for claim in train)
    for claim in train:
        counts[claim["label"]].update(words(claim))
    return sum(guess(claim, counts, totals) == claim["label"] for claim in held_out) / len(held_out)


def test_the_wording_alone_does_not_give_the_label_away(claims):
    everything = sorted(
        [*claims["dev"], *claims["test"]], key=lambda claim: hashlib.sha256(claim["claim"].encode()).digest()
    )
    folds = [everything[start::5] for start in range(5)]
    scores = [accuracy([c for other in folds if other is not fold for c in other], fold) for fold in folds]
    assert sum(scores) / len(scores) < 0.40
    assert accuracy(claims["dev"], claims["test"]) < 0.42
