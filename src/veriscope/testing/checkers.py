"""What every checker of triples promises; above all, that it does not see what it judges."""

import math
from collections.abc import Sequence

from veriscope.checking import CheckingMethod
from veriscope.domain import CheckedTriple, GoldTriple, Triple
from veriscope.graph import Graph, View

_CITIES = range(6)
_FACTS = [
    *((f"person {person}", "bornIn", f"city {person % 6}") for person in range(24)),
    *((f"person {person}", "citizenOf", f"country {person % 3}") for person in range(24)),
    *((f"person {person}", "knows", f"person {(person * 7 + 3) % 24}") for person in range(24)),
    *((f"city {city}", "inCountry", f"country {city % 3}") for city in _CITIES),
]
# No labelled fact is near the judged one: what is learned of it is learned from the judged fact itself.
_ISLAND = [("Zoe", "bornIn", "Zed"), ("Zack", "bornIn", "Zed"), ("Zack", "citizenOf", "Zedland")]
_JUDGED = Triple("Zoe", "citizenOf", "Zedland")
_OWN = [("Zoe", "citizenOf", "Zedland"), ("Zedland", "citizenOf", "Zoe")]
_EXAMPLES = [
    GoldTriple(Triple(f"person {person}", "citizenOf", f"country {(person + wrong) % 3}"), not wrong)
    for person in range(8)
    for wrong in (0, 1)
]


def check_checker(method: CheckingMethod) -> None:
    """Try a method, such as `CHECKERS["my_module:MyChecker"]`; an `AssertionError` names the promise that is broken."""
    asked = [_JUDGED, Triple("person 20", "citizenOf", "country 1"), Triple("Zoe", "citizenOf", "Zoe")]
    checked = _judge(method, [], asked)
    assert [one.triple for one in checked] == asked, "every triple must be scored, in order"
    assert all(math.isfinite(one.score) for one in checked), f"scores must be finite: {[one.score for one in checked]}"
    assert all(len(one.reasons) <= 2 for one in checked), "no more reasons than were asked for"
    assert checked == _judge(method, [], asked), "the same triples must get the same scores"
    seen, unseen = _judge(method, _OWN, [_JUDGED]), _judge(method, [], [_JUDGED])
    assert seen == unseen, "a checker must not see the fact that it judges, nor its reverse, in the graph"


def _judge(
    method: CheckingMethod, more: Sequence[tuple[str, str, str]], asked: Sequence[Triple]
) -> list[CheckedTriple]:
    graph = Graph.of([*_FACTS, *_ISLAND, *more])
    return method.fit(View.of(graph), _EXAMPLES, seed=3).check(asked, reasons=2)
