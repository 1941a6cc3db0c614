"""Translates the short names of published scenarios into names of a graph, whatever its namespaces are."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

from veriscope.datasets import count_text
from veriscope.domain import Triple
from veriscope.graph import Graph, Names
from veriscope.scenarios import Dataset, LabelledFact, Scenario, namespace_of

_LOOKED_AT = 20_000
_NAMESPACES = 5
_NAMED = 3


@dataclass(frozen=True)
class GraphNames:
    """Looks up the names of a file in a graph, and remembers the answers; None if the graph has no such name.

    A name that the graph does not have as it stands is tried in the graph's namespaces, the commonest first.
    """

    graph: Graph
    known: dict[str, str | None] = field(default_factory=dict)

    def scenario(self, scenario: Scenario) -> Scenario | None:
        """The scenario with the facts that the graph has names for; None if its predicate is unknown."""
        predicate = _name_in_graph(scenario.predicate, self.graph.predicates, self._predicate_spaces)
        if predicate is None:
            return None
        train, test = (self._dataset(dataset, predicate) for dataset in (scenario.train, scenario.test))
        return replace(scenario, predicate=predicate, train=train, test=test)

    def _dataset(self, dataset: Dataset, predicate: str) -> Dataset:
        return replace(dataset, predicate=predicate, facts=tuple(self._facts(dataset.facts, predicate)))

    def _facts(self, facts: Iterable[LabelledFact], predicate: str) -> Iterator[LabelledFact]:
        for fact in facts:
            subject, object_ = self._entity(fact.triple.subject), self._entity(fact.triple.object)
            if subject is not None and object_ is not None:
                yield replace(fact, triple=Triple(subject, predicate, object_))

    def _entity(self, text: str) -> str | None:
        if text.startswith('"'):
            return text
        if text not in self.known:
            self.known[text] = _name_in_graph(text, self.graph.nodes, self._entity_spaces)
        return self.known[text]

    @cached_property
    def _entity_spaces(self) -> list[str]:
        return _namespaces(self.graph.nodes)

    @cached_property
    def _predicate_spaces(self) -> list[str]:
        return _namespaces(self.graph.predicates)


def known_scenarios(graph: Graph, scenarios: Sequence[Scenario]) -> tuple[list[Scenario], list[str]]:
    """The scenarios that a graph can judge, with the facts that it has names for; and notes on what was left out."""
    names = GraphNames(graph)
    found = [(scenario, names.scenario(scenario)) for scenario in scenarios]
    named = [(asked, one) for asked, one in found if one is not None]
    kept = [one for _, one in named if one.test.true_facts and one.test.false_facts]
    return kept, [
        *_notes_on_predicates([asked for asked, one in found if one is None]),
        *_notes_on_facts(names, [asked for asked, _ in named]),
        *_notes_on_emptied([one for _, one in named if not (one.test.true_facts and one.test.false_facts)]),
    ]


def _notes_on_predicates(scenarios: Sequence[Scenario]) -> Iterator[str]:
    for predicate, count in Counter(scenario.predicate for scenario in scenarios).items():
        yield f"the graph has no predicate {predicate!r}: {count_text(count, 'scenario')} left out"


def _notes_on_facts(names: GraphNames, scenarios: Sequence[Scenario]) -> Iterator[str]:
    facts = {fact.triple for one in scenarios for part in (one.train, one.test) for fact in part.facts}
    missing = {text for text, found in names.known.items() if found is None}
    lost = sum(fact.subject in missing or fact.object in missing for fact in facts)
    if lost:
        some = ", ".join(repr(text) for text in sorted(missing)[:_NAMED])
        yield (
            f"{lost:,} of {count_text(len(facts), 'fact')} left out: the graph does not have {len(missing):,} of "
            f"{count_text(len(names.known), 'name')}, {some} for instance"
        )


def _notes_on_emptied(scenarios: Sequence[Scenario]) -> Iterator[str]:
    if scenarios:
        some = ", ".join(scenario.name for scenario in scenarios[:_NAMED])
        yield f"{count_text(len(scenarios), 'scenario')} left out, which now have no true or no false facts: {some}"


def _name_in_graph(text: str, names: Names, namespaces: Iterable[str]) -> str | None:
    whole = (namespace + text for namespace in ("", *namespaces))
    return next((name for name in whole if names.find(name) is not None), None)


def _namespaces(names: Names) -> list[str]:
    """The commonest namespaces of a graph's names; a very large graph is sampled."""
    looked_at = range(0, len(names), max(1, len(names) // _LOOKED_AT))
    counts = Counter(namespace_of(names[number]) for number in looked_at)
    return [namespace for namespace, _ in counts.most_common(_NAMESPACES) if namespace]
