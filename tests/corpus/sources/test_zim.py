import builtins
import pickle
from dataclasses import dataclass

import pytest

from veriscope.corpus.sources.records import RawRecord, Redirect, Skip
from veriscope.corpus.sources.zim import ZimArchive
from veriscope.errors import InputError, MissingExtraError

writer = pytest.importorskip("libzim.writer")


class Article(writer.Item):
    """An entry of a ZIM file."""

    def __init__(self, path, title, content, mimetype="text/html"):
        super().__init__()
        self._path, self._title, self._content, self._mimetype = path, title, content, mimetype

    def get_path(self):
        return self._path

    def get_title(self):
        return self._title

    def get_mimetype(self):
        return self._mimetype

    def get_contentprovider(self):
        return writer.StringProvider(self._content)

    def get_hints(self):
        return {writer.Hint.FRONT_ARTICLE: self._mimetype == "text/html"}


def article_html(title, text):
    return (
        f'<html class="client-nojs"><head><meta charset="UTF-8"><title>{title}</title></head>'
        f'<body class="mediawiki"><h1 id="firstHeading">{title}</h1><div id="bodyContent"><div id="mw-content-text" '
        f'class="mw-body-content"><div class="mw-parser-output"><p>{text}</p></div></div></div></body></html>'
    )


@pytest.fixture(scope="module")
def zim_file(tmp_path_factory):
    path = tmp_path_factory.mktemp("zim") / "small.zim"
    with writer.Creator(str(path)).config_indexing(False, "en") as creator:
        lima = article_html("Lima", 'Lima is the capital of <a href="./Peru">Peru</a>. It is large.')
        creator.add_item(Article("Lima", "Lima", lima))
        creator.add_item(Article("Peru", "Peru", article_html("Peru", "Peru is a country.")))
        creator.add_item(Article("St_John's", "St. John's", article_html("St. John's", "A city.")))
        creator.add_item(Article("lima.png", "", b"\x89PNG not really", "image/png"))
        creator.add_item(Article("style.css", "", "p {}", "text/css"))
        creator.add_redirection("Ciudad_de_los_Reyes", "Ciudad de los Reyes", "Lima", {})
        creator.add_redirection("Picture", "Picture", "lima.png", {})
        creator.add_metadata("Title", "A small wiki")
        creator.add_metadata("Scraper", "mwoffliner 1.14")
        creator.set_mainpath("Lima")
    return path


@dataclass(frozen=True)
class Read:
    pages: dict
    redirects: list
    skips: list
    offsets: list


def read(path, **settings):
    format_ = ZimArchive(**settings)
    pages, redirects, skips, offsets = {}, [], [], []
    for record in format_.records(path):
        if isinstance(record, Skip):
            skips.append(record)
            continue
        offsets.append(record.offset)
        parsed = format_.parse(pickle.loads(pickle.dumps(record)))
        if parsed.page:
            pages[parsed.page.title] = parsed.page
        redirects += parsed.redirects
        skips += parsed.skips
    return Read(pages, redirects, skips, offsets)


def test_every_article_becomes_a_page_under_the_archives_title(zim_file):
    found = read(zim_file)
    assert sorted(found.pages) == ["Lima", "Peru", "St. John's"]
    texts = [sentence.text for sentence in found.pages["Lima"].sentences()]
    assert texts == ["Lima is the capital of Peru.", "It is large."]
    assert found.pages["Lima"].origin == "Lima"


def test_links_of_articles_lead_to_titles(zim_file):
    first = next(read(zim_file).pages["Lima"].sentences())
    assert [(first.text[link.start : link.end], link.target) for link in first.links] == [("Peru", "Peru")]


def test_redirects_and_paths_are_other_names(zim_file):
    assert read(zim_file).redirects == [Redirect("Ciudad de los Reyes", "Lima"), Redirect("St John's", "St. John's")]


def test_offsets_grow_up_to_the_size_of_the_file(zim_file):
    offsets = read(zim_file).offsets
    assert offsets == sorted(offsets)
    assert offsets[-1] <= zim_file.stat().st_size


def test_an_article_above_the_limit_is_a_skip(zim_file):
    found = read(zim_file, max_article_bytes=10)
    assert not found.pages
    assert {skip.reason for skip in found.skips} == {"more than 10 bytes"}


def test_records_are_cheap_to_hand_over(zim_file):
    assert all(isinstance(record, RawRecord) for record in ZimArchive().records(zim_file))


def test_without_libzim_the_extra_is_named(zim_file, monkeypatch):
    imported = builtins.__import__

    def refuse(name, *arguments, **settings):
        if name.startswith("libzim"):
            raise ImportError(name)
        return imported(name, *arguments, **settings)

    monkeypatch.setattr(builtins, "__import__", refuse)
    with pytest.raises(MissingExtraError, match=r"veriscope\[zim\]"):
        list(ZimArchive().records(zim_file))


@pytest.mark.parametrize("share", [0.0, 0.01, 0.1, 0.5, 0.9, 0.99])
def test_a_file_cut_short_is_one_clear_error(zim_file, tmp_path, share):
    data = zim_file.read_bytes()
    cut = tmp_path / "cut.zim"
    cut.write_bytes(data[: int(len(data) * share)])
    with pytest.raises(InputError, match=r"cut\.zim: not a whole ZIM file") as error:
        list(ZimArchive().records(cut))
    assert "\n" not in str(error.value)


def test_another_kind_of_file_is_one_clear_error(tmp_path):
    other = tmp_path / "other.zim"
    other.write_bytes(b"ZIM\x04" + bytes(500))
    with pytest.raises(InputError, match="not a whole ZIM file"):
        list(ZimArchive().records(other))
