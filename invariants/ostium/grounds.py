"""Near which positions each question of Ostium is looked into. What they grow like is told in `growing`."""

from typing import Any

from ..ground import Ground, Position
from .growing import ALL_COLUMNS, Grown, either

Card = dict[str, Any]


def card(clan: str = "red", power: int = 0, *main: str, **more: Any) -> Card:
    """A creature without its id."""
    icons = {"main": list(main)} if main else {}
    return {"kind": "warrior", "clan": clan, **({"power": power} if power else {}), **icons, **more}


def turned(clan: str = "red", power: int = 0, *skull: str) -> Card:
    """A creature that lies turned, with what is behind its skull."""
    return card(clan, power, rotated=True, **({"skull": list(skull)} if skull else {}))


def pile(name: str, *cards: Card) -> list[Card]:
    """Cards with ids: a letter and their number."""
    return [{"id": f"{name}{number}", **each} for number, each in enumerate(cards)]


def at(a: Position | None = None, b: Position | None = None, **more: Any) -> tuple[Position, ...]:
    """A bare position: what the players hold beside creatures, and the rest of it."""
    players = {seat: board for seat, board in (("A", a), ("B", b)) if board}
    return ({**({"players": players} if players else {}), **more},)


RED, BLUE = card(), card("blue")
PRIMORDIAL: Card = {"kind": "primordial", "main": ["double_arrow"]}
ATTACK = at(phase="attack")
ARROW_DAMAGE: Card = {"kind": "familiar", "clan": "red", "main": ["arrow>damage"]}


def hand(*cards: Card, **more: Any) -> Position:
    """A player with these cards in hand."""
    return {"hand": pile("h", *cards), **more}


def laid(one: Card) -> list[Any]:
    """The Warriors with one card, in the first space."""
    return [[{"id": "w0", **one}, None, None], [None, None, None]]


def zone(one: Card) -> list[Any]:
    """The Warriors with one card, in the Dismissal Zone."""
    return [[None, None, {"id": "w0", **one}], [None, None, None]]


SOVEREIGN: Card = {"kind": "sovereign", "clan": "red"}
DUE: Position = {"phase": "gift", "area": {"sovereigns": pile("s", SOVEREIGN, SOVEREIGN)}}
GIFT = at(hand(RED, gate_lost=True, gates=[1, 15, 15]), pending=[{"kind": "gift", "owner": "A"}], **DUE)
FULL_GIFT = at(hand(*[RED] * 5, gate_lost=True, gates=[0, 15, 15]), pending=[{"kind": "gift", "owner": "A"}], **DUE)

