"""Begins a game from its rulebook: a ledger with every sentence unclear. What a sentence does is for people to say."""

from collections.abc import Mapping

from .fingerprint import fingerprint, normal, similarity
from .info import GameInfo
from .ledger import Class, Ledger, Sentence
from .segmenting import Piece, segment_all


def fill_ledger(texts: str | Mapping[str, str], info: GameInfo) -> Ledger:
    """The ledger of a rulebook, or of several documents by name: every sentence `unclear`, headings navigation."""
    by_name = {info.documents[0].name: texts} if isinstance(texts, str) else texts
    return Ledger(info.segmenter, tuple(entry(piece, info) for piece in segment_all(by_name, info)))


def entry(piece: Piece, info: GameInfo) -> Sentence:
    """A ledger's entry for a piece, not yet classed."""
    kind = Class.NAVIGATION if piece.heading else Class.UNCLEAR
    key = info.document_of(piece.place).key
    return Sentence(piece.place, fingerprint(piece.text, key), len(normal(piece.text)), similarity(piece.text), kind)
