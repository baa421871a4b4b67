"""The check of a game: sentences accounted for, clauses traced, and the text in hand compared. It changes nothing."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from . import finding
from .aligning import Alignment, Pair, compare
from .completeness import completeness
from .fault import Fault, NoSuchPlace, nearest
from .files import read_text
from .ledger import Class
from .loading import Rules
from .locating import Written
from .own_words import copied, unfounded
from .segmenting import Piece, segment_all

WRITTEN = {".toml", ".json", ".py", ".md"}
NOT_COMPARED = "The text was not compared: give it with --rulebook FILE."


@dataclass(frozen=True)
class Report:
    """What a check found. `alignment` is None where no text was given, and then nothing is said of the text.

    `left_out` names the documents that were not given while another one was.
    """

    rules: Rules
    faults: tuple[Fault, ...]
    alignment: Alignment | None
    left_out: tuple[str, ...] = ()

    @property
    def good(self) -> bool:
        """Whether there is no fault."""
        return not self.faults

    @cached_property
    def texts(self) -> dict[str, str]:
        """The sentences of the text in hand by the ledger's places; empty where none was given."""
        return _by_place(self.alignment) if self.alignment else {}

    @property
    def summary(self) -> str:
        """One line: what was looked at."""
        sentences = self.rules.ledger.sentences
        classed = sum(s.kind is not Class.UNCLEAR for s in sentences)
        counts = f"{len(sentences)} sentences, {classed} classed; {len(self.rules.clauses)} clauses"
        if self.alignment is None:
            return f"{counts}. {NOT_COMPARED}"
        told = f"{self.alignment.same} of {self.alignment.ledger} sentences stand in the text as in the ledger."
        missing = f" Not compared, for they were not given: {', '.join(self.left_out)}." if self.left_out else ""
        return f"{counts}. {told}{missing}"

    def value(self) -> dict[str, Any]:
        """The report as JSON values."""
        changes = self.alignment.changes if self.alignment else ()
        return {
            "game": self.rules.name,
            "good": self.good,
            "compared": self.alignment is not None,
            "left_out": list(self.left_out),
            "sentences": len(self.rules.ledger.sentences),
            "clauses": len(self.rules.clauses),
            "changes": [change_value(self.rules, pair) for pair in changes],
            "faults": [{"place": f.place, "what": f.what, "do": f.do} for f in self.faults],
        }


def check(rules: Rules, texts: str | Mapping[str, str] | None = None) -> Report:
    """Check the ledger and the clauses; with `texts` (the rulebook, or documents by name) the text in hand too."""
    faults = list(completeness(rules))
    if texts is None:
        return Report(rules, tuple(sorted(faults)), None)
    by_name = {rules.info.documents[0].name: texts} if isinstance(texts, str) else texts
    left_out = tuple(d.name for d in rules.info.documents if d.name not in by_name)
    alignment = compare(rules.ledger, segment_all(by_name, rules.info), rules.info, by_name)
    if alignment.foreign:
        return Report(rules, (*_foreign(rules, alignment), *sorted(faults)), alignment, left_out)
    faults += [change_fault(rules, pair) for pair in alignment.changes]
    faults += unfounded(rules, _by_place(alignment))
    faults += copied(written(rules.name), by_name)
    return Report(rules, tuple(sorted(set(faults))), alignment, left_out)


def written(game: str) -> Iterator[Written]:
    """Every file that people wrote for the game, in all layers; the ledger, which holds no words, is left out."""
    for layer in finding.LAYERS:
        folder = finding.folder(layer, game)
        if folder is None:
            continue
        for path in sorted(folder.rglob("*")):
            if path.suffix in WRITTEN and path.name != "ledger.json" and "__pycache__" not in path.parts:
                yield Written(path, f"{layer}/{game}/{path.relative_to(folder).as_posix()}", read_text(path))


def affected(rules: Rules, pair: Pair) -> tuple[str, ...]:
    """The ids of clauses, questions and examples that rest on a changed sentence."""
    if pair.was is None:
        return ()
    place = pair.was.place
    others = [entry.id for entry in rules.cases if place in entry.at]
    return (*(clause.id for clause in rules.citing(place)), *others)


def change_value(rules: Rules, pair: Pair) -> dict[str, Any]:
    """A change as JSON values."""
    return {
        "change": pair.change,
        "place": pair.place,
        "now": pair.now.place if pair.now else None,
        "class": str(pair.was.kind) if pair.was else None,
        "affects": list(affected(rules, pair)),
    }


def change_fault(rules: Rules, pair: Pair) -> Fault:
    """A change of the text as a fault that names what rests on it."""
    rest = affected(rules, pair)
    what = _what(pair) + (f"; on it rest {', '.join(rest)}" if rest else "")
    if pair.change == "new":
        return Fault(pair.place, what, f"`ruleproof review {rules.name} {pair.place} --rulebook FILE` takes it in.")
    return Fault(pair.place, what, f"Compare, then `ruleproof review {rules.name} {pair.place} --rulebook FILE`.")


def _what(pair: Pair) -> str:
    now = pair.now.place if pair.now else ""
    here = f" (now at {now})" if now != pair.place else ""
    behind = f"after {pair.after}" if pair.after else "at the start"
    if pair.change == "new":
        return f"new: the text has a sentence {behind} that the ledger does not have"
    if pair.change == "gone":
        return "gone: the text no longer has this sentence"
    if pair.change == "moved":
        return f"moved: the same words now stand at {now}, {behind}"
    return f"edited: the sentence reads otherwise than the ledger has it{here}"


def _foreign(rules: Rules, alignment: Alignment) -> Iterator[Fault]:
    told = f"only {alignment.same} of the ledger's {alignment.ledger} sentences stand in the text"
    document = rules.info.documents[0]
    if alignment.same * 20 < alignment.ledger:
        what = (
            f"{told}: this is another file than {document.title or document.name}, or its key in game.toml was changed"
        )
        yield Fault("--rulebook", what, "Give the rulebook that the ledger was made from.")
    else:
        what = f"{told}: this is another edition than {document.edition or document.title or document.name}"
        yield Fault("--rulebook", what, f"See what changed with `ruleproof rebase {rules.name} --rulebook FILE`.")


def _by_place(alignment: Alignment) -> dict[str, str]:
    return {pair.was.place: pair.now.text for pair in alignment.pairs if pair.was and pair.now}


def show(rules: Rules, texts: Mapping[str, str], place: str) -> str:
    """The sentence at a place as the text in hand has it, its class, and what rests on it. Raises NoSuchPlace."""
    alignment = compare(rules.ledger, segment_all(texts, rules.info), rules.info, texts)
    pair = next((p for p in alignment.pairs if p.was and p.was.place == place), None)
    pair = pair or next((p for p in alignment.pairs if p.now and p.now.place == place), None)
    if pair is None:
        known = [*rules.ledger.places, *(p.now.place for p in alignment.pairs if p.now)]
        raise NoSuchPlace(f"{rules.name} has no place {place}.{nearest(place, known)}")
    lines = [_told(place, pair.now), f"  class: {pair.was.kind if pair.was else 'not in the ledger yet'}"]
    if pair.change:
        lines.append(f"  {_what(pair)}")
    lines += [f"  {clause.id}: {clause.says}" for clause in (rules.citing(pair.was.place) if pair.was else ())]
    return "\n".join(lines)


def _told(place: str, piece: Piece | None) -> str:
    if piece is None:
        return f"{place}  (the text in hand does not have it)"
    return f"{place}{'' if piece.place == place else f' (in the text: {piece.place})'}\n  {piece.text}"
