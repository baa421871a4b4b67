"""A game of the reference on its way to a position: each action as it is done. What is to be done is not known here."""

from dataclasses import dataclass, field
from typing import Any

import msgspec

from ruleproof.engine.decision import Refused
from ruleproof.engine.game import Unreadable
from ruleproof.engine.ostium.action import HAND, Action, Attack, Decline, EndAttack, Summon, Withhold
from ruleproof.engine.ostium.game import GAME
from ruleproof.engine.ostium.state import State, with_player, with_side
from ruleproof.engine.ostium.summon import found

from .wanted import Card

PLENTY = 99  # crystals, while it is found out how many are needed


class Stuck(Exception):
    """The plan does not go on here; the message says why."""


@dataclass(frozen=True)
class Deal:
    """The cards of a new game, each pile in the order in which chance will lay it."""

    decks: dict[str, list[Card]]
    warriors: list[Card]
    sovereigns: list[Card]
    primordials: int
    primordial_cost: int

    def options(self) -> dict[str, Any]:
        """What `new` is given."""
        cards = [{**card, "starter": place} for place, letter in enumerate("AB", 1) for card in self.decks[letter]]
        price = {"cost": self.primordial_cost} if self.primordial_cost else {}
        stack = [
            {"id": f"p{number}", "kind": "primordial", **price, "main": ["double_arrow"]}
            for number in range(1, self.primordials + 1)
        ]
        return {"cards": [*cards, *self.warriors, *self.sovereigns, *stack]}


@dataclass
class Course:
    """The game so far. In a `dry` one the planner may put right what a later try will do by play."""

    deal: Deal
    readings: dict[str, str]
    dry: bool = False
    chance: list[dict[str, Any]] = field(default_factory=list[dict[str, Any]])
    actions: list[tuple[str, dict[str, Any]]] = field(default_factory=list[tuple[str, dict[str, Any]]])
    lowest: int = 0  # how few crystals there were since `count_crystals`

    def __post_init__(self) -> None:
        order = [card["id"] for letter in "AB" for card in self.deal.decks[letter]]
        order += [card["id"] for card in (*self.deal.sovereigns, *self.deal.warriors)]
        self._place = {name: place for place, name in enumerate(order)}
        self.state: State = GAME.initial(self.deal.options(), "two-player", self.readings)
        self._settle()

    def _settle(self) -> None:
        """Let chance lay each pile in the order of the deal."""
        while (site := GAME.chance(self.state)) is not None:
            outcome = tuple(sorted(site.cards, key=lambda card: self._place.get(card, 0)))
            self.chance.append({"site": site.site, "outcome": list(outcome)})
            self.state = GAME.apply(self.state, "", GAME.order(site.site, outcome)).state

    def do(self, kind: str, **members: Any) -> None:
        """Do an action of whoever is to act. Raises Stuck where the reference refuses it."""
        action = GAME.read_action({"type": kind, **members})
        if isinstance(action, Unreadable):
            raise Stuck(action.why)
        self.take(action)

    def take(self, action: Action, seat: str = "") -> None:
        """The same with an action of the engine; `seat` where another than the first does it."""
        seats = GAME.to_move(self.state)
        if not seats:
            raise Stuck("nobody is to act")
        seat = seat or seats[0]
        decision = GAME.decide(self.state, seat, action)
        if isinstance(decision, Refused):
            raise Stuck(decision.why)
        self.actions.append((seat if seat != seats[0] else "", GAME.write_action(action)))
        if isinstance(action, Summon) and action.origin != HAND and (card := found(self.state, action)) is not None:
            self.lowest = min(self.lowest, self.crystals - card.cost)
        self.state = GAME.apply(self.state, seat, action).state
        self._settle()
        self.lowest = min(self.lowest, self.crystals)

    def legal(self) -> list[Action]:
        """What whoever is to act first may do."""
        seats = GAME.to_move(self.state)
        return list(GAME.actions(self.state, seats[0])) if seats else []

    def decline(self) -> None:
        """Leave every ability that waits. Raises Stuck where one has to be used."""
        while self.state.pending and self.state.pending[0].kind == "ability":
            action = next((each for each in self.legal() if isinstance(each, Decline)), None)
            if action is None:
                raise Stuck("an ability has to be used")
            self.take(action)

    def end_attack(self) -> None:
        """End the attack phase; who has to attack first does so, past the opponent's attack row where it can."""
        while True:
            actions = self.legal()
            if any(isinstance(action, EndAttack) for action in actions):
                self.do("end_attack")
                return
            ways: list[Action] = [action for action in actions if isinstance(action, Withhold)]
            ways += [action for action in actions if isinstance(action, Attack) and action.first != "attack_row"]
            if not ways:
                raise Stuck("the attack phase does not end")
            self.take(ways[0])

    # what is seen of the table

    @property
    def crystals(self) -> int:
        """Those of the player on turn."""
        return self.state.player(self.state.me).crystals

    def gates(self, number: int) -> tuple[int, ...]:
        """A player's gates."""
        return tuple(gate or 0 for gate in self.state.sides[number].gates)

    # what is put right in a dry course only

    def endow(self) -> None:
        """Give the player on turn plenty of crystals, and count from there."""
        if self.dry:
            player = self.state.player(self.state.me)
            self.state = with_player(self.state, self.state.me, msgspec.structs.replace(player, crystals=PLENTY))
        self.lowest = self.crystals

    def set_gate(self, number: int, column: int, durability: int) -> None:
        """Put a gate at another durability."""
        side = self.state.sides[number]
        gates = tuple(durability if place == column else gate for place, gate in enumerate(side.gates))
        first, second, third = gates
        self.state = with_side(self.state, number, msgspec.structs.replace(side, gates=(first, second, third)))

    def position(self) -> dict[str, Any]:
        """The position reached."""
        return GAME.dump(self.state)
