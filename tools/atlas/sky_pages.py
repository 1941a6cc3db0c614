"""Pages of the Sun, the planets, dwarf planets and moons."""

from tools.atlas.draft import Draft, Item
from tools.atlas.facts import Body
from tools.atlas.naming import body_link, body_name
from tools.atlas.prose import Writer, a_or_an, counted, grouped, link, listing, ordinal, superlative
from tools.atlas.tables import read_table
from tools.atlas.world import World

Slots = dict[str, str | None]
PLANET_KINDS = ("terrestrial planet", "gas giant", "ice giant")


def planets(world: World) -> list[Body]:
    """The eight planets, from the Sun outwards."""
    return [body for body in world.bodies if body.kind in PLANET_KINDS]


def sky_pages(world: World) -> list[Draft]:
    """A page for each body, the Sun first."""
    return [_sun(world), *(_page(world, body) for body in world.bodies)]


def _sun(world: World) -> Draft:
    draft, known = Draft("Sun"), read_table("facts", "sky")["sun"]
    diameter, temperature = grouped(known["diameter"]), grouped(known["temperature_c"])
    draft.infobox(
        "Sun",
        [
            ("Type", "star"),
            ("Diameter", f"{diameter} km"),
            ("Surface temperature", f"{temperature} °C"),
            ("Planets", "8"),
        ],
    )
    names = [body_link(planet) for planet in planets(world)]
    draft.sentence("The Sun is the star at the centre of the Solar System.")
    draft.sentence(f"With a diameter of about {diameter} kilometres it is by far the largest body in it.")
    draft.sentence(f"Its surface has a temperature of about {temperature} °C.")
    gases = listing([link("Hydrogen", "hydrogen"), link("Helium", "helium")])
    draft.sentence(f"It consists mostly of {gases}, and shines because it turns the one into the other.")
    draft.section("Planets")
    draft.sentence(f"Eight planets circle it: {listing(names)}.")
    draft.items([Item(link(planet.title, planet.name)) for planet in planets(world)], ordered=True)
    return draft


def _page(world: World, body: Body) -> Draft:
    draft = Draft(body.title)
    writer = Writer(body.title, "sky", names=(body_name(body), _noun(body), "it"))
    slots = {**_place_slots(world, body), **_figure_slots(world, body), **_moon_slots(world, body)}
    plan = "moon" if body.kind == "moon" else "dwarf" if body.kind == "dwarf planet" else "planet"
    draft.infobox(body.name, _infobox(world, body))
    draft.sentences(writer.say(phrase, slots) for phrase in writer.plan(plan))
    rest = [writer.say(phrase, slots) for phrase in writer.plan("rest")]
    if any(rest):
        draft.section("Discovery" if body.kind == "moon" else "Further facts")
        draft.sentences(rest)
    return draft


def _noun(body: Body) -> str:
    return "the moon" if body.kind == "moon" else "the planet" if body.kind in PLANET_KINDS else "the dwarf planet"


def _parent(world: World, body: Body) -> Body | None:
    return next((other for other in world.bodies if other.name == body.parent), None)


def _place_slots(world: World, body: Body) -> Slots:
    parent = _parent(world, body)
    planet = body_link(parent) if parent else None
    is_planet = body.kind in PLANET_KINDS
    kind = link("Planets of the Solar System", body.kind)
    return {
        "name": body_name(body),
        "rank": ordinal(planets(world).index(body) + 1) if is_planet else None,
        "kind_a": a_or_an(kind),
        "kind_plural": link("Planets of the Solar System", f"{body.kind}s"),
        "planet": planet,
        "planet_many": planet if parent and (parent.moons or 0) > 1 else None,
        "planet_one": planet if parent and parent.moons == 1 else None,
        "distance": grouped(body.distance) if body.distance else None,
        "period": grouped(body.period_days) if body.period_days else None,
        "god": body.god,
        "note": body.note,
    }


def _figure_slots(world: World, body: Body) -> Slots:
    by_size = sorted(planets(world), key=lambda planet: -(planet.diameter_km or 0))
    moons = [moon for moon in world.bodies if moon.kind == "moon" and moon.diameter_km]
    moons.sort(key=lambda moon: -(moon.diameter_km or 0))
    found = body.discovery
    return {
        "diameter": grouped(body.diameter_km) if body.diameter_km else None,
        "size_rank": superlative(by_size.index(body) + 1, "largest") if body in by_size else None,
        "moon_rank": superlative(moons.index(body) + 1, "largest") if body in moons else None,
        "day": grouped(body.day_hours) if body.day_hours else None,
        "temperature": str(body.temperature_c).replace("-", "−") if body.temperature_c else None,
        "year": str(found.year) if found.year else None,
        "by": found.by,
    }


def _moon_slots(world: World, body: Body) -> Slots:
    moons, names = body.moons, [body_link(moon) for moon in world.moons_of(body)]
    return {
        "none_known": "" if moons == 0 else None,
        "moon_count": counted(moons, "known moon") if moons else None,
        "moon_known": counted(moons, "moon", "of its moons") if moons and moons > 1 else None,
        "moon_only": names[0] if moons == 1 and names else None,
        "moon_list": listing(names) if len(names) > 1 else None,
    }


def _infobox(world: World, body: Body) -> list[tuple[str, str | None]]:
    parent, found = _parent(world, body), body.discovery
    unit = "thousand km from its planet" if body.kind == "moon" else "million km"
    return [
        ("Type", body.kind),
        ("Moon of" if body.kind == "moon" else "Orbits", link(parent.title, parent.name) if parent else link("Sun")),
        ("Distance", f"{grouped(body.distance)} {unit}" if body.distance else None),
        ("Diameter", f"{grouped(body.diameter_km)} km" if body.diameter_km else None),
        ("Orbital period", f"{grouped(body.period_days)} days" if body.period_days else None),
        ("Rotation", f"{grouped(body.day_hours)} hours" if body.day_hours else None),
        ("Mean temperature", f"{body.temperature_c} °C".replace("-", "−") if body.temperature_c else None),
        ("Known moons", str(body.moons) if body.moons is not None else None),
        ("Discovered", str(found.year) if found.year else None),
        ("Discoverer", found.by[0].upper() + found.by[1:] if found.by else None),
    ]
