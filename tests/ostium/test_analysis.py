"""The analysis of Ostium's clauses: nothing in them as they are, and each fault that is planted in a copy.

A fault is planted as somebody would write it who has the rulebook and the vocabulary, several in one copy, on actions
that have nothing to do with each other. Copies lie in a house of their own; the engine is the one that stands.
"""

import shutil
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from ruleproof.engine.finding import game as find_game
from ruleproof.engine.game import Unreadable
from ruleproof.invariants.analysing import analyse
from ruleproof.invariants.flaw import Finding
from ruleproof.spec import finding
from ruleproof.spec.loading import load

MODE = "two-player"
CLAUSE = """
[[clause]]
id = "ostium.{chapter}.{name}"
says = "{says}"
kind = "{kind}"
modality = "{modality}"
modes = ["two-player"]
{parts}
source = [{{ at = "{place}", fp = "{fp}", role = "states" }}]
"""


class Plant(NamedTuple):
    """A fault: the kind of finding, the clauses that it has to name, and what is written for it, chapter by chapter."""

    kind: str
    names: tuple[str, ...]
    written: tuple[tuple[str, str, str, dict[str, str]], ...] = ()  # chapter, name, modality, parts
    changed: tuple[tuple[str, str, str], ...] = ()  # file, what stands there, what is put there
    witness: bool = True

    def write(self, folder: Path) -> None:
        for chapter, name, modality, parts in self.written:
            _append(folder / f"{chapter}.toml", chapter, name, modality, parts)
        for file, was, now in self.changed:
            text = (folder / file).read_text(encoding="utf-8")
            assert text.count(was) == 1, (file, was)
            (folder / file).write_text(text.replace(was, now), encoding="utf-8")


def _append(path: Path, chapter: str, name: str, modality: str, parts: dict[str, str]) -> None:
    text = path.read_text(encoding="utf-8")
    start = text.index('{ at = "') + len('{ at = "')
    place, fp = text[start : text.index('"', start)], text.split('fp = "', 1)[1].split('"', 1)[0]
    formal = {part: said for part, said in parts.items() if part not in ("says", "kind")}
    lines = "\n".join(f"{part} = {said if said[0] == '[' else repr(said)}" for part, said in formal.items())
    told = {"says": parts.get("says", f"Planted: {name}."), "kind": parts.get("kind", "norm")}
    path.write_text(
        text + CLAUSE.format(chapter=chapter, name=name, modality=modality, parts=lines, place=place, fp=fp, **told),
        encoding="utf-8",
    )


def one(chapter: str, name: str, modality: str, **parts: str) -> tuple[str, str, str, dict[str, str]]:
    return chapter, name, modality, parts


FUSE, MOVE, ATTACK = "fuse(gate, path)", "move(card, slot)", "attack(attacker, first)"
SUMMON = "summon(card, from, slot)"
REFILLED = "passed and old(phase) != gift and (reading(ostium.draw.first-turn is refills) or old(turn) > 1)"
BARTER = '[action.barter]\ncandidates = [{ kind = "product" }]\n\n'
FOUR = (("one", "may", "two"), ("two", "cannot", "three"), ("three", "may", "four"), ("four", "cannot", "one"))


def before(do: str, other: str) -> dict[str, str]:
    """What makes a clause on an action go before another one."""
    return {"do": do, "overrides": f'["ostium.{other}"]', "basis": "attack-phase/power-fusion/p9/s2"}


