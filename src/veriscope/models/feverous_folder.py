"""The folder of a trained FEVEROUS network: `model.json` describes it; tokenizer and weights are beside that file."""

import json
from dataclasses import dataclass
from pathlib import Path

from veriscope.errors import StoreError

MODEL_FILE = "model.json"
ONNX_FILE = "network.onnx"
FEVEROUS_VERDICT = "feverous-verdict"
FEVEROUS_CELLS = "feverous-cells"
_VERSION = 1

Settings = dict[str, str | int | float]


@dataclass(frozen=True, slots=True)
class NetworkHeader:
    """What a network is for, and how it was trained."""

    kind: str
    settings: Settings

    @property
    def max_tokens(self) -> int:
        """The largest number of ids that the network reads."""
        return int(self.settings.get("max_tokens", 512))

    def write(self, folder: Path) -> None:
        """Write the header. Do this last: a folder with a header is complete."""
        record = {"kind": self.kind, "version": _VERSION, "settings": self.settings, "words": []}
        (folder / MODEL_FILE).write_text(json.dumps(record, separators=(",", ":")) + "\n", encoding="utf-8")

    @classmethod
    def read(cls, folder: Path, *, kind: str) -> "NetworkHeader":
        """The header in a folder; raises `StoreError` for another kind, or if it is damaged."""
        try:
            record = json.loads((folder / MODEL_FILE).read_text(encoding="utf-8"))
            found, version, settings = record["kind"], record["version"], dict(record["settings"])
        except FileNotFoundError:
            raise StoreError(
                f"no trained model in {folder} (no {MODEL_FILE}); train one with: veriscope train feverous"
            ) from None
        except (OSError, ValueError, KeyError, TypeError) as error:
            raise StoreError(f"{folder / MODEL_FILE} is damaged ({error}); train the model again") from None
        if found != kind:
            raise StoreError(f"{folder} holds the model {found!r}, not {kind!r}; name the folder of that model")
        if version != _VERSION:
            raise StoreError(f"{folder} is of version {version}, this program reads {_VERSION}; train it again")
        return cls(kind, settings)
