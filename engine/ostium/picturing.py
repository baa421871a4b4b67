"""A position as a drawing for people, B's half at the top and facing A's. What moves are called stands in `telling`."""

import re
from collections.abc import Sequence

from ..picture import Board, Picture, Pictures, Place, Row
from .board import COLUMNS, SEATS, SLOT_NAME, defense, in_attack_row
from .state import FULL_GATE, Area, Cards, Creature, Player, Side, State
from .telling import LEGEND, ability, action, choices, denied, event, waiting

TINTS = {"red": "#c0392b", "blue": "#2f6fb3", "green": "#2e8b57", "yellow": "#b8860b", "purple": "#7d4fa0"}
HALVES = (("left", "left"), ("right", "right"), ("skull", "skull"))


def picture(state: State) -> Picture:
    """The battlefield, the summoning area where anything lies there, and hands, piles and what waits as sentences."""
    top, bottom = _half(state, 1), _half(state, 0)
    boards = [Board("The battlefield", (*reversed(top), *bottom))]
    boards += _area(state.table.area)
    notes = (*_charge(state), *_players(state), *_stock(state.table.area), *waiting(state))
    return Picture(_moment(state), tuple(boards), notes)


def _moment(state: State) -> str:
    if state.phase == "over":
        return "The game is over."
    if state.phase == "setup":
        return "The game is being set up."
    first = ", the very first turn of the game" if state.table.turn == 1 else ""
    return f"It is {state.table.active}'s turn{first}: {PHASES[state.phase]}."


PHASES = {
    "development": "Development Phase",
    "refill": "the Warrior Summoning Area is being refilled",
    "attack": "Attack Phase",
    "collect": "defeated Creatures are being collected",
    "gift": "a Sovereign is due for a destroyed Gate",
}


def _half(state: State, number: int) -> tuple[Row, Row, Row]:
    player, side, seat = state.table.players[number], state.sides[number], SEATS[number]
    places = [_slot(state, number, slot, card) for slot, card in enumerate(player.field)]
    return (
        Row(f"{seat}'s Attack Row", tuple(places[:COLUMNS]), apart=number == 0),
        Row(f"{seat}'s Defense Row", tuple(places[COLUMNS:])),
        Row(f"{seat}'s Gates", tuple(_gate(seat, column, side) for column in range(COLUMNS))),
    )


def _gate(seat: str, column: int, side: Side) -> Place:
    durability = side.gates[column]
    name = f"{seat}.G{column}"
    if durability is None:
        return Place(name)
    mark = "" if durability else "destroyed"
    return Place(name, "Gate", (f"durability {durability}",), mark, usual=durability == FULL_GATE)


def _slot(state: State, number: int, slot: int, card: Creature | None) -> Place:
    name = SLOT_NAME[number][slot]
    if card is None:
        return Place(name)
    marks = ["defeated (turned sideways)"] if state.sides[number].turned >> slot & 1 else []
    if number == state.me:
        clan = state.serving[slot]
        marks += [f"is affiliated with {clan} in this phase"] if clan else []
        marks += ["has attacked"] if in_attack_row(slot) and state.resolved >> slot & 1 else []
    return _card(name, card, "; ".join(marks))


def _card(name: str, card: Creature, mark: str = "", cost: bool = False) -> Place:
    lines = (*_facts(card), *([f"costs {card.cost}"] if cost else []), *_abilities(card))
    return Place(name, f"{card.kind.capitalize()} {card.id}", lines, mark, TINTS.get(card.clan or "", ""))


def _facts(card: Creature) -> tuple[str, ...]:
    clan = card.clan or ("any Clan" if card.kind == "primordial" else "no Clan")
    return (f"{clan}, Power {card.power}",)


def _abilities(card: Creature) -> tuple[str, ...]:
    lines = [", ".join(map(ability, card.main))] if card.main else []
    for side, word in HALVES:
        printed: tuple[str, ...] = getattr(card, side)
        lines += [f"{word}: {', '.join(map(ability, printed))}"] if printed else []
    return tuple(lines)


def _area(area: Area) -> list[Board]:
    """What lies open for sale, in its rows."""
    rows = [
        Row(
            f"Warriors, row {number + 1}",
            tuple(_space(f"W.{number}.{column}", card) for column, card in enumerate(row)),
        )
        for number, row in enumerate(area.warriors)
        if any(row)
    ]
    if area.sovereigns:
        rows.append(Row("Sovereigns", tuple(_card("", card, cost=True) for card in area.sovereigns)))
    return [Board("The Summoning Area (its last column is the Dismissal Zone)", tuple(rows))] if rows else []


def _space(name: str, card: Creature | None) -> Place:
    return Place(name) if card is None else _card(name, card, cost=True)


def _stock(area: Area) -> list[str]:
    notes = [_primordials(area.primordials, area.primordial_cost)] if area.primordials else []
    notes += [f"The Warrior deck, from the top: {_listed(area.warrior_deck)}"] if area.warrior_deck else []
    notes += [f"The Warrior Dismissal Pile: {_listed(area.dismissed)}"] if area.dismissed else []
    notes += [f"Out of play: {_listed(area.out_of_play)}"] if area.out_of_play else []
    return [f"{note}." for note in notes]


def _primordials(number: int, cost: int) -> str:
    price = f"for sale, for {cost} Crystal{'' if cost == 1 else 's'}"
    return f"1 Primordial lies {price}" if number == 1 else f"{number} Primordials lie {price} each"


def _charge(state: State) -> list[str]:
    seat = state.table.active
    chains = [
        f"A chain leads from {seat}.G{chain.gate} through {', '.join(f'{seat}.{slot}' for slot in chain.path)}."
        for chain in state.chains
    ]
    return chains + ([f"The flasks count {state.flask}."] if state.flask else [])


