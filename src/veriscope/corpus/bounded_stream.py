"""A forward-only view of a decompressed archive that notices when it unpacks to far more than it should."""

from typing import BinaryIO

from veriscope.errors import InputError

MAX_RATIO = 200
# Below this a high ratio harms nobody, and small archives of repetitive text reach it honestly.
RATIO_FREE_BYTES = 64 * 2**20
_SKIP_BYTES = 1 << 20


class DecompressionBomb(InputError):  # noqa: N818  (the field's word)
    """An archive unpacks to far more than its size on disk, or than a person would mean to read."""


def check_expansion(unpacked: int, *, packed: int, limit: int) -> None:
    """Raise when `unpacked` bytes are above the limit, or out of proportion to the packed ones."""
    if unpacked > limit:
        raise DecompressionBomb(f"unpacks to more than {limit:,} bytes; split it, or give its documents as a folder")
    if unpacked > RATIO_FREE_BYTES and unpacked > MAX_RATIO * packed:
        raise DecompressionBomb(f"unpacks to more than {MAX_RATIO} times its size, as a decompression bomb does")


class BoundedStream:
    """What `tarfile` needs of a file, over a stream that cannot seek back; every read is measured.

    A damaged header that points backwards, or asks for more than `max_read` bytes at once, is an error.
    """

    def __init__(self, stream: BinaryIO, raw: BinaryIO, *, max_read: int, limit: int) -> None:
        self._stream, self._raw = stream, raw
        self._max_read, self._limit = max_read, limit
        self._position = 0

    def tell(self) -> int:
        """How many unpacked bytes were read."""
        return self._position

    def seek(self, position: int, whence: int = 0) -> int:
        """Read on to an absolute position."""
        if whence != 0 or position < self._position:
            raise OSError("a header points backwards")
        while position > self._position and self.read(min(_SKIP_BYTES, position - self._position)):
            pass
        return self._position

    def read(self, size: int) -> bytes:
        """Up to `size` bytes; fewer only at the end."""
        if size > self._max_read:
            raise OSError(f"a header asks for {size:,} bytes")
        pieces: list[bytes] = []
        wanted = size
        while wanted > 0 and (piece := self._stream.read(min(wanted, _SKIP_BYTES))):
            pieces.append(piece)
            wanted -= len(piece)
            self._position += len(piece)
            check_expansion(self._position, packed=self._raw.tell(), limit=self._limit)
        return b"".join(pieces)
