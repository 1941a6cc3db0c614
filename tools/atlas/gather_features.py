"""Rivers, mountains, lakes, seas, islands, deserts and ranges, from our own table."""

from tools.atlas.facts import Feature, Summit
from tools.atlas.tables import Table, read_table

_SIZE = {"rivers": "length", "mountains": "height", "ranges": "length"}
KINDS = {
    "rivers": "river",
    "mountains": "mountain",
    "lakes": "lake",
    "seas": "sea",
    "islands": "island",
    "deserts": "desert",
    "ranges": "mountain range",
}


def gather_features() -> tuple[Feature, ...]:
    """Every feature of nature with a page, kind by kind, as written."""
    table = read_table("facts", "nature")
    return tuple(_feature(name, part, known) for part in KINDS for name, known in table[part].items())


def _feature(name: str, part: str, known: Table) -> Feature:
    return Feature(
        title=known.get("title", name),
        name=name.removesuffix(" (Greece)"),
        kind="ocean" if known.get("ocean") else KINDS[part],
        size=known.get(_SIZE.get(part, "area")),
        depth_m=known.get("depth"),
        countries=tuple(known.get("countries", "").split()),
        mouth=known.get("mouth"),
        parent=known.get("range") or known.get("part_of") or known.get("highest"),
        first_ascent=known.get("first_ascent"),
        climbers=known.get("climbers"),
        note=known.get("note"),
        is_ocean=bool(known.get("ocean")),
    )


def gather_summits() -> dict[str, Summit]:
    """The highest points of countries that are mountains with a page, by country code."""
    mountains = read_table("facts", "nature")["mountains"]
    return {
        code: Summit(name.removesuffix(" (Greece)"), known["height"], name)
        for name, known in mountains.items()
        for code in known.get("highest_of", "").split()
    }
