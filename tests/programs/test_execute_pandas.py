"""The executor agrees with a straightforward computation in pandas, on random tables and programs."""

import math
import operator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from veriscope.programs import ALL_ROWS, Call, Executor
from veriscope.tables import CellValue, SeveralValues

pd = pytest.importorskip("pandas")

TESTS = {
    "eq": operator.eq, "not_eq": operator.ne, "greater": operator.gt, "less": operator.lt,
    "greater_eq": operator.ge, "less_eq": operator.le,
}  # fmt: skip
COLOURS = ("red", "blue", "green")
AMOUNTS = st.integers(-4, 4) | st.integers(-999_999, 999_999).map(lambda n: n / 100) | st.none()
ROWS = st.lists(st.tuples(st.sampled_from(COLOURS), AMOUNTS, AMOUNTS), max_size=7)
WRITINGS = (str, lambda n: f"{n:,}", lambda n: f"{n}[a]", lambda n: f"{n} *", lambda n: str(n).replace("-", "−"))
NUMBERS = ("Size", "Worth")


def literals(column):
    return st.sampled_from(COLOURS) if column == "Colour" else st.integers(-4, 4).map(str)


@st.composite
def filters(draw, rows):
    column = draw(st.sampled_from(("Colour", *NUMBERS)))
    test = draw(st.sampled_from(("eq", "not_eq") if column == "Colour" else tuple(TESTS)))
    return Call(f"filter_{test}", (rows, column, draw(literals(column))))


@st.composite
def row_programs(draw):
    call = ALL_ROWS
    for _ in range(draw(st.integers(0, 2))):
        call = draw(filters(call))
    kind = draw(st.sampled_from(("", "", "", "argmax", "argmin", "nth_argmax", "first", "last", "nth")))
    column, place = draw(st.sampled_from(NUMBERS)), draw(st.integers(1, 4).map(str))
    arguments = {"": None, "argmax": (column,), "argmin": (column,), "nth_argmax": (column, place), "nth": (place,)}
    return Call(kind, (call, *(arguments.get(kind) or ()))) if kind else call


@st.composite
def value_programs(draw):
    name = draw(st.sampled_from(("count", "sum", "avg", "max", "min", "nth_max", "nth_min", "hop")))
    column, place = draw(st.sampled_from(NUMBERS)), draw(st.integers(1, 4).map(str))
    rest = () if name == "count" else ((column, place) if name.startswith("nth") else (column,))
    return Call(name, (draw(row_programs()), *rest))


@st.composite
def truth_programs(draw):
    kind = draw(st.sampled_from(("compare", "diff", "rows", "all", "within", "spread")))
    if kind == "compare":
        return Call(draw(st.sampled_from(tuple(TESTS))), (draw(value_programs()), draw(literals("Size"))))
    if kind == "diff":
        return Call("eq", (Call("diff", (draw(value_programs()), draw(value_programs()))), draw(literals("Size"))))
    if kind == "rows":
        return Call(draw(st.sampled_from(("only", "any", "none"))), (draw(row_programs()),))
    if kind == "within":
        return Call("within", (draw(value_programs()), "-5", "10"))
    column = draw(st.sampled_from(NUMBERS))
    if kind == "spread":
        return Call(draw(st.sampled_from(("same", "different"))), (draw(row_programs()), column))
    name = f"{draw(st.sampled_from(('all', 'most')))}_{draw(st.sampled_from(tuple(TESTS)))}"
    return Call(name, (draw(row_programs()), column, draw(literals(column))))


@st.composite
def programs(draw):
    call = draw(truth_programs())
    if draw(st.booleans()):
        call = Call(draw(st.sampled_from(("and", "or"))), (call, draw(truth_programs())))
    return Call("not", (call,)) if draw(st.booleans()) else call


