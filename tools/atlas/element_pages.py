"""Pages of the chemical elements, and of the groups, periods and categories of the periodic table."""

from tools.atlas.draft import Cell, Draft, Item, head
from tools.atlas.facts import Element
from tools.atlas.prose import Writer, a_or_an, capitalised, counted, grouped, link, listing, pick
from tools.atlas.tables import read_table
from tools.atlas.world import World

Slots = dict[str, str | None]


def element_pages(world: World) -> list[Draft]:
    """A page for each element."""
    return [_page(world, element) for element in world.elements]


def category_title(category: str) -> str:
    """The title of the page of a category."""
    return category[0].upper() + category[1:]


def category_plural(category: str) -> str:
    """`noble gases`."""
    return str(read_table("phrases", "element")["category_plurals"].get(category, category + "s"))


def celsius(degrees: float) -> str:
    """A temperature in running text and cells: `−38.8`, `1,538`."""
    text = grouped(round(degrees) if abs(degrees) >= 1000 else degrees)
    return text.replace("-", "−")


def _page(world: World, element: Element) -> Draft:
    draft = Draft(element.title)
    writer = Writer(element.title, "element", names=(element.name, "the element", "it"))
    slots = {**_table_slots(world, element), **_figure_slots(element), **_history_slots(element)}
    draft.infobox(element.name, _infobox(element))
    said = set(writer.plan("introduction"))
    draft.sentences(writer.say(phrase, slots) for phrase in writer.plan("introduction"))
    for section in ("properties", "history"):
        sentences = [writer.say(phrase, slots) for phrase in writer.plan(section) if phrase not in said]
        if any(sentences):
            headings = read_table("phrases", "element")["sections"][section]
            draft.section(headings[pick(f"{element.title}|{section}", len(headings))])
            draft.sentences(sentences)
    return draft


def _table_slots(world: World, element: Element) -> Slots:
    category = link(category_title(element.category), element.category)
    before = world.elements[element.number - 2] if element.number > 1 else None
    after = world.elements[element.number] if element.number < len(world.elements) else None
    return {
        "name": element.name,
        "lower_name": element.name.lower(),
        "symbol": element.symbol,
        "number": str(element.number),
        "category_a": a_or_an(category),
        "category_plural": link(category_title(element.category), category_plural(element.category)),
        "group": link(f"Group {element.group}", f"group {element.group}") if element.group else None,
        "period": link(f"Period {element.period}", f"period {element.period}"),
        "before": link(before.title, before.name.lower()) if before else None,
        "after": link(after.title, after.name.lower()) if after else None,
    }


def _figure_slots(element: Element) -> Slots:
    is_number = not element.weight.startswith("[")
    return {
        "state": element.state if element.state != "unknown" else None,
        "density": _density(element),
        "melting": celsius(element.melting_c) if element.melting_c is not None else None,
        "boiling": celsius(element.boiling_c) if element.boiling_c is not None else None,
        "weight": element.weight if is_number else None,
        "mass_number": None if is_number else element.weight.strip("[]"),
        "electronegativity": grouped(element.electronegativity) if element.electronegativity else None,
        "use": element.use,
        "radioactive": element.name.lower() if element.is_radioactive else None,
        "Radioactive": element.name if element.is_radioactive else None,
        "ancient": element.name.lower() if element.is_ancient else None,
        "Ancient": element.name if element.is_ancient else None,
    }


def _density(element: Element) -> str | None:
    if element.density is None:
        return None
    return (
        f"{element.density:.6f}".rstrip("0").rstrip(".")
        if element.density < 0.1
        else grouped(round(element.density, 2))
    )


def _history_slots(element: Element) -> Slots:
    origin, found = element.name_origin, element.discovery
    is_word = origin is not None and (origin.startswith(("*", "Greek", "Swedish", "a Greek")))
    return {
        "year": str(found.year) if found.year else None,
        "by": found.by,
        "by_c": capitalised(found.by) if found.by else None,
        "discovery_note": found.note,
        "origin_after": None if is_word or origin is None else origin,
        "origin_from": origin.replace("*", '"') if is_word and origin else None,
    }


