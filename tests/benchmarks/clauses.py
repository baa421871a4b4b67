"""A made-up game of any size: formal clauses that fit together, and among them faults that were put there on purpose.

Each sound clause on an action asks for a key that no other clause on that action asks for, so that each is heard where
no other is. What is planted uses marks of its own.
"""

import random
import shutil
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from ruleproof.spec.creating import begin
from ruleproof.spec.ledger import read_ledger

PHASES = [f"p{number}" for number in range(8)]
PLACES = ["north", "east", "south", "west"]
COMMON, TOP = 24, 20  # numbers that many clauses ask about, and how far they go
SENTENCE = "text/p1/s1"

VOCABULARY = """[sort.phase]
members = {phases}

[sort.place]
members = {places}

[variable.phase]
type = "phase"
at = "phase"
default = "p0"

[variable.coins]
args = {{ place = "place" }}
type = "int 0.."
at = "coins.{{place}}"
default = 0

[invariant.few_coins]
holds = "all(p in place: coins(p) <= 12)"
"""
VARIABLE = '\n[variable.{name}]\ntype = "{type}"\nat = "{name}"\n{default}'
ACTION = """
[action.{name}]
args = {{ place = "place" }}
json = {{ place = "{{place}}" }}
candidates = [{{ kind = "product" }}]
"""
DECISION = '\n[decision.where_to_{name}]\naction = "{name}"\nchooses = "place"\nover = "place"\n'
CLAUSE = """[[clause]]
id = "{id}"
says = "Rule {number} of ours."
kind = "norm"
modality = "{modality}"
{parts}
source = [{{ at = "{sentence}", fp = "{fp}", role = "states" }}]

"""


@dataclass(frozen=True)
class Sound:
    """A clause that fits: its modality, name, key and condition."""

    modality: str
    name: str
    key: int
    when: str


@dataclass
class Game:
    """Clauses in the making, and what is planted: kind and names of each fault."""

    chance: random.Random
    clauses: list[tuple[str, str, str]] = field(
        default_factory=list[tuple[str, str, str]]
    )  # id, modality and the lines of its formal part
    planted: list[tuple[str, frozenset[str]]] = field(default_factory=list[tuple[str, frozenset[str]]])
    actions: list[str] = field(default_factory=list[str])
    keys: int = 0
    marks: int = 0

    def add(self, modality: str, **parts: str) -> str:
        name = f"big.c{len(self.clauses) % 20}.rule-{len(self.clauses)}"
        lines = [
            f"{part} = {text if text.startswith('[') else f'{chr(34)}{text}{chr(34)}'}" for part, text in parts.items()
        ]
        self.clauses.append((name, modality, "\n".join(lines)))
        return name

    def plant(self, kind: str, *names: str) -> None:
        self.planted.append((kind, frozenset(names)))

    def action(self, name: str) -> str:
        self.actions.append(name)
        return f"{name}(place)"

    def mark(self) -> str:
        self.marks += 1
        return f"mark{self.marks}"

    def common(self) -> str:
        """A condition on what many clauses ask about."""
        number, bound = self.chance.randrange(COMMON), self.chance.randrange(3, TOP - 3)
        return self.chance.choice(
            [f"common{number} >= {bound}", f"common{number} < {bound}", f"coins(place) > {bound % 9}"]
        )


def key(number: int) -> str:
    """A condition on a key: numbers, truths and places in turn."""
    if number % 3 == 0:
        return f"key{number} > {4 + number % 9}"
    return f"key{number}" if number % 3 == 1 else f"key{number} == {PLACES[number % 4]}"


def other_words(number: int) -> str:
    """The same in other words."""
    if number % 3 == 0:
        return f"not key{number} <= {4 + number % 9}"
    return f"not (not key{number})" if number % 3 == 1 else f"key{number} in {{{PLACES[number % 4]}}}"


def made(clauses: int, actions: int, share: float = 0.04, seed: int = 1) -> Game:
    """About so many clauses on so many actions, of which a share belongs to faults."""
    game = Game(random.Random(seed))
    each = clauses // actions
    for number in range(actions):
        do = game.action(f"act{number}")
        sound = _sound(game, do, int(each * (1 - share)))
        start = len(game.clauses)
        while len(game.clauses) < start + int(each * share):
            FAULTS[len(game.planted) % len(FAULTS)](game, do, sound)
    return game


def _sound(game: Game, do: str, number: int) -> list[Sound]:
    found: list[Sound] = []
    game.keys = max(game.keys, number)
    for place in range(number):
        phase = f"phase == {PHASES[place // 2 % len(PHASES)]}"
        if place % 10 == 9:
            game.add("is", do=do, when=f"{phase} and {key(place)}", ensure=f"seen{place} >= old(seen{place})")
            continue
        modality = ("may", "cannot")[place % 2]
        when = f"{f'{phase} and ' if modality == 'may' else ''}{key(place)} and {game.common()}"
        found.append(Sound(modality, game.add(modality, do=do, when=when), place, when))
    return found


# --- what is planted


def _one(game: Game, sound: list[Sound], modality: str) -> Sound:
    chosen = game.chance.choice([each for each in sound if each.modality == modality])
    sound.remove(chosen)
    return chosen


