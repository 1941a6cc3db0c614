"""The whole atlas: every page, and the other names of pages."""

import re
import unicodedata
from collections import Counter

from tools.atlas.city_pages import city_pages
from tools.atlas.country_lists import country_lists
from tools.atlas.country_pages import CountryPages
from tools.atlas.draft import Draft
from tools.atlas.element_lists import element_lists
from tools.atlas.element_pages import element_pages, table_part_pages
from tools.atlas.human_pages import currency_pages, language_pages, organisation_pages
from tools.atlas.nature_pages import nature_pages
from tools.atlas.other_lists import other_lists
from tools.atlas.region_pages import region_pages
from tools.atlas.sky_pages import sky_pages
from tools.atlas.tables import read_table
from tools.atlas.world import World
from veriscope.errors import InputError

_TARGET = re.compile(r"\[\[([^|\]]*)\|")


def write_pages(world: World) -> list[Draft]:
    """Every page of the atlas, in title order; refuses links to pages that do not exist."""
    drafts = [
        *CountryPages(world).pages(),
        *city_pages(world),
        *currency_pages(world),
        *language_pages(world),
        *organisation_pages(world),
        *region_pages(world),
        *element_pages(world),
        *table_part_pages(world),
        *sky_pages(world),
        *nature_pages(world),
        *country_lists(world),
        *element_lists(world),
        *other_lists(world),
    ]
    drafts.sort(key=lambda draft: draft.title)
    _refuse_broken_links(drafts)
    return drafts


def _refuse_broken_links(drafts: list[Draft]) -> None:
    titles = {draft.title for draft in drafts}
    twice = sorted(title for title, count in Counter(draft.title for draft in drafts).items() if count > 1)
    if twice:
        raise InputError(f"two pages are titled {', '.join(twice)}; tell them apart in tools/atlas/facts")
    for draft in drafts:
        broken = sorted({name for name in _TARGET.findall(draft.to_json()) if name.replace("_", " ") not in titles})
        if broken:
            raise InputError(f"page {draft.title!r} links to {broken}, which are no pages of the atlas")


def write_redirects(world: World, titles: set[str]) -> list[tuple[str, str]]:
    """Other names of pages, sorted: those of our table, official names, and titles without their accents."""
    redirects = dict(read_table("facts", "words")["redirects"])
    for country in world.countries:
        if country.official_name:
            redirects.setdefault(country.official_name, country.title)
    for title in sorted(titles):
        plain = "".join(c for c in unicodedata.normalize("NFD", title) if not unicodedata.combining(c))
        redirects.setdefault(plain, title)
    wrong = sorted(target for target in redirects.values() if target not in titles)
    if wrong:
        raise InputError(f"facts/words.toml: redirects to {wrong}, which are no pages of the atlas")
    return sorted((name, target) for name, target in redirects.items() if name not in titles)
