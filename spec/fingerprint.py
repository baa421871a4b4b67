"""Fingerprints and likeness of sentences; no sentence can be read back. Where a sentence stands is not known here."""

import hashlib
import re
import unicodedata
from collections.abc import Iterable
from functools import lru_cache
from itertools import pairwise

LANES = 64
LANE = 16
MARKER = re.compile(r"(?:[\u2022\u25cf\u25aa\u2023*]|[-\u2013\u2014]|\d{1,3}[.)])\s+")
_ALIKE = str.maketrans(
    {
        "\N{LEFT SINGLE QUOTATION MARK}": "'",
        "\N{RIGHT SINGLE QUOTATION MARK}": "'",
        "\N{LEFT DOUBLE QUOTATION MARK}": '"',
        "\N{RIGHT DOUBLE QUOTATION MARK}": '"',
        "\N{EN DASH}": "-",
        "\N{EM DASH}": "-",
        "\N{NON-BREAKING HYPHEN}": "-",
        "\N{HORIZONTAL ELLIPSIS}": "...",
        "\N{ZERO WIDTH SPACE}": None,
        "\N{ZERO WIDTH NO-BREAK SPACE}": None,
    }
)


def normal(text: str) -> str:
    """The sentence without what typing changes: quotes, dashes, spaces, and the mark or number of its list item."""
    plain = " ".join(unicodedata.normalize("NFC", text).translate(_ALIKE).split())
    return plain[mark.end() :] if (mark := MARKER.match(plain)) and mark.end() < len(plain) else plain


def fingerprint(text: str, key: str) -> str:
    """16 hexadecimal digits of BLAKE2b over the normalised sentence, keyed by its document's key (1 to 64 bytes)."""
    return hashlib.blake2b(normal(text).encode(), key=key.encode()[:64], digest_size=8).hexdigest()


def digest(fingerprints: Iterable[str]) -> str:
    """One fingerprint over several, in their order: what a waiver is stamped with."""
    return hashlib.blake2b("\n".join(fingerprints).encode(), digest_size=8).hexdigest()


def similarity(text: str) -> str:
    """A 64-bit simhash (16 hexadecimal digits) over words and pairs of words: near sentences differ in few bits."""
    words = re.findall(r"\w+", normal(text).lower())
    tokens = words + [f"{a} {b}" for a, b in pairwise(words)]
    total = sum(map(_lanes, tokens))
    half = len(tokens) / 2
    bits = sum(1 << i for i in range(LANES) if (total >> (i * LANE)) & 0xFFFF > half)
    return f"{bits:016x}"


def distance(one: str, other: str) -> int:
    """In how many of 64 bits two similarity hashes differ: about 32 for unrelated sentences."""
    return (int(one, 16) ^ int(other, 16)).bit_count()


@lru_cache(maxsize=65536)
def _lanes(token: str) -> int:
    """The 64 bits of a token's hash, each in a lane of its own, so that adding integers counts all of them at once."""
    bits = int.from_bytes(hashlib.blake2b(token.encode(), digest_size=8).digest(), "big")
    return sum(1 << (i * LANE) for i in range(LANES) if bits >> i & 1)
