"""Reads a TOML file that a user wrote."""

import tomllib
from pathlib import Path
from typing import Any

from veriscope.errors import UsageError


def read_toml(path: Path) -> dict[str, Any]:
    """The values of a file; one that cannot be read is one clear line."""
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise UsageError(f"cannot read {path}: {(error.strerror or str(error)).lower()}") from None
    except UnicodeDecodeError:
        raise UsageError(f"{path}: not UTF-8; save the file as UTF-8") from None
    except tomllib.TOMLDecodeError as error:
        raise UsageError(f"{path}: not TOML: {error}") from None
