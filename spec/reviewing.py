"""Review: a person confirms sentences, and only then are stamps renewed. Nothing else in the project ever stamps."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

from .aligning import Alignment, Pair, compare
from .checking import affected, change_fault
from .completeness import stamps_due, waiver_digest
from .creating import entry
from .fault import Fault, Misused, NoSuchPlace, nearest
from .files import write_text
from .ledger import Ledger, Sentence, text_of
from .loading import Rules
from .locating import Written
from .segmenting import VERSION, Piece, segment_all
from .stamping import only_stamps, renamed, with_digests, with_lists, with_sources

Chosen = Callable[[str], bool]


class NotReviewable(Misused):
    """Places that cannot be confirmed as asked; the message says why, and what to do first."""


@dataclass(frozen=True)
class Reviewed:
    """What a review would write: each file's new text by its label, and the places that it confirms."""

    files: tuple[tuple[Written, str], ...]
    confirmed: tuple[str, ...]

    def write(self) -> None:
        """Write the files. Raises files.Unreadable."""
        for written, text in self.files:
            write_text(written.path, text)


def waiting(rules: Rules, texts: Mapping[str, str] | None = None) -> tuple[Fault, ...]:
    """What waits for review: stamps that are missing or no longer fit, and with texts what changed in them."""
    changed = [change_fault(rules, pair) for pair in _alignment(rules, texts).changes] if texts else []
    return (*changed, *sorted(stamps_due(rules)))


def review(
    rules: Rules, places: Iterable[str], texts: Mapping[str, str] | None = None, *, everything: bool = False
) -> Reviewed:
    """Confirm the sentences at `places` (or under these headings or paragraphs; or all) as they are today.

    A place is the ledger's; of a sentence that the ledger does not have yet, the text's.

    With `texts` the changes at these places enter the ledger first. Raises NotReviewable, and NoSuchPlace for a place
    that is none; nothing is written before `Reviewed.write`.
    """
    given = tuple(place.rstrip("/") for place in places)
    chosen = _chooser(given, everything=everything)
    alignment = _alignment(rules, texts) if texts else None
    _refuse_unknown(rules, given, alignment)
    ledger, moves = _ledger(rules, alignment, chosen) if alignment else (rules.ledger, {})
    after = replace(rules, ledger=ledger)
    files = list(_files(rules, after, moves, chosen))
    if ledger != rules.ledger:
        path = rules.folder / "ledger.json"
        files.append((Written(path, f"spec/{rules.name}/ledger.json", text_of(rules.ledger)), text_of(ledger)))
    back = {now: was for was, now in moves.items()}
    confirmed = [s.place for s in ledger.sentences if chosen(back.get(s.place, s.place))]
    return Reviewed(tuple(files), tuple(confirmed))


def _alignment(rules: Rules, texts: Mapping[str, str]) -> Alignment:
    return compare(rules.ledger, segment_all(texts, rules.info), rules.info, texts)


def _chooser(given: tuple[str, ...], *, everything: bool) -> Chosen:
    return lambda place: everything or any(place == one or place.startswith(f"{one}/") for one in given)


def _refuse_unknown(rules: Rules, given: Iterable[str], alignment: Alignment | None) -> None:
    known = [*rules.ledger.places, *(p.now.place for p in (alignment.pairs if alignment else ()) if p.now)]
    for one in given:
        if not any(place == one or place.startswith(f"{one}/") for place in known):
            raise NoSuchPlace(f"{rules.name} has no place {one}.{nearest(one, known)}")


# --- the ledger


def _ledger(rules: Rules, alignment: Alignment, chosen: Chosen) -> tuple[Ledger, dict[str, str]]:
    """The ledger with the chosen changes, and what places are called now.

    Places follow the text as soon as nothing that moved or is gone waits; before that they stay as they were.
    """
    accepted = [pair for pair in alignment.changes if chosen(pair.place)]
    left = [pair for pair in alignment.changes if not chosen(pair.place)]
    _refuse_cited(rules, accepted)
    others = _other_documents(rules, alignment)
    if any(pair.change in {"moved", "gone"} for pair in left):
        _refuse_early(accepted, left)
        return _in_old_order(rules, accepted), {}
    kept = [pair for pair in alignment.pairs if pair.now and not (pair.change == "new" and pair in left)]
    sentences = [_entry(rules, pair, accepted=pair.change is None or pair in accepted) for pair in kept]
    moves = {p.was.place: p.now.place for p in kept if p.was and p.now and p.was.place != p.now.place}
    return Ledger(VERSION, (*sentences, *others)), _with_headings(moves)