COPIES: tuple[tuple[Plant, ...], ...] = (
    (
        Plant(
            "conflict",
            ("fusion.from-the-ruins", "fusion.active-gate"),
            (one("fusion", "from-the-ruins", "may", do=FUSE, when="free and durability(active, gate) < 1"),),
        ),
        Plant(
            "redundant",
            ("fusion.straight-steps", "fusion.no-diagonal"),
            (
                one(
                    "fusion",
                    "straight-steps",
                    "cannot",
                    do=FUSE,
                    when="not all(a, b in steps(path): not cornering(a, b))",
                ),
            ),
        ),
        Plant(
            "conflict",
            ("turn.poor-stays", "turn.rich-stays", "turn.end-when-one-likes"),
            (
                one("turn", "poor-stays", "cannot", do="end_development", when="crystals(active) < 3"),
                one("turn", "rich-stays", "cannot", do="end_development", when="crystals(active) >= 3"),
            ),
        ),
        Plant(
            "value-conflict",
            ("draw.five-in-hand", "draw.seven-in-hand"),
            (
                one("draw", "five-in-hand", "is", ensure="all(p in player: len(held(p)) <= 5)"),
                one("draw", "seven-in-hand", "is", ensure="all(p in player: len(held(p)) <= 7)"),
            ),
        ),
        Plant(
            "vacuous",
            ("gates.towering",),
            (one("gates", "towering", "cannot", do=FUSE, when="durability(active, gate) > 15"),),
        ),
        Plant(
            "redundant",
            ("discard.not-the-others", "discard.own-turn-only"),
            (one("discard", "not-the-others", "cannot", do="discard(card)", when="any(c in held(enemy): c == card)"),),
        ),
        Plant(
            "hole",
            ("refill.any-order",),
            changed=(
                (
                    "refill.toml",
                    "fill, active) and not laid(space)",
                    "fill, active) and not laid(space) and space != W11",
                ),
            ),
        ),
        Plant(
            "hole",
            ("charge.smaller-is-blocked", "charge.greater-defeats"),
            changed=(
                (
                    "charge.toml",
                    "(first == attack_row and old(might(attacker) == hold(attacker.front))",
                    "(first == attack_row and first == pass and old(might(attacker) == hold(attacker.front))",
                ),
            ),
        ),
        Plant(
            "value-conflict",
            ("draw.up-to-five", "draw.six-from-the-second-turn"),
            (
                one(
                    "draw",
                    "six-from-the-second-turn",
                    "is",
                    ensure="passed and old(phase) != gift and old(turn) > 1 "
                    "implies len(held(enemy)) >= 6 or len(deck(enemy)) == 0",
                ),
            ),
        ),
        Plant(
            "value-conflict",
            ("move.turns-or-ruins", "move.sets-up", "move.ruins-nothing"),
            (
                one(
                    "move",
                    "turns-or-ruins",
                    "is",
                    do="swap(cards)",
                    ensure="any(s in slot: rotated(active, s)) or any(g in gate: durability(active, g) == 0)",
                ),
                one("move", "sets-up", "is", do="swap(cards)", ensure="all(s in slot: not rotated(active, s))"),
                one(
                    "move",
                    "ruins-nothing",
                    "is",
                    do="swap(cards)",
                    ensure="all(g in gate: durability(active, g) > 0)",
                ),
            ),
        ),
        Plant(
            "precedence",
            ("move.first-of-two", "move.second-of-two"),
            (
                one(
                    "move",
                    "first-of-two",
                    "may",
                    when="developing and turn == 91",
                    **before("recall(card)", "move.second-of-two"),
                ),
                one("move", "second-of-two", "cannot", when="turn > 90", **before("recall(card)", "move.first-of-two")),
            ),
        ),
    ),
    (
        Plant(
            "conflict",
            ("move.onto-another", "move.not-onto-another"),
            (one("move", "onto-another", "may", do=MOVE, when="developing and filled(active, slot)"),),
        ),
        Plant(
            "redundant",
            ("move.a-price-of-one", "move.swap-costs-one"),
            (
                one(
                    "move",
                    "a-price-of-one",
                    "is",
                    do="swap(cards)",
                    ensure="old(crystals(active)) == crystals(active) + 1",
                ),
            ),
        ),
        Plant(
            "value-conflict",
            ("move.recall-costs-one", "move.the-turned-go-free"),
            (
                one(
                    "move",
                    "the-turned-go-free",
                    "is",
                    do="recall(card)",
                    when="any(s in slot: card(active, s) == card and rotated(active, s))",
                    ensure="crystals(active) >= old(crystals(active))",
                ),
            ),
        ),
        Plant(
            "value-conflict",
            ("charge.power-is-strength", "charge.twice-the-power"),
            (
                one(
                    "charge",
                    "twice-the-power",
                    "is",
                    do="total(player, slot, role)",
                    when="role == defending",
                    value="2 * power(player, slot)",
                ),
            ),
        ),
        Plant(
            "conflict",
            ("discard.not-ones-own", "discard.own-turn-only", "discard.any-card"),
            (one("discard", "not-ones-own", "cannot", do="discard(card)", when="card in held(active)"),),
        ),
        Plant(
            "value-conflict",
            ("draw.up-to-five", "draw.up-to-seven"),
            (
                one(
                    "draw",
                    "up-to-seven",
                    "is",
                    ensure=f"{REFILLED} implies len(held(enemy)) >= 7 or len(deck(enemy)) == 0",
                ),
            ),
        ),
        Plant(
            "vacuous",
            ("charge.backwards",),
            (one("charge", "backwards", "cannot", do=ATTACK, when="resolved(attacker) and attacker.row == defense"),),
        ),
        Plant(
            "hole", ("action.barter",), changed=(("vocabulary.toml", "[action.collect]", f"{BARTER}[action.collect]"),)
        ),
        Plant(
            "precedence",
            ("fusion.before-the-sun",),
            (one("fusion", "before-the-sun", "may", when="phase == gift", **before(FUSE, "fusion.activ-gate")),),
            witness=False,
        ),
        Plant(
            "conflict",
            ("charge.all-attack", "charge.no-flask-no-attack"),
            (one("charge", "no-flask-no-attack", "cannot", do="attack(attacker)", when="flask_clan == no_clan"),),
        ),
        Plant(
            "conflict",
            ("charge.warm-clans", "charge.cold-clans", "charge.flask-names-one-clan"),
            (
                one("charge", "warm-clans", "cannot", do="flask(clan)", when="clan in {red, yellow}"),
                one("charge", "cold-clans", "cannot", do="flask(clan)", when="clan in {blue, green, purple}"),
            ),
        ),
        Plant(
            "value-conflict",
            ("draw.hand-limit", "draw.other-hand-limit"),
            (one("draw", "other-hand-limit", "is", kind="define", says="The hand limit is 7."),),
            witness=False,
        ),
        Plant(
            "vacuous",
            ("turn.after-the-end", "gates.no-skulls-at-the-end"),
            (
                one(
                    "turn",
                    "after-the-end",
                    "cannot",
                    do="decline(source, ability)",
                    when="phase == over and waiting > 0",
                ),
            ),
        ),
        Plant(
            "hole",
            ("abilities.damage",),
            changed=(
                (
                    "abilities.toml",
                    "ability == damage_all and pends",
                    "ability == damage_all and phase == gift and pends",
                ),
            ),
        ),
        Plant(
            "precedence",
            ("summon.one", "summon.two", "summon.three", "summon.four"),
            tuple(
                one("summon", name, modality, when=f"turn > {90 + number}", **before(SUMMON, f"summon.{other}"))
                for number, (name, modality, other) in enumerate(FOUR)
            ),
        ),
    ),
)


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Callable[[Iterable[Plant]], Path]:
    """Makes a house with a copy of the game's clauses in which faults are planted; the other layers are those here."""

    def made(plants: Iterable[Plant]) -> Path:
        root = tmp_path_factory.mktemp("house")
        for layer in finding.LAYERS[1:]:
            (root / layer).symlink_to(finding.HERE / layer)
        shutil.copytree(finding.HERE / "spec" / "ostium", root / "spec" / "ostium")
        for plant in plants:
            plant.write(root / "spec" / "ostium")
        return root

    return made