def _infobox(element: Element) -> list[tuple[str, str | None]]:
    found = element.discovery
    return [
        ("Symbol", element.symbol),
        ("Atomic number", str(element.number)),
        ("Atomic weight", element.weight),
        ("Category", link(category_title(element.category), element.category)),
        ("Group", link(f"Group {element.group}", str(element.group)) if element.group else None),
        ("Period", link(f"Period {element.period}", str(element.period))),
        ("Block", element.block),
        ("State at room temperature", element.state if element.state != "unknown" else None),
        ("Density", f"{_density(element)} g/cm³" if element.density is not None else None),
        ("Melting point", f"{celsius(element.melting_c)} °C" if element.melting_c is not None else None),
        ("Boiling point", f"{celsius(element.boiling_c)} °C" if element.boiling_c is not None else None),
        ("Electronegativity", grouped(element.electronegativity) if element.electronegativity else None),
        ("Discovered", str(found.year) if found.year else "in antiquity" if element.is_ancient else None),
        ("Discoverer", capitalised(found.by) if found.by else None),
    ]


def table_part_pages(world: World) -> list[Draft]:
    """A page for each group, period and category."""
    groups = [_part(f"Group {number}", [e for e in world.elements if e.group == number]) for number in range(1, 19)]
    periods = [_part(f"Period {number}", [e for e in world.elements if e.period == number]) for number in range(1, 8)]
    names = read_table("phrases", "element")["categories"]
    categories = [
        _category(name, note, [e for e in world.elements if e.category == name]) for name, note in names.items()
    ]
    return [*groups, *periods, *categories]


def _part(title: str, elements: list[Element]) -> Draft:
    draft, kind = Draft(title), title.partition(" ")[0].lower()
    where = "column" if kind == "group" else "row"
    links = [link(element.title, element.name.lower()) for element in elements]
    draft.sentence(f"{title} is a {where} of the periodic table of the chemical elements.")
    few = len(elements) <= 10
    draft.sentence(f"It holds {counted(len(elements), 'element')}{': ' + listing(links) if few else ''}.")
    first, last = min(elements, key=lambda e: e.number), max(elements, key=lambda e: e.number)
    lightest, heaviest = (link(element.title, element.name.lower()) for element in (first, last))
    draft.sentence(f"Its lightest member is {lightest}, its heaviest {heaviest}.")
    radioactive = [element for element in elements if element.is_radioactive]
    if radioactive and len(radioactive) < len(elements):
        draft.sentence(f"{counted(len(radioactive), 'of them is', 'of them are').capitalize()} radioactive.")
    draft.section("Members")
    _element_table(draft, elements, caption=f"Elements of {title[0].lower() + title[1:]}")
    return draft


def _category(name: str, note: str, elements: list[Element]) -> Draft:
    draft, plural = Draft(category_title(name)), category_plural(name)
    draft.sentence(note)
    draft.sentence(f"There are {counted(len(elements), name, plural)} among the 118 known elements.")
    groups = sorted({element.group for element in elements if element.group})
    if len(groups) == 1:
        draft.sentence(f"They stand in {link(f'Group {groups[0]}', f'group {groups[0]}')} of the periodic table.")
    draft.section("Members")
    draft.items([Item(f"{link(element.title, element.name)} ({element.symbol})") for element in elements], ordered=True)
    return draft


def _element_table(draft: Draft, elements: list[Element], *, caption: str) -> None:
    rows = [[head("Element"), head("Symbol"), head("Atomic number"), head("Category"), head("State")]]
    for element in elements:
        state = element.state if element.state != "unknown" else "–"
        cells = [Cell(text) for text in (element.symbol, str(element.number), element.category, state)]
        rows.append([head(link(element.title, element.name)), *cells])
    draft.table(rows, caption=caption)
