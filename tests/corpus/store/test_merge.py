import time

from veriscope.corpus.store.merge import merge_parts
from veriscope.domain import Cell, ItemList, Link, ListItem, Page, Section, Sentence, Table


def test_text_that_differs_only_in_its_tokens_is_not_doubled():
    earlier = Page("A", (Sentence(0, "It 's `` big '' ( 5 m ) . It rains ."),), "a")
    later = Page("A", (Sentence(0, 'It\'s "big" (5 m).'), Sentence(1, "It rains.")), "b")
    assert merge_parts([earlier, later]).elements == later.elements


def test_the_later_part_keeps_its_numbers_and_the_rest_follows():
    earlier = Page("A", (Sentence(0, "Old."), Section("S", 2), Table(0, (Cell(0, 0, "old"),)), Section("Empty", 2)))
    later = Page("A", (Sentence(0, "New."), Table(3, (Cell(0, 0, "new"),))))
    assert merge_parts([earlier, later]).elements == (
        Sentence(0, "New."),
        Table(3, (Cell(0, 0, "new"),)),
        Sentence(1, "Old."),
        Section("S", 2),
        Table(4, (Cell(0, 0, "old"),)),
    )


def test_nested_headings_stay_while_something_stands_under_them():
    earlier = Page("A", (Section("S", 2), Section("T", 3), ItemList(0, (ListItem(0, "x"),)), Section("U", 2)))
    assert merge_parts([earlier, Page("A", ())]).elements == earlier.elements[:3]


def test_three_parts_merge_in_order():
    parts = [Page("A", (Sentence(0, text),), text) for text in ("One.", "Two.", "Three.")]
    assert [s.text for s in merge_parts(parts).sentences()] == ["Three.", "Two.", "One."]


def test_a_table_or_list_whose_words_stand_in_the_prose_is_kept():
    table = Table(0, (Cell(0, 0, "Year"), Cell(1, 0, "2004")))
    items = ItemList(0, (ListItem(0, "Peru"),))
    later = Page("A", (Sentence(0, "In the Year 2004 it joined Peru."),))
    assert merge_parts([Page("A", (table, items)), later]).elements == (*later.elements, table, items)
    assert merge_parts([Page("A", (table,)), Page("A", (table,))]).elements == (table,)


def test_a_sentence_whose_links_would_be_lost_is_kept():
    linked = Sentence(0, "Lima is in Peru.", (Link(11, 15, "Peru"),))
    plain = Sentence(0, "Lima is in Peru . It is big .")
    merged = merge_parts([Page("A", (linked,)), Page("A", (plain,))])
    assert [sentence.links for sentence in merged.sentences()] == [(), linked.links]


def test_many_parts_of_one_title_merge_in_good_time():
    parts = [Page("A", tuple(Sentence(i, f"Part {n} says {i}.") for i in range(5)), str(n)) for n in range(1500)]
    started = time.process_time()
    assert len(merge_parts(parts).elements) == 7500
    assert time.process_time() - started < 5
