"""What is done and what happens, in sentences for people who know the rulebook and not the code. No rule is here."""

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from .abilities import targets
from .board import SEATS
from .collect import cards
from .state import Area, Pending, State
from .turn import LOST

Members = Mapping[str, Any]

ABILITIES = {
    "area": "Summoning Area",
    "out_of_play": "Out of Play",
    "clan_removal": "Clan removal",
    "damage_all": "Damage All",
    "double_arrow": "double arrow",
    "fusion": "Power Fusion icon",
    "remove": "Remove a Creature (dagger)",
    "robed": "robed figure",
}
ARROW = "arrow>"


def ability(printed: str) -> str:
    """An ability as the key of icons names it; a number behind it is its value."""
    if printed.startswith(ARROW):
        return f"discard arrow: {ability(printed.removeprefix(ARROW))}"
    name, _, value = printed.partition(":")
    return f"{ABILITIES.get(name, name)} {value}".rstrip() if value != "1" else ABILITIES.get(name, name)


# what is done


def action(seat: str, members: Members) -> str:
    """An action in one sentence; `seat` is who acts. One of an unknown kind is told by its members."""
    tell = ACTIONS.get(str(members.get("type")))
    return tell(seat, members) if tell else f"{seat}: {dict(members)}"


def _fuse(seat: str, members: Members) -> str:
    path = ", ".join(f"{seat}.{slot}" for slot in members["path"])
    return f"{seat} leads a chain from the Gate {seat}.G{members['gate']} through {path}"


def _attack(seat: str, members: Members) -> str:
    ways = {"attack_row": ", the enemy's Attack Row first", "pass": ", passing the enemy's Attack Row"}
    told = f"{seat} attacks with {seat}.{members['attacker']}{ways.get(members.get('first', ''), '')}"
    return told + (", and does not go on after the first defeat" if "stop" in members else "")


def _summon(seat: str, members: Members) -> str:
    origins = {"hand": "from the hand", "warriors": "from the Summoning Area", "sovereigns": "from the Summoning Area"}
    which = "a Primordial" if members["card"] == "primordial" else members["card"]
    return (
        f"{seat} summons {which} {origins.get(members['from'], 'from the Summoning Area')} to {seat}.{members['slot']}"
    )


def _use(seat: str, members: Members) -> str:
    target = f" on {members['target']}" if "target" in members else ""
    return f"{seat} uses the {ability(members['ability'])} icon of {members['source']}{_domain(members)}{target}"


def _domain(members: Members) -> str:
    return SIDES.get(members.get("domain", ""), "")


SIDES = {"left": " (left side)", "right": " (right side)"}


def _chance(_: str, members: Members) -> str:
    return f"The cards of {members['site']} come to lie in this order: {', '.join(members['outcome'])}"


ACTIONS: Mapping[str, Callable[[str, Members], str]] = {
    "affiliate": lambda seat, it: f"{seat} declares that {it['card']} is affiliated with {it['clan']}",
    "fuse": _fuse,
    "flask": lambda seat, it: f"{seat} names {it['clan']} for the flasks",
    "attack": _attack,
    "withhold": lambda seat, it: f"{seat} holds {seat}.{it['attacker']} back, which does not attack in this turn",
    "end_attack": lambda seat, _: f"{seat} ends the attacks",
    "discard": lambda seat, it: f"{seat} discards {it['card']} from the hand",
    "summon": _summon,
    "summon_to_discard": lambda seat, it: f"{seat} buys {it['card']} to the discard pile",
    "move": lambda seat, it: f"{seat} moves {it['card']} to {seat}.{it['slot']}",
    "swap": lambda seat, it: f"{seat} lets {' and '.join(it['cards'])} change places",
    "recall": lambda seat, it: f"{seat} recalls {it['card']}",
    "use": _use,
    "decline": lambda seat, it: (
        f"{seat} leaves the {ability(it['ability'])} icon of {it['source']}{_domain(it)} unused"
    ),
    "end_development": lambda seat, _: f"{seat} ends the Development Phase",
    "fill": lambda seat, it: f"{seat} lays the next Warrior on {it['slot']}",
    "collect": lambda seat, it: f"{seat} puts {it['card']} on the discard pile",
    "take_sovereign": lambda seat, it: f"{seat} takes the Sovereign {it['card']}",
    "chance": _chance,
}


