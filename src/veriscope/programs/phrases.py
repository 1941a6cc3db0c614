"""A program in plain words: `the number of rows where Country is Norway is 4`."""

from veriscope.programs.language import ALL_ROWS, Call, place
from veriscope.tables import Frame

COMPARISON = {
    "eq": "is",
    "round_eq": "is about",
    "not_eq": "is not",
    "greater": "is more than",
    "less": "is less than",
    "greater_eq": "is at least",
    "less_eq": "is at most",
    "before": "is before",
    "after": "is after",
}
AGGREGATE = {"sum": "total", "avg": "average", "max": "highest", "min": "lowest"}
_OF_VALUES = {
    "and": "{}, and {}",
    "or": "{}, or {}",
    "not": "it is not so that {}",
    "within": "{} is between {} and {}",
    "diff": "{} less {}",
    "ratio": "{} over {}",
}
_OF_ROWS = {
    "count": "the number of {counted}",
    "hop": "the {column}{held}",
    "only": "there is only one row{where}",
    "any": "there is a row{where}",
    "none": "there is no row{where}",
    "same": "{column} is the same in {every}",
    "different": "{column} is different in {every}",
    "nth_max": "the {extreme}{among}",
    "nth_min": "the {extreme}{among}",
    **{name: f"the {word} {{column}}{{among}}" for name, word in AGGREGATE.items()},
}
_LAST_TWO = 100


def ordinal(number: int) -> str:
    """`1st`, `2nd`, `11th`."""
    is_teen = 10 < number % _LAST_TWO < 14
    return f"{number}{'th' if is_teen else {1: 'st', 2: 'nd', 3: 'rd'}.get(number % 10, 'th')}"


class Phrases:
    """Writes phrases for the programs on one frame."""

    def __init__(self, frame: Frame) -> None:
        self._frame = frame

    def of(self, call: Call | str) -> str:
        """A call as a phrase; a literal unchanged."""
        if isinstance(call, str):
            return call or "nothing"
        if call.operator in COMPARISON:
            return f"{self.of(call.arguments[0])} {COMPARISON[call.operator]} {self.of(call.arguments[1])}"
        if call.operator in _OF_VALUES:
            return _OF_VALUES[call.operator].format(*map(self.of, call.arguments))
        return self._over_rows(call)

    def column(self, call: Call) -> str:
        """The name of the column that a call reads, as the table writes it; empty if it reads none."""
        written = call.arguments[1] if len(call.arguments) > 1 else ""
        found = self._frame.column(written) if isinstance(written, str) and written else None
        return self._frame.columns[found].name if found is not None else ""

    def condition(self, call: Call) -> str:
        """The condition that a filter, or an operator like `all_eq`, sets for a row."""
        test = call.operator.partition("_")[2]
        if test == "within":
            low, high = (self.of(limit) for limit in call.arguments[2:])
            return f"{self.column(call)} is between {low} and {high}"
        return f"{self.column(call)} {COMPARISON[test]} {self.of(call.arguments[2])}"

    def extreme(self, call: Call) -> str:
        """`highest Points`, `2nd lowest Points`."""
        rank = place(str(call.arguments[2])) if call.operator.startswith("nth_") else None
        side = "highest" if call.operator.endswith("max") else "lowest"
        return f"{ordinal(rank)} {side} {self.column(call)}" if rank else f"{side} {self.column(call)}"

    def rows(self, call: Call | str) -> str:
        """Rows as a noun: `rows where Country is Norway and Points is more than 10`."""
        assert isinstance(call, Call)
        conditions: list[str] = []
        below = call
        while below.operator.startswith("filter_"):
            conditions.append(self.condition(below))
            assert isinstance(below.arguments[0], Call)
            below = below.arguments[0]
        where = f" where {' and '.join(reversed(conditions))}" if conditions else ""
        if below == ALL_ROWS:
            return f"rows{where}" if where else "all rows"
        return f"{self._chosen_row(below)}{where}"

    def counted_rows(self, call: Call | str) -> str:
        """Rows as the object of a count: `rows`, `rows where Country is Norway`."""
        return self.rows(call).removeprefix("all ")

    def after_column(self, call: Call | str) -> str:
        """The rows that hold a value, to follow its column: ` where Country is Norway`, ` of the first of all rows`."""
        rows = self.rows(call)
        return rows.removeprefix("rows") if rows.startswith("rows where ") else f" of {rows}"

    def among(self, call: Call | str) -> str:
        """The rows that a statement is about, to follow it: ` in rows where …`; empty for all rows."""
        return "" if call == ALL_ROWS else f" in {self.rows(call)}"

    def _chosen_row(self, call: Call) -> str:
        below = call.arguments[0]
        if call.operator in {"first", "last"}:
            return f"the {call.operator} of {self.rows(below)}"
        if call.operator == "nth":
            return f"the {ordinal(place(str(call.arguments[1])) or 1)} of {self.rows(below)}"
        of_these = "" if below == ALL_ROWS else f" of {self.rows(below)}"
        return f"the row with the {self.extreme(call)}{of_these}"

    def _over_rows(self, call: Call) -> str:
        name, below = call.operator, call.arguments[0] if call.arguments else ALL_ROWS
        if name in _OF_ROWS:
            template = _OF_ROWS[name]
            where = self.rows(below).removeprefix("all rows").removeprefix("rows")
            return template.format(
                counted=self.counted_rows(below), column=self.column(call), among=self.among(below), where=where,
                held=self.after_column(below), every=self._every(below), extreme=self.extreme(call),
            )  # fmt: skip
        if name.startswith("most_"):
            return f"{self.condition(call)} in most {self.counted_rows(below)}"
        if name.startswith("all_") and call != ALL_ROWS:
            return f"{self.condition(call)} in {self._every(below)}"
        return self.rows(call)

    def _every(self, below: Call | str) -> str:
        return f"all {self.counted_rows(below)}"
