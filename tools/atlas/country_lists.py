"""Rankings and lists of countries."""

from tools.atlas.draft import Draft, Item
from tools.atlas.facts import Country
from tools.atlas.list_page import ranked, start_list, tabled
from tools.atlas.naming import country_link
from tools.atlas.prose import counted, degrees, grouped, link
from tools.atlas.world import World


def country_lists(world: World) -> list[Draft]:
    """All rankings and lists of countries."""
    return [
        _by_population(world),
        _by_area(world),
        _by_density(world),
        _by_borders(world),
        _capitals(world),
        _capitals_by_latitude(world),
        _landlocked(world),
        _islands(world),
        _monarchies(world),
        _left_hand_traffic(world),
        _by_independence(world),
        _by_highest_point(world),
        _by_languages(world),
        *_by_language(world),
    ]


def _slots(countries: list[Country]) -> dict[str, str]:
    names = [country_link(country) for country in countries]
    return {"total": str(len(names)), "first": names[0], "second": names[1], "third": names[2], "last": names[-1]}


def _most(world: World, key: str) -> list[Country]:
    return sorted(world.countries, key=lambda country: (-getattr(country, key), country.title))


def _by_people(countries: list[Country]) -> list[Country]:
    return sorted(countries, key=lambda country: -country.population.value)


def _by_population(world: World) -> Draft:
    countries = _by_people(list(world.countries))
    rows = [(link(c.title), link(c.continent), grouped(c.population.value), str(c.population.year)) for c in countries]
    columns = ("Country", "Continent", "Population", "Year")
    return ranked(
        "List of countries by population", columns, rows, slots=_slots(countries), caption="Countries by population"
    )


def _by_area(world: World) -> Draft:
    countries = _most(world, "area_km2")
    rows = [(link(c.title), link(c.continent), grouped(c.area_km2)) for c in countries]
    columns = ("Country", "Continent", "Area (km²)")
    return ranked("List of countries by area", columns, rows, slots=_slots(countries), caption="Countries by area")


def _by_density(world: World) -> Draft:
    countries = _most(world, "density")
    rows = [(link(c.title), grouped(c.density), link(c.subregion)) for c in countries]
    columns = ("Country", "Inhabitants per km²", "Region")
    title = "List of countries by population density"
    return ranked(title, columns, rows, slots=_slots(countries), caption="Countries by population density")


def _by_borders(world: World) -> Draft:
    countries = [country for country in world.countries if len(country.neighbours) >= 5]
    countries.sort(key=lambda country: (-len(country.neighbours), country.title))
    rows = []
    for country in countries:
        names = sorted(world.country[code].title for code in country.neighbours)
        rows.append((link(country.title), str(len(names)), ", ".join(link(name) for name in names)))
    title, caption = "List of countries by number of land borders", "Countries with five or more neighbours"
    return ranked(title, ("Country", "Neighbours", "Names"), rows, slots=_slots(countries), caption=caption)


def _capitals(world: World) -> Draft:
    rows = []
    for country in world.in_title_order(world.countries):
        city = world.capital_city(country)
        if city:
            people = grouped(city.population) if city.population else "–"
            rows.append((link(country.title), link(city.title, city.name), people, link(country.continent)))
    columns = ("Country", "Capital", "Population of the capital", "Continent")
    return tabled("List of national capitals", columns, rows, slots={}, caption="Countries and their capitals")


def _capitals_by_latitude(world: World) -> Draft:
    capitals = sorted((city for city in world.cities if city.is_capital), key=lambda city: (-city.latitude, city.title))
    rows = [(link(c.title, c.name), link(world.country[c.country].title), degrees(c.latitude)) for c in capitals]
    slots = {"first": rows[0][0], "last": rows[-1][0]}
    title = "List of capitals by latitude"
    return ranked(title, ("Capital", "Country", "Latitude"), rows, slots=slots, caption="Capitals from north to south")


