"""Hostile and broken HTML: a page or a skip, soon, and never an exception."""

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from veriscope.corpus.sources.html_guard import MAX_BYTES
from veriscope.corpus.sources.web_html import parse_web_html
from veriscope.corpus.sources.wikipedia_html import is_wikipedia_html, parse_wikipedia_html

pytestmark = pytest.mark.slow

DEEP = 100_000
TOO_DEEP = "elements nested deeper than 1,000 levels"
LEFT_OPEN = "too many formatting elements left open"

REFUSED = {
    "<div>": TOO_DEEP,
    "<ul><li>x": TOO_DEEP,
    "<table><tr><td>x": TOO_DEEP,
    "<dl><dd>x": TOO_DEEP,
    "<span>": TOO_DEEP,
    "<blockquote>": TOO_DEEP,
    "<span><div></span></div>": TOO_DEEP,
    "<unknown>": TOO_DEEP,
    "<b>": LEFT_OPEN,
    "<a href='": LEFT_OPEN,
}
READ = {
    "unclosed comments": "<p>x</p>" + "<!--" * DEEP,
    "unclosed scripts": "<p>x</p>" + "<script>" * DEEP,
    "brackets": "x" + "<" * DEEP,
    "ampersands": "x" + "&" * DEEP,
    "drawings": "<svg>" + "<path/>" * DEEP + "</svg>x",
    "sloppy but shallow": "<div><span>x</div>" * 5_000,
    "a huge attribute": f'<p title="{"x" * 5_000_000}">x',
    "marks": "x" + "<sup>[1]</sup>" * 10_000,
    "nested formatting": "".join(f"<p><b class=c{number}>x" for number in range(500)),
    "unclosed urls": "<p>" + "http://" * DEEP,
    "line breaks": "x" + "<br>" * DEEP,
}


def parse_both(html):
    data = html.encode() if isinstance(html, str) else html
    start = time.process_time()
    is_wikipedia_html(data)
    both = parse_web_html("a.html", data), parse_wikipedia_html("a.html", data)
    assert time.process_time() - start < 8
    assert all(parsed.page or parsed.skips or parsed.redirects for parsed in both)
    return both


@pytest.mark.parametrize("unit", REFUSED)
def test_a_hundred_thousand_levels_are_refused_at_once(unit):
    for parsed in parse_both(unit * DEEP + "x"):
        assert [skip.reason for skip in parsed.skips] == [REFUSED[unit]]


@pytest.mark.parametrize("name", READ)
@pytest.mark.slow
def test_strange_html_is_read(name):
    assert all(parsed.page for parsed in parse_both(READ[name]))


def test_a_thousand_levels_are_read():
    for parsed in parse_both("<div>" * 999 + "deep"):
        assert next(parsed.page.sentences()).text == "deep"


def test_ten_thousand_columns_are_read():
    html = "<table class=wikitable><tr>" + "<th>h" * 10_000 + "<tr>" + "<td>x" * 10_000 + "</table>"
    for parsed in parse_both(html):
        assert len(next(parsed.page.tables()).cells) == 20_000


def test_spans_of_a_million_are_clamped():
    html = "<table class=wikitable>" + ("<tr>" + "<td colspan=1000000 rowspan=1000000>x" * 10) * 300 + "</table>"
    for parsed in parse_both(html):
        cells = next(parsed.page.tables()).cells
        assert max(cell.column_span for cell in cells) == 1000
        assert all(cell.row + cell.row_span <= 300 for cell in cells)


def test_a_file_beyond_the_limit_is_refused():
    for parsed in parse_both(b" " * MAX_BYTES + b"<p>x"):
        assert [skip.reason for skip in parsed.skips] == ["larger than 64 MiB"]


def test_a_page_cut_short_anywhere_is_read_or_skipped():
    html = "<div class=mw-parser-output><p>Ab <a href='/wiki/X'>c</a>.</p><table class=wikitable><tr><td>é</td></table>"
    data = html.encode()
    for end in range(len(data)):
        parse_both(data[:end])


TAGS = """
<p>|</p>|<table>|<table class='wikitable'>|<table class=infobox>|<tr>|<td rowspan=3>|<td colspan=2>|<th>|</table>|<ul>
<ol>|<li>|</ul>|<dl>|<dt>|<dd>|<b>|</b>|<a href='/wiki/X'>|</a>|<h2>|</h2>|<h1>|<br>|<sup>|</sup>|<div>|</div>|<caption>
<tfoot>|<thead>|[1]|http://x.y|word|Word.|<svg>|<math>|<!--|-->|<script>|</script>|&amp;|<template>|<select>|<form>
"""
pieces = st.sampled_from(TAGS.strip().replace("\n", "|").split("|"))


@settings(max_examples=300)
@given(st.lists(pieces | st.text(max_size=5), max_size=40))
def test_any_mixture_of_tags_is_read_or_skipped(parts):
    for parsed in parse_both(" ".join(parts).encode("utf-8", "replace")):
        for element in parsed.page.elements if parsed.page else ():
            for link in getattr(element, "links", ()):
                assert 0 <= link.start < link.end <= len(element.text)


@given(st.binary(max_size=200))
def test_any_bytes_are_read_or_skipped(data):
    parse_both(data)
