import threading

import pytest

from veriscope.graph.rdf.read_ahead import read_ahead


def test_items_come_in_their_order():
    assert list(read_ahead(range(100))) == list(range(100))


def test_an_error_comes_after_the_items_before_it():
    def items():
        yield 1
        raise ValueError("broken")

    reading = read_ahead(items())
    assert next(reading) == 1
    with pytest.raises(ValueError, match="broken"):
        next(reading)


def test_the_thread_ends_when_nobody_reads_on():
    before = threading.active_count()
    reading = read_ahead(iter(range(10**9)))
    next(reading)
    assert threading.active_count() == before + 1
    reading.close()
    assert threading.active_count() == before