def _landlocked(world: World) -> Draft:
    countries = [country for country in _most(world, "area_km2") if country.is_landlocked]
    rows = [(link(c.title), grouped(c.area_km2), grouped(c.population.value), link(c.continent)) for c in countries]
    columns = ("Country", "Area (km²)", "Population", "Continent")
    return tabled(
        "Landlocked countries", columns, rows, slots=_slots(countries), caption="Landlocked countries by area"
    )


def _islands(world: World) -> Draft:
    countries = _by_people([country for country in world.countries if country.is_island])
    rows = [(link(c.title), link(c.subregion), grouped(c.area_km2), grouped(c.population.value)) for c in countries]
    columns = ("Country", "Region", "Area (km²)", "Population")
    return tabled("Island countries", columns, rows, slots=_slots(countries), caption="Island countries by population")


def _monarchies(world: World) -> Draft:
    countries = world.in_title_order(country for country in world.countries if country.is_monarchy)
    draft = start_list("Monarchies", _slots(countries))
    _continent_list(draft, countries)
    return draft


def _left_hand_traffic(world: World) -> Draft:
    countries = [country for country in world.countries if country.drives_on_left]
    draft = start_list("Left-hand traffic", _slots(_by_people(countries)))
    _continent_list(draft, world.in_title_order(countries))
    return draft


def _continent_list(draft: Draft, countries: list[Country]) -> None:
    for continent in sorted({country.continent for country in countries}):
        draft.section(continent)
        draft.items([Item(link(country.title)) for country in countries if country.continent == continent])


def _by_independence(world: World) -> Draft:
    dated = [(c.independence, c) for c in world.countries if c.independence]
    dated.sort(key=lambda pair: (pair[0].year, pair[1].title))
    rows = [(link(c.title), str(known.year), known.ruler.removeprefix("the ")) for known, c in dated]
    (first, oldest), (last, youngest) = dated[0], dated[-1]
    slots = {"earliest": str(first.year), "latest": str(last.year)}
    slots |= {"first": country_link(oldest), "last": country_link(youngest)}
    title, columns = "List of countries by year of independence", ("Country", "Year", "Independent from")
    return tabled(title, columns, rows, slots=slots, caption="Years of independence")


def _by_highest_point(world: World) -> Draft:
    topped = [(country.summit, country) for country in world.countries if country.summit]
    topped.sort(key=lambda pair: (-pair[0].height_m, pair[1].title))
    rows = [
        (link(c.title), link(s.page, s.name) if s.page else s.name, grouped(s.height_m), link(c.continent))
        for s, c in topped
    ]
    title, columns = "List of countries by highest point", ("Country", "Highest point", "Height (m)", "Continent")
    return ranked(title, columns, rows, slots={}, caption="Countries and their highest points")


def _by_languages(world: World) -> Draft:
    countries = [country for country in world.countries if len(country.languages) > 1]
    countries.sort(key=lambda country: (-len(country.languages), country.title))
    rows = []
    for country in countries:
        languages = [world.language[code] for code in country.languages]
        names = ", ".join(link(language.title, language.name) for language in languages)
        rows.append((link(country.title), str(len(languages)), names))
    title, columns = "List of countries by number of official languages", ("Country", "Languages", "Names")
    slots = _slots(countries) | {"most": str(len(countries[0].languages))}
    return ranked(title, columns, rows, slots=slots, caption="Countries with several official languages")


def _by_language(world: World) -> list[Draft]:
    drafts = []
    for language in world.languages:
        speakers = world.speakers(language)
        if len(speakers) < 5:
            continue
        draft = Draft(f"Countries where {language.name} is official")
        name, count = link(language.title, language.name), counted(len(speakers), "country", "countries")
        draft.sentence(f"{name} is an official language of {count} in this atlas.")
        alone = [speaker for speaker in speakers if len(speaker.languages) == 1]
        draft.sentence(f"In {counted(len(alone), 'of them', 'of them')} it is the only one.")
        largest = _by_people(speakers)[0]
        draft.sentence(f"The most populous of these countries is {country_link(largest)}.")
        _continent_list(draft, speakers)
        drafts.append(draft)
    return drafts
