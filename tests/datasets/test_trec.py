import pytest

from veriscope.datasets import write_qrels, write_run
from veriscope.domain import Claim, GoldClaim, Label, RankedPage, SentenceId
from veriscope.errors import InputError


def test_a_run_ranks_the_pages_of_each_claim(tmp_path):
    pages = [RankedPage("Lima (film)", 2.5), RankedPage("Peru", 1)]
    assert write_run(tmp_path / "run", [("1", pages), ("2", [])], tag="my run") == 2
    assert (tmp_path / "run").read_text(encoding="utf-8") == (
        "1 Q0 Lima_(film) 1 2.500000 my_run\n1 Q0 Peru 2 1.000000 my_run\n"
    )


def test_a_claim_twice_is_written_once_but_two_rankings_of_one_id_are_an_error(tmp_path):
    once, other = [RankedPage("A", 1.0)], [RankedPage("B", 1.0)]
    assert write_run(tmp_path / "run", [("1", once), ("1", once)], tag="t") == 1
    with pytest.raises(InputError, match="the id '1' occurs twice"):
        write_run(tmp_path / "other", [("1", once), ("1", other)], tag="t")
    assert not (tmp_path / "other").exists()


def test_qrels_hold_the_pages_of_all_gold_sets(tmp_path):
    golds = [
        GoldClaim(
            Claim("1", "c"),
            Label.SUPPORTS,
            (frozenset({SentenceId("B", 0), SentenceId("A x", 0)}), frozenset({SentenceId("B", 1)})),
        ),
        GoldClaim(Claim("2", "c"), Label.NOT_ENOUGH_INFO, (frozenset({SentenceId("B", 0)}),)),
    ]
    assert write_qrels(tmp_path / "qrels", golds) == 2
    assert (tmp_path / "qrels").read_text(encoding="utf-8") == "1 0 A_x 1\n1 0 B 1\n"
