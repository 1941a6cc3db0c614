"""Runs a reader of foreign binary data in a child process: a hang, a crash or a bomb costs one document only."""

import atexit
import os
import signal
import struct
import subprocess
import sys
import threading
import time
from importlib import import_module

from veriscope.corpus.sources.document_text import UnreadableDocument
from veriscope.errors import MissingExtraError

# Of processor time; one second more for each 100 kB. On a busy machine a process may wait long for its turn.
TIME_LIMIT_S = 10.0
_BYTES_PER_S = 100_000
_LONGEST_WAIT = 8
MEMORY_LIMIT_BYTES = 2 * 2**30
_LENGTH = struct.Struct(">Q")
_DONE, _REFUSED, _MISSING = b"d", b"r", b"m"
_OUT_OF_TIME = getattr(signal, "SIGPROF", 0)
_OWN = threading.local()


def run_isolated(function: str, data: bytes, *, wait_s: float | None = None) -> bytes:
    """What `module:function` makes of the data; raises `UnreadableDocument` if it fails or exceeds a limit."""
    children: dict[str, _Child] = _OWN.__dict__.setdefault("children", {})
    child = children.get(function)
    if child is None or not child.is_alive():
        child = children[function] = _Child(function)
    kind, answer = child.ask(data, wait_s=wait_s or _LONGEST_WAIT * _time_limit_s(data))
    if kind == _MISSING:
        raise UnreadableDocument(str(MissingExtraError("reading it", extra=answer.decode())))
    if kind == _REFUSED:
        raise UnreadableDocument(answer.decode())
    return answer


class _Child:
    """A process that answers one request after the other."""

    def __init__(self, function: str) -> None:
        self._owner = os.getpid()
        self._process = subprocess.Popen(  # noqa: S603  (our own interpreter and module)
            [sys.executable, "-m", __name__, function],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(path for path in sys.path if path)},
        )
        atexit.register(self._stop)

    def is_alive(self) -> bool:
        """Whether it still runs, and belongs to this process."""
        return self._owner == os.getpid() and self._process.poll() is None

    def ask(self, data: bytes, *, wait_s: float) -> tuple[bytes, bytes]:
        """Send one document, and wait for the answer; after `wait_s` the process is killed, which ends the wait."""
        timer = threading.Timer(wait_s, self._process.kill)
        timer.start()
        start = time.monotonic()
        try:
            return self._exchange(data)
        except (OSError, EOFError):
            timer.cancel()
            self._stop()
            is_late = time.monotonic() - start >= wait_s or self._process.returncode == -_OUT_OF_TIME
            why = "reading it takes too long" if is_late else "damaged, or too large to read: the reader crashed on it"
            raise UnreadableDocument(why) from None
        finally:
            timer.cancel()

    def _exchange(self, data: bytes) -> tuple[bytes, bytes]:
        sent, received = self._process.stdin, self._process.stdout
        assert sent is not None  # both are pipes
        assert received is not None
        sent.write(_LENGTH.pack(len(data)) + data)
        sent.flush()
        head = received.read(1 + _LENGTH.size)
        if len(head) <= _LENGTH.size:
            raise EOFError
        size = _LENGTH.unpack(head[1:])[0]
        answer = received.read(size)
        if len(answer) < size:
            raise EOFError
        return head[:1], answer

    def _stop(self) -> None:
        if self._owner == os.getpid():
            self._process.kill()
            self._process.wait()
            for stream in (self._process.stdin, self._process.stdout):
                if stream is not None:
                    stream.close()


def serve(function: str) -> None:
    """Answer requests on standard input until it ends."""
    _limit_memory()
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # what a library prints must not look like an answer
    while head := sys.stdin.buffer.read(_LENGTH.size):
        data = sys.stdin.buffer.read(_LENGTH.unpack(head)[0])
        _limit_time(_time_limit_s(data))
        kind, answer = _answer(function, data)
        _limit_time(0)
        answers.write(kind + _LENGTH.pack(len(answer)) + answer)
        answers.flush()


def _answer(function: str, data: bytes) -> tuple[bytes, bytes]:
    module, _, name = function.partition(":")
    try:
        return _DONE, getattr(import_module(module), name)(data)
    except ModuleNotFoundError:
        return _MISSING, b"documents"
    except MemoryError:
        return _REFUSED, b"needs more memory than any document should"
    except Exception as error:  # what a damaged file makes a library raise is anyone's guess
        return _REFUSED, f"damaged: {type(error).__name__}".encode()


def _time_limit_s(data: bytes) -> float:
    return TIME_LIMIT_S + len(data) / _BYTES_PER_S


def _limit_time(seconds: float) -> None:
    """Let the system end this process when it has used so much processor time, whatever it is doing."""
    if hasattr(signal, "setitimer"):
        signal.setitimer(signal.ITIMER_PROF, seconds)


def _limit_memory() -> None:
    try:
        import resource  # noqa: PLC0415  (not on Windows)
    except ImportError:
        return
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY_LIMIT_BYTES, MEMORY_LIMIT_BYTES))


if __name__ == "__main__":
    serve(sys.argv[1])
