"""Connections to a corpus's database for reading, one for each thread."""

import sqlite3
import threading
from pathlib import Path

from veriscope.corpus.schema import check_version
from veriscope.errors import StoreError

DATABASE = "pages.sqlite"


class ReadingConnections:
    """Opens a connection when a thread first asks for one, and closes all of them together."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._own = threading.local()
        self._opened: list[sqlite3.Connection] = []
        self._lock = threading.Lock()

    def current(self) -> sqlite3.Connection:
        """The connection of this thread."""
        connection: sqlite3.Connection | None = getattr(self._own, "connection", None)
        if connection is None:
            connection = connect_for_reading(self._folder)
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
    """Open the database of a corpus; in a folder that cannot be written, so that no lock can be shared, as it lies."""
    database = folder / DATABASE
    if not database.is_file():
        raise StoreError(f"{folder} is no whole corpus: it has no {DATABASE}; build it again")
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


def _connect(database: Path, options: str) -> sqlite3.Connection:
    uri = f"{database.resolve().as_uri()}?{options}"
    # The threads keep to their own; only `close` reaches over.
    connection = sqlite3.connect(uri, uri=True, check_same_thread=False, isolation_level=None)
    try:
        connection.execute("SELECT count(*) FROM sqlite_master")
        check_version(connection)
    except (sqlite3.Error, StoreError):
        connection.close()
        raise
    return connection