VARYING = {"use": "target", "discard": "card", "fill": "slot", "affiliate": "clan", "collect": "card"}
GOING_ON = ("decline", "end_attack", "end_development")  # what goes without saying where anything else is told


def choices(seat: str, many: Sequence[Members], allowed: bool) -> list[str]:
    """Whether actions may be done, like ones in one sentence; nothing of what goes without saying."""
    told = [members for members in many if members["type"] not in GOING_ON]
    groups: dict[str, list[Members]] = {}
    for members in told:
        varying = VARYING.get(members["type"], "")
        groups.setdefault(str({name: each for name, each in members.items() if name != varying}), []).append(members)
    return [_choice_of(seat, group, allowed) for group in groups.values()]


def _choice_of(seat: str, group: Sequence[Members], allowed: bool) -> str:
    """One sentence for actions that differ in one thing."""
    first, varying = dict(group[0]), VARYING.get(group[0]["type"], "")
    if varying in first:
        first[varying] = one_of([str(each[varying]) for each in group])
    if first["type"] == "use" and not allowed:
        first.pop("target", None)
    may, done = "may" if allowed else "may not", action(seat, first)
    if not done.startswith(f"{seat} "):
        return f"{may.capitalize()} happen: {done}"
    verb, _, rest = done.removeprefix(f"{seat} ").partition(" ")
    return f"{seat} {may} {BARE.get(verb) or verb.removesuffix('s')} {rest}"


BARE = {"does": "do"}


def one_of(names: Sequence[str]) -> str:
    """`a, b or c`."""
    *most, last = names
    return f"{', '.join(most)} or {last}" if most else last


# what happens


def event(members: Members) -> str:
    """An event in one sentence, or nothing where another one says it too."""
    tell = EVENTS.get(str(members.get("type")))
    return tell(members) if tell else ""


def _attacked(members: Members) -> str:
    parts = ((members["power"], "Power"), (members["icons"], "from icons"), (members["fusion"], "from Power Fusion"))
    total = " + ".join(f"{number} {word}" for number, word in parts if number) or "no Power at all"
    spent = (
        f", of which {members['left']} {'is' if members['left'] == 1 else 'are'} left"
        if members["left"] != members["total"]
        else ""
    )
    if ".G" in members["target"]:
        hits = "reaches" if not members["left"] else "hits"
        return f"{members['attacker']} attacks with {total}{spent}, and {hits} the Gate {members['target']}"
    met = f"{members['target']}, which has {members['against']}"
    return f"{members['attacker']} attacks with {total}{spent}, and meets {met}"


def _crystals(members: Members) -> str:
    number = abs(members["change"])
    less = "loses" if tuple(members.get("clauses", ())) == LOST else "pays"
    verb = "gains" if members["change"] > 0 else less
    return f"{members['player']} {verb} {number} Crystal{'' if number == 1 else 's'}"


def _drew(members: Members) -> str:
    return f"{members['player']} draws {members['count']} card{'' if members['count'] == 1 else 's'}"


def _left(members: Members) -> str:
    to = "out of play" if members["to"] == "out_of_play" else f"to {members['player']}'s discard pile"
    return f"{members['card']} goes {to}"