def _inside_a_prohibition(game: Game, do: str, sound: list[Sound]) -> None:
    bar = _one(game, sound, "cannot")
    game.plant("conflict", bar.name, game.add("may", do=do, when=f"{bar.when} and {game.mark()}"))


def _in_other_words(game: Game, do: str, sound: list[Sound]) -> None:
    same = _one(game, sound, game.chance.choice(["may", "cannot"]))
    turned = reversed(same.when.replace(key(same.key), other_words(same.key)).split(" and "))
    game.plant("redundant", same.name, game.add(same.modality, do=do, when=" and ".join(turned)))


def _impossible(game: Game, do: str, sound: list[Sound]) -> None:
    never = ("common3 > 20", "phase == p1 and phase == p2", "coins(place) > 12", "common4 < 3 and common4 >= 5")
    game.plant("vacuous", game.add("cannot", do=do, when=f"{game.chance.choice(never)} and {game.mark()}"))


def _three_ways(game: Game, do: str, sound: list[Sound]) -> None:
    mark, bound = game.mark(), game.chance.randrange(3, 9)
    bars = [game.add("cannot", do=do, when=f"{mark} and common5 {op} {bound}") for op in ("<", ">=")]
    game.plant("conflict", game.add("may", do=do, when=f"{mark} and phase == p3"), *bars)


def _two_limits(game: Game, do: str, sound: list[Sound]) -> None:
    stock = game.mark().replace("mark", "stock")
    game.plant("value-conflict", *(game.add("is", ensure=f"{stock} <= {bound}") for bound in (5, 7)))


def _barred_duty(game: Game, do: str, sound: list[Sound]) -> None:
    chore = game.action(f"chore{len(game.planted)}")
    game.add("may", do=chore, when="phase == p7")
    bar = game.add("cannot", do=chore, when="phase == p7 and coins(place) > 3")
    game.plant("conflict", bar, game.add("must", do=chore, when=f"phase == p7 and {game.mark()}"))


def _circle(game: Game, do: str, sound: list[Sound]) -> None:
    name = f"big.c{(len(game.clauses) + 1) % 20}.rule-{len(game.clauses) + 1}"
    first = game.add("may", do=do, when=f"{game.mark()} and phase == p1", overrides=f'["{name}"]', basis=SENTENCE)
    other = game.add("cannot", do=do, when=f"{game.mark()} and phase == p1", overrides=f'["{first}"]', basis=SENTENCE)
    game.plant("precedence", first, other)


def _unspoken(game: Game, do: str, sound: list[Sound]) -> None:
    game.action(f"idle{len(game.planted)}")
    game.plant("hole", f"action.idle{len(game.planted)}")


FAULTS: tuple[Callable[[Game, str, list[Sound]], None], ...] = (
    _inside_a_prohibition,
    _in_other_words,
    _impossible,
    _three_ways,
    _two_limits,
    _barred_duty,
    _circle,
    _unspoken,
)


# --- writing it down


def write(game: Game, root: Path) -> None:
    """Write the game `big` below a root; it has no engine."""
    (root / "big.txt").write_text("Big\n\nText\n\nThis is the rule.\n", encoding="utf-8")
    begin("big", "Big", root / "big.txt", root).write()
    shutil.rmtree(root / "engine")
    folder = root / "spec" / "big"
    ledger = folder / "ledger.json"
    ledger.write_text(ledger.read_text(encoding="utf-8").replace("unclear", "norm"), encoding="utf-8")
    fp = next(sentence.fp for sentence in read_ledger(ledger).sentences if sentence.place == SENTENCE)
    (folder / "vocabulary.toml").write_text(_vocabulary(game), encoding="utf-8")
    (folder / "rules.toml").unlink()
    chapters: dict[str, list[str]] = {}
    for number, (name, modality, parts) in enumerate(game.clauses):
        told = CLAUSE.format(id=name, number=number, modality=modality, parts=parts, sentence=SENTENCE, fp=fp)
        chapters.setdefault(name.split(".")[1], []).append(told)
    for chapter, clauses in chapters.items():
        (folder / f"{chapter}.toml").write_text("".join(clauses), encoding="utf-8")


def _vocabulary(game: Game) -> str:
    number, truth = f"int 0..{TOP}", "bool"
    variables = {f"common{n}": number for n in range(COMMON)}
    variables |= {f"key{n}": (number, truth, "place")[n % 3] for n in range(game.keys)}
    variables |= {f"seen{n}": "int 0.." for n in range(9, game.keys, 10)}
    variables |= {f"mark{n}": truth for n in range(1, game.marks + 1)}
    variables |= {f"stock{n}": "int 0.." for n in range(1, game.marks + 1)}
    told = [VOCABULARY.format(phases=PHASES, places=PLACES)]
    for name, of in variables.items():
        default = {"bool": "false", "place": f'"{PLACES[0]}"'}.get(of, "0")
        told.append(VARIABLE.format(name=name, type=of, default=f"default = {default}\n"))
    told += [ACTION.format(name=name) for name in game.actions]
    told += [DECISION.format(name=name) for name in game.actions[:3]]
    return "".join(told)
