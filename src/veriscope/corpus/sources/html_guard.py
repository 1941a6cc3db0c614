"""Predicts, before HTML is parsed, whether the parser would need quadratic time or memory.

The HTML standard's own algorithm is quadratic: a start tag may search the whole stack of open elements, and formatting
elements left open are repeated in every block that follows. Pages written by people stay far below both limits.
"""

import re
from dataclasses import dataclass, field

from veriscope.errors import InputError

MAX_BYTES = 64 * 2**20
MAX_DEPTH = 1_000
MAX_REPEATED_ELEMENTS = 2_000_000
# With so few start tags even the worst case is harmless, and the check would cost more than it saves.
_FEW_TAGS = 1_500  # for elements repeated
_SOME_TAGS = 10_000  # for elements nested

_TAG = re.compile(rb"<(/?)([a-zA-Z][^\s/>]*)|<!--")
_FORMATTING_TAG = re.compile(rb"<(/?)(?:a|b|big|code|em|font|i|nobr|s|small|strike|strong|tt|u)[\s/>]", re.IGNORECASE)
_FORMATTING = frozenset(b"a b big code em font i nobr s small strike strong tt u".split())
_UNSTACKED = frozenset(
    b"area base br col embed hr img input link meta param source track wbr html head body "
    b"p li dt dd tr td th tbody thead tfoot option optgroup rb rp rt rtc colgroup caption".split()
)
_SPECIAL = frozenset(
    b"address article aside blockquote button center details dialog dir div dl fieldset figcaption figure footer "
    b"form h1 h2 h3 h4 h5 h6 header hgroup main menu nav ol pre section summary table ul object applet marquee".split()
)
_RAW_TEXT = frozenset(b"script style xmp iframe noembed noframes textarea title".split())


def refuse_costly_html(data: bytes) -> None:
    """Raise `InputError` for HTML that is too large, nested too deep, or leaves too much formatting open."""
    if len(data) > MAX_BYTES:
        raise InputError(f"larger than {MAX_BYTES // 2**20} MiB")
    tags = data.count(b"<") - data.count(b"</")
    if tags > _FEW_TAGS and _formatting_left_open(data) * tags > MAX_REPEATED_ELEMENTS:
        raise InputError("too many formatting elements left open")
    if tags > _SOME_TAGS:
        _Scan(data).run()


def _formatting_left_open(data: bytes) -> int:
    """How many formatting elements are open at once, beyond the few that always are."""
    count = most = 0
    for slash in _FORMATTING_TAG.findall(data):
        if slash:
            count -= count > 0
        else:
            count += 1
            most = max(most, count)
    return max(0, most - 20)


@dataclass(slots=True)
class _Scan:
    """The stack of open elements, as far as it determines the costs."""

    data: bytes
    stack: list[bytes] = field(default_factory=list)
    positions: dict[bytes, list[int]] = field(default_factory=dict)
    specials: list[int] = field(default_factory=list)

    def run(self) -> None:
        """Read every tag once."""
        position = 0
        while match := _TAG.search(self.data, position):
            position = match.end()
            name = (match[2] or b"").lower()
            if not name:
                position = self._after(b"-->", position)
            elif match[1]:
                self._close(name)
            elif name in _RAW_TEXT:
                position = self._after(b"</" + name, position)
            else:
                self._open(name, is_self_closing=self._is_self_closing(name, position))

    def _after(self, mark: bytes, position: int) -> int:
        found = self.data.find(mark, position)
        if found < 0 and mark[:2] == b"</":
            found = self.data.lower().find(mark, position)
        return len(self.data) if found < 0 else found + len(mark)

    def _is_self_closing(self, name: bytes, position: int) -> bool:
        """Whether `/>` ends an element of SVG or MathML; in HTML the slash has no meaning."""
        if name in _SPECIAL or name in _FORMATTING or name == b"span":
            return False
        if not (self.positions.get(b"svg") or self.positions.get(b"math")):
            return False
        end = self.data.find(b">", position, position + 100_000)
        return end > 0 and self.data[end - 1 : end] == b"/"

    def _open(self, name: bytes, *, is_self_closing: bool) -> None:
        if name not in _FORMATTING and name not in _UNSTACKED and not is_self_closing:
            if name in _SPECIAL:
                self.specials.append(len(self.stack))
            self.positions.setdefault(name, []).append(len(self.stack))
            self.stack.append(name)
            if len(self.stack) > MAX_DEPTH:
                raise InputError(f"elements nested deeper than {MAX_DEPTH:,} levels")

    def _close(self, name: bytes) -> None:
        where = self.positions.get(name)
        if not where:
            return
        is_blocked = name not in _SPECIAL and self.specials and self.specials[-1] > where[-1]
        if not is_blocked:
            self._pop_to(where[-1])

    def _pop_to(self, height: int) -> None:
        while len(self.stack) > height:
            self.positions[self.stack.pop()].pop()
        while self.specials and self.specials[-1] >= height:
            self.specials.pop()
