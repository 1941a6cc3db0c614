"""Country pages: an introduction, geography, people, state, and an infobox."""

from tools.atlas.draft import Cell, Draft, head
from tools.atlas.facts import Country
from tools.atlas.naming import country_link, country_name, feature_link, in_region, organisation_link
from tools.atlas.prose import Writer, counted, grouped, link, listing, ordinal, pick, rounded, superlative
from tools.atlas.tables import read_table
from tools.atlas.world import World

Slots = dict[str, str | None]
_SECTIONS = ("geography", "people", "state")


class CountryPages:
    """Writes the page of each country; ranks are worked out once."""

    def __init__(self, world: World) -> None:
        self._world = world
        by_area = sorted(world.countries, key=lambda country: -country.area_km2)
        by_people = sorted(world.countries, key=lambda country: -country.population.value)
        self._area_rank = {country.code: rank for rank, country in enumerate(by_area, start=1)}
        self._people_rank = {country.code: rank for rank, country in enumerate(by_people, start=1)}

    def pages(self) -> list[Draft]:
        """A page for every country."""
        return [self._page(country) for country in self._world.countries]

    def _page(self, country: Country) -> Draft:
        draft, name = Draft(country.title), country_name(country)
        writer = Writer(country.title, "country", names=(name, "the country", "it"))
        slots = {**self._places(country), **self._numbers(country), **self._nature(country), **self._state(country)}
        draft.infobox(country.title, self._infobox(country))
        draft.sentences(writer.say(phrase, slots) for phrase in writer.plan("introduction"))
        said = set(writer.plan("introduction"))
        for section in _SECTIONS:
            draft.section(self._heading(country, section))
            draft.sentences(writer.say(phrase, slots) for phrase in writer.plan(section) if phrase not in said)
            if section == "people":
                self._city_table(draft, country)
        return draft

    def _heading(self, country: Country, section: str) -> str:
        if section == "people" and len(self._world.cities_of(country)) < 2:
            return "Population"
        headings = list(read_table("phrases", "country")["sections"][section])
        return str(headings[pick(f"{country.title}|{section}", len(headings))])

    def _places(self, country: Country) -> Slots:
        name, capital = country_name(country), country.capital
        cities = self._world.cities_of(country)
        counted_all = len(cities) > 1 and all(city.population for city in cities)
        largest = cities[0] if counted_all else None
        is_city_state = capital == country.title
        others = [link(city.title, city.name) for city in cities if not city.is_capital][:6]
        capital_link = self._capital_link(country)
        return {
            "name": name,
            "it": "it",
            "official": country.official_name,
            "kind": self._kind(country),
            "subregion": in_region(country.subregion),
            "continent": link(country.continent) if country.continent not in country.subregion else None,
            "capital": None if is_city_state else capital_link,
            "capital_largest": capital_link if largest and largest.is_capital else None,
            "capital_not_largest": capital_link if largest and not largest.is_capital else None,
            "largest": link(largest.title, largest.name) if largest else None,
            "cities_many": listing(others) if len(others) > 1 else None,
            "cities_one": others[0] if len(others) == 1 else None,
            "capital_note": country.capital_note,
        }

    def _capital_link(self, country: Country) -> str | None:
        city = self._world.capital_city(country)
        return link(city.title, city.name) if city else None

    def _kind(self, country: Country) -> str:
        if country.capital == country.title:
            return "a city state" if country.code != "SG" else "an island city state"
        if country.is_landlocked:
            return f"a {link('Landlocked countries', 'landlocked')} country"
        return f"an {link('Island countries', 'island')} country" if country.is_island else "a country"

    def _numbers(self, country: Country) -> Slots:
        area_rank, people_rank = self._area_rank[country.code], self._people_rank[country.code]
        return {
            "area": grouped(country.area_km2),
            "population": rounded(country.population.value),
            "population_exact": grouped(country.population.value),
            "year": str(country.population.year),
            "area_rank": superlative(area_rank, "largest"),
            "area_place": ordinal(area_rank),
            "people_rank": f"{superlative(people_rank, 'most populous').replace('-most', ' most')}",
            "people_place": ordinal(people_rank),
            "total": str(len(self._world.countries)),
            "density": grouped(round(country.density) if country.density >= 10 else country.density),
        }

    def _nature(self, country: Country) -> Slots:
        neighbours = [country_link(self._world.country[code]) for code in country.neighbours]
        neighbours.sort(key=lambda text: text.removeprefix("the ").removeprefix("[["))
        slots: Slots = {
            "neighbours_many": listing(neighbours) if len(neighbours) > 1 else None,
            "neighbour_one": neighbours[0] if len(neighbours) == 1 else None,
            "neighbour_count": counted(len(neighbours), "country", "countries") if len(neighbours) > 1 else None,
            "with_whom": "" if not neighbours else None,
            "border_note": country.border_note,
            "landlocked_name": country_name(country) if country.is_landlocked else None,
            "summit": self._summit(country),
            "height": grouped(country.summit.height_m) if country.summit else None,
        }
        for kind, slot in (
            ("river", "rivers"),
            ("lake", "lakes"),
            ("mountain range", "ranges"),
            ("desert", "deserts"),
            ("island", "islands"),
        ):
            slots |= self._features(country, kind, slot)
        return slots

    def _features(self, country: Country, kind: str, slot: str) -> Slots:
        found = self._world.features_of(country, kind)
        only = found[0] if len(found) == 1 else None
        is_own = only is not None and len(only.countries) == 1
        return {
            f"{slot}_own": feature_link(only) if only and is_own else None,
            f"{slot}_shared": feature_link(only) if only and not is_own else None,
            f"{slot}_many": listing([feature_link(feature) for feature in found[:6]]) if len(found) > 1 else None,
        }

    @staticmethod
    def _summit(country: Country) -> str | None:
        if country.summit is None:
            return None
        return link(country.summit.page, country.summit.name) if country.summit.page else country.summit.name

    def _state(self, country: Country) -> Slots:
        languages = [
            link(self._world.language[code].title, self._world.language[code].name) for code in country.languages
        ]
        money = [self._world.currency[code] for code in country.currencies]
        names = [link(currency.title, currency.name) for currency in money]
        unions = [organisation_link(union) for union in self._world.organisations_of(country)]
        republic = not country.is_monarchy and "Republic" in (country.official_name or "")
        return {
            "only_language": languages[0] if len(languages) == 1 else None,
            "languages": listing(languages) if len(languages) > 1 else None,
            "language_count": counted(len(languages), "official language") if len(languages) > 1 else None,
            "money": names[0] if len(names) == 1 else None,
            "monies": " and the ".join(names) if len(names) > 1 else None,
            "money_plain": money[0].name,
            "money_code": money[0].code,
            "since": str(country.independence.year) if country.independence else None,
            "ruler": country.independence.ruler if country.independence else None,
            "monarchy_name": country_name(country) if country.is_monarchy else None,
            "monarchies": link("Monarchies", "monarchies") if country.is_monarchy else None,
            "republic_name": country_name(country) if republic else None,
            "republic_it": "it" if republic else None,
            "organisations": listing(unions) if unions else None,
            "organisation_one": unions[0] if len(unions) == 1 else None,
            "side": "left" if country.drives_on_left else "right",
            "domain": country.domain or None,
            "calling": country.calling_code,
        }

    def _city_table(self, draft: Draft, country: Country) -> None:
        cities = [city for city in self._world.cities_of(country) if city.population]
        if len(cities) < 3:
            return
        rows = [[head("City"), head("Population"), head("Latitude")]]
        for city in cities:
            latitude = f"{abs(city.latitude):.1f}° {'N' if city.latitude >= 0 else 'S'}"
            rows.append([head(link(city.title, city.name)), Cell(grouped(city.population or 0)), Cell(latitude)])
        draft.table(rows, caption=f"Cities of {country_name(country)} in this atlas (GeoNames)")

    def _infobox(self, country: Country) -> list[tuple[str, str | None]]:
        world, summit = self._world, country.summit
        neighbours = [world.country[code].title for code in country.neighbours]
        return [
            ("Official name", country.official_name),
            ("Capital", self._capital_link(country) or country.capital),
            ("Continent", link(country.continent)),
            ("Region", link(country.subregion) if country.subregion != country.continent else None),
            ("Area", f"{grouped(country.area_km2)} km²"),
            (f"Population ({country.population.year})", grouped(country.population.value)),
            ("Population density", f"{grouped(country.density)} per km²"),
            (
                "Official languages",
                ", ".join(link(world.language[c].title, world.language[c].name) for c in country.languages) or None,
            ),
            ("Currency", ", ".join(link(world.currency[c].title) for c in country.currencies)),
            ("Neighbours", ", ".join(link(title) for title in sorted(neighbours)) or "none"),
            ("Highest point", f"{self._summit(country)} ({grouped(summit.height_m)} m)" if summit else None),
            ("Independence", str(country.independence.year) if country.independence else None),
            ("Driving side", "left" if country.drives_on_left else "right"),
            ("Calling code", country.calling_code),
            ("Internet domain", country.domain or None),
            ("ISO code", country.iso3),
        ]
