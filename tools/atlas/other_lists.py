"""Rankings and lists of cities, currencies, nature, elements and the sky."""

from tools.atlas.draft import Cell, Draft, Item, head
from tools.atlas.facts import Body, City, Feature
from tools.atlas.list_page import ranked, start_list, tabled
from tools.atlas.naming import body_link, feature_link
from tools.atlas.prose import grouped, link
from tools.atlas.sky_pages import planets
from tools.atlas.world import World

_LARGE_CITY = 2_000_000
_CITIES_PER_CONTINENT = 5


def other_lists(world: World) -> list[Draft]:
    """All lists that are not of countries."""
    return [
        _currencies(world),
        *_city_lists(world),
        *_nature_lists(world),
        *_sky_lists(world),
        _seas(world),
    ]


def _currencies(world: World) -> Draft:
    rows = []
    for currency in world.currencies:
        users = ", ".join(link(user.title) for user in world.users(currency))
        rows.append((link(currency.title), currency.code, users))
    return tabled("List of currencies", ("Currency", "Code", "Used in"), rows, slots={}, caption="Currencies")


def _city_lists(world: World) -> list[Draft]:
    return [
        _cities_by_population(world),
        _cities_by_elevation(world),
        _cities_by_foundation(world),
        _by_continent(world),
    ]


def _place(world: World, city: City) -> tuple[str, str]:
    return link(city.title, city.name), link(world.country[city.country].title)


def _cities_by_population(world: World) -> Draft:
    cities = sorted((c for c in world.cities if (c.population or 0) > _LARGE_CITY), key=lambda c: -(c.population or 0))
    rows = [(*_place(world, city), grouped(city.population or 0)) for city in cities]
    title = "List of cities by population"
    return ranked(
        title, ("City", "Country", "Population"), rows, slots={"first": rows[0][0]}, caption="Cities by population"
    )


def _cities_by_elevation(world: World) -> Draft:
    cities = sorted((c for c in world.cities if c.elevation_m), key=lambda c: (-(c.elevation_m or 0), c.title))
    rows = [(*_place(world, city), grouped(city.elevation_m or 0)) for city in cities]
    slots = {"first": rows[0][0], "most": rows[0][2]}
    title = "List of cities by elevation"
    return ranked(title, ("City", "Country", "Elevation (m)"), rows, slots=slots, caption="Cities by elevation")


def _cities_by_foundation(world: World) -> Draft:
    cities = sorted((c for c in world.cities if c.founded), key=lambda c: (c.founded or 0, c.title))
    years = [str(c.founded) if (c.founded or 0) > 0 else f"{-(c.founded or 0)} BC" for c in cities]
    rows = [(*_place(world, city), year) for city, year in zip(cities, years, strict=True)]
    slots = {"first": rows[0][0], "last": rows[-1][0]}
    title = "List of cities by year of foundation"
    return tabled(title, ("City", "Country", "Founded"), rows, slots=slots, caption="Years of foundation")


def _by_continent(world: World) -> Draft:
    draft = start_list("List of the largest cities by continent", {})
    table = [
        [head("Continent", rows=2), head("City", rows=2), head("Country", rows=2), head("Figures", columns=2)],
        [head("Population"), head("Founded")],
    ]
    for continent in sorted({country.continent for country in world.countries}):
        cities = [c for c in world.cities if world.country[c.country].continent == continent and c.population]
        cities = sorted(cities, key=lambda c: -(c.population or 0))[:_CITIES_PER_CONTINENT]
        for position, city in enumerate(cities):
            first = [head(link(continent), rows=len(cities))] if position == 0 else []
            founded = "–" if not city.founded else str(city.founded) if city.founded > 0 else f"{-city.founded} BC"
            values = (*_place(world, city), grouped(city.population or 0), founded)
            table.append([*first, *(Cell(value) for value in values)])
    draft.table(table, caption="The largest cities of each continent")
    return draft


def _nature_lists(world: World) -> list[Draft]:
    def countries(feature: Feature) -> str:
        return ", ".join(link(world.country[code].title) for code in feature.countries) or "–"

    def page(title: str, kind: str, columns: tuple[str, ...], caption: str) -> Draft:
        features = [feature for feature in world.of_kind(kind) if feature.size]
        rows = []
        for feature in features:
            extra = _extra(feature)
            rows.append((link(feature.title, feature.name), grouped(feature.size or 0), countries(feature), *extra))
        names = [feature_link(feature) for feature in features]
        slots = {"first": names[0], "second": names[1], "third": names[2]}
        return ranked(title, columns, rows, slots=slots, caption=caption)

    return [
        page("List of rivers by length", "river", ("River", "Length (km)", "Countries", "Mouth"), "Rivers by length"),
        page(
            "List of mountains by height",
            "mountain",
            ("Mountain", "Height (m)", "Countries", "First ascent"),
            "Mountains by height",
        ),
        page(
            "List of lakes by area", "lake", ("Lake", "Area (km²)", "Countries", "Greatest depth (m)"), "Lakes by area"
        ),
        page("List of islands by area", "island", ("Island", "Area (km²)", "Countries"), "Islands by area"),
        page("List of deserts by area", "desert", ("Desert", "Area (km²)", "Countries"), "Deserts by area"),
    ]