class Reference:
    """Runs programs on a data frame; None is unknown."""

    def __init__(self, rows):
        self.data = pd.DataFrame(rows, columns=["Colour", *NUMBERS]).astype(dict.fromkeys(NUMBERS, "float64"))

    def rows(self, call):
        name, (below, *rest) = call.operator, call.arguments or (None,)
        if name == "all_rows":
            return self.data
        data = self.rows(below)
        if data is None:
            return None
        if name.startswith("filter_"):
            truths = self.judged(data, name.removeprefix("filter_"), *rest)
            return None if len(truths) and truths.isna().all() else data[truths.eq(True)]
        if name in {"first", "last", "nth"}:
            start = {"first": 0, "last": len(data) - 1}.get(name, int(rest[0]) - 1 if rest else 0)
            return data.iloc[start : start + 1] if 0 <= start < len(data) else None
        ranked = data[rest[0]].dropna().sort_values(ascending=name == "argmin")
        place = int(rest[1]) if len(rest) > 1 else 1
        return data[data[rest[0]] == ranked.iloc[place - 1]] if len(ranked) >= place else None

    def judged(self, data, test, column, literal):
        if column == "Colour":
            return TESTS[test](data[column], literal).astype(object)
        truths = TESTS[test](data[column], float(literal)).astype(object)
        return truths if test in {"eq", "not_eq"} else truths.where(data[column].notna(), None)

    def values(self, call):
        """The values that an operand may be; None where it is unknown."""
        if isinstance(call, str):
            return [float(call)]
        name, (below, *rest) = call.operator, call.arguments
        if name == "diff":
            return self.difference(below, rest[0])
        data = self.rows(below)
        if data is None:
            return None
        return [len(data)] if name == "count" else self.aggregated(name, data[rest[0]], rest)

    def difference(self, one, two):
        one, two = self.values(one), self.values(two)
        ready = one and two and len(one) == len(two) == 1 and not math.isnan(one[0] + two[0])
        return [one[0] - two[0]] if ready else None

    def aggregated(self, name, column, rest):
        if name == "hop":
            return list(column.unique()) or None
        known = column.dropna().sort_values(ascending="max" not in name)
        place = int(rest[1]) if len(rest) > 1 else 1
        if len(known) < place:
            return None
        return [{"sum": known.sum, "avg": known.mean}[name]()] if name in {"sum", "avg"} else [known.iloc[place - 1]]

    def truth(self, call):
        name, arguments = call.operator, call.arguments
        if name in {"and", "or", "not"}:
            truths = [self.truth(argument) for argument in arguments]
            decided = {"and": False, "or": True}.get(name)
            if decided is not None and decided in truths:
                return decided
            return None if None in truths else (not truths[0] if name == "not" else not decided)
        return self.of_rows(call) if call.operator not in {*TESTS, "within"} else self.compared(name, arguments)

    def compared(self, name, arguments):
        values, *limits = [self.values(argument) for argument in arguments]
        if values is None:
            return None
        if name == "within":
            return limits[0][0] <= values[0] <= limits[1][0] if len(values) == 1 and not math.isnan(values[0]) else None
        if name in {"eq", "not_eq"}:
            return any(close(value, limits[0][0]) for value in values) == (name == "eq")
        truths = {None if math.isnan(value) else TESTS[name](rounded(value), limits[0][0]) for value in values}
        return truths.pop() if len(truths) == 1 else None

    def of_rows(self, call):
        name, (below, *rest) = call.operator, call.arguments
        data = self.rows(below)
        if data is None:
            return None
        if name in {"only", "any", "none"}:
            return {"only": len(data) == 1, "any": len(data) > 0, "none": len(data) == 0}[name]
        if name in {"same", "different"}:
            known = data[rest[0]].dropna()
            distinct = known.nunique()
            return None if len(known) < 2 else (distinct == 1 if name == "same" else distinct == len(known))
        share, _, test = name.partition("_")
        truths = self.judged(data, test, *rest).dropna()
        if not len(truths):
            return None
        return bool(truths.all()) if share == "all" else int(truths.sum()) * 2 > len(truths)


def close(one, two):
    return math.isclose(one, two, rel_tol=1e-9)


def rounded(number):
    """Sums in another order differ in the last bits."""
    return round(number, 6)


@st.composite
def written_rows(draw):
    rows = draw(ROWS)
    texts = [
        (colour, *("-" if n is None else draw(st.sampled_from(WRITINGS))(n) for n in numbers))
        for colour, *numbers in rows
    ]
    return rows, texts


@settings(max_examples=80)
@given(written_rows(), st.lists(programs(), min_size=1, max_size=6))
@pytest.mark.slow
def test_truths_agree_with_pandas(frame_of, written, calls):
    rows, texts = written
    executor = Executor(frame_of([("Colour", *NUMBERS), *texts]))
    reference = Reference(rows)
    assert [executor.run(call).value for call in calls] == [reference.truth(call) for call in calls]


@settings(max_examples=40)
@given(written_rows(), value_programs(), row_programs())
def test_values_and_rows_agree_with_pandas(frame_of, written, call, chosen):
    rows, texts = written
    executor = Executor(frame_of([("Colour", *NUMBERS), *texts]))
    reference = Reference(rows)
    found, expected = executor.run(call).value, reference.values(call)
    values = found.values if isinstance(found, SeveralValues) else ([] if found is None else [found])
    assert len(values) == len(expected or [])
    for value, number in zip(values, expected or [], strict=True):
        assert isinstance(value, CellValue)
        assert math.isnan(number) if value.amount is None else close(value.amount.value, number)
    kept = reference.rows(chosen)
    assert executor.run(chosen).value == (None if kept is None else tuple(kept.index))
