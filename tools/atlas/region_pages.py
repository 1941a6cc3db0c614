"""Pages of continents and their regions."""

from tools.atlas.draft import Cell, Draft, Item, head
from tools.atlas.facts import Continent, Country
from tools.atlas.naming import country_link, feature_link, in_region
from tools.atlas.prose import Writer, counted, grouped, link, listing
from tools.atlas.world import World

Slots = dict[str, str | None]


def region_pages(world: World) -> list[Draft]:
    """A page for each continent and for each region that is not a whole continent."""
    names = {continent.title for continent in world.continents}
    subregions = sorted({country.subregion for country in world.countries} - names)
    return [
        *(_continent(world, continent) for continent in world.continents),
        *(_subregion(world, name) for name in subregions),
    ]


def _continent(world: World, continent: Continent) -> Draft:
    draft = Draft(continent.title)
    countries = [country for country in world.countries if country.continent == continent.title]
    summit = world.feature[continent.highest] if continent.highest else None
    slots: Slots = {
        "name": continent.title,
        "area": grouped(continent.area_km2),
        "country_count": counted(len(countries), "country", "countries") if countries else None,
        "summit": feature_link(summit) if summit else None,
        "note": continent.note,
        **_largest(countries),
    }
    writer = Writer(continent.title, "human", names=(continent.title, "the continent", "it"))
    box = [("Area", f"{grouped(continent.area_km2)} km²"), ("Countries in this atlas", str(len(countries)))]
    draft.infobox(continent.title, [*box, ("Highest mountain", link(summit.title) if summit else None)])
    phrases = [
        "continent_opening",
        "note",
        "continent_size",
        "continent_countries",
        "continent_summit",
        "subregion_largest",
    ]
    draft.sentences(writer.say(phrase, slots) for phrase in phrases)
    if countries:
        draft.section("Countries")
        _country_list(draft, world.in_title_order(countries))
    return draft


def _largest(countries: list[Country]) -> Slots:
    if len(countries) < 2:
        return {}
    largest = max(countries, key=lambda country: country.area_km2)
    populous = max(countries, key=lambda country: country.population.value)
    same = largest == populous
    return {
        "largest": None if same else country_link(largest),
        "populous": None if same else country_link(populous),
        "both": country_link(largest) if same else None,
    }


def _country_list(draft: Draft, countries: list[Country]) -> None:
    items = []
    for subregion in sorted({country.subregion for country in countries}):
        if subregion != draft.title:
            items.append(Item(link(subregion)))
        level = 0 if subregion == draft.title else 1
        items += [Item(link(country.title), level) for country in countries if country.subregion == subregion]
    draft.items(items)


def _subregion(world: World, name: str) -> Draft:
    draft = Draft(name)
    countries = world.in_title_order(country for country in world.countries if country.subregion == name)
    few = len(countries) <= 8
    slots: Slots = {
        "name": in_region(name).replace(link(name), name),
        "continent": link(countries[0].continent),
        "members": listing([country_link(country) for country in countries]) if few else None,
        "member_count": counted(len(countries), "country", "countries"),
        **_largest(countries),
    }
    writer = Writer(name, "human", names=(name, "the region", "it"))
    draft.sentences(writer.say(f"subregion_{part}", slots) for part in ("opening", "members", "largest"))
    draft.section("Countries")
    rows = [[head("Country"), head("Capital"), head("Population"), head("Area (km²)"), head("Currency")]]
    for country in countries:
        money = ", ".join(link(world.currency[code].title) for code in country.currencies)
        city = world.capital_city(country)
        capital = link(city.title, city.name) if city else country.capital or "–"
        cells = (capital, grouped(country.population.value), grouped(country.area_km2), money)
        rows.append([head(link(country.title)), *(Cell(text) for text in cells)])
    draft.table(rows, caption=f"Countries of {in_region(name).replace(link(name), name)}")
    return draft
