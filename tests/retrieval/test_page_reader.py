from veriscope.corpus import TermWeights
from veriscope.domain import Cell, Link, Page, Section, Sentence, Table
from veriscope.retrieval import page_reader
from veriscope.retrieval.page_reader import PageReader
from veriscope.retrieval.page_terms import page_terms


class Store:
    """Pages that count how often they are read, and an index that knows their names."""

    def __init__(self, *pages):
        self.pages = {page.title: page for page in pages}
        self.reads = 0
        self.version = 0

    def page(self, title):
        self.reads += 1
        return self.pages.get(title)

    def state(self):
        return self.version

    def known_names(self, names):
        return [name for name in names if name in {"osten", "mara quill"}]

    def page_count(self):
        return len(self.pages)

    def frequency(self, _term):
        return 1


def page(title, *texts):
    return Page(title, tuple(Sentence(number, text) for number, text in enumerate(texts)))


def reader_of(store):
    return PageReader(store, store, TermWeights(store))


def test_a_page_is_read_once_until_the_corpus_changes():
    store = Store(page("Osten", "Osten is a town."))
    reader = reader_of(store)
    reader.take_note_of_changes()
    assert reader.read("Osten") is reader.read("Osten")
    assert store.reads == 1
    store.version, store.pages["Osten"] = 1, page("Osten", "Osten is a city.")
    reader.take_note_of_changes()
    assert reader.read("Osten").terms.units[0].text == "Osten is a city."


def test_a_page_that_is_gone_is_none():
    assert reader_of(Store()).read("Osten") is None


def test_what_is_remembered_is_bounded(monkeypatch):
    monkeypatch.setattr(page_reader, "_MAX_UNITS", 10)
    store = Store(*(page(f"Page {number}", "a", "b", "c") for number in range(9)))
    reader = reader_of(store)
    for number in range(9):
        reader.read(f"Page {number}")
    reader.read("Page 8")
    assert store.reads == 9
    reader.read("Page 0")
    assert store.reads == 10


def test_names_are_the_links_where_a_page_has_any():
    linked = Page("A", (Sentence(0, "See her boat in Osten.", (Link(4, 12, "Blue Heron"),)),))
    reader = reader_of(Store(linked, page("B", "Mara Quill left Osten.")))
    assert [(name.key, target) for name, target in reader.names(reader.read("A"), 0)] == [("blue heron", "Blue Heron")]
    assert [(name.key, target) for name, target in reader.names(reader.read("B"), 0)] == [
        ("mara quill", ""),
        ("osten", ""),
    ]


def test_a_row_is_one_unit_with_its_links_in_place():
    cells = (
        Cell(0, 0, "Boat", is_header=True),
        Cell(1, 0, "x"),
        Cell(1, 1, "Heron", links=(Link(0, 5, "Blue Heron"),)),
    )
    read = page_terms(Page("T", (Section("Boats", 2), Table(0, cells, "Fleet"))))
    assert [unit.text for unit in read.units] == ["Boat", "x | Heron"]
    (link,) = read.units[1].links
    assert read.units[1].text[link.start : link.end] == "Heron"
    assert read.headings == {"boat", "fleet"}
    assert (read.has_tables, read.has_links) == (True, True)