def _extra(feature: Feature) -> tuple[str, ...]:
    if feature.kind == "river":
        return (feature.mouth or "–",)
    if feature.kind == "mountain":
        return (str(feature.first_ascent or "–"),)
    return (grouped(feature.depth_m) if feature.depth_m else "–",) if feature.kind == "lake" else ()


def _seas(world: World) -> Draft:
    draft = start_list("List of oceans and seas", {})
    draft.section("Oceans")
    rows = [[head("Ocean"), head("Area (km²)"), head("Greatest depth (m)")]]
    for ocean in world.of_kind("ocean"):
        depth = grouped(ocean.depth_m) if ocean.depth_m else "–"
        rows.append([head(link(ocean.title)), Cell(grouped(ocean.size or 0)), Cell(depth)])
    draft.table(rows, caption="The five oceans")
    draft.section("Seas")
    items: list[Item] = []
    for ocean in world.of_kind("ocean"):
        items += _parts(world, ocean.title, 0)
    draft.items(items)
    return draft


def _parts(world: World, title: str, level: int) -> list[Item]:
    parts = sorted(sea.title for sea in world.of_kind("sea") if sea.parent == title)
    nested = [item for part in parts for item in _parts(world, part, level + 1)]
    return [Item(link(title), level), *nested]


def _sky_lists(world: World) -> list[Draft]:
    return [_planets(world), _dwarfs(world), _moons_by_diameter(world), _moons_by_discovery(world)]


def _planets(world: World) -> Draft:
    by_size = sorted(planets(world), key=lambda planet: -(planet.diameter_km or 0))
    draft = start_list("Planets of the Solar System", {"first": body_link(by_size[0]), "last": body_link(by_size[-1])})
    table = [
        [head("Planet", rows=2), head("Type", rows=2), head("Orbit", columns=2), head("Body", columns=3)],
        [
            head("Distance (million km)"),
            head("Year (days)"),
            head("Diameter (km)"),
            head("Rotation (hours)"),
            head("Moons"),
        ],
    ]
    for planet in planets(world):
        figures = (planet.distance, planet.period_days, planet.diameter_km, planet.day_hours, planet.moons)
        cells = [Cell(grouped(figure or 0)) for figure in figures]
        table.append([head(link(planet.title, planet.name)), Cell(planet.kind), *cells])
    draft.table(table, caption="The eight planets, from the Sun outwards")
    return draft


def _dwarfs(world: World) -> Draft:
    rows = []
    for body in (body for body in world.bodies if body.kind == "dwarf planet"):
        diameter = grouped(body.diameter_km) if body.diameter_km else "–"
        rows.append((link(body.title), diameter, str(body.moons), str(body.discovery.year or "–")))
    columns = ("Dwarf planet", "Diameter (km)", "Known moons", "Discovered")
    return tabled("Dwarf planets", columns, rows, slots={}, caption="Dwarf planets")


def _moon_row(world: World, moon: Body, *values: str) -> tuple[str, ...]:
    parent = next(body for body in world.bodies if body.name == moon.parent)
    return (link(moon.title), link(parent.title, parent.name), *values)


def _moons_by_diameter(world: World) -> Draft:
    moons = [moon for moon in world.bodies if moon.kind == "moon" and moon.diameter_km]
    moons.sort(key=lambda moon: (-(moon.diameter_km or 0), moon.title))
    rows = [_moon_row(world, moon, grouped(moon.diameter_km or 0)) for moon in moons]
    names = [body_link(moon) for moon in moons]
    slots = {"first": names[0], "second": names[1], "third": names[2]}
    title = "List of moons by diameter"
    return ranked(title, ("Moon", "Moon of", "Diameter (km)"), rows, slots=slots, caption="Moons by diameter")


def _moons_by_discovery(world: World) -> Draft:
    moons = [moon for moon in world.bodies if moon.kind == "moon" and moon.discovery.year]
    moons.sort(key=lambda moon: (moon.discovery.year or 0, moon.title))
    rows = [_moon_row(world, moon, str(moon.discovery.year), moon.discovery.by or "–") for moon in moons]
    title, columns = "List of moons by year of discovery", ("Moon", "Moon of", "Year", "Discoverer")
    return tabled(title, columns, rows, slots={}, caption="Discoveries of moons")
