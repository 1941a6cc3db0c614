"""Connections for reading a corpus's database, one per thread."""

import sqlite3
import threading
from collections.abc import Callable
from pathlib import Path

from veriscope.corpus.store.schema import check_version
from veriscope.errors import StoreError

DATABASE = "pages.sqlite"
# The path of a corpus in memory, as sqlite writes it.
MEMORY = Path(":memory:")


class ReadingConnections:
    """Opens a connection when a thread first needs one, and closes all of them together."""

    def __init__(self, connect: Callable[[], sqlite3.Connection]) -> None:
        self._connect = connect
        self._own = threading.local()
        self._opened: list[sqlite3.Connection] = []
        self._lock = threading.Lock()

    def current(self) -> sqlite3.Connection:
        """The connection of this thread."""
        connection: sqlite3.Connection | None = getattr(self._own, "connection", None)
        if connection is None:
            connection = self._connect()
            self._own.connection = connection
            with self._lock:
                self._opened.append(connection)
        return connection

    def close(self) -> None:
        """Close every thread's connection."""
        with self._lock:
            for connection in self._opened:
                connection.close()
            self._opened.clear()
        self._own = threading.local()


def connect_for_reading(folder: Path) -> sqlite3.Connection:
    """Open the database of a corpus; in a read-only folder, where no lock can be shared, open it as immutable."""
    database = folder / DATABASE
    if not database.is_file():
        raise StoreError(f"{folder} is not a complete corpus: it has no {DATABASE}; build it again")
    try:
        return _connect(database, "mode=ro")
    except sqlite3.OperationalError as error:
        if "unable to open" not in str(error) and "readonly" not in str(error):
            raise StoreError(f"cannot open {database}: {error}") from None
    except sqlite3.DatabaseError as error:
        raise StoreError(f"cannot open {database}: {error}; build the corpus again") from None
    log = database.with_name(f"{DATABASE}-wal")
    if log.exists() and log.stat().st_size:
        raise StoreError(
            f"{folder} cannot be written, and holds changes that are not folded in yet: "
            "open it once where it can be written, with `veriscope corpus info`"
        )
    try:
        return _connect(database, "mode=ro&immutable=1")
    except sqlite3.DatabaseError as error:
        raise StoreError(f"cannot open {database}: {error}; build the corpus again") from None


def connect_to_image(image: bytes) -> sqlite3.Connection:
    """Open a copy of a database in memory."""
    connection = sqlite3.connect(MEMORY, check_same_thread=False, isolation_level=None)
    connection.deserialize(image)
    return connection


def _connect(database: Path, options: str) -> sqlite3.Connection:
    uri = f"{database.resolve().as_uri()}?{options}"
    # Each thread uses its own connection; only `close` touches the others.
    connection = sqlite3.connect(uri, uri=True, check_same_thread=False, isolation_level=None)
    try:
        connection.execute("SELECT count(*) FROM sqlite_master")
        check_version(connection)
    except (sqlite3.Error, StoreError):
        connection.close()
        raise
    return connection