EVENTS: Mapping[str, Callable[[Members], str]] = {
    "fused": lambda it: f"The chain gives {it['attacker']} {it['bonus']} more",
    "attacked": _attacked,
    "blocked": lambda it: f"{it['by']} stops {it['attacker']}, which goes no further",
    "defeated": lambda it: (
        f"{it['slot']} is defeated (turned sideways) by the {'Gate Destruction' if it['by'] == 'wave' else 'attack'}"
    ),
    "gate": lambda it: f"The Gate {it['gate']} goes from {it['from']} to {it['to']}",
    "destroyed": lambda it: f"The Gate {it['gate']} is destroyed",
    "over": lambda it: f"{it['winner']} has won the game",
    "crystals": _crystals,
    "drew": _drew,
    "turned_over": lambda it: f"{it['player']}'s discard pile is turned over and becomes the deck",
    "summoned": lambda it: f"{it['card']} now stands in {it['slot']}",
    "left": _left,
    "refilled": lambda it: f"New in the Summoning Area: {', '.join(it['cards'])}",
    "sovereign": lambda it: f"{it['player']} gets the Sovereign {it['card']}",
    "void": lambda it: f"The {ability(it['ability'])} icon of {it['source']} does nothing",
}


# what waits


def waiting(state: State) -> list[str]:
    """What waits for a choice, one sentence each."""
    return [f"{SEATS[each.owner]} {_choice(state, each)}." for each in state.pending]


def _choice(state: State, each: Pending) -> str:
    if each.kind == "ability":
        return _use_now(state, each)
    if each.kind == "fill":
        return f"has to choose {CHOICES[each.kind]}{_left_empty(state.table.area)}"
    if each.kind != "collect":
        return f"has to choose {CHOICES[each.kind]}"
    names = cards(state, each)
    one = len(names) == 1
    return (
        f"puts {names[0]} on the discard pile next" if one else f"chooses next which Creature to place: {one_of(names)}"
    )


def _use_now(state: State, each: Pending) -> str:
    value = f" {each.value}" if each.value > 1 else ""
    aims = targets(state, each) or ()
    aim = f", on {one_of(aims)}" if aims else ""
    verb = "may use" if each.optional else "uses"
    return f"{verb} the {ability(each.ability)}{value} icon of {each.source} now{aim}"


def _left_empty(area: Area) -> str:
    """How many spaces stay empty where there are too few cards for them."""
    gaps = sum(card is None for row in area.warriors for card in row)
    left = gaps - len(area.warrior_deck) - len(area.dismissed)
    return f"; {left} of the {gaps} empty spaces stay{'s' if left == 1 else ''} empty" if left > 0 else ""


CHOICES = {
    "fill": "where the next Warrior goes",
    "order": "which removed Creature goes to the discard pile next",
    "gift": "a Sovereign",
    "discard": "a card to discard",
}

# what is not so

DENIALS = (
    (r"(.*) may use (.*? now).*", r"\1 may not use \2"),
    (r"(.*) uses (.*? now).*", r"\1 does not use \2"),
    (r"(.*) has to choose a card to discard", r"\1 keeps all cards"),
    (r"(.*) has to choose where the next Warrior goes.*", r"\1 lays no Warrior: all the spaces stay as they are"),
    (r"(.*) puts (.*) on the discard pile next", r"\1 does not put \2 on the discard pile next"),
    (r"(.*) chooses next which Creature to place.*", r"\1 places no Creature next"),
    (r"(.*) has to (.*)", r"\1 does not have to \2"),
    (r"(.*) has \d+ Crystals?", r"\1 has no Crystal"),
    (r"(.*) holds .*", r"\1 holds no card"),
    (r"(.*)'s (deck|discard pile), from .*", r"\1's \2 is empty"),
    (r"defeated \(turned sideways\)", "upright, not defeated"),
    (r"A Gate of (.*) was destroyed this turn", r"Nothing is due any more for a destroyed Gate of \1"),
    (r"The Gates (.)\..* were destroyed this turn", r"Nothing is due any more for a destroyed Gate of \1"),
)


