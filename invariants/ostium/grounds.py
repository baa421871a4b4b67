"""Near which positions each question of Ostium is looked into. What they grow like is told in `growing`."""

from typing import Any

from ..ground import Ground, Position
from .cases import (
    after,
    attacks_in,
    counts_others,
    draws_nothing,
    either_skulls,
    ending,
    every,
    gates,
    holding,
    met,
    of_the_named,
    others_link,
    over_five,
    plain_attackers,
    share_one,
    skulls,
    spares_skull,
    worth_a_detour,
)
from .growing import ALL_COLUMNS, Grown, charged, either
from .printed import ARROW, FIRST, POWER, TURNED

Card = dict[str, Any]


def card(clan: str = "red", power: int = 1, *main: str, **more: Any) -> Card:
    """A creature without its id."""
    icons = {"main": list(main)} if main else {}
    return {"kind": "warrior", "clan": clan, **({"power": power} if power else {}), **icons, **more}


def turned(clan: str = "red", power: int = 1, *skull: str) -> Card:
    """A creature that lies turned, with what is behind its skull."""
    return card(clan, power, rotated=True, **({"skull": list(skull)} if skull else {}))


def pile(name: str, *cards: Card) -> list[Card]:
    """Cards with ids: a letter and their number."""
    return [{"id": f"{name}{number}", **each} for number, each in enumerate(cards)]


def at(a: Position | None = None, b: Position | None = None, **more: Any) -> tuple[Position, ...]:
    """A bare position in the middle of a game: what the players hold beside creatures, and the rest of it."""
    players = {seat: board for seat, board in (("A", a), ("B", b)) if board}
    return ({"turn": 3, **({"players": players} if players else {}), **more},)


RED, BLUE = card(), card("blue")
PRIMORDIAL: Card = {"kind": "primordial", "main": ["double_arrow"]}
ATTACK = at(phase="attack")
FELL: Position = {"gates": [0, 15, 15], "gate_lost": True}  # in this turn: what stood in its column lies turned
FELLED = at(b=FELL, phase="attack")


def arrow(ability: str) -> Card:
    """A card that can be discarded for an ability."""
    return card("red", 1, f"arrow>{ability}")


FAMILIAR: Card = {**arrow("crystal"), "kind": "familiar"}


def hand(*cards: Card, **more: Any) -> Position:
    """A player with these cards in hand."""
    return {"hand": pile("h", *cards), **more}


FULL = {"hand": pile("h", *[RED] * 5)}  # nothing is drawn when the turn ends
FULL_B = {"hand": pile("k", *[BLUE] * 5)}


def for_sale(*cards: Card, name: str = "w") -> list[Card]:
    """Warriors of the Summoning Area."""
    return pile(name, *({**each, "cost": 1} for each in cards))


def laid(one: Card) -> list[Any]:
    """The Warriors with one card, in the first space."""
    return [[*for_sale(one), None, None], [None, None, None]]


def zone(one: Card) -> list[Any]:
    """The Warriors with one card, in the Dismissal Zone."""
    return [[None, None, *for_sale(one)], [None, None, None]]


BUYER: Position = {"crystals": 1}
SOVEREIGN: Card = {"kind": "sovereign", "clan": "red", "power": 1, "cost": 1}
DUE: Position = {"phase": "gift", "area": {"sovereigns": pile("s", SOVEREIGN, SOVEREIGN)}}
GIFT = at(hand(RED, gate_lost=True, gates=[1, 15, 15]), pending=[{"kind": "gift", "owner": "A"}], **DUE)
FULL_GIFT = at(hand(*[RED] * 5, gate_lost=True, gates=[0, 15, 15]), pending=[{"kind": "gift", "owner": "A"}], **DUE)
FIRST_TURN = frozenset({FIRST})
STARTER = [{**FAMILIAR, "clan": clan} for clan in ("red", "blue", "green", "yellow", "purple") for _ in range(2)]
STARTED: Position = {"deck": pile("x", *STARTER[:7]), "discard": pile("y", *STARTER[7:])}
TWO_FELL = at(
    {"gates": [15, 15, 14]}, {"gates": [0, 0, 14], "gate_lost": True}, phase="attack"
)  # so that repairs are worth something

