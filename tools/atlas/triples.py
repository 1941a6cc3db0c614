"""The facts of the atlas as triples: entities are named by page titles, values are typed."""

from collections.abc import Iterator
from dataclasses import dataclass

from tools.atlas.element_pages import category_title
from tools.atlas.facts import Body, City, Country, Element, Feature
from tools.atlas.sky_pages import PLANET_KINDS
from tools.atlas.world import World

_FEATURE_CLASSES = {
    "river": "River",
    "mountain": "Mountain",
    "lake": "Lake",
    "sea": "Sea",
    "ocean": "Ocean",
    "island": "Island",
    "desert": "Desert",
    "mountain range": "MountainRange",
}
_SIZES = {"river": "length", "mountain": "height", "mountain range": "length"}


@dataclass(frozen=True, slots=True)
class Value:
    """A literal with its datatype, such as `xsd:integer`."""

    text: str
    datatype: str


@dataclass(frozen=True, slots=True)
class Fact:
    """A triple; the object is the title of a thing or a value."""

    subject: str
    predicate: str
    object: str | Value


@dataclass(frozen=True, slots=True)
class Thing:
    """An entity, its label and its classes."""

    title: str
    label: str
    classes: tuple[str, ...]


def things(world: World) -> Iterator[Thing]:
    """Every entity of the knowledge base."""
    for country in world.countries:
        flags = (country.is_landlocked, country.is_island, country.is_monarchy)
        extra = zip(("LandlockedCountry", "IslandCountry", "Monarchy"), flags, strict=True)
        yield Thing(country.title, country.title, ("Country", *(name for name, holds in extra if holds)))
    for city in world.cities:
        yield Thing(city.title, city.name, ("City", "Capital") if city.is_capital else ("City",))
    for feature in world.features:
        yield Thing(feature.title, feature.name, (_FEATURE_CLASSES[feature.kind],))
    for element in world.elements:
        yield Thing(element.title, element.name, ("ChemicalElement",))
    for body in world.bodies:
        kind = "Planet" if body.kind in PLANET_KINDS else "Moon" if body.kind == "moon" else "DwarfPlanet"
        yield Thing(body.title, body.name, (kind,))
    yield Thing("Sun", "Sun", ("Star",))
    yield from _smaller_things(world)


def _smaller_things(world: World) -> Iterator[Thing]:
    continents = {continent.title for continent in world.continents}
    yield from (Thing(title, title, ("Continent",)) for title in sorted(continents))
    regions = {country.subregion for country in world.countries} - continents
    yield from (Thing(title, title, ("Region",)) for title in sorted(regions))
    yield from (Thing(language.title, language.name, ("Language",)) for language in world.languages)
    yield from (Thing(currency.title, currency.name, ("Currency",)) for currency in world.currencies)
    yield from (Thing(union.title, union.title, ("Organisation",)) for union in world.organisations)
    families = {language.family for language in world.languages if language.family}
    yield from (Thing(f"{name} languages", f"{name} languages", ("LanguageFamily",)) for name in sorted(families))
    yield from (Thing(f"Group {number}", f"group {number}", ("ElementGroup",)) for number in range(1, 19))
    yield from (Thing(f"Period {number}", f"period {number}", ("ElementPeriod",)) for number in range(1, 8))
    categories = {element.category for element in world.elements}
    yield from (Thing(category_title(name), name, ("ElementCategory",)) for name in sorted(categories))


def facts(world: World) -> Iterator[Fact]:
    """Every fact of the knowledge base."""
    for country in world.countries:
        yield from _country(world, country)
    for city in world.cities:
        yield from _city(world, city)
    for feature in world.features:
        yield from _feature(world, feature)
    for element in world.elements:
        yield from _element(element)
    for body in world.bodies:
        yield from _body(world, body)
    yield from _others(world)


def _integer(subject: str, predicate: str, number: int | None) -> Iterator[Fact]:
    if number is not None:
        yield Fact(subject, predicate, Value(str(number), "xsd:integer"))


def _decimal(subject: str, predicate: str, number: float | None, *, digits: int = 6) -> Iterator[Fact]:
    if number is not None:
        text = f"{number:.{digits}f}"
        yield Fact(subject, predicate, Value(text.rstrip("0").rstrip("."), "xsd:decimal"))


def _year(subject: str, predicate: str, year: int | None) -> Iterator[Fact]:
    if year is not None:
        yield Fact(subject, predicate, Value(f"{year:05d}" if year < 0 else f"{year:04d}", "xsd:gYear"))


def _text(subject: str, predicate: str, text: str | None) -> Iterator[Fact]:
    if text:
        yield Fact(subject, predicate, Value(text, "xsd:string"))


