"""Whether what is written fits together: ids, references, precedence, places. Whether it is true is not asked here."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from graphlib import CycleError, TopologicalSorter
from typing import TYPE_CHECKING

from .clause import Clause, Waiver
from .example import Example
from .fault import Fault, nearest
from .question import Question

if TYPE_CHECKING:
    from .loading import Rules
    from .locating import Written

SHARED = frozenset({"questions", "examples"})


def names(named: Iterable[tuple[str, str, "Written", int]], game: str) -> Iterator[Fault]:
    """Faults of ids: unique, of this game, and a clause's chapter is its file.

    `named` gives table, id, file and number of every entry, also of those that are not sound otherwise.
    """
    first: dict[tuple[str, str], str] = {}
    for table, name, written, number in named:
        where = written.place(table, number, "id")
        if (table, name) in first:
            yield Fault(where, f"{table} {name} stands already at {first[table, name]}", "An id is never used twice.")
        first.setdefault((table, name), where)
        parts = name.split(".")
        if parts[0] != game:
            yield Fault(where, f"{table} {name} does not start with {game}.", "An id is game.chapter.what-it-says.")
        elif len(parts) > 1 and parts[1] != written.stem and written.stem not in SHARED:
            yield Fault(
                where,
                f"{table} {name} stands in the chapter {written.stem}",
                f"Move it to {parts[1]}.toml, or name it {game}.{written.stem}.…",
            )


def links(rules: "Rules", ids: Mapping[str, frozenset[str]]) -> Iterator[Fault]:
    """Faults of references between sound entries. `ids` holds every id by table, also of entries that are not sound."""
    for clause in rules.clauses:
        yield from _clause(rules, clause, ids)
    for question in rules.questions:
        yield from _places(rules, question, question.at)
    for example in rules.examples:
        yield from _places(rules, example, (*example.at, *(fact.at for fact in example.facts)))
        yield from _known(rules, example, "clauses", example.clauses, ids["clause"])
    for waiver in rules.waivers:
        yield from _places(rules, waiver, waiver.at)
        yield from _covered(rules, waiver)
    yield from _readings(rules)
    yield from _cards(rules)


def precedence(rules: "Rules", ids: frozenset[str]) -> Iterator[Fault]:
    """Faults of what goes before what: names that are written nowhere, and the first circle. `ids` are of clauses.

    `ruleproof findings` tells them too, and more of precedence that comes to nothing.
    """
    for clause in rules.clauses:
        yield from _known(rules, clause, "overrides", clause.overrides, ids)
    yield from _cycles(rules)


def _clause(rules: "Rules", clause: Clause, ids: Mapping[str, frozenset[str]]) -> Iterator[Fault]:
    yield from _places(rules, clause, clause.places, "source")
    if clause.basis:
        yield from _places(rules, clause, [clause.basis], "basis")
    if clause.question:
        yield from _known(rules, clause, "question", [clause.question], ids["question"])
    for mode in clause.modes:
        if mode not in rules.info.modes:
            yield Fault(
                rules.where(clause, "modes"),
                f"clause {clause.id} names the mode {mode!r}; game.toml does not.{nearest(mode, rules.info.modes)}",
            )


def _known(
    rules: "Rules", entry: Clause | Example, key: str, given: Iterable[str], known: frozenset[str]
) -> Iterator[Fault]:
    for name in given:
        if name not in known:
            what = f"{type(entry).__name__.lower()} {entry.id}: {key} names {name}, which is written nowhere."
            yield Fault(rules.where(entry, key, name), what + nearest(name, known))


def _places(
    rules: "Rules", entry: Clause | Question | Example | Waiver, places: Iterable[str], key: str = "at"
) -> Iterator[Fault]:
    for place in places:
        if rules.ledger.at(place) is None:
            name = "waiver" if isinstance(entry, Waiver) else f"{type(entry).__name__.lower()} {entry.id}"
            yield Fault(
                rules.where(entry, key, place),
                f"{name} cites {place}, which is no place of the ledger.{nearest(place, rules.ledger.places)}",
            )


def _covered(rules: "Rules", waiver: Waiver) -> Iterator[Fault]:
    if waiver.under and not rules.ledger.under(waiver.under):
        headings = [s.place.removesuffix("/h") for s in rules.ledger.sentences if s.place.endswith("/h")]
        what = f"nothing stands under {waiver.under}, which is waived.{nearest(waiver.under, headings)}"
        yield Fault(rules.where(waiver, "under"), what)


def _cards(rules: "Rules") -> Iterator[Fault]:
    """The cards come to the counts that their file promises, and no id stands twice."""
    label = f"spec/{rules.name}/cards.toml"
    written = next((file for file in rules.files if file.label == label), None)
    found: Counter[str] = Counter()
    seen: set[str] = set()
    for number, card in enumerate(rules.cards.card):
        found[str(card.own.get(rules.cards.sort, ""))] += card.copies
        if card.id in seen and written:
            yield Fault(
                written.place("card", number, "id"), f"card {card.id} stands twice", "Use copies for equal ones."
            )
        seen.add(card.id)
    for sort, wanted in sorted(rules.cards.counts.items()):
        if found[sort] != wanted and written:
            told = f"the cards of {rules.cards.sort} {sort} are {found[sort]}, and counts says {wanted}"
            yield Fault(written.place("counts", 0, sort), told)


def _readings(rules: "Rules") -> Iterator[Fault]:
    """The vocabulary names the readings of a question as the question does, the default first."""
    questions = {question.id: question for question in rules.questions}
    for name, given in rules.vocabulary.readings.items():
        label = f"spec/{rules.name}/vocabulary.toml"
        if name not in questions:
            yield Fault(
                label, f"readings names the question {name}, which is written nowhere.{nearest(name, questions)}"
            )
        elif tuple(given) != questions[name].names:
            told = f"the readings of {name} are {', '.join(given)} here, and {', '.join(questions[name].names)} there"
            yield Fault(label, told, f"Make them agree with {rules.where(questions[name])}, the default first.")


def _cycles(rules: "Rules") -> Iterator[Fault]:
    """The first cycle of `overrides`, if any: what goes before itself has no precedence at all."""
    try:
        TopologicalSorter({c.id: c.overrides for c in rules.clauses}).prepare()
    except CycleError as error:
        cycle: list[str] = error.args[1][::-1]
        yield Fault(
            rules.where(rules.clause(cycle[0]), "overrides"),
            f"overrides go in a circle: {' → '.join(cycle)}",
            "Take out the one that no sentence grants.",
        )
