"""Checkers that do as a test says, and remember what they were shown."""

from dataclasses import dataclass, field

from veriscope.domain import CheckedTriple, Path, Reason, Step, Triple
from veriscope.graph import Graph

CITIES = [(f"city{number:02}", "in", f"land{number:02}") for number in range(12)]
RIVERS = [(f"river{number:02}", "through", f"land{number:02}") for number in range(12)]
GRAPH = Graph.of([*CITIES, *RIVERS])


def number_of(name):
    return int(name[-2:])


@dataclass
class Fits:
    """Fits checkers by name; a fact scores 1 where its two numbers are equal, and less the farther they are apart."""

    shown: list = field(default_factory=list)
    judged: list = field(default_factory=list)

    def __call__(self, method, view, examples, judged=()):
        self.shown.append((method, view, tuple(examples)))
        self.judged.append(tuple(judged))
        if method == "broken":
            raise ValueError("this method is broken")
        return Nearness(upside_down=method == "upside-down", is_constant=method == "constant")


@dataclass(frozen=True)
class Nearness:
    upside_down: bool = False
    is_constant: bool = False

    def check(self, triples, *, reasons=0):
        return [CheckedTriple(triple, self.score(triple), self.reasons(triple)[:reasons]) for triple in triples]

    def score(self, triple):
        apart = abs(number_of(triple.subject) - number_of(triple.object))
        return 0.5 if self.is_constant else -float(apart) if not self.upside_down else float(apart)

    def reasons(self, triple):
        path = Path(triple.subject, (Step("through", False, "river00"), Step("in", True, triple.object)))
        return (Reason("they are near", 0.75, (path,)), Reason("others are far", -0.25, (), (Triple(*CITIES[0]),)))