GROUNDS = (
    Ground("ostium.synergy.two-primordials", Grown(ATTACK, (PRIMORDIAL, RED)), depth=3),
    Ground("ostium.synergy.robed-in-synergy", Grown(ATTACK, (RED, card("blue", 1, "robed")))),
    Ground(
        "ostium.synergy.robed-side",
        Grown(ATTACK, (RED, card("red", right=["fusion"]))),
        shows=every(after("fuse"), ending("attack")),
    ),
    Ground(
        "ostium.fusion.chain-shape",
        Grown(ATTACK, (RED, card("red", 1, "fusion")), own_slots=ALL_COLUMNS),
        most=6,
        depth=1,
        least=3,
        shows=worth_a_detour,
    ),
    Ground(
        "ostium.fusion.crossing",
        Grown(ATTACK, (RED,), own_slots=ALL_COLUMNS),
        most=6,
        least=3,
        given={"ostium.fusion.ending-is-passing": "open-end"},
    ),
    Ground("ostium.fusion.ending-is-passing", Grown(ATTACK, (RED,), own_slots=ALL_COLUMNS), most=5, shows=share_one),
    Ground(
        "ostium.fusion.icon-stacking",
        Grown(ATTACK, (RED, card("red", 1, "fusion"))),
        shows=plain_attackers("fusion"),
    ),
    Ground("ostium.fusion.late-chain", Grown(ATTACK, (RED,)), shows=others_link),
    Ground(
        "ostium.charge.must-attack",
        Grown(at(b={"gates": [1, 15, 15]}, phase="attack"), (RED,)),
        shows=every(ending("withhold"), gates("B", 1, 15, 15), attacks_in(0)),
    ),
    Ground(
        "ostium.charge.second-comparison",
        Grown(ATTACK, [card(power=n) for n in range(1, 5)], [card("blue", n) for n in range(1, 4)]),
        depth=1,
    ),
    Ground(
        "ostium.charge.must-push",
        Grown(ATTACK, (card(power=2),), (BLUE, card("blue", skull=["damage"]))),
        shows=every(ending("attack"), met(), skulls("B", 1, turned=False), spares_skull),
    ),
    Ground(
        "ostium.charge.zero-attack",
        Grown(ATTACK, (card(power=0),), (card("blue", 0),)),
        shows=met(0),
        lifts=frozenset({POWER}),
    ),
    Ground("ostium.charge.flask-self", Grown(ATTACK, (RED, card("red", 1, "flask")), (RED,))),
    Ground(
        "ostium.charge.flask-value",
        Grown(ATTACK, (card("red", 1, "flask:2"), BLUE), (BLUE,)),
        least=4,
        shows=every(counts_others, of_the_named(3)),
    ),
    Ground(
        "ostium.charge.flask-affiliated",
        Grown(ATTACK, (card("red", 1, "flask"), BLUE, PRIMORDIAL)),
        depth=3,
        shows=every(after("fuse", "flask"), counts_others),
    ),
    Ground(
        "ostium.charge.sole-aim",
        Grown(at(b={"gates": [0, 15, 15]}, phase="attack"), (RED, card(power=2)), (BLUE,)),
        shows=every(met(), attacks_in(0)),
    ),
    Ground(
        "ostium.charge.turned-attacks",
        Grown(at(BUYER, FELL), (turned(),)),
        depth=3,
        shows=every(after("end_development", "move"), ending("attack")),
    ),
    Ground(
        "ostium.charge.turned-power",
        Grown(ATTACK, (RED,), (turned("blue", 1), turned("blue", 2))),
        lifts=frozenset({TURNED}),
    ),
    Ground(
        "ostium.gates.wave-at-end",
        Grown(at(b={"gates": [1, 0, 0]}, phase="attack"), (RED, card(power=1)), (BLUE,)),
    ),
    Ground(
        "ostium.gates.wave-attacker",
        either(
            Grown(at(hand(card("red", 1, "damage")), {"gates": [1, 15, 15]}), (RED,), (BLUE,)),
            charged(
                Grown(at({**FULL, "gates": [1, 15, 15]}, phase="attack"), (RED,), (BLUE, turned("blue", 1, "damage")))
            ),
        ),
        shows=draws_nothing,
    ),
    Ground(
        "ostium.synergy.primordial-between-clans",
        Grown(
            at(hand(PRIMORDIAL)),
            (card("red", right=["crystal"]), card("blue", left=["crystal"])),
            own_slots=ALL_COLUMNS,
        ),
        depth=1,
    ),
    Ground(
        "ostium.synergy.pending-abilities",
        Grown(
            at(hand(PRIMORDIAL)),
            (card("red", right=["damage"]), card("blue", left=["clan_removal"])),
            own_slots=ALL_COLUMNS,
        ),
        depth=3,
    ),
    Ground(
        "ostium.synergy.repeat",
        Grown(at(hand(card("red", 1, "area"), RED)), (card("red", right=["crystal"]),)),
        depth=3,
    ),
    Ground("ostium.discard.arrow-in-attack", Grown(at(hand(arrow("damage")), phase="attack"), (RED,))),
    Ground(
        "ostium.collect.late-wave",
        Grown(
            at(FULL, {"gates": [1, 0, 15], "gate_lost": True}, phase="attack"),
            (turned("red", 1, "damage"),),
            (BLUE, card("blue", skull=["damage"])),
        ),
        shows=every(holding("A", "hand", 5), gates("B", 1, 0, 15), skulls("A", 1), skulls("B", 1, turned=False)),
    ),
    Ground(
        "ostium.collect.development-skulls",
        Grown(
            at(hand(card("red", 1, "damage")), {"gates": [1, 15, 15]}),
            (),
            (BLUE, card("blue", skull=["damage"])),
        ),
    ),
    Ground("ostium.collect.skull-compulsory", charged(Grown(ATTACK, (RED,), (turned("blue", 1, "damage"),)))),
    Ground(
        "ostium.collect.skull-time",
        charged(
            Grown(
                at(FULL, {"hand": pile("k", BLUE)}, phase="attack"),
                (card(power=2),),
                (turned("blue"), turned("blue", 1, "out_of_play")),
            )
        ),
        shows=every(holding("A", "hand", 5), holding("B", "hand", 1)),
    ),
    Ground(
        "ostium.collect.priority",
        either(
            Grown(FELLED, (turned("red", 1, "damage"),), (turned("blue", 1, "damage"),)),
            Grown(TWO_FELL, (turned("red", 1, "repair"),), (turned("blue", 1, "repair"),)),
        ),
        depth=4,
        least=3,
        shows=either_skulls,
    ),
    Ground(
        "ostium.collect.turned-target",
        Grown(at(FULL, FELL, phase="attack"), (RED, turned("red", 1, "damage")), (turned("blue", 1, "remove"),)),
        shows=every(holding("A", "hand", 5), ending("use"), skulls("A", 1)),
    ),
    Ground(
        "ostium.draw.first-turn",
        Grown(at(STARTED, phase="attack", turn=1), (RED,)),
        shows=holding("A", "deck", 5),
        lifts=FIRST_TURN,
    ),
    Ground(
        "ostium.draw.turn-over-time",
        Grown(at(hand(card("red", 1, "draw"), deck=pile("x", RED), discard=pile("y", RED)))),
    ),
    Ground("ostium.draw.ability-turns-over", Grown(at(hand(card("red", 1, "draw"), discard=pile("y", RED))))),
    Ground(
        "ostium.draw.hand-limit",
        either(
            Grown(at(hand(card("red", 1, "draw"), *[RED] * 5, deck=pile("x", RED)))),
            Grown(at(hand(*[RED] * 5, SOVEREIGN), phase="attack")),
        ),
        shows=over_five,
    ),
    Ground("ostium.refill.too-few", Grown(at(area={"warrior_deck": for_sale(RED)})), depth=1),
    Ground(
        "ostium.abilities.rebuild-value",
        Grown(at(hand(card("red", 1, "rebuild:2"), gates=[0, 0, 15]))),
        shows=gates("A", 0, 0, 15),
    ),
    Ground("ostium.abilities.clan-removal-source", Grown(at(hand(card("red", 1, "clan_removal"))), (RED,))),
    Ground("ostium.components.primordial-cost", Grown(at(area={"primordials": 1})), depth=1),
    Ground("ostium.turn.crystals-until", Grown(at({"crystals": 1})), depth=1),
    Ground(
        "ostium.turn.act-in-between",
        Grown(at(hand(card("red", 1, "damage"), RED))),
        shows=every(after("summon"), ending("summon")),
    ),
    Ground(
        "ostium.turn.arrow-crystals-in-attack",
        Grown(at(hand(FAMILIAR, *[RED] * 5), phase="attack")),
        shows=draws_nothing,
    ),
    Ground("ostium.turn.first-attack", Grown(at(phase="attack", turn=1), (RED,)), depth=1, lifts=FIRST_TURN),
    Ground("ostium.turn.attack-with-nothing", Grown(at(), (RED,)), depth=1),
    Ground("ostium.discard.after-the-draw", Grown(GIFT), depth=1),
    Ground(
        "ostium.discard.arrow-removes-itself",
        Grown(at(hand(arrow("out_of_play")))),
    ),
    Ground(
        "ostium.summon.zone-main-domain", Grown(at(BUYER, area={"warriors": zone(card("red", 1, "damage"))})), depth=1
    ),
    Ground("ostium.summon.turned-slot", Grown(at(hand(RED), FELL), (RED, turned())), depth=1),
    Ground(
        "ostium.summon.bought-sides",
        Grown(at(BUYER, area={"warriors": laid(RED)}), (RED, card(right=["damage"]))),
        depth=1,
    ),
    Ground(
        "ostium.synergy.which-half",
        Grown(ATTACK, (RED, card(left=["flame"]), card(right=["flame"]))),
    ),
    Ground("ostium.synergy.affiliated-primordial", Grown(ATTACK, (PRIMORDIAL, card("blue", right=["flame"])))),
    Ground(
        "ostium.synergy.double-arrow-elsewhere",
        Grown(ATTACK, (RED, card("red", 1, "double_arrow"))),
        depth=1,
        lifts=frozenset({ARROW}),
    ),
    Ground(
        "ostium.synergy.robed-keeps-own-clan",
        Grown(ATTACK, (card("blue", 1, "robed"), card("blue", right=["flame"]), RED)),
    ),
    Ground(
        "ostium.synergy.only-when-summoned",
        Grown(at(hand(arrow("damage")))),
        depth=1,
    ),
    Ground(
        "ostium.synergy.robed-wakes-neighbours", Grown(ATTACK, (RED, card("blue", 1, "robed"), card(right=["flame"])))
    ),
    Ground(
        "ostium.synergy.order",
        Grown(at(hand(card("red", 1, "damage"))), (RED, card(right=["repair"]))),
    ),
    Ground(
        "ostium.synergy.turned-newcomer",
        Grown(at(hand(RED), FELL), (turned(), card(right=["damage"], rotated=True))),
        depth=1,
    ),
    Ground(
        "ostium.synergy.side-area-icon",
        Grown(at(BUYER, area={"warriors": laid(card("red", 1, "damage", left=["area"]))}), (RED,)),
        depth=1,
    ),
    Ground("ostium.synergy.vertical-sides", Grown(at(hand(RED)), (RED, card(right=["damage"]))), depth=1),
    Ground(
        "ostium.synergy.side-by-side-halves",
        Grown(at(hand(card(left=["damage"]))), (RED, card(right=["repair"]))),
        depth=1,
    ),
    Ground("ostium.area.primordials-return", Grown(at({"crystals": 1}), (PRIMORDIAL, RED)), depth=1),
    Ground(
        "ostium.area.reshuffle-early",
        Grown(
            at(
                area={
                    "warriors": [[*for_sale(RED, RED), None], for_sale(RED, RED, RED, name="v")],
                    "warrior_deck": for_sale(RED, RED, name="x"),
                }
            )
        ),
    ),
    Ground("ostium.move.swap-cost", Grown(at({"crystals": 1}), (RED,)), depth=1),
    Ground("ostium.move.turned", Grown(at(BUYER, FELL), (RED, turned())), depth=1),
    Ground("ostium.fusion.empty-defense-slot", Grown(ATTACK, (RED,)), depth=1),
    Ground("ostium.fusion.attackers-own-icon", Grown(ATTACK, (RED, card("red", 1, "fusion")))),
    Ground("ostium.fusion.side-icon-partner", Grown(ATTACK, (RED, card(right=["fusion"])))),
    Ground("ostium.fusion.turned-link", Grown(FELLED, (RED, turned())), depth=1),
    Ground("ostium.fusion.robed-number", Grown(ATTACK, (RED, card("red", 1, "robed:2")))),
    Ground("ostium.fusion.link-has-attacked", Grown(ATTACK, (RED,))),
    Ground("ostium.charge.attack-order", Grown(ATTACK, (RED,)), depth=1),
    Ground("ostium.charge.flask-when", Grown(ATTACK, (RED, card("red", 1, "flask")), own_slots=("A0", "A1"))),
    Ground(
        "ostium.charge.flask-turned",
        Grown(
            at(b={"gates": [15, 0, 15], "gate_lost": True}, phase="attack"),
            (card("red", 1, "flask"),),
            (turned("blue"),),
        ),
    ),
    Ground("ostium.charge.flask-primordial", Grown(ATTACK, (card("red", 1, "flask"), PRIMORDIAL))),
    Ground(
        "ostium.charge.turned-in-the-way",
        Grown(ATTACK, (RED, card(power=1)), (turned("blue", 1),)),
        depth=1,
        given={"ostium.charge.turned-power": "full"},
        lifts=frozenset({TURNED}),
    ),
    Ground(
        "ostium.charge.floor",
        Grown(
            at(b={"gates": [14, 15, 15]}, phase="attack"),
            [card(power=n) for n in range(1, 4)],
            [card("blue", n) for n in range(1, 4)],
        ),
        depth=1,
        given={"ostium.charge.second-comparison": "full-power"},
    ),
    Ground("ostium.charge.flask-unnamed", Grown(ATTACK, (RED, card("red", 1, "flask"))), depth=1),
    Ground("ostium.gates.surplus", Grown(at(b={"gates": [1, 15, 15]}, phase="attack"), (RED, card(power=2))), depth=1),
    Ground(
        "ostium.gates.wave-without-creature",
        Grown(at(hand(card("red", 1, "damage")), {"gates": [1, 15, 15]}), (RED,)),
    ),
    Ground("ostium.collect.skull-crystals", charged(Grown(ATTACK, (RED,), (turned("blue", 1, "crystal"),))), depth=1),
    Ground("ostium.collect.skull-choices", charged(Grown(ATTACK, (RED,), (turned("blue", 1, "damage"),))), depth=1),
    Ground("ostium.draw.as-one", Grown(at(hand(card("red", 1, "draw:2"), deck=pile("x", RED))))),
    Ground("ostium.draw.pile-on-top", Grown(at(hand(card("red", 1, "draw"), discard=pile("y", RED, RED))))),
    Ground("ostium.draw.used-arrow-in-pile", Grown(at(hand(arrow("draw"))))),
    Ground("ostium.gift.rebuilt-gate", Grown(GIFT), depth=1),
    Ground("ostium.gift.sixth-card", Grown(FULL_GIFT), depth=1),
    Ground("ostium.gift.none-left", Grown(at({"gate_lost": True, "gates": [0, 15, 15]}, phase="attack")), depth=1),
    Ground("ostium.abilities.optional", Grown(at(hand(card("red", 1, "damage"))))),
    Ground("ostium.abilities.split-value", Grown(at(hand(card("red", 1, "damage:2"))))),
    Ground("ostium.abilities.several-objects", Grown(at(hand(card("red", 1, "remove:2"))), (), (BLUE,))),
    Ground("ostium.abilities.damage-to-destroyed", Grown(at(hand(card("red", 1, "damage")), {"gates": [0, 15, 15]}))),
    Ground("ostium.abilities.full-gate", Grown(at(hand(card("red", 1, "repair"))))),
    Ground(
        "ostium.abilities.rebuild-whose",
        Grown(at(hand(card("red", 1, "rebuild"), gates=[0, 15, 15]), {"gates": [0, 15, 15]})),
    ),
    Ground(
        "ostium.abilities.rebuilt-column",
        Grown(at(hand(card("red", 1, "rebuild"), gates=[0, 15, 15]), FELL), (RED, turned())),
    ),
    Ground("ostium.abilities.out-of-play-empty", Grown(at(hand(card("red", 1, "out_of_play")))), depth=1),
    Ground("ostium.abilities.clan-removal-wild", Grown(at(hand(card("red", 1, "clan_removal"))), (PRIMORDIAL,))),
    Ground("ostium.abilities.clan-removal-absent", Grown(at(hand(card("red", 1, "clan_removal"))))),
    Ground(
        "ostium.abilities.area-icon-in-zone",
        Grown(at(BUYER, area={"warriors": zone(card("red", 1, "area", "damage"))})),
        depth=1,
    ),
)