def _players(state: State) -> list[str]:
    told = [
        (*_held(seat, player), *_fallen(state, number))
        for number, (seat, player) in enumerate(zip(SEATS, state.table.players, strict=True))
    ]
    return [f"{line}." for lines in told for line in lines]


def _held(seat: str, player: Player) -> list[str]:
    notes = [f"{seat} holds {_listed(player.hand)}"] if player.hand else []
    notes += [f"{seat}'s deck, from the top: {_listed(player.deck)}"] if player.deck else []
    notes += [f"{seat}'s discard pile, from the bottom: {_listed(player.discard)}"] if player.discard else []
    notes += [f"{seat} has {player.crystals} Crystal{'' if player.crystals == 1 else 's'}"] if player.crystals else []
    return notes


def _fallen(state: State, number: int) -> list[str]:
    """That a Gate of a player fell this turn, and which, where what lies turned tells of several."""
    side, seat = state.sides[number], SEATS[number]
    swept = [
        f"{seat}.G{column}"
        for column, gate in enumerate(side.gates)
        if gate == 0 and not state.resolved >> column & 1 and _swept(state, number, column)
    ]
    if side.gate_lost and len(swept) > 1:
        return [f"The Gates {', '.join(swept[:-1])} and {swept[-1]} were destroyed this turn"]
    return [f"A Gate of {seat} was destroyed this turn"] if side.gate_lost else []


def _swept(state: State, owner: int, column: int) -> bool:
    """Whether a creature lies turned that the wave of this Gate reaches."""
    own, other = state.sides[owner].turned, state.sides[1 - owner].turned
    return bool((own >> column | own >> defense(column) | other >> column) & 1)


def _listed(cards: Cards) -> str:
    groups: list[list[Creature]] = []
    for card in cards:
        if groups and _but_for_the_clan(groups[-1][0]) == _but_for_the_clan(card):
            groups[-1].append(card)
        else:
            groups.append([card])
    return "; ".join(told for group in groups for told in _together(group))


def _printed(card: Creature) -> tuple[str, ...]:
    return (card.kind, *_facts(card), *_abilities(card))


def _but_for_the_clan(card: Creature) -> tuple[object, ...]:
    return (card.kind, card.power, *_abilities(card))


def _together(alike: Sequence[Creature]) -> list[str]:
    """Cards in a row that differ in their Clans at most: in one, where they are many, with the Clans in order."""
    if len(alike) <= FEW:
        return [in_short(card) for card in alike]
    kind, *facts = _printed(alike[0])
    names = f"{alike[0].id} to {alike[-1].id}"
    if len({card.clan for card in alike}) == 1:
        return [f"{len(alike)} {kind.capitalize()} cards alike, {names} ({', '.join(facts)})"]
    clans = ", ".join(card.clan or "no Clan" for card in alike)
    facts = [f"Power {alike[0].power}", *_abilities(alike[0])]
    return [f"{len(alike)} {kind.capitalize()} cards alike but for the Clan, {names} ({', '.join(facts)}; {clans})"]


FEW = 2  # cards alike that are told one by one


# what is empty

HANDS, DECKS, PILES = r"hand|draw|Out of Play", r"deck|draw", r"deck|draw|discard pile is turned|Out of Play"


def lacking(state: State, told: str) -> list[str]:
    """The hands, decks and piles that are empty, as far as the words tell of such, and what is empty for sale."""
    area = state.table.area
    notes = [
        f"{seat}'s {name} is empty"
        for seat, player in zip(SEATS, state.table.players, strict=True)
        for name, held, words in (
            ("hand", player.hand, HANDS),
            ("deck", player.deck, DECKS),
            ("discard pile", player.discard, PILES),
        )
        if not held and _told_of(seat, words, told)
    ]
    if "for sale" in told or "Primordial from the Summoning Area" in told:
        notes += [
            f"{seat} has no Crystal"
            for seat, player in zip(SEATS, state.table.players, strict=True)
            if seat == state.table.active and not player.crystals
        ]
    if "leads a chain" in told and "declares" not in told:
        notes += _undeclared(state)
    if "next Warrior" in told:
        spaces = [card is None for row in area.warriors for card in row]
        free = "All" if all(spaces) else f"{sum(spaces)} of the"
        are = "is" if sum(spaces) == 1 else "are"
        notes += [f"{free} {len(spaces)} spaces for Warriors in the Summoning Area {are} empty"] if any(spaces) else []
        notes += [
            f"The {name} is empty"
            for name, held in (("Warrior deck", area.warrior_deck), ("Warrior Dismissal Pile", area.dismissed))
            if not held
        ]
    if "Sovereign" in told and not area.sovereigns:
        notes.append("No Sovereign lies open")
    return [f"{note}." for note in notes]


def _undeclared(state: State) -> list[str]:
    """That no Primordial of the player on turn stands for a Clan, where there is one."""
    wild = any(card is not None and card.kind == "primordial" for card in state.player(state.me).field)
    return (
        ["No Primordial has been declared for a Clan so far; to be led in a chain with a card of a Clan declares it"]
        if wild and not any(state.serving)
        else []
    )


def _told_of(seat: str, words: str, told: str) -> bool:
    return any(re.search(rf"\b{seat}\b", line) and re.search(words, line) for line in told.splitlines())


def in_short(card: Creature) -> str:
    """A card in a few words."""
    return f"{card.kind.capitalize()} {card.id} ({', '.join((*_facts(card), *_abilities(card)))})"


PICTURES = Pictures(picture, action, event, LEGEND, choices, denied, waiting, lacking)
