"""One cell of a benchmark: a method fitted, timed and measured on a scenario."""

import time
from collections.abc import Callable, Sequence
from contextlib import suppress

from veriscope.domain import GoldTriple, Triple, TripleChecker
from veriscope.errors import VeriscopeError
from veriscope.graph import Graph, View, numbers_of
from veriscope.kb import Method, left_out_scores
from veriscope.lab.bench.results import Cell, FailedCell
from veriscope.lab.bench.scenarios import BenchScenario
from veriscope.scoring import LabelledScores, Thresholds, roc_curve, score_ranking

_FOLDS = 3

# Learns thresholds; called after the cell was timed, so that its time does not count.
Learn = Callable[[], Thresholds | None]


def run_cell(seen: View, scenario: BenchScenario, method: Method, learn: Learn) -> Cell | FailedCell:
    """Judge a scenario by what is seen of the graph; a method that fails is recorded with the reason."""
    try:
        return _measure_cell(seen, scenario, method, learn)
    except VeriscopeError as error:
        reason = str(error)
    except Exception as error:
        # One broken method must not cost the others' hours.
        reason = f"{type(error).__name__}: {error}"
    return FailedCell(scenario.summary.name, scenario.summary.predicate, method.name, " ".join(reason.split()))


def warm_up(method: Method) -> None:
    """Judge a few made-up facts, so that a scenario's times do not include compiling and loading."""
    facts = [(f"person {number}", predicate, f"{predicate} {number % 7}") for number in range(60) for predicate in "ab"]
    graph = Graph.of(facts)
    true = [GoldTriple(Triple(*fact), is_true=True) for fact in facts[::2]]
    false = [
        GoldTriple(Triple(one.triple.subject, "a", f"a {(place + 3) % 7}"), is_true=False)
        for place, one in enumerate(true)
    ]
    with suppress(VeriscopeError):
        method.fit(method.name, View.of(graph), [*true, *false]).check([true[0].triple, false[0].triple])


def learn_thresholds(seen: View, sharing: Sequence[BenchScenario], method: Method) -> Thresholds | None:
    """Learn from the training facts that some scenarios share; each is scored by a method that did not learn from it.

    The test facts of all these scenarios stay hidden.
    """
    training = sharing[0].training
    truths = [one.is_true for one in training]
    if all(truths) or not any(truths):
        return None
    tested = {one.triple for scenario in sharing for one in scenario.test}
    view = seen.without(numbers_of(seen.graph, sorted(tested)))
    if method.learns:
        scores = left_out_scores(method, view, training, folds=_FOLDS)
        labelled = LabelledScores.of(scores.tolist(), truths)
    else:
        labelled = _labelled_scores(method.fit(method.name, view, training), training)
    return Thresholds.learn(labelled, [one.triple.predicate for one in training])


def _measure_cell(seen: View, scenario: BenchScenario, method: Method, learn: Learn) -> Cell:
    view = seen.without(numbers_of(seen.graph, [one.triple for one in scenario.test]))
    started, used = time.perf_counter(), time.process_time()
    checker = method.fit(method.name, view, scenario.training, [one.triple for one in scenario.test])
    fitted = time.perf_counter()
    labelled = _labelled_scores(checker, scenario.test)
    judged, used = time.perf_counter(), time.process_time() - used
    scores = score_ranking(
        labelled,
        [one.triple.predicate for one in scenario.test],
        thresholds=learn(),
    )
    return Cell(
        scenario=scenario.summary.name,
        predicate=scenario.summary.predicate,
        method=method.name,
        auroc=scores.auroc,
        ci_low=scores.interval.low,
        ci_high=scores.interval.high,
        average_precision=scores.average_precision,
        accuracy=scores.accuracy,
        accuracy_at="training" if scores.is_threshold_learned else "best",
        train_s=round(fitted - started, 4),
        check_s=round(judged - fitted, 4),
        facts=scores.facts,
        roc=tuple((point.false, point.true) for point in roc_curve(labelled)),
        processor_s=round(used, 4),
    )


def _labelled_scores(checker: TripleChecker, facts: Sequence[GoldTriple]) -> LabelledScores:
    checked = checker.check([one.triple for one in facts])
    return LabelledScores.of([one.score for one in checked], [one.is_true for one in facts])
