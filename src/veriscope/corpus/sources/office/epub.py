"""E-books (EPUB): the chapters in the order of reading, each read as HTML is."""

import posixpath
import re
from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple
from xml.etree.ElementTree import Element as XmlElement

from veriscope.corpus.sources import (
    PageBuilder,
    ParsedRecord,
    Skip,
    UnreadableDocument,
    natural_title,
    parse_web_html,
    title_from_place,
)
from veriscope.corpus.sources.office.xml_parts import read_xml
from veriscope.corpus.sources.office.zip_package import ZipPackage, attribute, member_path
from veriscope.domain import Element, ItemList, Page, Section, Sentence, Table

_CONTAINER = "META-INF/container.xml"
_ENCRYPTION = "META-INF/encryption.xml"
_HTML = frozenset({"application/xhtml+xml", "text/html", "text/x-oeb1-document"})
_CHAPTER = 2
# XML may close an element where it opens; to a reader of HTML, all that follows would lie inside it.
_CLOSED_AT_ONCE = re.compile(rb"<([a-zA-Z][\w:.-]{0,40})((?:\s[^<>]{0,2000})?)/>")
# Marks of footnotes and the ways back from them: links that say so, or raised numbers that are links.
_NOTE_LINK = re.compile(rb"""<a(?=\s[^<>]{0,2000}(?:epub:type|role)\s?=\s?["'][^"'<>]{0,80}(?:noteref|backlink))""")
_RAISED_LINK = re.compile(
    rb"<(?:sup|a\s[^<>#]{0,500}#[^<>]{0,500})>\s{0,9}<(?:a\s[^<>#]{0,500}#[^<>]{0,500}|sup)>[\s\[(]{0,9}"
    rb"(?:\d{1,4}|[a-z*])[\s\])]{0,9}</(?:a|sup)>\s{0,9}</(?:a|sup)>"
)
_VOID = frozenset(b"area base br col embed hr img input link meta param source track wbr".split())


class Chapter(NamedTuple):
    """A part of the book in the order of reading."""

    part: str
    media_type: str
    is_contents: bool


def parse_epub(place: str, data: bytes) -> ParsedRecord:
    """The page of a book; its table of contents is no part of it, and chapters that cannot be read become skips."""
    package = ZipPackage(data, what="an EPUB book")
    container = read_xml(package.needed_part(_CONTAINER), name=_CONTAINER)
    roots = (member_path(attribute(root, "full-path"), folder="") for root in container.iterfind(".//{*}rootfile"))
    main = next(roots, "")
    description = read_xml(package.needed_part(main), name=main)
    title = natural_title(description.findtext("{*}metadata/{http://purl.org/dc/elements/1.1/}title", ""))
    builder, skips = PageBuilder(), []
    encrypted = _encrypted_parts(package)
    for chapter in _chapters(description, folder=posixpath.dirname(main)):
        why = "encrypted" if chapter.part in encrypted else _add_chapter(builder, package, chapter, book=title)
        if why:
            skips.append(Skip(f"{place} {chapter.part}", "chapter", why))
    if all(isinstance(element, Section) for element in builder.elements):
        raise UnreadableDocument(skips[0].reason if skips else "empty, or nothing but pictures")
    page = Page(title or title_from_place(place), tuple(builder.elements), origin=place)
    return ParsedRecord(page, skips=tuple(skips))


def _chapters(description: XmlElement, *, folder: str) -> Iterator[Chapter]:
    entries = {attribute(entry, "id"): entry for entry in description.iterfind("{*}manifest/{*}item")}
    for reference in description.iterfind("{*}spine/{*}itemref"):
        entry = entries.pop(attribute(reference, "idref"), None)
        if entry is not None:
            part = member_path(attribute(entry, "href"), folder=folder)
            is_contents = "nav" in attribute(entry, "properties").split()
            yield Chapter(part, attribute(entry, "media-type"), is_contents)


def _encrypted_parts(package: ZipPackage) -> frozenset[str]:
    references = package.xml(_ENCRYPTION).iterfind(".//{*}CipherReference")
    return frozenset(member_path(attribute(reference, "URI"), folder="") for reference in references)


def _add_chapter(builder: PageBuilder, package: ZipPackage, chapter: Chapter, *, book: str) -> str:
    """Add a chapter; returns why it is left out, if it is and should be reported."""
    if chapter.is_contents:
        return ""
    if chapter.media_type not in _HTML:
        return f"{chapter.media_type or 'a part without a type'} is not read"
    if chapter.part not in package:
        return "missing in the file"
    parsed = parse_web_html(chapter.part, _as_html(package.part(chapter.part)), has_furniture=False)
    if parsed.page is None:
        return _reason(parsed.skips)
    builder.add_elements(_under_heading(parsed.page, book=book))
    return ""


def _as_html(part: bytes) -> bytes:
    """A chapter, without the marks of footnotes, as a reader of HTML understands it."""
    marked = _NOTE_LINK.sub(b"<a hidden", _RAISED_LINK.sub(b"", part))
    return _CLOSED_AT_ONCE.sub(_open_and_close, marked)


def _open_and_close(match: re.Match[bytes]) -> bytes:
    return match[0] if match[1].lower() in _VOID else b"<%b%b></%b>" % (match[1], match[2], match[1])


def _reason(skips: tuple[Skip, ...]) -> str:
    """Why a chapter has no content; a cover or a title page, which only shows a picture, is nothing to report."""
    reasons = [skip.reason for skip in skips if skip.what == "page"]
    return "" if reasons == ["no content"] else "; ".join(reasons)


def _under_heading(page: Page, *, book: str) -> Iterator[Element]:
    """The elements of a chapter; its title is a heading above them, unless they begin with one."""
    first = page.elements[0]
    begins_with_heading = isinstance(first, Section) and first.level == _CHAPTER
    names_chapter = page.title not in {book, title_from_place(page.origin)}
    has_title = names_chapter and not begins_with_heading
    if has_title:
        yield Section(page.title, _CHAPTER)
    for element in page.elements:
        if element != Section(book, _CHAPTER):  # as on a title page
            yield _without_links(element, lower=int(has_title))


def _without_links(element: Element, *, lower: int) -> Element:
    """An element without its links, which lead to other chapters; headings move down."""
    match element:
        case Section(title, level):
            return Section(title, level + lower)
        case Sentence():
            return replace(element, links=())
        case ItemList():
            return replace(element, items=tuple(replace(item, links=()) for item in element.items))
        case Table():
            return replace(element, cells=tuple(replace(cell, links=()) for cell in element.cells), caption_links=())
