"""Plans what a build reads: the files, each with its format."""

import hashlib
from collections.abc import Iterator, Sequence
from pathlib import Path

from veriscope.corpus.sources import (
    EXPECTED,
    FORMATS,
    HTML_KINDS,
    TABLE_KINDS,
    TEXT_KINDS,
    FoundFile,
    PlannedSource,
    detect_page_format,
    detect_source_format,
    document_suffix,
    kind_of,
    readable_suffixes,
    reason,
    walk,
)
from veriscope.corpus.store.connections import DATABASE
from veriscope.corpus.store.manifest import MANIFEST
from veriscope.errors import InputError, UsageError

KINDS_OF_FORMAT = {"csv": TABLE_KINDS, "documents": None, "html": HTML_KINDS, "text": TEXT_KINDS}
_PAGE_SUFFIXES = frozenset({".db", ".jsonl", ".ndjson", ".sqlite"})


def plan_sources(sources: Sequence[Path | str], *, format: str = "auto") -> list[PlannedSource]:  # noqa: A002  (the option's name)
    """What to read, in order; in a folder of FEVER or FEVEROUS files or of tables, each file becomes one source.

    Raises `UsageError` for an unknown format or a missing source, `InputError` for a source of no known format.
    """
    if format != "auto" and format not in FORMATS:
        raise UsageError(f"no format named {format!r}; choose one of: auto, {', '.join(sorted(FORMATS))}")
    if not sources:
        raise UsageError("no source given; name at least one file or folder")
    return [planned for source in sources for planned in _plan_source(Path(source), chosen=format)]


def _plan_source(path: Path, *, chosen: str) -> Iterator[PlannedSource]:
    try:
        if path.is_dir():
            return _plan_folder(path, chosen=chosen)
        if not path.exists():
            raise UsageError(f"no such file or folder: {path}")
        if not path.is_file():
            raise InputError(f"{path} is a pipe, socket or device; {EXPECTED}")
        status = path.stat()
        if status.st_size == 0:
            raise InputError(f"{path} is empty; {EXPECTED}")
        found = detect_source_format(path) if chosen == "auto" else chosen
        return iter([PlannedSource(path, found, status.st_size, str(status.st_mtime_ns))])
    except OSError as error:
        raise InputError(f"cannot read {path}: {reason(error)}") from None


def _plan_folder(folder: Path, *, chosen: str) -> Iterator[PlannedSource]:
    if (folder / MANIFEST).is_file() and (folder / DATABASE).is_file():
        raise UsageError(f"{folder} is a corpus itself; name the sources it was built from")
    files = [found for found in walk(folder) if isinstance(found, FoundFile)]
    if not files:
        raise InputError(f"the folder {folder} holds no files")
    if chosen in {"redirects", "zim"}:
        raise UsageError(f"{folder} is a folder; name the file in it that is of the format {chosen}")
    if chosen not in {"auto", *FORMATS}:
        return iter([_plan_whole(folder, files, chosen=chosen)])
    pages = [found for found in files if found.size and document_suffix(found.place) in _PAGE_SUFFIXES]
    if chosen in {"fever", "feverous", "tables"}:
        if not pages:
            what = "in which tables come" if chosen == "tables" else f"in which {chosen} pages come"
            raise InputError(f"the folder {folder} holds no .jsonl or .db files, {what}")
        return (_plan_file(found, chosen) for found in pages)
    if chosen == "auto" and any(_holds_pages(found.path) for found in pages):
        return _plan_page_files(folder, files, pages)
    return iter([_plan_documents(folder, files, chosen="documents" if chosen == "auto" else chosen)])


def _holds_pages(path: Path) -> bool:
    try:
        return bool(detect_page_format(path))
    except (InputError, OSError):
        return False


def _plan_page_files(folder: Path, files: Sequence[FoundFile], pages: Sequence[FoundFile]) -> Iterator[PlannedSource]:
    """FEVER and FEVEROUS files and tables, each as a source; refuses documents among them, rather than guess."""
    other = next((found for found in files if kind_of(found.place) not in {"", "json"}), None)
    if other is not None:
        raise InputError(
            f"the folder {folder} holds FEVER or FEVEROUS pages or tables, and documents ({other.place}); "
            "give them as sources of their own, or choose the format"
        )
    return iter([_plan_file(found, detect_page_format(found.path)) for found in pages])


def _plan_file(found: FoundFile, name: str) -> PlannedSource:
    return PlannedSource(found.path, name, found.size, str(found.modified_ns))


def _plan_documents(folder: Path, files: Sequence[FoundFile], *, chosen: str) -> PlannedSource:
    kinds = KINDS_OF_FORMAT[chosen]
    if not any(kind_of(found.place) and (kinds is None or kind_of(found.place) in kinds) for found in files):
        suffixes = sorted({document_suffix(found.place) or "no suffix" for found in files})
        raise InputError(
            f"the folder {folder} holds nothing that can be read ({', '.join(suffixes[:10])}); "
            f"readable are: {readable_suffixes(kinds)}"
        )
    return _plan_whole(folder, files, chosen=chosen)


def _plan_whole(folder: Path, files: Sequence[FoundFile], *, chosen: str) -> PlannedSource:
    listing = repr([(found.place, found.size, found.modified_ns) for found in files])
    fingerprint = hashlib.blake2b(listing.encode(errors="surrogateescape"), digest_size=8).hexdigest()
    return PlannedSource(folder, chosen, sum(found.size for found in files), fingerprint)
