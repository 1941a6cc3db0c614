"""Pages of currencies, languages and organisations."""

from tools.atlas.draft import Cell, Draft, Item, head
from tools.atlas.facts import Country, Currency, Language, Organisation
from tools.atlas.naming import country_link
from tools.atlas.prose import Writer, counted, grouped, link, listing, rounded
from tools.atlas.tables import read_table
from tools.atlas.world import World

Slots = dict[str, str | None]


def currency_pages(world: World) -> list[Draft]:
    """A page for each currency."""
    return [_currency(world, currency) for currency in world.currencies]


def _currency(world: World, currency: Currency) -> Draft:
    draft, users = Draft(currency.title), world.users(currency)
    writer = Writer(currency.title, "human", names=(f"the {currency.name}", "it"))
    only = users[0] if len(users) == 1 else None
    capital = world.capital_city(only) if only else None
    slots: Slots = {
        "name": currency.name,
        "country": country_link(only) if only else None,
        "countries": listing([country_link(user) for user in users]) if 1 < len(users) <= 8 else None,
        "user_count": counted(len(users), "country", "countries") if len(users) > 8 else None,
        "code": currency.code,
        "introduced": str(currency.introduced) if currency.introduced else None,
        "people": rounded(only.population.value) if only else None,
        "year": str(only.population.year) if only else None,
        "capital": link(capital.title, capital.name) if capital else None,
        "note": currency.note,
    }
    draft.infobox(currency.title, _currency_box(currency, users))
    phrases = (
        "currency_opening",
        "currency_code",
        "currency_introduced",
        "note",
        "currency_people",
        "currency_capital",
    )
    draft.sentences(writer.say(phrase, slots) for phrase in phrases)
    if len(users) > 3:
        draft.section("Countries")
        _country_table(draft, users, caption=f"Countries that use the {currency.name}")
    return draft


def _currency_box(currency: Currency, users: list[Country]) -> list[tuple[str, str | None]]:
    return [
        ("Code", currency.code),
        ("Used in", ", ".join(link(user.title) for user in users)),
        ("Introduced", str(currency.introduced) if currency.introduced else None),
    ]


def _country_table(draft: Draft, countries: list[Country], *, caption: str) -> None:
    rows = [[head("Country"), head("Capital"), head("Population"), head("Area (km²)")]]
    for country in countries:
        cells = (country.capital or "–", grouped(country.population.value), grouped(country.area_km2))
        rows.append([head(link(country.title)), *(Cell(text) for text in cells)])
    draft.table(rows, caption=caption)


def language_pages(world: World) -> list[Draft]:
    """A page for each official language."""
    return [_language(world, language) for language in world.languages]


def _language(world: World, language: Language) -> Draft:
    draft, speakers = Draft(language.title), world.speakers(language)
    writer = Writer(language.title, "human", names=(language.name, "it"))
    draft.infobox(language.title, _language_box(language, speakers))
    slots = _language_slots(language, speakers)
    phrases = ["language_opening", "language_family", "note", "language_countries", "language_alone", "language_people"]
    draft.sentences(writer.say(phrase, slots) for phrase in phrases)
    if len(speakers) > 8:
        draft.section("Countries")
        _by_continent(draft, speakers)
    return draft


def _language_slots(language: Language, speakers: list[Country]) -> Slots:
    one, many = (speakers[0] if len(speakers) == 1 else None), len(speakers) > 1
    alone = [speaker for speaker in speakers if speaker.languages == (language.code,)]
    people = sum(speaker.population.value for speaker in speakers)
    return {
        "name": language.name,
        "country": country_link(one) if one and not alone else None,
        "only_country": country_link(one) if one and alone else None,
        "country_count": counted(len(speakers), "country", "countries") if many else None,
        "countries": listing([country_link(speaker) for speaker in speakers]) if 1 < len(speakers) <= 8 else None,
        "family": language.family,
        "people": rounded(people) if many else None,
        "alone": listing([country_link(speaker) for speaker in alone]) if many and 0 < len(alone) <= 4 else None,
        "note": language.note,
    }


def _language_box(language: Language, speakers: list[Country]) -> list[tuple[str, str | None]]:
    return [
        ("Family", language.family),
        ("Official in", ", ".join(link(speaker.title) for speaker in speakers)),
        ("Number of countries", str(len(speakers))),
        ("ISO 639 code", language.code),
    ]


def _by_continent(draft: Draft, countries: list[Country]) -> None:
    items = []
    for continent in sorted({country.continent for country in countries}):
        items.append(Item(link(continent)))
        items += [Item(link(country.title), 1) for country in countries if country.continent == continent]
    draft.items(items)


def organisation_pages(world: World) -> list[Draft]:
    """A page for each organisation."""
    return [_organisation(world, organisation) for organisation in world.organisations]


def _organisation(world: World, organisation: Organisation) -> Draft:
    draft, title = Draft(organisation.title), organisation.title
    members = world.in_title_order(world.country[code] for code in organisation.members)
    with_article = title in read_table("facts", "words")["articles"]["organisations"]
    seat = world.city[organisation.seat] if organisation.seat else None
    slots: Slots = {
        "name": title if with_article and not organisation.long_name else None,
        "name_or_long": f"{title}, short for {organisation.long_name},"
        if with_article and organisation.long_name
        else None,
        "bare_name": title if not with_article else None,
        "long_name": organisation.long_name,
        "what": organisation.what if not organisation.long_name or with_article else None,
        "what_bare": organisation.what,
        "founded": str(organisation.founded) if organisation.founded else None,
        "seat": link(seat.title, seat.name) if seat else None,
        "member_count": counted(len(members), "member"),
        "note": organisation.note,
    }
    writer = Writer(title, "human", names=(f"the {title}" if with_article else title, "it"))
    box = [("Founded", slots["founded"]), ("Seat", slots["seat"]), ("Members (2024)", str(len(members)))]
    draft.infobox(title, box)
    parts = ("opening", "founded", "seat", "members")
    draft.sentences(writer.say(f"organisation_{part}", slots) for part in parts)
    draft.sentence(writer.say("note", slots))
    draft.section("Members")
    _member_table(draft, organisation, members)
    return draft


def _member_table(draft: Draft, organisation: Organisation, members: list[Country]) -> None:
    joined = dict(organisation.joined)
    if not joined:
        draft.items([Item(link(member.title)) for member in members])
        return
    rows = [[head("Country"), head("Joined"), head("Population"), head("Area (km²)")]]
    for member in sorted(members, key=lambda member: (joined[member.code], member.title)):
        cells = (str(joined[member.code]), grouped(member.population.value), grouped(member.area_km2))
        rows.append([head(link(member.title)), *(Cell(text) for text in cells)])
    draft.table(
        rows,
        caption=f"Members of {'the ' if ' ' in organisation.title else ''}{organisation.title}, by year of joining",
    )
