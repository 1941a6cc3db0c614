"""Opens the zip package of an office document or e-book, and unpacks its parts one by one within limits."""

import io
import posixpath
import zipfile
from typing import NamedTuple
from urllib.parse import unquote
from xml.etree.ElementTree import Element

from veriscope.corpus.sources import DAMAGE, UnreadableDocument, error_detail
from veriscope.corpus.sources.office.xml_parts import local_name, read_xml

MAX_UNPACKED_BYTES = 256 * 2**20
MAX_MEMBERS = 20_000
_MEMBER_MARK = b"PK\x01\x02"
_OLD_FORMAT_MARK = b"\xd0\xcf\x11\xe0"


class Relation(NamedTuple):
    """What a part refers to: the last word of the relation's type, and the part, or the address of a link."""

    kind: str
    target: str


class ZipPackage:
    """The parts of a document; together they unpack to no more than a limit."""

    def __init__(self, data: bytes, *, what: str) -> None:
        """Open a package; `what` says in messages what the document should be."""
        self._what = what
        if data.startswith(_OLD_FORMAT_MARK):
            raise UnreadableDocument(f"not {what}: protected by a password, or of the old binary format; save it anew")
        if data.count(_MEMBER_MARK) > MAX_MEMBERS:
            raise UnreadableDocument(f"has more than {MAX_MEMBERS:,} parts")
        try:
            self._zip = zipfile.ZipFile(io.BytesIO(data))
        except (*DAMAGE, RuntimeError) as error:
            raise self._damage(error) from None
        self._names = {name.lower(): name for name in self._zip.namelist()}
        self._room = MAX_UNPACKED_BYTES

    def __contains__(self, name: str) -> bool:
        return name.lower() in self._names

    def part(self, name: str) -> bytes:
        """The bytes of a part, by its name in any case; empty if it is missing."""
        if name not in self:
            return b""
        try:
            with self._zip.open(self._names[name.lower()]) as file:
                part = file.read(self._room + 1)
        except (*DAMAGE, RuntimeError) as error:
            raise self._damage(error) from None
        self._room -= len(part)
        if self._room < 0:
            raise UnreadableDocument(f"unpacks to more than {MAX_UNPACKED_BYTES:,} bytes; split it")
        return part

    def needed_part(self, name: str) -> bytes:
        """The bytes of a part without which there is no document."""
        part = self.part(name)
        if not part:
            raise UnreadableDocument(f"not {self._what}: it has no {name or 'main part'}")
        return part

    def xml(self, name: str) -> Element:
        """The root of a part; an empty element if the part is missing."""
        return read_xml(self.part(name), name=name)

    def relations(self, name: str) -> dict[str, Relation]:
        """The relations of an Office Open XML part by their ids, or of the whole package if `name` is empty."""
        folder, file = posixpath.split(name)
        found = {}
        for relation in self.xml(posixpath.join(folder, "_rels", f"{file}.rels")):
            target = relation.get("Target", "")
            if relation.get("TargetMode") != "External":
                target = member_path(target, folder=folder)
            found[relation.get("Id", "")] = Relation(posixpath.basename(relation.get("Type", "")), target)
        return found

    def main_part(self, default: str) -> str:
        """The name of the main part of an Office Open XML package."""
        targets = (relation.target for relation in self.relations("").values() if relation.kind == "officeDocument")
        return next(targets, default)

    def _damage(self, error: BaseException) -> UnreadableDocument:
        return UnreadableDocument(f"not {self._what}, or damaged or protected ({error_detail(error)})")


def member_path(target: str, *, folder: str) -> str:
    """The name of the part that a reference from a folder of the package leads to."""
    path = unquote(target.partition("#")[0])
    return posixpath.normpath(posixpath.join("/", folder, path)).lstrip("/")


def attribute(element: Element, name: str, default: str = "") -> str:
    """An attribute by its name without the namespace, since Office Open XML has two sets of namespaces."""
    return next((value for key, value in element.attrib.items() if local_name(key) == name), default)
