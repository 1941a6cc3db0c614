"""Re-checks authored claims against the facts: small expressions such as `has("Peru", "capital", "Lima")`."""

import ast
import operator
from collections.abc import Callable, Iterable

from tools.atlas.triples import Fact, Thing, Value
from veriscope.errors import InputError

Answer = bool | float | str

_COMPARE: dict[type, Callable[[Answer, Answer], bool]] = {
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
}
_ARITHMETIC: dict[type, Callable[[float, float], float]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
}


class Truth:
    """Answers expressions from facts; an expression that asks for what no fact says is an error."""

    def __init__(self, facts: Iterable[Fact], things: Iterable[Thing]) -> None:
        self._facts = list(facts)
        self._classes = {thing.title: thing.classes for thing in things}
        self._functions: dict[str, Callable[..., Answer]] = {
            "has": self._has,
            "value": self._value,
            "text": self._text,
            "count": self._count,
            "users": self._users,
            "most": self._most,
            "least": self._least,
            "rank": self._rank,
            "is_a": self._is_a,
            "lacks": self._lacks,
            "both": self._both,
        }

    def holds(self, expression: str) -> bool:
        """Whether an expression is true."""
        try:
            answer = self._evaluate(ast.parse(expression, mode="eval").body)
        except SyntaxError:
            raise InputError(f"claims: cannot read the check {expression!r}") from None
        if not isinstance(answer, bool):
            raise InputError(f"claims: the check {expression!r} gives {answer!r}, not true or false")
        return answer

    def _evaluate(self, node: ast.expr) -> Answer:
        match node:
            case ast.Constant(value=bool() | int() | float() | str() as value):
                return value
            case ast.BoolOp(op=op, values=values):
                answers = [bool(self._evaluate(value)) for value in values]
                return all(answers) if isinstance(op, ast.And) else any(answers)
            case ast.UnaryOp(op=ast.Not(), operand=operand):
                return not self._evaluate(operand)
            case ast.BinOp(left=left, op=op, right=right):
                return _ARITHMETIC[type(op)](float(self._evaluate(left)), float(self._evaluate(right)))
            case ast.Compare(left=left, ops=[op], comparators=[right]):
                return _COMPARE[type(op)](self._evaluate(left), self._evaluate(right))
            case ast.Call(func=ast.Name(id=name), args=arguments) if name in self._functions:
                return self._functions[name](*(self._evaluate(argument) for argument in arguments))
        raise InputError(f"claims: a check may not hold {ast.dump(node)}")

    def _objects(self, subject: str, predicate: str) -> list[str | Value]:
        if subject not in self._classes:
            raise InputError(f"claims: a check names {subject!r}, which the knowledge base does not know")
        return [fact.object for fact in self._facts if fact.subject == subject and fact.predicate == predicate]

    def _has(self, subject: str, predicate: str, target: str) -> bool:
        if target not in self._classes:
            raise InputError(f"claims: a check names {target!r}, which the knowledge base does not know")
        return target in self._objects(subject, predicate)

    def _only(self, subject: str, predicate: str) -> str | Value:
        objects = self._objects(subject, predicate)
        if len(objects) != 1:
            raise InputError(f"claims: {subject} has {len(objects)} values of {predicate}, not one")
        return objects[0]

    def _value(self, subject: str, predicate: str) -> float:
        found = self._only(subject, predicate)
        return float(found.text if isinstance(found, Value) else found)

    def _text(self, subject: str, predicate: str) -> str:
        found = self._only(subject, predicate)
        return found.text if isinstance(found, Value) else found

    def _count(self, subject: str, predicate: str) -> float:
        return len(self._objects(subject, predicate))

    def _users(self, predicate: str, target: str) -> float:
        return len([fact for fact in self._facts if fact.predicate == predicate and fact.object == target])

    def _both(self, predicate: str, one: str, other: str) -> float:
        first = {fact.subject for fact in self._facts if fact.predicate == predicate and fact.object == one}
        return len([f for f in self._facts if f.predicate == predicate and f.object == other and f.subject in first])

    def _is_a(self, subject: str, name: str) -> bool:
        if subject not in self._classes:
            raise InputError(f"claims: a check names {subject!r}, which the knowledge base does not know")
        return name in self._classes[subject]

    def _lacks(self, subject: str, predicate: str) -> bool:
        return not self._objects(subject, predicate)

    def _ranking(self, name: str, predicate: str) -> list[tuple[float, str]]:
        found = [
            (float(fact.object.text), fact.subject)
            for fact in self._facts
            if fact.predicate == predicate and isinstance(fact.object, Value) and name in self._classes[fact.subject]
        ]
        return sorted(found, reverse=True)

    def _most(self, name: str, predicate: str) -> str:
        return self._ranking(name, predicate)[0][1]

    def _least(self, name: str, predicate: str) -> str:
        return self._ranking(name, predicate)[-1][1]

    def _rank(self, subject: str, name: str, predicate: str) -> float:
        own = self._value(subject, predicate)
        return 1 + len([value for value, _ in self._ranking(name, predicate) if value > own])
