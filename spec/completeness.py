"""Whether every sentence is accounted for, and every citation is of today's sentence. The text itself is not needed."""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from .clause import Clause, Waiver
from .example import Example
from .fault import Fault
from .fingerprint import digest
from .ledger import Class
from .question import Question
from .segmenting import VERSION

if TYPE_CHECKING:
    from .loading import Rules

REVIEW = "Read it (`ruleproof check {game} --rulebook FILE --show {place}`), then `ruleproof review {game} {place}`."


def completeness(rules: "Rules") -> Iterator[Fault]:
    """Faults of the ledger's coverage and of stamps that no longer fit."""
    yield from _unclear(rules)
    yield from _uncovered(rules)
    yield from _version(rules)
    yield from stamps_due(rules)
    for waiver in rules.waivers:
        yield from _idle(rules, waiver)


def stamps_due(rules: "Rules") -> Iterator[Fault]:
    """Faults of stamps alone: what cites a sentence that nobody has confirmed since it changed, or ever."""
    for clause in rules.clauses:
        yield from _stamps(rules, clause, ((s.at, s.fp) for s in clause.source), "source")
    for entry in rules.cases:
        yield from _stamps(rules, entry, zip(entry.at, entry.fp or ("",) * len(entry.at), strict=True), "at")
    for waiver in rules.waivers:
        yield from _waiver(rules, waiver)


def waiver_digest(rules: "Rules", waiver: Waiver) -> str:
    """What the waiver's digest has to be today."""
    sentences = (rules.ledger.at(place) for place in rules.waived(waiver))
    return digest(s.fp for s in sentences if s is not None)


def section(place: str) -> str:
    """The path of the heading that a place stands under; for a text before all headings the document's start."""
    path = re.sub(r"(^|/|:)(h|p\d+/s\d+)$", r"\1", place)
    document = path.removesuffix(":")
    return path.removesuffix("/") if document == path and path else f"the start of {document or 'the text'}"


def _unclear(rules: "Rules") -> Iterator[Fault]:
    by_section: dict[str, list[str]] = defaultdict(list)
    for sentence in rules.ledger.sentences:
        if sentence.kind is Class.UNCLEAR:
            by_section[section(sentence.place)].append(sentence.place)
    for path, places in by_section.items():
        last = [place.removeprefix(f"{path}/") for place in places]
        more = f" and {len(last) - 6} more" if len(last) > 6 else ""
        yield Fault(
            path,
            f"{len(places)} unclear: {', '.join(last[:6])}{more}",
            f'Give each a class in spec/{rules.name}/ledger.json: "class":"norm", or another.',
        )


def _uncovered(rules: "Rules") -> Iterator[Fault]:
    waived = {place for waiver in rules.waivers for place in rules.waived(waiver)}
    for sentence in rules.ledger.sentences:
        if sentence.obliges and sentence.place not in waived and not rules.citing(sentence.place):
            yield Fault(
                sentence.place,
                f"is of class {sentence.kind} and has neither a clause nor a waiver",
                "Write a clause that cites it, or a [[waiver]] that says why there is none.",
            )


def _stamps(
    rules: "Rules", entry: Clause | Question | Example, stamps: Iterable[tuple[str, str]], key: str
) -> Iterator[Fault]:
    name = f"{type(entry).__name__.lower()} {entry.id}"
    for place, stamp in stamps:
        sentence = rules.ledger.at(place)
        if sentence is None or sentence.fp == stamp:
            continue
        what = (
            f"{name} cites {place}, whose fingerprint is {sentence.fp}, not {stamp}: the sentence was edited since"
            if stamp
            else f"{name} cites {place}, and nobody has confirmed that yet"
        )
        yield Fault(rules.where(entry, key, place), what, REVIEW.format(game=rules.name, place=place))


def _version(rules: "Rules") -> Iterator[Fault]:
    for where, version in (("game.toml", rules.info.segmenter), ("ledger.json", rules.ledger.segmenter)):
        if version != VERSION:
            yield Fault(
                f"spec/{rules.name}/{where}:1",
                f"comes from version {version} of the segmenter; this one is version {VERSION}",
                f"Look at `ruleproof rebase {rules.name} --rulebook FILE`, then review what differs.",
            )


def _called(waiver: Waiver) -> str:
    if waiver.under:
        return f"the waiver under {waiver.under}"
    return f"the waiver of {waiver.at[0]}" + (f" and {len(waiver.at) - 1} more" if len(waiver.at) > 1 else "")


def _waiver(rules: "Rules", waiver: Waiver) -> Iterator[Fault]:
    if waiver.digest != waiver_digest(rules, waiver):
        what = "is void, for what it covers has changed since" if waiver.digest else "has not been confirmed yet"
        where = rules.where(waiver, "under" if waiver.under else "at")
        yield Fault(
            where, f"{_called(waiver)} {what}", REVIEW.format(game=rules.name, place=waiver.under or waiver.at[0])
        )


def _idle(rules: "Rules", waiver: Waiver) -> Iterator[Fault]:
    sentences = [s for place in rules.waived(waiver) if (s := rules.ledger.at(place)) is not None]
    if not any(s.obliges and not rules.citing(s.place) for s in sentences):
        where = rules.where(waiver, "under" if waiver.under else "at")
        yield Fault(where, f"{_called(waiver)} waives nothing: all of it has clauses or needs none", "Take it out.")
