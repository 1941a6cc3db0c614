"""Guesses the encoding of text that is not UTF-8, and has no byte-order mark."""

import re
from importlib import import_module

_SAMPLE_BYTES = 200_000
_HALF_CHARACTER = re.compile(rb"\xed[\xa0-\xbf][\x80-\xbf]")
_LETTER_BESIDE = re.compile(r"[A-Za-z][À-ÖØ-öø-ÿŠšŽžŒœŸ]|[À-ÖØ-öø-ÿŠšŽžŒœŸ][a-z]|[ \n(“„‘‚][À-ÖØ-öø-ÿ][ a-z]")
_TYPOGRAPHIC = re.compile("[\u2013\u2014\u2018-\u201e\u2026\u20ac£§°«»©®\xa0]")
# Of the characters beyond ASCII, the share that must stand as letters do in a word, or be usual signs.
_LEAST_USUAL = 0.9
_ZEROS = 0.3


def guess_encoding(data: bytes) -> str:
    """The name of a likely encoding, or an empty text: UTF-16 by its zeros, Windows-1252 by how its letters stand.

    Others are told by charset-normalizer, where the extra `documents` is installed.
    """
    if _is_damaged_utf8(data):
        return ""
    return _utf16(data[:_SAMPLE_BYTES]) or _western(data) or _by_statistics(data)


def _is_damaged_utf8(data: bytes) -> bool:
    """Whether most of what is not ASCII is UTF-8 after all, or would be if halves of characters were allowed."""
    whole = sum(character > "\x7f" for character in data.decode(errors="ignore"))
    broken = data.decode(errors="replace").count("\ufffd")
    return whole > broken or _HALF_CHARACTER.search(data) is not None


def _utf16(sample: bytes) -> str:
    """Text of mostly Latin letters has a zero in every other byte."""
    half = max(1, len(sample) // 2)
    even, odd = sample[::2].count(0) / half, sample[1::2].count(0) / half
    if max(even, odd) < _ZEROS or min(even, odd) > 0.02:
        return ""
    return "utf-16-le" if odd > even else "utf-16-be"


def _western(data: bytes) -> str:
    try:
        text = data[:_SAMPLE_BYTES].decode("cp1252")
    except UnicodeDecodeError:
        return ""
    high = sum(character > "\x7f" for character in text)
    usual = len(_LETTER_BESIDE.findall(text)) + len(_TYPOGRAPHIC.findall(text))
    is_text = b"\0" not in data and high < 0.3 * len(text)
    return "cp1252" if is_text and usual >= _LEAST_USUAL * high else ""


def _by_statistics(data: bytes) -> str:
    if b"\0" in data:
        return ""
    try:
        best = import_module("charset_normalizer").from_bytes(data[:_SAMPLE_BYTES]).best()
    except ImportError:
        return ""
    return str(best.encoding) if best is not None else ""
