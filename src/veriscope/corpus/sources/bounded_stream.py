"""A forward-only view of a decompressed archive; it notices when an archive unpacks to far too much."""

from typing import BinaryIO

from veriscope.errors import InputError

MAX_RATIO = 200
# Below this size a high ratio harms nobody, and small archives of repetitive text really have one.
RATIO_FREE_BYTES = 64 * 2**20
_SKIP_BYTES = 1 << 20


class DecompressionBomb(InputError):  # noqa: N818  (the field's word)
    """An archive unpacks to far more than its size on disk, or than a person would want to read."""


def check_expansion(unpacked: int, *, packed: int, limit: int) -> None:
    """Raise an error if `unpacked` bytes exceed the limit, or are out of proportion to the packed ones."""
    if unpacked > limit:
        raise DecompressionBomb(f"unpacks to more than {limit:,} bytes; split it, or give its documents as a folder")
    if unpacked > RATIO_FREE_BYTES and unpacked > MAX_RATIO * packed:
        raise DecompressionBomb(f"unpacks to more than {MAX_RATIO} times its size, as a decompression bomb does")


class BoundedStream:
    """The file methods that `tarfile` needs, over a stream that cannot seek back; every read is counted.

    A damaged header that points backwards, or asks for more than `max_read` bytes at once, raises an error.
    """

    def __init__(self, stream: BinaryIO, raw: BinaryIO, *, max_read: int, limit: int) -> None:
        self._stream, self._raw = stream, raw
        self._max_read, self._limit = max_read, limit
        self._position = 0

    def tell(self) -> int:
        """How many unpacked bytes have been read."""
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
