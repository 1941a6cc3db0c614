"""`veriscope shell`: checks one claim a line, with the models kept loaded."""

import sys
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

from veriscope.cli.check_options import StageOptions
from veriscope.cli.options import Corpus, Json
from veriscope.cli.output import out, print_json, talk
from veriscope.cli.trace_view import show_trace
from veriscope.datasets import count_text
from veriscope.errors import InputError, UsageError, VeriscopeError
from veriscope.files import cache_folder
from veriscope.pipeline import PipelineConfig, Verifier, trace_as_json
from veriscope.starter import STARTER

_PROMPT = "veriscope> "
_HELP = """\
A line is a claim to check. A line that begins with a colon is an order:
  :corpus DIR   check against another corpus; without DIR, name this one
  :json         answer with JSON, one object a line; again: for people
  :help         this list
  :quit         end, as Ctrl-D does"""
_MOST_REMEMBERED = 1000


def shell(corpus: Corpus = Path(STARTER), as_json: Json = False, *, stages: StageOptions) -> None:
    """Check one claim a line, with the models kept loaded: the first takes a second, the next ones a tenth.

    At a prompt, :help lists what else can be said; the arrow keys bring back earlier lines. On a pipe, there is one
    answer for each line that is not empty; claims that cannot be checked are listed on stderr, and the exit code is
    then 1.

    Example: veriscope shell --corpus starter
    """
    with _Session(corpus, stages.config(), is_json=as_json) as session:
        for line in _lines():
            if not session.answer(line.strip()):
                break
    if session.failures and not sys.stdin.isatty():
        raise InputError(f"{count_text(session.failures, 'line')} could not be answered")


class _Session:
    """An open corpus, and how it answers."""

    def __init__(self, corpus: Path, config: PipelineConfig, *, is_json: bool) -> None:
        self._corpus, self._config, self._is_json = corpus, config, is_json
        self._verifier = Verifier(corpus, config)
        self.failures = 0

    def __enter__(self) -> "_Session":
        return self

    def __exit__(self, *exception: object) -> None:
        self._verifier.close()

    def answer(self, line: str) -> bool:
        """Answer a line; returns whether there may be another one."""
        if line in {":quit", ":q", ":exit"}:
            return False
        try:
            if any("\ud800" <= character <= "\udfff" for character in line):
                raise InputError(f"{line[:40]!r} is not UTF-8; write claims in UTF-8")
            if line.startswith(":"):
                self._obey(*line[1:].split(maxsplit=1))
            elif line:
                self._check(line)
        except VeriscopeError as error:
            self._tell(line, " ".join(str(error).split()))
        return True

    def _check(self, claim: str) -> None:
        trace = self._verifier.check(claim)
        if self._is_json:
            print_json(trace_as_json(trace))
        else:
            show_trace(out, trace)
        sys.stdout.flush()

    def _obey(self, name: str = "", argument: str = "") -> None:
        orders: Mapping[str, Callable[[str], None]] = {
            "corpus": self._open,
            "json": self._switch,
            "help": lambda _: talk.print(_HELP),
        }
        if name not in orders:
            raise UsageError(
                f"no order named ':{name}'; choose one of: {', '.join(f':{one}' for one in orders)}, :quit"
            )
        orders[name](argument)

    def _open(self, folder: str) -> None:
        if folder:
            opened = Verifier(Path(folder).expanduser(), self._config)
            self._verifier.close()
            self._verifier, self._corpus = opened, Path(folder)
        talk.print(f"checking against {self._corpus}")

    def _switch(self, _: str) -> None:
        self._is_json = not self._is_json
        talk.print(f"answers are {'JSON' if self._is_json else 'for people'}")

    def _tell(self, line: str, problem: str) -> None:
        self.failures += 1
        talk.print(f"veriscope: {problem}")
        if self._is_json and not line.startswith(":"):
            # A program that counts lines finds one for each claim.
            print_json({"claim": _readable(line), "error": problem})
            sys.stdout.flush()


def _readable(line: str) -> str:
    return line.encode(errors="surrogateescape").decode(errors="replace")


def _lines() -> Iterator[str]:
    """What is typed or piped in, until it ends."""
    if not sys.stdin.isatty():
        # Not `yield from`, which would close the stream with this generator.
        for line in sys.stdin.buffer:
            yield line.decode(errors="surrogateescape")
        return
    talk.print("one claim a line; :help lists what else can be said, Ctrl-D ends")
    with_history = _recall()
    try:
        while True:
            yield input(_PROMPT)
    except EOFError:
        talk.print("")
    finally:
        with_history()


def _recall() -> Callable[[], None]:
    """Bring back earlier lines, where the system can; returns what keeps them for the next time."""
    try:
        import readline  # noqa: PLC0415 - not on every system
    except ImportError:
        return lambda: None
    kept = cache_folder() / "shell_history"
    readline.set_history_length(_MOST_REMEMBERED)
    if kept.is_file():
        readline.read_history_file(kept)

    def keep() -> None:
        kept.parent.mkdir(parents=True, exist_ok=True)
        readline.write_history_file(kept)

    return keep
