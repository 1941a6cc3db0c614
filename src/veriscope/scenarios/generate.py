"""Makes sets of true and false facts of a predicate with the properties asked for."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

from veriscope.domain import Triple
from veriscope.errors import ImpossibleError
from veriscope.graph import PredicatePath
from veriscope.scenarios.facts import RDF_TYPE, Dataset, DatasetPart, Hop, LabelledFact
from veriscope.scenarios.false_facts import FreePairs, HardFactMaker, hard_facts, random_facts
from veriscope.scenarios.impossible import impossible
from veriscope.scenarios.pool import FactPool, Pair
from veriscope.scenarios.settings import DatasetSettings
from veriscope.scenarios.true_facts import choose_true_facts

_TO_CLASS, _FROM_CLASS = Hop(RDF_TYPE, is_forward=True), Hop(RDF_TYPE, is_forward=False)


@dataclass(frozen=True, slots=True)
class MadeDataset:
    """A set of facts, their pairs by numbers, and how many false facts needed true facts from outside the set.

    `from_other_facts` counts the hard facts made from such true facts, `with_other_ends` the random facts with one of
    their ends.
    """

    dataset: Dataset
    pairs: tuple[Pair, ...]
    from_other_facts: int
    with_other_ends: int


@dataclass(frozen=True, slots=True)
class DatasetMaker:
    """Makes sets of facts from the facts of a predicate; `choose_true_facts` explains `fills_up`."""

    pool: FactPool
    hard: HardFactMaker
    fills_up: bool = False

    def make(
        self, part: DatasetPart, settings: DatasetSettings, *, apart_from: MadeDataset | None = None
    ) -> MadeDataset:
        """A set of exactly the size asked for; it shares no fact, in either direction, with `apart_from`."""
        pool = self.pool
        taken = frozenset(apart_from.pairs if apart_from else ())
        places = choose_true_facts(pool, settings, taken=taken, fills_up=self.fills_up)
        pairs = [_pair(pool, place) for place in places]
        free = FreePairs(pool, set(taken))
        sources = hard_facts(self.hard, pairs, self._others(places, taken), free=free)
        made = list(islice(sources, settings.hard_facts))
        if len(made) < settings.hard_facts:
            raise self._too_few_false("hard", settings, len(made))
        matches = random_facts(pairs, self._others(places, taken), free=free)
        matched = list(islice(matches, settings.random_facts))
        if len(matched) < settings.random_facts:
            raise self._too_few_false("random", settings, len(matched))
        clusters = {pair: int(pool.clusters[place]) for pair, place in zip(pairs, places, strict=True)}
        facts = (
            *(LabelledFact(pool.triple(pair), is_true=True, cluster=clusters[pair]) for pair in pairs),
            *(_false(pool.triple(fact.pair), self._origin(fact.path), clusters.get(source)) for fact, source in made),
            *(_false(pool.triple(pair)) for pair, _ in matched),
        )
        return MadeDataset(
            Dataset(part, pool.name, settings, facts),
            (*pairs, *(fact.pair for fact, _ in made), *(pair for pair, _ in matched)),
            sum(source not in clusters for _, source in made),
            sum(is_foreign for _, is_foreign in matched),
        )

    def _others(self, places: list[int], taken: frozenset[Pair]) -> Iterator[Pair]:
        """The other true facts of the pool, those of the same clusters first."""
        pool, chosen = self.pool, set(places)
        clusters = {int(pool.clusters[place]) for place in places}
        order = pool.order(DatasetSettings().popularity).tolist()
        for is_same in (True, False):
            for place in order:
                pair = _pair(pool, place)
                if place not in chosen and (int(pool.clusters[place]) in clusters) == is_same and pair not in taken:
                    yield pair

    def _origin(self, path: PredicatePath) -> tuple[Hop, ...]:
        predicates = self.pool.graph.predicates
        if self.pool.is_literal:
            return _TO_CLASS, _FROM_CLASS, Hop(self.pool.name, is_forward=True)
        return tuple(Hop(predicates[step // 2], is_forward=not step % 2) for step in path)

    def _too_few_false(self, kind: str, settings: DatasetSettings, found: int) -> ImpossibleError:
        def needed(asked: DatasetSettings) -> int:
            return asked.hard_facts if kind == "hard" else asked.random_facts

        problem = f"only {found} {kind} false facts can be made, {needed(settings)} are needed"
        return impossible(self.pool.name, settings, problem, fits=lambda other: needed(other) <= found)


def _false(triple: Triple, origin: tuple[Hop, ...] = (), cluster: int | None = None) -> LabelledFact:
    return LabelledFact(triple, is_true=False, origin=origin, cluster=cluster)


def _pair(pool: FactPool, place: int) -> Pair:
    subject, object_ = pool.pairs[place].tolist()
    return subject, object_