def analysed(root: Path) -> tuple[Finding, ...]:
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(finding, "HERE", root)
        return analyse(load("ostium", precedence=False))


def test_nothing_is_wrong_with_the_clauses_as_they_are() -> None:
    assert analyse(load("ostium")) == ()


@pytest.fixture(scope="module", params=range(len(COPIES)), ids=lambda number: f"copy {number + 1}")
def planted(
    request: pytest.FixtureRequest, house: Callable[[Iterable[Plant]], Path]
) -> tuple[tuple[Plant, ...], tuple[Finding, ...]]:
    """What was planted in a copy, and what was found in it."""
    number: int = request.param
    plants = COPIES[number]
    return plants, analysed(house(plants))


def named(one: Finding) -> set[str]:
    return {name.removeprefix("ostium.") for name in (*one.clauses, *(() if one.clauses else (one.key,)))}


def finds(found: Iterable[Finding], plant: Plant) -> list[Finding]:
    return [one for one in found if one.kind == plant.kind and set(plant.names) <= named(one)]


Planted = tuple[tuple[Plant, ...], tuple[Finding, ...]]


def test_each_fault_is_found_by_its_kind_and_names_its_clauses(planted: Planted) -> None:
    plants, found = planted
    assert [plant.names for plant in plants if not finds(found, plant)] == []


def test_nothing_is_found_that_has_nothing_to_do_with_what_was_planted(planted: Planted) -> None:
    plants, found = planted
    known = {name for plant in plants for name in plant.names}
    known |= {f"{chapter}.{name}" for plant in plants for chapter, name, _, _ in plant.written}
    assert [one.says for one in found if not named(one) & known] == []


def test_each_finding_says_where_its_clauses_are_written(planted: Planted) -> None:
    _, found = planted
    for one in found:
        assert len(one.files) >= max(1, len(one.clauses)), one.says
        assert all(file.startswith("spec/ostium/") and file.rpartition(":")[2].isdecimal() for file in one.files)
        assert bool(one.places) == bool(one.clauses)
        assert one.ways_out


def test_each_fault_is_shown_by_a_state_that_the_engine_replays(planted: Planted) -> None:
    plants, found = planted
    game: Any = find_game("ostium")
    for plant in plants:
        shown = [one.witness for one in finds(found, plant) if one.witness]
        assert bool(shown) == plant.witness, plant.names
        for witness in shown:
            if witness.reach.startswith("unreachable"):
                assert plant.kind == "vacuous"
                continue
            state = game.load(witness.position, MODE, dict(witness.readings))
            assert not any(isinstance(game.read_action(action), Unreadable) for action in witness.actions)
            assert witness.reach == "reached in play" or witness.reach.startswith("not reached in ")
            assert len(str(witness.position)) < 1500, "a witness is made plain"
            assert game.to_move(state) or plant.kind != "conflict"
