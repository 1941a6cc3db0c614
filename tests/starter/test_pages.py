import re

LINK = re.compile(r"\[\[([^|\[\]]*)\|([^\[\]]*)\]\]")
ARTEFACTS = re.compile(
    r"\bNone\b|\bnan\b|  | [.,;:](?![a-z])|\.\.|\(\)|\{|\}|\d\.\d{7}|\b[Aa] [aeioAEIO]\w|\b[Tt]he the\b"
)
SENTENCE_END = re.compile(r'[.!?]"?$')


def texts(page):
    for name in page["order"]:
        element = page[name]
        if name.startswith("sentence_"):
            yield element
        elif name.startswith("section_"):
            yield element["value"]
        elif name.startswith("table_"):
            yield element.get("caption", "")
            yield from (cell["value"] for row in element["table"] for cell in row)
        else:
            yield from (item["value"] for item in element["list"])


def test_there_are_more_than_a_thousand_pages(pages):
    assert 1000 <= len(pages) <= 1600


def test_the_order_names_every_element_once_and_in_sequence(pages):
    for page in pages.values():
        assert set(page["order"]) == set(page) - {"title", "order"}
        for kind in ("sentence", "section", "table", "list"):
            names = [name for name in page["order"] if name.startswith(f"{kind}_")]
            assert names == [f"{kind}_{number}" for number in range(len(names))]


def test_cells_and_items_carry_the_ids_of_their_places(pages):
    for page in pages.values():
        for name in page["order"]:
            number = name.rpartition("_")[2]
            if name.startswith("table_"):
                for r, row in enumerate(page[name]["table"]):
                    for c, cell in enumerate(row):
                        kind = "header_cell" if cell["is_header"] else "cell"
                        assert cell["id"] == f"{kind}_{number}_{r}_{c}"
                        assert int(cell["row_span"]) >= 1
                        assert int(cell["column_span"]) >= 1
            elif name.startswith("list_"):
                ids = [item["id"] for item in page[name]["list"]]
                assert ids == [f"item_{number}_{i}" for i in range(len(ids))]


def test_every_link_leads_to_a_page_or_a_redirect(pages, redirects):
    for page in pages.values():
        for text in texts(page):
            for target, anchor in LINK.findall(text):
                title = target.replace("_", " ")
                assert title in pages or title in redirects, (page["title"], target)
                assert anchor.strip() == anchor != ""


def test_no_text_holds_the_traces_of_a_template(pages):
    for page in pages.values():
        for text in texts(page):
            plain = LINK.sub(r"\2", text)
            assert "[[" not in plain, (page["title"], text)
            assert plain.count("(") == plain.count(")"), (page["title"], text)
            assert not ARTEFACTS.search(plain), (page["title"], text)
            assert plain == plain.strip(), (page["title"], text)


def test_sentences_begin_with_a_capital_and_end_with_a_stop(pages):
    for page in pages.values():
        for name in page["order"]:
            if name.startswith("sentence_"):
                plain = LINK.sub(r"\2", page[name])
                assert plain[0].isupper() or plain[0].isdigit(), plain
                assert SENTENCE_END.search(plain), plain


def test_no_page_says_a_sentence_twice(pages):
    for page in pages.values():
        sentences = [page[name] for name in page["order"] if name.startswith("sentence_")]
        assert sentences, page["title"]
        assert len(sentences) == len(set(sentences)), page["title"]


def test_pages_of_a_kind_do_not_all_open_with_the_same_words(pages):
    capitals = [page["sentence_0"] for page in pages.values() if "is the capital" in page["sentence_0"]]
    shapes = {LINK.sub("X", sentence).partition(" ")[2] for sentence in capitals}
    assert len(shapes) > 6


def test_redirects_lead_from_other_names_to_pages(pages, redirects):
    assert redirects["USA"] == "United States"
    assert redirects["Holland"] == "Netherlands"
    assert redirects["Bogota"] == "Bogotá"
    assert not [name for name in redirects if name in pages]
    assert not [target for target in redirects.values() if target not in pages]


def test_countries_take_their_articles(pages):
    assert pages["Netherlands"]["sentence_0"].startswith("The Netherlands")
    assert pages["Bahamas"]["sentence_0"].startswith("The Bahamas")
    assert pages["France"]["sentence_0"].startswith("France")


def test_some_tables_have_headers_of_two_levels_and_row_headers(pages):
    table = pages["Planets of the Solar System"]["table_0"]["table"]
    assert [cell["is_header"] for cell in table[0]] == [True] * 4
    assert all(cell["is_header"] for cell in table[1])
    assert table[2][0]["is_header"]
    assert not table[2][1]["is_header"]


def test_some_lists_are_nested_and_some_ordered(pages):
    lists = [page[name] for page in pages.values() for name in page["order"] if name.startswith("list_")]
    assert any(item["level"] > 0 for found in lists for item in found["list"])
    assert {found["type"] for found in lists} == {"ordered_list", "unordered_list"}
