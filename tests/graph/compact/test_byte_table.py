from hypothesis import given
from hypothesis import strategies as st

from veriscope.graph.compact.byte_table import ByteTable


def test_strings_are_numbered_in_the_order_in_which_they_first_come():
    table = ByteTable()
    assert [table.add(text) for text in (b"b", b"a", b"b", b"", b"ab", b"a")] == [0, 1, 0, 2, 3, 1]
    assert (table[2], table[3], len(table)) == (b"", b"ab", 4)


def test_a_string_that_was_not_added_is_not_found():
    table = ByteTable()
    table.add(b"abc")
    assert (table.find(b"abc"), table.find(b"ab"), table.find(b"")) == (0, None, None)


def test_a_table_that_grows_keeps_its_numbers():
    table, texts = ByteTable(), [f"name {number}".encode() for number in range(5000)]
    assert [table.add(text) for text in texts] == list(range(5000))
    assert [table.find(text) for text in texts] == list(range(5000))
    assert table.letters.tobytes() == b"".join(texts)


@given(st.lists(st.binary(max_size=9)))
def test_the_numbers_are_those_of_a_dictionary(texts):
    table, numbers = ByteTable(), {}
    for text in texts:
        assert table.add(text) == numbers.setdefault(text, len(numbers))
    assert [table[number] for number in range(len(table))] == list(numbers)