def _country(world: World, country: Country) -> Iterator[Fact]:
    title, capital = country.title, world.capital_city(country)
    if capital or country.capital == title:
        yield Fact(title, "capital", capital.title if capital else title)
    yield Fact(title, "continent", country.continent)
    if country.subregion != country.continent:
        yield Fact(title, "region", country.subregion)
    yield from (Fact(title, "borders", world.country[code].title) for code in country.neighbours)
    yield from (Fact(title, "officialLanguage", world.language[code].title) for code in country.languages)
    yield from (Fact(title, "currency", world.currency[code].title) for code in country.currencies)
    yield from (Fact(title, "memberOf", union.title) for union in world.organisations_of(country))
    if country.summit and country.summit.page:
        yield Fact(title, "highestPoint", country.summit.page)
    yield from _integer(title, "population", country.population.value)
    yield from _decimal(title, "area", country.area_km2)
    yield from _year(title, "independenceYear", country.independence.year if country.independence else None)
    side = "left" if country.drives_on_left else "right"
    texts = (country.official_name, country.calling_code, country.domain, country.iso3, side)
    names = ("officialName", "callingCode", "internetDomain", "isoCode", "drivingSide")
    for name, text in zip(names, texts, strict=True):
        yield from _text(title, name, text)


def _city(world: World, city: City) -> Iterator[Fact]:
    yield Fact(city.title, "cityOf", world.country[city.country].title)
    if city.river in world.feature:
        yield Fact(city.title, "liesOnRiver", str(city.river))
    if city.water:
        yield Fact(city.title, "liesOnWater", city.water)
    yield from _integer(city.title, "population", city.population)
    yield from _integer(city.title, "elevation", city.elevation_m)
    yield from _year(city.title, "foundedYear", city.founded)
    yield from _decimal(city.title, "latitude", city.latitude)
    yield from _decimal(city.title, "longitude", city.longitude)


def _feature(world: World, feature: Feature) -> Iterator[Fact]:
    title = feature.title
    yield from (Fact(title, "locatedIn", world.country[code].title) for code in feature.countries)
    if feature.mouth in world.feature:
        yield Fact(title, "mouth", str(feature.mouth))
    if feature.parent in world.feature:
        predicate = {"mountain": "mountainRange", "mountain range": "highestSummit"}.get(feature.kind, "partOf")
        yield Fact(title, predicate, str(feature.parent))
    yield from _integer(title, _SIZES.get(feature.kind, "area"), feature.size)
    yield from _integer(title, "depth", feature.depth_m)
    yield from _year(title, "firstAscentYear", feature.first_ascent)


def _element(element: Element) -> Iterator[Fact]:
    title = element.title
    if element.group:
        yield Fact(title, "group", f"Group {element.group}")
    yield Fact(title, "period", f"Period {element.period}")
    yield Fact(title, "category", category_title(element.category))
    yield from _integer(title, "atomicNumber", element.number)
    yield from _text(title, "symbol", element.symbol)
    yield from _text(title, "stateOfMatter", element.state if element.state != "unknown" else None)
    yield from _decimal(title, "density", element.density)
    yield from _decimal(title, "meltingPoint", element.melting_c, digits=1)
    yield from _decimal(title, "boilingPoint", element.boiling_c, digits=1)
    yield from _year(title, "discoveryYear", element.discovery.year)
    yield from _text(title, "discoverer", element.discovery.by)


def _body(world: World, body: Body) -> Iterator[Fact]:
    parent = next((other.title for other in world.bodies if other.name == body.parent), body.parent)
    yield Fact(body.title, "orbits", parent)
    yield from _integer(body.title, "diameter", body.diameter_km)
    yield from _decimal(body.title, "orbitalPeriod", body.period_days)
    yield from _integer(body.title, "knownMoons", body.moons)
    yield from _year(body.title, "discoveryYear", body.discovery.year)
    yield from _text(body.title, "discoverer", body.discovery.by)


def _others(world: World) -> Iterator[Fact]:
    for language in world.languages:
        if language.family:
            yield Fact(language.title, "family", f"{language.family} languages")
    for currency in world.currencies:
        yield from _text(currency.title, "isoCode", currency.code)
        yield from _year(currency.title, "introducedYear", currency.introduced)
    for union in world.organisations:
        if union.seat:
            yield Fact(union.title, "seat", union.seat)
        yield from _year(union.title, "foundedYear", union.founded)
    for continent in world.continents:
        yield from _integer(continent.title, "area", continent.area_km2)
        if continent.highest:
            yield Fact(continent.title, "highestSummit", continent.highest)
    for region in sorted({country.subregion for country in world.countries}):
        inside = next(country.continent for country in world.countries if country.subregion == region)
        if inside != region:
            yield Fact(region, "continent", inside)