GROUNDS = (
    Ground("ostium.synergy.two-primordials", Grown(ATTACK, (PRIMORDIAL, RED)), depth=3),
    Ground("ostium.synergy.robed-in-synergy", Grown(ATTACK, (RED, card("blue", 0, "robed")))),
    Ground("ostium.synergy.robed-side", Grown(ATTACK, (RED, card("blue", right=["robed"])))),
    Ground("ostium.fusion.chain-shape", Grown(ATTACK, (RED,), own_slots=ALL_COLUMNS), most=6, depth=1),
    Ground(
        "ostium.fusion.crossing",
        Grown(ATTACK, (RED,), own_slots=ALL_COLUMNS),
        most=6,
        given={"ostium.fusion.ending-is-passing": "open-end"},
    ),
    Ground("ostium.fusion.ending-is-passing", Grown(ATTACK, (RED,), own_slots=ALL_COLUMNS)),
    Ground("ostium.fusion.icon-stacking", Grown(ATTACK, (RED, card("red", 0, "fusion")))),
    Ground("ostium.fusion.late-chain", Grown(ATTACK, (RED,))),
    Ground("ostium.charge.must-attack", Grown(ATTACK, (RED,), (BLUE,))),
    Ground(
        "ostium.charge.second-comparison",
        Grown(ATTACK, [card(power=n) for n in range(1, 5)], [card("blue", n) for n in range(1, 4)]),
        depth=1,
    ),
    Ground("ostium.charge.must-push", Grown(ATTACK, (RED, card(power=2)), (BLUE, card("blue", 1)))),
    Ground("ostium.charge.zero-attack", Grown(ATTACK, (RED, card(power=1)), (BLUE,))),
    Ground("ostium.charge.flask-self", Grown(ATTACK, (RED, card("red", 1, "flask")), (RED,))),
    Ground("ostium.charge.flask-value", Grown(ATTACK, (RED, card("red", 1, "flask:2")), (RED,))),
    Ground("ostium.charge.flask-affiliated", Grown(ATTACK, (card("red", 1, "flask"), PRIMORDIAL)), depth=3),
    Ground(
        "ostium.charge.sole-aim",
        Grown(at(b={"gates": [0, 15, 15]}, phase="attack"), (RED, card(power=1)), (BLUE,)),
    ),
    Ground("ostium.charge.turned-attacks", Grown(ATTACK, (RED, turned()), (BLUE,))),
    Ground("ostium.charge.turned-power", Grown(ATTACK, (RED, card(power=1)), (turned("blue", 1), turned("blue", 2)))),
    Ground(
        "ostium.gates.wave-at-end",
        Grown(at(b={"gates": [1, 0, 0]}, phase="attack"), (RED, card(power=1)), (BLUE,)),
    ),
    Ground(
        "ostium.gates.wave-attacker",
        either(
            Grown(at(hand(card("red", 0, "damage")), {"gates": [1, 15, 15]}), (RED,), (BLUE,)),
            Grown(at({"gates": [1, 15, 15]}, phase="attack"), (), (BLUE, turned("blue", 0, "damage"))),
        ),
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
        Grown(at(hand(card("red", 0, "clan_removal"))), (card("red", right=["damage"]),)),
        depth=3,
    ),
    Ground(
        "ostium.synergy.repeat",
        Grown(at(hand(card("red", 0, "area"), RED)), (card("red", right=["crystal"]),)),
        depth=3,
    ),
    Ground("ostium.discard.arrow-in-attack", Grown(at(hand(ARROW_DAMAGE), phase="attack"), (RED,))),
    Ground(
        "ostium.collect.late-wave",
        Grown(
            at({"gates": [1, 15, 15]}, phase="attack"),
            (RED, card(skull=["damage"])),
            (turned("blue", 0, "damage"),),
        ),
    ),
    Ground(
        "ostium.collect.development-skulls",
        Grown(
            at(hand(card("red", 0, "damage")), {"gates": [1, 15, 15]}),
            (),
            (BLUE, card("blue", skull=["damage"])),
        ),
    ),
    Ground("ostium.collect.skull-compulsory", Grown(ATTACK, (), (turned("blue", 0, "damage"),))),
    Ground("ostium.collect.skull-time", Grown(ATTACK, (), (turned("blue"), turned("blue", 0, "out_of_play")))),
    Ground(
        "ostium.collect.priority",
        Grown(
            ATTACK,
            (turned("red", 0, "out_of_play"), turned("red", 0, "damage")),
            (turned("blue", 0, "out_of_play"), turned("blue", 0, "damage")),
        ),
        depth=4,
    ),
    Ground("ostium.collect.turned-target", Grown(ATTACK, (RED, turned()), (turned("blue", 0, "remove"),))),
    Ground("ostium.draw.first-turn", Grown(at({"deck": pile("x", RED)}, phase="attack"), (RED,))),
    Ground(
        "ostium.draw.turn-over-time",
        Grown(at(hand(card("red", 0, "draw"), deck=pile("x", RED), discard=pile("y", RED)))),
    ),
    Ground("ostium.draw.ability-turns-over", Grown(at(hand(card("red", 0, "draw"), discard=pile("y", RED))))),
    Ground(
        "ostium.draw.hand-limit",
        either(
            Grown(at(hand(card("red", 0, "draw"), *[RED] * 5, deck=pile("x", RED)))),
            Grown(at(hand(*[RED] * 6), phase="attack")),
        ),
    ),
    Ground("ostium.refill.too-few", Grown(at(area={"warrior_deck": pile("w", RED)})), depth=1),
    Ground("ostium.abilities.rebuild-value", Grown(at(hand(card("red", 0, "rebuild:2"), gates=[0, 0, 15])))),
    Ground("ostium.abilities.clan-removal-source", Grown(at(hand(card("red", 0, "clan_removal"))), (RED,))),
    Ground("ostium.components.primordial-cost", Grown(at(area={"primordials": 1})), depth=1),
    Ground("ostium.turn.crystals-until", Grown(at({"crystals": 1})), depth=1),
    Ground("ostium.turn.act-in-between", Grown(at(hand(card("red", 0, "damage"))))),
    Ground(
        "ostium.turn.arrow-crystals-in-attack",
        Grown(at(hand({"kind": "familiar", "clan": "red", "main": ["arrow>crystal"]}), phase="attack")),
    ),
    Ground("ostium.turn.first-attack", Grown(ATTACK, (RED,)), depth=1),
    Ground("ostium.turn.attack-with-nothing", Grown(at(), (RED,)), depth=1),
    Ground("ostium.discard.after-the-draw", Grown(GIFT), depth=1),
    Ground(
        "ostium.discard.arrow-removes-itself",
        Grown(at(hand({"kind": "familiar", "clan": "red", "main": ["arrow>out_of_play"]}))),
    ),
    Ground("ostium.summon.zone-main-domain", Grown(at(area={"warriors": zone(card("red", 0, "damage"))})), depth=1),
    Ground("ostium.summon.turned-slot", Grown(at(hand(RED)), (RED, turned())), depth=1),
    Ground(
        "ostium.summon.bought-sides",
        Grown(at(area={"warriors": laid(RED)}), (RED, card(right=["damage"]))),
        depth=1,
    ),
    Ground(
        "ostium.synergy.which-half",
        Grown(ATTACK, (RED, card(left=["flame"]), card(right=["flame"]))),
    ),
    Ground("ostium.synergy.affiliated-primordial", Grown(ATTACK, (PRIMORDIAL, card("blue", right=["flame"])))),
    Ground("ostium.synergy.double-arrow-elsewhere", Grown(ATTACK, (RED, card("red", 0, "double_arrow"))), depth=1),
    Ground(
        "ostium.synergy.robed-keeps-own-clan",
        Grown(ATTACK, (card("blue", 0, "robed"), card("blue", right=["flame"]), RED)),
    ),
    Ground(
        "ostium.synergy.only-when-summoned",
        Grown(at(hand(ARROW_DAMAGE))),
        depth=1,
    ),
    Ground(
        "ostium.synergy.robed-wakes-neighbours", Grown(ATTACK, (RED, card("blue", 0, "robed"), card(right=["flame"])))
    ),
    Ground(
        "ostium.synergy.order",
        Grown(at(hand(card("red", 0, "damage"))), (RED, card(right=["repair"]))),
    ),
    Ground(
        "ostium.synergy.turned-newcomer",
        Grown(at(hand(RED)), (turned(), card(right=["damage"], rotated=True))),
        depth=1,
    ),
    Ground(
        "ostium.synergy.side-area-icon",
        Grown(at(area={"warriors": laid(card("red", 0, "damage", left=["area"]))}), (RED,)),
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
                    "warriors": [[*pile("w", RED, RED), None], [*pile("v", RED, RED, RED)]],
                    "warrior_deck": pile("x", RED, RED),
                }
            )
        ),
    ),
    Ground("ostium.move.swap-cost", Grown(at({"crystals": 1}), (RED,)), depth=1),
    Ground("ostium.move.turned", Grown(at({"crystals": 1}), (RED, turned())), depth=1),
    Ground("ostium.fusion.empty-defense-slot", Grown(ATTACK, (RED,)), depth=1),
    Ground("ostium.fusion.attackers-own-icon", Grown(ATTACK, (RED, card("red", 0, "fusion")))),
    Ground("ostium.fusion.side-icon-partner", Grown(ATTACK, (RED, card(right=["fusion"])))),
    Ground("ostium.fusion.turned-link", Grown(ATTACK, (RED, turned())), depth=1),
    Ground("ostium.fusion.robed-number", Grown(ATTACK, (RED, card("red", 0, "robed:2")))),
    Ground("ostium.fusion.link-has-attacked", Grown(ATTACK, (RED,))),
    Ground("ostium.charge.attack-order", Grown(ATTACK, (RED,)), depth=1),
    Ground("ostium.charge.flask-when", Grown(ATTACK, (RED, card("red", 0, "flask")), own_slots=("A0", "A1"))),
    Ground("ostium.charge.flask-turned", Grown(ATTACK, (card("red", 0, "flask"),), (BLUE, turned("blue")))),
    Ground("ostium.charge.flask-primordial", Grown(ATTACK, (card("red", 0, "flask"), PRIMORDIAL))),
    Ground(
        "ostium.charge.turned-in-the-way",
        Grown(ATTACK, (RED, card(power=1)), (turned("blue", 1),)),
        depth=1,
        given={"ostium.charge.turned-power": "full"},
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
    Ground("ostium.charge.flask-unnamed", Grown(ATTACK, (RED, card("red", 0, "flask"))), depth=1),
    Ground("ostium.gates.surplus", Grown(at(b={"gates": [1, 15, 15]}, phase="attack"), (RED, card(power=2))), depth=1),
    Ground(
        "ostium.gates.wave-without-creature",
        Grown(at(hand(card("red", 0, "damage")), {"gates": [1, 15, 15]}), (RED,)),
    ),
    Ground("ostium.collect.skull-crystals", Grown(ATTACK, (), (turned("blue"), turned("blue", 0, "crystal"))), depth=1),
    Ground("ostium.collect.skull-choices", Grown(ATTACK, (), (turned("blue", 0, "damage"),)), depth=1),
    Ground("ostium.draw.as-one", Grown(at(hand(card("red", 0, "draw:2"), deck=pile("x", RED))))),
    Ground("ostium.draw.pile-on-top", Grown(at(hand(card("red", 0, "draw"), discard=pile("y", RED, RED))))),
    Ground(
        "ostium.draw.used-arrow-in-pile", Grown(at(hand({"kind": "familiar", "clan": "red", "main": ["arrow>draw"]})))
    ),
    Ground("ostium.gift.rebuilt-gate", Grown(GIFT), depth=1),
    Ground("ostium.gift.sixth-card", Grown(FULL_GIFT), depth=1),
    Ground("ostium.gift.none-left", Grown(at({"gate_lost": True, "gates": [0, 15, 15]}, phase="attack")), depth=1),
    Ground("ostium.abilities.optional", Grown(at(hand(card("red", 0, "damage"))))),
    Ground("ostium.abilities.split-value", Grown(at(hand(card("red", 0, "damage:2"))))),
    Ground("ostium.abilities.several-objects", Grown(at(hand(card("red", 0, "remove:2"))), (), (BLUE,))),
    Ground("ostium.abilities.damage-to-destroyed", Grown(at(hand(card("red", 0, "damage")), {"gates": [0, 15, 15]}))),
    Ground("ostium.abilities.full-gate", Grown(at(hand(card("red", 0, "repair"))))),
    Ground(
        "ostium.abilities.rebuild-whose",
        Grown(at(hand(card("red", 0, "rebuild"), gates=[0, 15, 15]), {"gates": [0, 15, 15]})),
    ),
    Ground(
        "ostium.abilities.rebuilt-column",
        Grown(at(hand(card("red", 0, "rebuild"), gates=[0, 15, 15])), (RED, turned())),
    ),
    Ground("ostium.abilities.out-of-play-empty", Grown(at(hand(card("red", 0, "out_of_play")))), depth=1),
    Ground("ostium.abilities.clan-removal-wild", Grown(at(hand(card("red", 0, "clan_removal"))), (PRIMORDIAL,))),
    Ground("ostium.abilities.clan-removal-absent", Grown(at(hand(card("red", 0, "clan_removal"))))),
    Ground(
        "ostium.abilities.area-icon-in-zone",
        Grown(at(area={"warriors": zone(card("red", 0, "area", "damage"))})),
        depth=1,
    ),
)
