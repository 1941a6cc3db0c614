import sys

import pytest

from veriscope.domain import Registry, choose
from veriscope.errors import UsageError

PLACES = {"tree": "wave:Wave_read", "counter": "collections:Counter", "of-keys": "collections:Counter.fromkeys"}


def test_names_are_listed_without_an_import(monkeypatch):
    monkeypatch.delitem(sys.modules, "wave", raising=False)
    assert (list(Registry(PLACES)), len(Registry(PLACES))) == (list(PLACES), 3)
    assert "wave" not in sys.modules


def test_looking_a_name_up_gives_what_stands_at_its_place():
    registry = Registry(PLACES)
    assert registry["counter"]("aab") == {"a": 2, "b": 1}
    assert registry["of-keys"].__name__ == "fromkeys"
    assert "nothing" not in registry


def test_a_wrong_name_is_answered_with_the_right_ones():
    with pytest.raises(UsageError, match="no counter named 'count'; choose one of: counter, of-keys, tree"):
        choose(Registry(PLACES), "count", "counter")