def _refuse_cited(rules: Rules, accepted: Iterable[Pair]) -> None:
    for pair in accepted:
        waived = [f"the waiver at {rules.where(w, 'at', pair.place)}" for w in rules.waivers if pair.place in w.at]
        if pair.change == "gone" and (rest := (*affected(rules, pair), *waived)):
            raise NotReviewable(f"{pair.place} is gone, and {', '.join(rest)} cite it: change them first")


def _refuse_early(accepted: Iterable[Pair], left: Iterable[Pair]) -> None:
    waits = ", ".join(p.place for p in left if p.change in {"moved", "gone"})
    for pair in accepted:
        if pair.change in {"new", "moved"}:
            raise NotReviewable(f"{pair.place} has no place of its own before these are reviewed too: {waits}")


def _other_documents(rules: Rules, alignment: Alignment) -> list[Sentence]:
    compared = {pair.was.place for pair in alignment.pairs if pair.was}
    return [s for s in rules.ledger.sentences if s.place not in compared]


def _in_old_order(rules: Rules, accepted: Iterable[Pair]) -> Ledger:
    by_place = {pair.place: pair for pair in accepted}
    kept = [s for s in rules.ledger.sentences if s.place not in by_place or by_place[s.place].now]
    entries = (_restamped(rules, s, by_place[s.place].now) if s.place in by_place else s for s in kept)
    return Ledger(rules.ledger.segmenter, tuple(entries))


def _restamped(rules: Rules, sentence: Sentence, piece: Piece | None) -> Sentence:
    if piece is None:
        return sentence
    new = entry(piece, rules.info)
    return Sentence(sentence.place, new.fp, new.length, new.like, sentence.kind)


def _entry(rules: Rules, pair: Pair, *, accepted: bool) -> Sentence:
    """The ledger's entry at its new place; where an edit was not confirmed, with the fingerprint it had."""
    assert pair.now is not None
    new = entry(pair.now, rules.info)
    if pair.was is None:
        return new
    basis = new if accepted else pair.was
    return Sentence(new.place, basis.fp, basis.length, basis.like, pair.was.kind)


def _with_headings(moves: dict[str, str]) -> dict[str, str]:
    """The moves, and for each heading whose place changed its path too, which waivers may name."""
    paths = {was[:-2]: now[:-2] for was, now in moves.items() if was.endswith("/h") and now.endswith("/h")}
    return moves | paths


# --- the files


def _files(rules: Rules, after: Rules, moves: Mapping[str, str], chosen: Chosen) -> Iterator[tuple[Written, str]]:
    back = {now: was for was, now in moves.items()}
    prints = {s.place: s.fp for s in after.ledger.sentences if chosen(back.get(s.place, s.place))}
    for written in rules.files:
        text = with_sources(renamed(written.text, moves), prints)
        for table, entries in (("question", rules.questions), ("example", rules.examples)):
            stamps = {
                rules.places[table, e.id][1]: tuple(
                    prints.get(moves.get(at, at), old) for at, old in zip(e.at, e.fp or ("",) * len(e.at), strict=True)
                )
                for e in entries
                if rules.places[table, e.id][0] is written and any(moves.get(at, at) in prints for at in e.at)
            }
            text = with_lists(text, table, stamps)
        text = with_digests(text, _digests(rules, after, moves, chosen, written))
        if text != written.text:
            yield written, only_stamps(written, text, moves)


def _digests(rules: Rules, after: Rules, moves: Mapping[str, str], chosen: Chosen, written: Written) -> dict[int, str]:
    """The digests to renew: of waivers that held until now, and of those all of whose sentences are chosen."""
    found: dict[int, str] = {}
    for waiver in rules.waivers:
        where, number = rules.locate(waiver)
        if where is not written:
            continue
        now = waiver.model_copy(
            update={
                "at": tuple(moves.get(at, at) for at in waiver.at),
                "under": moves.get(waiver.under, waiver.under) if waiver.under else None,
            }
        )
        held = waiver.digest == waiver_digest(rules, waiver)
        if held or all(map(chosen, rules.waived(waiver))):
            found[number] = waiver_digest(after, now)
    return found
