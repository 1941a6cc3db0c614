"""What words such as "last year" and "thirty years ago" mean in a document of a known date, as a computed statement."""

import datetime
import re
from collections.abc import Iterator
from importlib.resources import files

from veriscope.models.evidence_lines import Line
from veriscope.tables import quantities
from veriscope.text import MONTH_NAMES, Date, load_alternatives

_WORDS = load_alternatives(files("veriscope.models") / "data" / "hints.toml", "dates")
_RELATIVE = re.compile(
    r"\b(?P<which>last|this|next) (?P<unit>year|month)\b|\b(?P<day>yesterday|today|tomorrow)\b", re.IGNORECASE
)
_AGO = re.compile(r"\s?ago\b", re.IGNORECASE)
_MONTHS = "|".join(name.capitalize() for name in MONTH_NAMES)
# A month without a year: "in March", not "in March 2024", "March 3" or "march on".
_MONTH = re.compile(rf"\b(?:{_WORDS['before_month']})\s(?P<month>{_MONTHS})\b(?!\.?,?\s?\d)")
_ANY_TIME = re.compile(
    rf"\b[12]\d{{3}}\b|\b(?:{'|'.join(name.capitalize() for name in MONTH_NAMES if len(name) > 3)})\b"
)
_STEP = {"last": -1, "this": 0, "next": 1}
_A_YEAR, _A_MONTH = 365.25, 30.4


def date_hints(claim: str, line: Line) -> Iterator[str]:
    """What the relative words of a line or of a claim mean by the line's date; nothing if the other gives no time."""
    said = _date(line.date)
    if said is None:
        return
    found: dict[str, None] = {}
    if _ANY_TIME.search(claim):
        found |= dict.fromkeys(_meanings(line.text, said))
    if _ANY_TIME.search(line.text):
        found |= dict.fromkeys(_meanings(claim, said))
    if found:
        yield "; ".join((f"the document is of {line.date}", *found))


def _date(written: str) -> Date | None:
    parts = [int(part) for part in written.split("-") if part.isdigit()]
    return Date(parts[0], parts[1], parts[2] if len(parts) > 2 else 0) if len(parts) > 1 else None


def _meanings(text: str, said: Date) -> Iterator[str]:
    for match in _RELATIVE.finditer(text):
        if meant := _relative(match, said):
            yield f"{match[0].lower()} is {meant}"
    for one in quantities(text):
        if one.unit == "TIME" and _AGO.match(text, one.end) and (meant := _before(one.value, one.factor, said)):
            yield f"{one.written} ago is {meant}"
    for match in _MONTH.finditer(text):
        month = MONTH_NAMES[match["month"].lower()]
        # A later month may be one of the year before, or of the year that is meant to come.
        if month <= said.month:
            yield f"{match['month']} is {_month(said.year, month)}"


def _relative(match: re.Match[str], said: Date) -> str:
    if match["day"]:
        days = {"yesterday": -1, "today": 0, "tomorrow": 1}[match["day"].lower()]
        return _day(said, days)
    step = _STEP[match["which"].lower()]
    if match["unit"].lower() == "year":
        return str(said.year + step)
    months = said.year * 12 + said.month - 1 + step
    return _month(months // 12, months % 12 + 1)


def _before(days: float, factor: float, said: Date) -> str:
    """The year or the month that lies so long before a date, as exactly as the unit tells."""
    if factor == _A_YEAR:
        return str(said.year - round(days / _A_YEAR))
    if factor == _A_MONTH:
        months = said.year * 12 + said.month - 1 - round(days / _A_MONTH)
        return _month(months // 12, months % 12 + 1)
    return _day(said, -round(days)) if days.is_integer() else ""


def _day(said: Date, days: int) -> str:
    if not said.day:
        return ""
    try:
        day = datetime.date(*said) + datetime.timedelta(days)
    except (ValueError, OverflowError):
        return ""
    return f"{day.day} {_month(day.year, day.month)}"


def _month(year: int, month: int) -> str:
    name = next(name for name, number in MONTH_NAMES.items() if number == month)
    return f"{name.capitalize()} {year}"
