"""Chemical elements: the figures from mendeleev, discovery and use from our own table."""

import warnings
from typing import Protocol

from tools.atlas.facts import Discovery, Element
from tools.atlas.packages import load
from tools.atlas.tables import Table, read_table

KELVIN = 273.15


class Record(Protocol):
    """What is read of an element of mendeleev."""

    atomic_number: int
    atomic_weight: float
    block: str
    en_pauling: float | None
    group_id: int | None
    is_radioactive: bool
    name: str
    period: int
    series: str
    symbol: str


def gather_elements() -> tuple[Element, ...]:
    """The 118 elements, in order of their atomic number."""
    table = read_table("facts", "elements")
    models, database = load("mendeleev", module="mendeleev.models"), load("mendeleev", module="mendeleev.db")
    with warnings.catch_warnings():
        # mendeleev warns of elements with several forms; our table names the figures for those.
        warnings.simplefilter("ignore")
        session = database.get_session()
        # Load isotopes, scattering factors and the like only when asked for: they are most of the database.
        lazy = load("mendeleev", module="sqlalchemy.orm").lazyload("*")
        records = session.query(models.Element).options(lazy).order_by(models.Element.atomic_number).all()
        elements = tuple(_element(record, table) for record in records)
        session.close()
    return elements


def _element(record: Record, table: Table) -> Element:
    number, key = record.atomic_number, str(record.atomic_number)
    title = table["names"].get(key, record.name)
    series = table["series_overrides"].get(key, record.series)
    return Element(
        number=number,
        symbol=record.symbol,
        title=title,
        name=title.removesuffix(" (element)"),
        group=3 if number in {71, 103} else record.group_id if number not in {57, 89} else None,
        period=record.period,
        block="d" if number in {71, 103} else "f" if number in {57, 89} else record.block,
        category=table["series"][series],
        weight=_weight(record),
        state=_state(number, table),
        density=_known("density", record, table),
        melting_c=_celsius(_known("melting_point", record, table)),
        boiling_c=_celsius(_known("boiling_point", record, table)),
        electronegativity=record.en_pauling if number < table["omitted"]["predicted_from"] else None,
        is_radioactive=bool(record.is_radioactive),
        is_ancient=number in table["antiquity"]["elements"],
        discovery=_discovery(table["discovery"].get(key, {})),
        name_origin=table["name_origin"].get(key),
        use=table["uses"].get(key),
    )


def _known(figure: str, record: Record, table: Table) -> float | None:
    number = record.atomic_number
    if number >= table["omitted"]["predicted_from"] or number in table["omitted"][figure]:
        return None
    corrected = table.get(f"{figure}s", {}).get(str(number))
    value = corrected if corrected is not None else getattr(record, figure)
    return None if value is None else float(value)


def _celsius(kelvin: float | None) -> float | None:
    return None if kelvin is None else round(kelvin - KELVIN, 1)


def _weight(record: Record) -> str:
    if record.is_radioactive and record.atomic_number not in {90, 91, 92}:
        return f"[{round(record.atomic_weight)}]"
    return f"{record.atomic_weight:.3f}".rstrip("0").rstrip(".")


def _state(number: int, table: Table) -> str:
    for state in ("gas", "liquid"):
        if number in table["states"][state]:
            return state
    return "solid" if number < table["omitted"]["predicted_from"] else "unknown"


def _discovery(known: Table) -> Discovery:
    return Discovery(known.get("year"), known.get("by"), known.get("note"))
