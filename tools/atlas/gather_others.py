"""Bodies of the Solar System, organisations, languages, currencies and continents."""

from tools.atlas.facts import Body, Continent, Country, Currency, Discovery, Language, Organisation
from tools.atlas.packages import load
from tools.atlas.tables import Table, read_table


def gather_bodies() -> tuple[Body, ...]:
    """Planets by distance, then dwarf planets, then moons, as written."""
    table = read_table("facts", "sky")
    planets = [_body(known, known["kind"], "Sun") for known in table["planet"]]
    dwarfs = [_body(known, "dwarf planet", "Sun") for known in table["dwarf"]]
    moons = [_body(known, "moon", known["planet"]) for known in table["moon"]]
    return (*planets, *dwarfs, *moons)


def _body(known: Table, kind: str, parent: str) -> Body:
    return Body(
        title=known["name"],
        name=known["name"].removesuffix(" (planet)"),
        kind=kind,
        parent=parent,
        distance=known.get("distance"),
        diameter_km=known.get("diameter"),
        period_days=known.get("year", known.get("period")),
        day_hours=known.get("day"),
        moons=known.get("moons"),
        temperature_c=known.get("temperature"),
        discovery=Discovery(known.get("discovered"), known.get("discoverer")),
        god=known.get("god"),
        note=known.get("note"),
    )


def gather_organisations() -> tuple[Organisation, ...]:
    """The organisations, in title order."""
    known = read_table("facts", "organisations")["organisation"]
    return tuple(sorted((_organisation(record) for record in known), key=lambda record: record.title))


def _organisation(known: Table) -> Organisation:
    return Organisation(
        title=known["name"],
        long_name=known.get("long_name"),
        what=known["what"],
        founded=known.get("founded"),
        seat=known.get("seat"),
        members=tuple(sorted(known["members"].split())),
        joined=tuple(known.get("joined", {}).items()),
        note=known.get("note"),
    )


def gather_languages(countries: tuple[Country, ...]) -> tuple[Language, ...]:
    """The languages that are official in some country, in title order."""
    table, cldr = read_table("facts", "words"), load("babel").Locale("en").languages
    families = {code: family for family, members in table["language_families"].items() for code in members}
    languages = []
    for code in {code for country in countries for code in country.languages}:
        name = table["language_names"].get(code) or cldr[code]
        title = name if name.endswith(("Creole", "Latin")) else f"{name} language"
        languages.append(Language(code, title, name, families.get(code), table["language_notes"].get(code)))
    return tuple(sorted(languages, key=lambda language: language.title))


def gather_currencies(countries: tuple[Country, ...]) -> tuple[Currency, ...]:
    """The currencies in use, in title order."""
    table, cldr = read_table("facts", "words"), load("babel").Locale("en").currencies
    currencies = []
    for code in {code for country in countries for code in country.currencies}:
        name = table["currency_names"].get(code) or _lower_unit(cldr[code])
        introduced, note = table["currency_introduced"].get(code), table["currency_notes"].get(code)
        currencies.append(Currency(code, name[0].upper() + name[1:], name, introduced, note))
    return tuple(sorted(currencies, key=lambda currency: currency.title))


def _lower_unit(name: str) -> str:
    words = name.split()
    return " ".join([*words[:-1], words[-1].lower()])


def gather_continents() -> tuple[Continent, ...]:
    """The seven continents, as written."""
    table = read_table("facts", "words")["continents"]
    return tuple(Continent(title, known["area"], known["note"], known.get("highest")) for title, known in table.items())