def denied(note: str, told: str = "") -> str:
    """A note or a mark of a picture, for a picture that has none of its kind.

    Of an icon that was used in what has been told, that it may not be used again.
    """
    for says, instead in DENIALS:
        if found := re.fullmatch(says, note):
            said = found.expand(instead)
            icon = re.fullmatch(r"(.*) may not use (.*) now", said)
            used = icon is not None and f"{icon[1]} uses {icon[2]} " in f"{told} "
            return f"{said.removesuffix('now')}again" if used else said
    return f"Not so: {note}"


LEGEND = (
    (
        "A and B",
        "The two players. A is the player who began. A's half is the lower one, with its Gates at the bottom; B's half "
        "lies above and faces it.",
    ),
    (
        "A.A0, B.D2 …",
        "A space of the Battlefield: first the player, then A for the Attack Row or D for the Defense Row, then the "
        "column. Columns 0, 1, 2 are left, middle, right of the drawing, for both players. So A.A0 is player A's "
        "Attack Row, left column; it faces B.A0.",
    ),
    ("A.G0, B.G2 …", "The Gate of that player in that column."),
    ("W.0.2 …", "A space of the Warrior Summoning Area: its row, then its column, each counted from 0."),
    (
        "what is not drawn",
        "Outer rows that play no part are left out, and so are icons of a card. A Gate that is not drawn "
        "stands with durability 15. A hand, deck or pile that is not named is empty; that is said where it matters.",
    ),
    (
        "the positions",
        "They are made up to be small. What turned a Creature is drawn with it: a Gate that fell this turn, or an "
        "attacker that “has attacked”. Who has five cards in hand has them so that nothing is drawn. A Sovereign "
        "that is due is left out where it makes no difference.",
    ),
    (
        "Warrior a0",
        "The kind of card, and a name that we gave it, which means nothing. Where a0 lies is drawn or said.",
    ),
    ("red, blue, green, yellow, purple", "The five Clans, by colours that we gave them; a Primordial belongs to any."),
    ("cards alike", "Several cards that differ in nothing but their names, told in one."),
    ("Power 3", "The printed Power. What is added in an attack is not in it."),
    ("costs 3", "The Summoning Cost in Crystals; it is shown only where the card is for sale."),
    ("crystal", "The icon that gives 1 Crystal."),
    ("draw", "The icon that draws 1 card from the player's own deck."),
    ("damage, Damage All", "The icons that take 1 durability from one Gate of the opponent, or from each."),
    ("repair, rebuild", "The hammer gives an own Gate 1 durability; the crossed hammers set a destroyed one to 1."),
    ("Out of Play", "The icon that takes a card out of the game."),
    ("Summoning Area", "The icon for cards that are bought as if summoned from the hand, and recalled for nothing."),
    ("Remove a Creature (dagger)", "The icon that puts one enemy Creature into its owner's discard pile."),
    ("Clan removal", "The crossed blades, which take all Creatures of one Clan from the Battlefield."),
    ("flame, shield", "The icons for Attacker's Power and Defender's Power."),
    ("flask", "The Clan Count icon."),
    ("Power Fusion icon, robed figure", "The two icons Power Fusion +1; the purple robed figure is for any Clan."),
    ("double arrow", "The icon of a Primordial, which belongs to any Clan."),
    ("a number behind an icon", "The icon's value; without one it is 1."),
    ("left:, right:", "A Side Domain on that side of the drawing. What has no such word stands in the Main Domain."),
    ("skull:, discard arrow:", "What stands behind such an icon."),
    ("turned, turned sideways", "The Creature was defeated and lies sideways until it is collected."),
    (
        "chain",
        "The way of a Power Fusion from a Gate to an attacker, told card by card. If it holds cards of one Clan, each "
        "Primordial in it is declared for that Clan by leading it.",
    ),
    (
        "Not allowed",
        "Under this reading the rules do not let the player do that, as things stand in the example. Behind “Allowed” "
        "comes what may be done in its place.",
    ),
    ("Afterwards", "How things stand when the example is over, as far as the readings differ in it."),
    ("taken for now", "The reading that is assumed until you answer; it is a guess, not a ruling."),
)
