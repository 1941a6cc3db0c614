from veriscope.domain import ItemList, ListItem, Page, Section, Sentence, Table


def test_the_outline_names_the_sections_that_hold_an_element():
    page = Page(
        "Lima",
        (
            Sentence(0, "Lima is a city."),
            Section("Geography", 2),
            Section("Climate", 3),
            Sentence(1, "It is dry."),
            Section("History", 2),
            Table(0, ()),
            Section("Deep", 5),
            ItemList(0, (ListItem(0, "x"),)),
        ),
    )
    assert [path for path, _ in page.outline()] == [
        (),
        ("Geography", "Climate"),
        ("History",),
        ("History", "Deep"),
    ]
