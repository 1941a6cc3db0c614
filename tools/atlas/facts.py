"""The facts that the atlas is written from, gathered and corrected; no wording here."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Figure:
    """A number and the year it was estimated for."""

    value: int
    year: int


@dataclass(frozen=True, slots=True)
class Independence:
    """When a country became independent, and from whom, in words that fit after `from`."""

    year: int
    ruler: str


@dataclass(frozen=True, slots=True)
class Summit:
    """The highest point of a country; `page` is its title when the atlas describes it."""

    name: str
    height_m: int
    page: str | None


@dataclass(frozen=True, slots=True)
class Country:
    """A sovereign state. Codes name other countries; titles name other pages."""

    code: str
    title: str
    has_article: bool
    adjective: str
    official_name: str | None
    capital: str | None
    capital_note: str | None
    area_km2: float
    population: Figure
    subregion: str
    continent: str
    latitude: float
    languages: tuple[str, ...]
    currencies: tuple[str, ...]
    neighbours: tuple[str, ...]
    border_note: str | None
    independence: Independence | None
    summit: Summit | None
    calling_code: str
    domain: str
    iso3: str
    is_landlocked: bool
    is_island: bool
    is_monarchy: bool
    drives_on_left: bool

    @property
    def density(self) -> float:
        """People per square kilometre, to one decimal."""
        return round(self.population.value / self.area_km2, 1)


@dataclass(frozen=True, slots=True)
class City:
    """A capital or another major city; `name` is the title without what tells it from namesakes."""

    title: str
    name: str
    country: str
    is_capital: bool
    population: int | None
    latitude: float
    longitude: float
    time_zone: str
    river: str | None
    water: str | None
    founded: int | None
    elevation_m: int | None
    known_for: str | None


@dataclass(frozen=True, slots=True)
class Discovery:
    """What is known of the discovery of an element or a body in the sky."""

    year: int | None
    by: str | None
    note: str | None = None


@dataclass(frozen=True, slots=True)
class Element:
    """A chemical element; temperatures in °C, density in g/cm³."""

    number: int
    symbol: str
    title: str
    name: str
    group: int | None
    period: int
    block: str
    category: str
    weight: str
    state: str
    density: float | None
    melting_c: float | None
    boiling_c: float | None
    electronegativity: float | None
    is_radioactive: bool
    is_ancient: bool
    discovery: Discovery
    name_origin: str | None
    use: str | None


@dataclass(frozen=True, slots=True)
class Body:
    """A planet, dwarf planet or moon. Distance: million km from the Sun, or thousand km from the planet of a moon."""

    title: str
    name: str
    kind: str
    parent: str
    distance: float | None
    diameter_km: int | None
    period_days: float | None
    day_hours: float | None
    moons: int | None
    temperature_c: int | None
    discovery: Discovery
    god: str | None
    note: str | None


@dataclass(frozen=True, slots=True)
class Feature:
    """A river, mountain, lake, sea, island, desert or range; `size` is its length, height or area, by its kind."""

    title: str
    name: str
    kind: str
    size: int | None
    depth_m: int | None
    countries: tuple[str, ...]
    mouth: str | None
    parent: str | None
    first_ascent: int | None
    climbers: str | None
    note: str | None
    is_ocean: bool = False


@dataclass(frozen=True, slots=True)
class Organisation:
    """A union of countries; `joined` pairs codes with years where every year is known."""

    title: str
    long_name: str | None
    what: str
    founded: int | None
    seat: str | None
    members: tuple[str, ...]
    joined: tuple[tuple[str, int], ...]
    note: str | None


@dataclass(frozen=True, slots=True)
class Language:
    """A language that is official somewhere."""

    code: str
    title: str
    name: str
    family: str | None
    note: str | None


@dataclass(frozen=True, slots=True)
class Currency:
    """A currency in use."""

    code: str
    title: str
    name: str
    introduced: int | None
    note: str | None


@dataclass(frozen=True, slots=True)
class Continent:
    """A continent."""

    title: str
    area_km2: int
    note: str
    highest: str | None
