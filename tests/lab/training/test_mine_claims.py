import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from veriscope.domain import Label, SentenceId
from veriscope.errors import InputError
from veriscope.lab.lessons.leading_name import leading_name
from veriscope.lab.training.mine_claims import FeverClaim, chosen_claims, mine_fever, read_fever_claims
from veriscope.models.evidence_lines import Line

ROW = {
    "id": 7,
    "claim": "Vell is a town.",
    "label": "SUPPORTS",
    "evidence_text": ["Vell is a town -LRB- old -RRB- .", "It is gone ."],
    "evidence": [["Vell_-LRB-town-RRB-", 0], None],
}
CAPITAL = FeverClaim(
    "1",
    "Port Ellis is the capital of Arvania.",
    Label.SUPPORTS,
    ("Port Ellis is its capital .",),
    (SentenceId("Arvania", 1),),
)
places = st.none() | st.builds(SentenceId, st.just("Vell"), st.integers(0, 3))
claims = st.builds(
    FeverClaim,
    st.integers(0, 99).map(str),
    st.just("Vell is old."),
    st.sampled_from(Label),
    st.just(("text",)),
    st.tuples(places),
)


def write(folder, *rows):
    file = folder / "train.jsonl"
    file.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return file


def test_gold_sentences_are_read_with_their_places(tmp_path):
    (claim,) = read_fever_claims(write(tmp_path, ROW))
    assert claim.gold_ids == (SentenceId("Vell (town)", 0), None)
    assert claim.gold_texts == tuple(ROW["evidence_text"])
    assert (claim.id, claim.label, claim.is_complete) == ("7", Label.SUPPORTS, False)


def test_a_claim_without_evidence_lacks_none(tmp_path):
    row = ROW | {"label": "NOT ENOUGH INFO", "evidence_text": [], "evidence": []}
    (claim,) = read_fever_claims(write(tmp_path, row))
    assert claim.is_complete


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"evidence": [None]}, "lists of the same length"),
        ({"evidence_text": "text"}, "lists of the same length"),
        ({"label": "MAYBE"}, 'label: found "MAYBE"'),
        ({"claim": " "}, "claim: found"),
        ({"id": None}, "id: found"),
    ],
)
def test_a_bad_row_is_named_with_its_line(tmp_path, change, message):
    file = write(tmp_path, ROW, ROW | change)
    with pytest.raises(InputError, match=rf"train\.jsonl:2: .*{message}"):
        list(read_fever_claims(file))


@settings(max_examples=40)
@given(given_claims=st.lists(claims, max_size=20), per_label=st.integers(0, 5), seed=st.integers(0, 9))
def test_so_many_claims_of_each_label_are_chosen(given_claims, per_label, seed):
    chosen = chosen_claims(given_claims, per_label=per_label, seed=seed)
    for label in Label:
        there = [claim for claim in given_claims if claim.label is label]
        kept = [claim for claim in chosen if claim.label is label]
        assert len(kept) == min(per_label, len(there))
        assert sum(one.is_complete for one in kept) == min(per_label, sum(one.is_complete for one in there))
    assert chosen == chosen_claims(given_claims, per_label=per_label, seed=seed)


@pytest.mark.parametrize(
    ("claim", "name"),
    [
        ("Port Ellis is the capital of Arvania.", "Port Ellis"),
        ("The Lord of the Rings was filmed there.", "The Lord of the Rings"),
        ("300 was a film.", "300"),
        ("There is a town.", ""),
        ("a town was old", ""),
        ("", ""),
    ],
)
def test_a_claim_begins_with_a_name_or_with_none(claim, name):
    assert leading_name(claim) == name


@pytest.fixture(scope="module")
def mine(world):
    def mine(*asked, workers=1):
        reports = []
        found = list(mine_fever(asked, world.path, workers=workers, report=lambda *done: reports.append(done)))
        assert reports[-1] == (len(asked), len(asked))
        return found

    return mine


def test_what_retrieval_finds_is_marked_where_it_is_gold(mine):
    (mined,) = mine(CAPITAL)
    gold = Line("Arvania", "Its capital is Port Ellis, where a third of the people live.")
    assert mined.gold == (gold,)
    assert {one.line for one in mined.found if one.is_gold} == {gold}
    assert len(mined.found) > 3
    scores = [one.score for one in mined.found]
    assert scores == sorted(scores, reverse=True)
    assert (mined.id, mined.source, mined.claim, mined.label) == ("1", "fever", CAPITAL.claim, CAPITAL.label)
    assert mined.is_complete


def test_gold_that_the_corpus_lacks_stands_under_the_name_that_the_claim_begins_with(mine):
    lacking = CAPITAL._replace(gold_texts=("It is a capital -LRB- old -RRB- .",), gold_ids=(None,))
    gone = CAPITAL._replace(gold_texts=("It is a capital .",), gold_ids=(SentenceId("No Such Page", 0),))
    first, second = mine(lacking, gone)
    assert first.gold == (Line("Port Ellis", "It is a capital (old)."),)
    assert second.gold == (Line("Port Ellis", "It is a capital."),)
    assert not first.is_complete
    assert not any(one.is_gold for one in (*first.found, *second.found))


def test_a_claim_that_finds_nothing_is_kept(mine):
    (mined,) = mine(CAPITAL._replace(claim="Zzyzx qwfpg.", label=Label.NOT_ENOUGH_INFO, gold_texts=(), gold_ids=()))
    assert mined.gold == ()
    assert mined.label is Label.NOT_ENOUGH_INFO


@pytest.mark.slow
def test_workers_mine_the_same_in_the_same_order(mine):
    asked = [CAPITAL._replace(id=str(number), claim=f"Vell had {number} people.") for number in range(150)]
    assert mine(*asked, workers=2) == mine(*asked)
