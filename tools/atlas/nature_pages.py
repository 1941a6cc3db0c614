"""Pages of rivers, mountains, lakes, seas, islands, deserts and ranges."""

from tools.atlas.draft import Draft, Item
from tools.atlas.facts import Feature
from tools.atlas.naming import country_link, feature_link, feature_name
from tools.atlas.prose import Writer, capitalised, grouped, link, listing, superlative
from tools.atlas.tables import read_table
from tools.atlas.world import World

Slots = dict[str, str | None]
_ADJECTIVE = {"river": "longest", "mountain": "highest"}
_SIZE_NAME = {"river": "Length", "mountain": "Height", "mountain range": "Length"}
_SIZE_UNIT = {"river": "km", "mountain": "m", "mountain range": "km"}


def nature_pages(world: World) -> list[Draft]:
    """A page for every feature."""
    return [_page(world, feature) for feature in world.features]


def _page(world: World, feature: Feature) -> Draft:
    draft, name = Draft(feature.title), feature_name(feature)
    writer = Writer(feature.title, "nature", names=(name, f"the {feature.kind}", "it"))
    slots = {**_place_slots(world, feature), **_figure_slots(world, feature), **_people_slots(world, feature)}
    draft.infobox(feature.name, _infobox(world, feature))
    said = [writer.say(phrase, slots) for phrase in writer.plan(feature.kind)]
    if any(sentence and slots["mouth"] and "flows into" in sentence for sentence in said[:3]):
        said = _drop_second_mouth(said)
    draft.sentences(said)
    cities = _cities_on(world, feature)
    if cities:
        draft.section("Cities")
        draft.sentence(writer.say("cities", slots))
        if len(cities) > 3:
            draft.items([Item(city) for city in cities])
    return draft


def _drop_second_mouth(sentences: list[str | None]) -> list[str | None]:
    starts = ("It flows into", "It ends in")
    with_mouth = [
        text
        for text in sentences
        if text and ("flows into" in text or text.startswith(starts) or " at its mouth" in text)
    ]
    return [text for text in sentences if text not in with_mouth[1:]]


def _place_slots(world: World, feature: Feature) -> Slots:
    links = [country_link(world.country[code]) for code in feature.countries]
    parent = world.feature.get(feature.parent or "")
    mouth = world.feature.get(feature.mouth or "")
    is_plural = feature.name in read_table("facts", "words")["articles"]["plural_ranges"]
    return {
        "name": feature_name(feature),
        "peaks": feature_name(feature) if is_plural else None,
        "peaks_end": "." if is_plural else None,
        "chain": feature_name(feature) if not is_plural else None,
        "country": links[0] if len(links) == 1 else None,
        "countries": listing(links) if len(links) > 1 else None,
        "countries_two": listing(links) if len(links) == 2 else None,
        "countries_many": listing(links) if len(links) > 2 else None,
        "parent": feature_link(parent) if parent else None,
        "highest": feature_link(parent) if parent else None,
        "mouth": feature_link(mouth) if mouth else f"the {feature.mouth}" if feature.mouth else None,
        "note": feature.note,
    }


def _figure_slots(world: World, feature: Feature) -> Slots:
    same = [other for other in world.of_kind(feature.kind) if other.size]
    rank = same.index(feature) + 1 if feature in same else None
    return {
        "size": grouped(feature.size) if feature.size else None,
        "depth": grouped(feature.depth_m) if feature.depth_m else None,
        "ascent": str(feature.first_ascent) if feature.first_ascent else None,
        "kind_plural": f"{feature.kind}s",
        "rank": superlative(rank, _ADJECTIVE.get(feature.kind, "largest")) if rank else None,
    }


def _people_slots(world: World, feature: Feature) -> Slots:
    topped = [c for c in world.countries if c.summit and c.summit.page == feature.title]
    cities = _cities_on(world, feature)
    return {
        "climbers": feature.climbers,
        "climbers_c": capitalised(feature.climbers) if feature.climbers else None,
        "highest_of": listing([country_link(country) for country in topped]) if topped else None,
        "highest_of_one": country_link(topped[0]) if len(topped) == 1 else None,
        "cities_one": cities[0] if len(cities) == 1 else None,
        "cities_many": listing(cities) if len(cities) > 1 else None,
    }


def _cities_on(world: World, feature: Feature) -> list[str]:
    found = [city for city in world.cities if feature.title in {city.river, city.water}]
    return [link(city.title, city.name) for city in found]


def _infobox(world: World, feature: Feature) -> list[tuple[str, str | None]]:
    countries = ", ".join(link(world.country[code].title) for code in feature.countries)
    parent = link(feature.parent) if feature.parent in world.feature else None
    parent_name = {"mountain": "Range", "mountain range": "Highest summit"}.get(feature.kind, "Part of")
    mouth = world.feature.get(feature.mouth or "")
    size_name, unit = _SIZE_NAME.get(feature.kind, "Area"), _SIZE_UNIT.get(feature.kind, "km²")
    return [
        ("Type", feature.kind),
        ("Countries" if len(feature.countries) > 1 else "Country", countries or None),
        (size_name, f"{grouped(feature.size)} {unit}" if feature.size else None),
        ("Greatest depth", f"{grouped(feature.depth_m)} m" if feature.depth_m else None),
        (parent_name, parent),
        ("Mouth", link(mouth.title) if mouth else feature.mouth),
        ("First ascent", str(feature.first_ascent) if feature.first_ascent else None),
    ]
