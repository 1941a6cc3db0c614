"""Rankings and lists of the chemical elements."""

from tools.atlas.draft import Cell, Draft, head
from tools.atlas.element_pages import category_title, celsius
from tools.atlas.facts import Element
from tools.atlas.list_page import ranked, start_list, tabled
from tools.atlas.prose import capitalised, grouped, link
from tools.atlas.world import World


def element_lists(world: World) -> list[Draft]:
    """All lists of elements."""
    return [_all(world), _by_density(world), _by_melting_point(world), _by_discovery(world)]


def _name(element: Element) -> str:
    return link(element.title, element.name)


def _all(world: World) -> Draft:
    draft = start_list("List of chemical elements", {"total": str(len(world.elements))})
    table = [
        [
            head("Element", rows=2),
            head("Symbol", rows=2),
            head("Place in the table", columns=3),
            head("Properties", columns=2),
        ],
        [head("Number"), head("Group"), head("Period"), head("Category"), head("State")],
    ]
    for element in world.elements:
        state = element.state if element.state != "unknown" else "–"
        category = link(category_title(element.category), element.category)
        values = (element.symbol, str(element.number), str(element.group or "–"), str(element.period), category, state)
        table.append([head(_name(element)), *(Cell(value) for value in values)])
    draft.table(table, caption="The chemical elements")
    return draft


def _by_density(world: World) -> Draft:
    elements = sorted((e for e in world.elements if e.density), key=lambda e: (-(e.density or 0), e.number))
    rows = []
    for element in elements:
        density = element.density or 0
        text = grouped(round(density, 2)) if density >= 0.1 else f"{density:.6f}".rstrip("0")
        rows.append((_name(element), element.symbol, text, element.state))
    slots = {"first": rows[0][0], "last": link(elements[-1].title, elements[-1].name.lower())}
    title, columns = "List of chemical elements by density", ("Element", "Symbol", "Density (g/cm³)", "State")
    return ranked(title, columns, rows, slots=slots, caption="Elements by density")


def _by_melting_point(world: World) -> Draft:
    elements = sorted(
        (e for e in world.elements if e.melting_c is not None), key=lambda e: (-(e.melting_c or 0), e.number)
    )
    rows = [(_name(e), e.symbol, celsius(e.melting_c or 0), e.category) for e in elements]
    title, columns = (
        "List of chemical elements by melting point",
        ("Element", "Symbol", "Melting point (°C)", "Category"),
    )
    return ranked(title, columns, rows, slots={"first": rows[0][0]}, caption="Elements by melting point")


def _by_discovery(world: World) -> Draft:
    elements = sorted((e for e in world.elements if e.discovery.year), key=lambda e: (e.discovery.year or 0, e.number))
    rows = []
    for element in elements:
        by = capitalised(element.discovery.by) if element.discovery.by else "–"
        rows.append((_name(element), str(element.discovery.year), by))
    title, columns = "List of chemical elements by year of discovery", ("Element", "Year", "Discoverer")
    return tabled(title, columns, rows, slots={"first": rows[0][0]}, caption="Discoveries of elements")
