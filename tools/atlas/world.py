"""The whole of the facts, and the questions that pages ask of them."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from tools.atlas.facts import Body, City, Continent, Country, Currency, Element, Feature, Language, Organisation
from tools.atlas.gather_cities import gather_cities
from tools.atlas.gather_countries import gather_countries
from tools.atlas.gather_elements import gather_elements
from tools.atlas.gather_features import gather_features, gather_summits
from tools.atlas.gather_others import (
    gather_bodies,
    gather_continents,
    gather_currencies,
    gather_languages,
    gather_organisations,
)
from veriscope.errors import InputError


@dataclass(frozen=True)
class World:
    """All facts of the atlas. No slots: the lookups are cached."""

    countries: tuple[Country, ...]
    cities: tuple[City, ...]
    elements: tuple[Element, ...]
    bodies: tuple[Body, ...]
    features: tuple[Feature, ...]
    organisations: tuple[Organisation, ...]
    languages: tuple[Language, ...]
    currencies: tuple[Currency, ...]
    continents: tuple[Continent, ...]

    @cached_property
    def country(self) -> dict[str, Country]:
        """Countries by code."""
        return {country.code: country for country in self.countries}

    @cached_property
    def language(self) -> dict[str, Language]:
        """Languages by code."""
        return {language.code: language for language in self.languages}

    @cached_property
    def currency(self) -> dict[str, Currency]:
        """Currencies by code."""
        return {currency.code: currency for currency in self.currencies}

    @cached_property
    def feature(self) -> dict[str, Feature]:
        """Features of nature by title."""
        return {feature.title: feature for feature in self.features}

    @cached_property
    def city(self) -> dict[str, City]:
        """Cities by title."""
        return {city.title: city for city in self.cities}

    def capital_city(self, country: Country) -> City | None:
        """The page of a capital; none for city states and where the atlas names no capital."""
        return next((city for city in self.cities_of(country) if city.is_capital), None)

    def cities_of(self, country: Country) -> list[City]:
        """The cities of a country, most populous first, uncounted ones last."""
        found = [city for city in self.cities if city.country == country.code]
        return sorted(found, key=lambda city: (-(city.population or 0), city.title))

    def features_of(self, country: Country, kind: str) -> list[Feature]:
        """The features of one kind in a country, in the order of the table."""
        return [feature for feature in self.features if feature.kind == kind and country.code in feature.countries]

    def of_kind(self, kind: str) -> list[Feature]:
        """Features of a kind, largest first; those of unknown size last."""
        found = [feature for feature in self.features if feature.kind == kind]
        return sorted(found, key=lambda feature: (-(feature.size or 0), feature.title))

    def organisations_of(self, country: Country) -> list[Organisation]:
        """The organisations that a country belongs to."""
        return [organisation for organisation in self.organisations if country.code in organisation.members]

    def moons_of(self, body: Body) -> list[Body]:
        """The moons with a page, nearest first."""
        found = [moon for moon in self.bodies if moon.kind == "moon" and moon.parent == body.name]
        return sorted(found, key=lambda moon: (moon.distance or 1e9, moon.title))

    def speakers(self, language: Language) -> list[Country]:
        """The countries where a language is official, in title order."""
        return self.in_title_order(country for country in self.countries if language.code in country.languages)

    def users(self, currency: Currency) -> list[Country]:
        """The countries that use a currency, in title order."""
        return self.in_title_order(country for country in self.countries if currency.code in country.currencies)

    @staticmethod
    def in_title_order(countries: Iterable[Country]) -> list[Country]:
        """Countries sorted by title."""
        return sorted(countries, key=lambda country: country.title)


def gather_world() -> World:
    """Gathers everything, and refuses titles that two facts share."""
    countries = gather_countries(gather_summits())
    world = World(
        countries=countries,
        cities=gather_cities(countries),
        elements=gather_elements(),
        bodies=gather_bodies(),
        features=gather_features(),
        organisations=gather_organisations(),
        languages=gather_languages(countries),
        currencies=gather_currencies(countries),
        continents=gather_continents(),
    )
    _refuse_shared_titles(world)
    return world


def _refuse_shared_titles(world: World) -> None:
    seen: set[str] = set()
    parts = (
        world.countries,
        world.cities,
        world.elements,
        world.bodies,
        world.features,
        world.languages,
        world.currencies,
    )
    for part in parts:
        for thing in part:
            if thing.title in seen:
                raise InputError(f"two pages would be titled {thing.title!r}; tell them apart in tools/atlas/facts")
            seen.add(thing.title)
