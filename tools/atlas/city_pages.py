"""City pages: capitals and other major cities."""

import math

from tools.atlas.draft import Draft
from tools.atlas.facts import City, Country
from tools.atlas.naming import country_link, feature_link, in_region
from tools.atlas.prose import (
    Writer,
    coordinates,
    counted,
    degrees,
    grouped,
    link,
    listing,
    ordinal,
    pick,
    rounded,
    superlative,
)
from tools.atlas.tables import read_table
from tools.atlas.world import World

Slots = dict[str, str | None]
EARTH_RADIUS_KM = 6371
_DIRECTIONS = ("north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west")


def city_pages(world: World) -> list[Draft]:
    """A page for every city."""
    return [_page(world, city) for city in world.cities]


def _page(world: World, city: City) -> Draft:
    draft, country = Draft(city.title), world.country[city.country]
    writer = Writer(city.title, "city", names=(city.name, "the city", "it"))
    slots = {**_country_slots(world, city, country), **_own_slots(world, city), **_rank_slots(world, city, country)}
    draft.infobox(city.name, _infobox(world, city, country))
    introduction = [writer.say(phrase, slots) for phrase in writer.plan("introduction")]
    draft.sentences(introduction)
    said = {*writer.plan("introduction"), *_said_in_opening(introduction[0] or "", slots)}
    for section in ("geography", "more"):
        draft.section(_heading(city.title, section))
        draft.sentences(writer.say(phrase, slots) for phrase in writer.plan(section) if phrase not in said)
    return draft


def _said_in_opening(opening: str, slots: Slots) -> set[str]:
    """The phrases that would only repeat what the first sentence told."""
    said = {"rank"} if "largest city" in opening else set()
    water = slots.get("on_water")
    return said | {"place"} if water and water in opening else said


def _heading(title: str, section: str) -> str:
    headings = read_table("phrases", "city")["sections"][section]
    return str(headings[pick(f"{title}|{section}", len(headings))])


def _country_slots(world: World, city: City, country: Country) -> Slots:
    cities = world.cities_of(country)
    all_counted = len(cities) > 1 and all(other.population for other in cities)
    is_largest = all_counted and cities[0] == city
    name = country_link(country)
    landlocked = (
        "a landlocked country" if country.is_landlocked else "an island country" if country.is_island else "a country"
    )
    money = world.currency[country.currencies[0]]
    languages = [world.language[code] for code in country.languages]
    return {
        "name": city.name,
        "country": name,
        "country_c": name if city.is_capital else None,
        "country_cl": name if city.is_capital and is_largest else None,
        "country_o": name if not city.is_capital else None,
        "country_ol": name if not city.is_capital and is_largest else None,
        "kind_of_country": landlocked,
        "subregion": in_region(country.subregion),
        "money": link(money.title, money.name),
        "language": link(languages[0].title, languages[0].name) if len(languages) == 1 else None,
        "people": rounded(country.population.value) if city.is_capital else None,
        "year": str(country.population.year),
    }


def _own_slots(world: World, city: City) -> Slots:
    water = _on_water(world, city)
    return {
        "on_water": water,
        "on_water_short": water,
        "population": rounded(city.population) if city.population else None,
        "population_exact": grouped(city.population) if city.population else None,
        "founded": _year(city.founded),
        "elevation": grouped(city.elevation_m) if city.elevation_m else None,
        "known_for": city.known_for,
        "latitude": degrees(city.latitude),
        "coordinates": coordinates(city.latitude, city.longitude),
    }


def _year(year: int | None) -> str | None:
    return None if year is None else str(year) if year > 0 else f"{-year} BC"


def _on_water(world: World, city: City) -> str | None:
    parts = []
    if city.river:
        river = world.feature.get(city.river)
        parts.append(f"on {feature_link(river) if river else 'the ' + city.river}")
    if city.water:
        water = world.feature[city.water]
        where = "shore" if water.kind == "lake" else "coast"
        parts.append(f"on the {where} of {feature_link(water)}")
    return listing(parts) if parts else None


def _rank_slots(world: World, city: City, country: Country) -> Slots:
    cities = world.cities_of(country)
    rank = cities.index(city) + 1 if len(cities) > 2 and all(other.population for other in cities) else None
    capital = world.capital_city(country)
    far = capital is not None and capital != city
    return {
        "rank": superlative(rank, "largest") if rank else None,
        "place_rank": ordinal(rank) if rank else None,
        "city_count": counted(len(cities), "city", "cities"),
        "capital": link(capital.title, capital.name) if far and capital else None,
        "distance": grouped(distance_km(city, capital)) if far and capital else None,
        "direction": _direction(city, capital) if far and capital else None,
    }


def distance_km(one: City, other: City) -> int:
    """The great-circle distance, to ten kilometres: coarse enough for every machine to agree."""
    a, b = math.radians(one.latitude), math.radians(other.latitude)
    turn = math.radians(other.longitude - one.longitude)
    part = math.sin((b - a) / 2) ** 2 + math.cos(a) * math.cos(b) * math.sin(turn / 2) ** 2
    return max(10, 10 * round(2 * EARTH_RADIUS_KM * math.asin(math.sqrt(part)) / 10))


def _direction(one: City, other: City) -> str:
    a, b = math.radians(one.latitude), math.radians(other.latitude)
    turn = math.radians(other.longitude - one.longitude)
    east, north = math.sin(turn) * math.cos(b), math.cos(a) * math.sin(b) - math.sin(a) * math.cos(b) * math.cos(turn)
    return _DIRECTIONS[round(math.degrees(math.atan2(east, north)) / 45) % 8]


def _infobox(world: World, city: City, country: Country) -> list[tuple[str, str | None]]:
    river = world.feature.get(city.river or "")
    water = world.feature.get(city.water or "")
    return [
        ("Country", link(country.title)),
        ("Capital of", link(country.title) if city.is_capital else None),
        ("Population (GeoNames)", grouped(city.population) if city.population else None),
        ("Coordinates", coordinates(city.latitude, city.longitude)),
        ("Elevation", f"{grouped(city.elevation_m)} m" if city.elevation_m else None),
        ("River", link(river.title, river.name) if river else city.river),
        ("Sea or lake", link(water.title) if water else None),
        ("Founded", _year(city.founded)),
        ("Time zone", city.time_zone),
    ]
