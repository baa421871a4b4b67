"""Steps of the whole turn, right, and wrong in one way: rows for the clauses on steps. Nothing is tested here."""

from tests.ostium.formal_turns import (
    A0,
    ATT,
    BARE,
    BUY,
    COLLECT,
    COLLECTING,
    D2,
    DEV,
    DISCARD,
    END,
    END_ATTACK,
    FILL,
    FILLING,
    FREE,
    GIFT,
    H0,
    H1,
    H2,
    HAND,
    KING,
    LIMITED,
    MOVE,
    P4,
    RECALL,
    S0,
    STACK,
    SUMMON,
    SWAP,
    TAKE,
    TO_PILE,
    W0,
    W2,
    X0,
    Y1,
    Position,
    Row,
    act,
    asked,
    but,
    cards,
    creature,
    pending,
    turned,
    use,
    waits,
)

THROWN = but(DEV, {"A.hand": HAND[1:], "A.discard": [*cards("b0 b1"), H0], "A.crystals": 5})
THROWN_BARE = but(DEV, {"A.hand": [*HAND[:3], *cards("h4")], "A.discard": cards("b0 b1 h3")})
THROWN_ARROW = but(
    DEV,
    {
        "A.hand": [H0, H1, *cards("h3 h4")],
        "A.discard": [*cards("b0 b1"), H2],
        "pending": [waits("h2", "damage", targets=["B.G0"])],
    },
)
SUMMONED = but(
    DEV,
    {
        "A.attack.1": H1,
        "A.hand": [H0, H2, *cards("h3 h4")],
        "A.crystals": 5,
        "pending": [waits("h1", "damage", domain="left")],
    },
)
BOUGHT = but(DEV, {"A.attack.1": W0, "A.crystals": 1, "area.warriors.0.0": None})
STACKED = but(DEV, {"A.defense.0": P4, "A.crystals": 2, "area.primordials": 4})
CROWNED = but(
    DEV,
    {
        "A.attack.1": S0,
        "A.crystals": 0,
        "area.sovereigns": cards("s1 s2"),
        "area.sovereign_deck": cards("s3"),
    },
)
PILED = but(DEV, {"A.discard": [*cards("b0 b1"), W2], "A.crystals": 2, "area.warriors.0.2": None})
MOVED = but(DEV, {"A.attack": [None, A0, None], "A.crystals": 2})
SWAPPED = but(DEV, {"A.attack.0": D2, "A.defense.2": A0, "A.crystals": 2})
RECALLED = but(
    DEV,
    {
        "A.attack.0": None,
        "A.discard": [*cards("b0 b1"), A0],
        "A.crystals": 2,
        "pending": [waits("a0", "damage", domain="skull")],
    },
)
FREED = but(DEV, {"A.defense.2": None, "A.discard": [*cards("b0 b1"), D2], "A.crystals": 5})
A0_DRAWS, X0_DRAWS = waits("a0", "draw", domain="right"), waits("x0", "draw", domain="skull", owner="B")
PURGE, KILL = use("clan_removal", "red"), use("remove", "x0")
HITS, DRAWS = pending(waits("h9", "damage", 2)), pending(waits("h9", "draw"))
DRAWN = but(DEV, {"A.hand": [*HAND, *cards("t0")], "A.deck": cards("t1 t2")})
DRAWS_TWO = pending(waits("h9", "draw", 2))
DRY = but(DRAWS, {"A.deck": []})
DRY_DRAWN = but(DRY, {"A.hand": [*HAND, *cards("b0")], "A.deck": cards("b1"), "A.discard": [], "pending": []})
MENDS, MENDS_MORE = pending(waits("h9", "repair", 2)), pending(waits("h9", "repair", 7))
BUILDS, BURNS = pending(waits("h9", "rebuild", 2)), pending(waits("h9", "damage_all", 2))
OUSTS, KILLS = pending(waits("h9", "out_of_play")), pending(waits("h9", "remove", 2))
OUSTED = but(DEV, {"A.discard": cards("b1"), "area.out_of_play": cards("o0 b0")})
KILLED = but(DEV, {"B.attack.0": None, "B.discard": [*cards("c0"), X0], "pending": [waits("h9", "remove")]})
PURGES = pending(waits("h9", "clan_removal"))
PURGED = but(
    DEV,
    {
        "A.attack.0": None,
        "A.discard": [*cards("b0 b1"), A0],
        "B.attack.0": None,
        "B.discard": [*cards("c0"), X0],
    },
)
ENDED = but(
    DEV,
    {
        "phase": "refill",
        "A.crystals": 0,
        "area.warriors": [[None, W0, *cards("w1")], cards("- w3 w4")],
        "area.dismissed": [*cards("z0"), W2, *cards("w5")],
        "pending": [asked("fill", "A", "W.0.0", "W.1.0")],
    },
)
FILLED = but(
    FILLING,
    {
        "phase": "attack",
        "area.warriors": [cards("v0 w0 w1"), cards("v1 w3 w4")],
        "area.warrior_deck": cards("v2 v3"),
        "pending": [],
    },
)
TOOK = but(
    COLLECTING,
    {
        "A.attack.0": None,
        "A.discard": [*cards("b0 b1"), A0],
        "pending": [waits("a0", "damage", domain="skull", optional=False), asked("collect", "A", "d2")],
    },
)
BLAST = but(COLLECTING, {"A.attack.0": turned({**A0, "skull": ["damage_all"]})})
PEACE = but(ATT, {"A.defense.0": None})
THIN = but(PEACE, {"A.hand": HAND[:4]})
OVER_TO_B: Position = {"phase": "development", "active": "B", "turn": 4}
PASSED = but(PEACE, OVER_TO_B)
REFILLED = but(THIN, {**OVER_TO_B, "A.hand": [*HAND[:4], *cards("t0")], "A.deck": cards("t1 t2")})
EMPTY = but(THIN, {"A.deck": [], "A.discard": cards("b0 b1 b2")})
TURNED_OVER = but(EMPTY, {**OVER_TO_B, "A.hand": [*HAND[:4], *cards("b0")], "A.deck": cards("b1 b2"), "A.discard": []})
GIVEN = but(
    GIFT,
    {
        "B.hand": [*cards("y0"), S0],
        "B.gate_lost": False,
        "area.sovereigns": cards("s1 s2"),
        "area.sovereign_deck": cards("s3"),
        "pending": [asked("gift", "A", "s1", "s2")],
    },
)
LATE_GIFT = but(GIFT, {"pending": [asked("gift", "A", "s0", "s1")]})
GIVEN_TO_A = but(
    LATE_GIFT,
    {
        "A.hand": [*HAND, S0],
        "A.gate_lost": False,
        "area.sovereigns": cards("s1 s2"),
        "area.sovereign_deck": cards("s3"),
        "pending": [asked("gift", "B", "s1", "s2")],
    },
)
LAST_HIT = but(HITS, {"B.gates": [2, 0, 0]})
WON = but(LAST_HIT, {"B.gates": [0, 0, 0], "phase": "over", "pending": []})

KEPT: list[Row] = [
    (DEV, DISCARD, THROWN, {}),
    (DEV, BARE, THROWN_BARE, {}),
    (DEV, act("discard", card="h2"), THROWN_ARROW, {}),
    (DEV, SUMMON, SUMMONED, {}),
    (DEV, BUY, BOUGHT, {}),
    (DEV, STACK, STACKED, {}),
    (DEV, KING, CROWNED, {}),
    (DEV, TO_PILE, PILED, {}),
    (DEV, MOVE, MOVED, {}),
    (DEV, SWAP, SWAPPED, {}),
    (DEV, RECALL, RECALLED, {}),
    (DEV, FREE, FREED, {}),
    (DRAWS, use("draw"), DRAWN, {}),
    (DRY, use("draw"), DRY_DRAWN, {}),
    (DRAWS_TWO, use("draw"), but(DRAWN, {"pending": [waits("h9", "draw")]}), {}),
    (MENDS, use("repair", "A.G2"), but(DEV, {"A.gates.2": 12}), {}),
    (MENDS_MORE, use("repair", "A.G2"), but(DEV, {"A.gates.2": 15}), {}),
    (BUILDS, use("rebuild", "A.G1"), but(DEV, {"A.gates.1": 2}), {}),
    (BUILDS, use("rebuild", "A.G1"), but(DEV, {"A.gates.1": 1}), {"abilities.rebuild-value": "ignored"}),
    (HITS, use("damage", "B.G0"), but(DEV, {"B.gates.0": 13}), {}),
    (BURNS, use("damage_all"), but(DEV, {"B.gates": [13, 13, 13]}), {}),
    (OUSTS, use("out_of_play", "b0"), OUSTED, {}),
    (KILLS, KILL, KILLED, {}),
    (PURGES, PURGE, PURGED, {}),
    (DEV, END, ENDED, {}),
    (FILLING, FILL, FILLED, {}),
    (COLLECTING, COLLECT, TOOK, {}),
    (PEACE, END_ATTACK, PASSED, {}),
    (THIN, END_ATTACK, REFILLED, {}),
    (EMPTY, END_ATTACK, TURNED_OVER, {}),
    (GIFT, TAKE, GIVEN, {}),
    (LAST_HIT, use("damage", "B.G0"), WON, {}),
]
BROKEN: list[Row] = [
    # discarding
    (DEV, DISCARD, but(THROWN, {"A.discard": [*cards("b0"), H0, *cards("b1")]}), {}, "discard.on-top"),
    (DEV, DISCARD, but(THROWN, {"A.hand": HAND}), {}, "discard.from-the-hand"),
    (DEV, BARE, but(THROWN_BARE, {"A.crystals": 2}), {}, "discard.free-of-cost"),
    (DEV, act("discard", card="h2"), but(THROWN_ARROW, {"pending": []}), {}, "discard.arrow-works"),
    (DEV, BARE, but(THROWN_BARE, {"pending": [waits("h3", "draw")]}), {}, "discard.only-arrows"),
    (DEV, BARE, but(THROWN_BARE, {"A.discard": cards("c0 b0 b1 h3")}), {}, "discard.own-pile"),
    (DEV, BARE, but(THROWN_BARE, {"A.discard": cards("b1 b0 h3")}), {}, "discard.order-stays"),
    (DEV, DISCARD, but(THROWN, {"A.crystals": 4}), {}, "abilities.crystal-value"),
    (DEV, BARE, but(THROWN_BARE, {"B.crystals": 1}), {}, "turn.only-on-turn"),
    # summoning
    (DEV, SUMMON, DEV, {}, "summon.ways"),
    (DEV, SUMMON, but(SUMMONED, {"A.crystals": 4}), {}, "summon.hand-is-free"),
    (DEV, BUY, but(BOUGHT, {"A.crystals": 3}), {}, "summon.paid-from-what-was-collected"),
    (
        DEV,
        SUMMON,
        but(SUMMONED, {"pending": [waits("h1", "damage", 2, domain="left")]}),
        {},
        "summon.actives-at-summoning",
    ),
    (DEV, SUMMON, but(SUMMONED, {"pending": []}), {}, "synergy.sides-at-summoning"),
    (DEV, SUMMON, but(SUMMONED, {"A.defense": [None, D2, None]}), {}, "summon.passives-are-no-matter-of-summoning"),
    (DEV, BUY, but(BOUGHT, {"pending": [waits("w0", "draw")]}), LIMITED, "summon.area-silences-main"),
    (DEV, SUMMON, but(SUMMONED, {"pending": [waits("h1", "draw")]}), LIMITED, "discard.arrow-silent-on-board"),
    (
        DEV,
        {**SUMMON, "slot": "D0"},
        but(SUMMONED, {"A.attack.1": None, "A.defense.0": H1, "pending": [A0_DRAWS]}),
        LIMITED,
        "synergy.horizontal-neighbours-only",
    ),
    (DEV, BUY, but(BOUGHT, {"pending": [A0_DRAWS]}), LIMITED, "synergy.other-clan-opens-nothing"),
    (DEV, BUY, but(BOUGHT, {"area.warriors.0.0": creature("v0")}), {}, "area.warrior-gap-stays"),
    (DEV, STACK, but(STACKED, {"area.primordials": 5}), {}, "area.primordial-stack"),
    (
        DEV,
        KING,
        but(CROWNED, {"area.sovereigns": cards("s1 s3"), "area.sovereign_deck": cards("s2")}),
        {},
        "area.sovereign-replaced-when-summoned",
    ),
    (DEV, TO_PILE, but(PILED, {"A.crystals": 3}), {}, "summon.zone-to-pile"),
    (DEV, TO_PILE, but(PILED, {"pending": [waits("w2", "damage")]}), {}, "area.to-pile-is-silent"),
    # moving
    (DEV, MOVE, but(MOVED, {"A.defense": [None, D2, None]}), {}, "move.any-free-space"),
    (DEV, MOVE, but(MOVED, {"A.crystals": 3}), {}, "move.move-costs-one"),
    (DEV, MOVE, but(MOVED, {"pending": [waits("a0", "draw", domain="left")]}), {}, "move.opens-no-sides"),
    (DEV, SWAP, but(SWAPPED, {"A.defense": [A0, None, None]}), {}, "move.swap-two"),
    (DEV, SWAP, but(SWAPPED, {"A.crystals": 1}), {}, "move.swap-costs-one"),
    (DEV, SWAP, but(SWAPPED, {"pending": [waits("d2", "draw")]}), {}, "move.opens-no-main"),
    (DEV, SWAP, but(SWAPPED, {"B.hand": []}), {}, "area.bought-cards-are-kept"),
    (DEV, SWAP, but(SWAPPED, {"area.sovereigns": [S0]}), {}, "area.two-sovereigns"),
    (DEV, SWAP, but(SWAPPED, {"area.warrior_deck": cards("v1 v2 v3")}), {}, "area.warriors-after-development"),
    (DEV, RECALL, but(RECALLED, {"A.crystals": 3}), {}, "move.recall-costs-one"),
    (DEV, FREE, but(FREED, {"A.crystals": 4}), {}, "move.free-with-icon"),
    (DEV, RECALL, but(RECALLED, {"A.discard": [A0, *cards("b0 b1")]}), {}, "move.recalled-to-own-pile"),
    (
        DEV,
        RECALL,
        but(RECALLED, {"pending": [*RECALLED["pending"], waits("a0", "draw")]}),
        {},
        "move.arrow-silent-on-recall",
    ),
    (DEV, RECALL, but(RECALLED, {"pending": []}), {}, "move.skull-on-recall"),
    # using what pends
    (DRAWS, act("decline", source="h9", ability="draw"), DRAWS, {}, "turn.abilities-may-be-left"),
    (DRAWS, use("draw"), DEV, {}, "abilities.draw"),
    (DRAWS, use("draw"), but(DEV, {"A.hand": [*HAND, *cards("v0")]}), {}, "abilities.draw-from-own-deck"),
    (DRY, use("draw"), but(DRY, {"pending": []}), {}, "draw.also-for-abilities"),
    (DRAWS_TWO, use("draw"), DRAWN, {}, "abilities.draw-value"),
    (MENDS, use("repair", "A.G2"), but(DEV, {"A.gates.2": 11}), {}, "abilities.repair-value"),
    (MENDS_MORE, use("repair", "A.G2"), but(DEV, {"A.gates.2": 14}), {}, "abilities.repair-stops-at-the-limit"),
    (BUILDS, use("rebuild", "A.G1"), but(DEV, {"A.gates.1": 1}), {}, "abilities.rebuilt-at-one"),
    (HITS, use("damage", "B.G0"), but(DEV, {"B.gates.0": 14}), {}, "abilities.damage-value"),
    (BURNS, use("damage_all"), but(DEV, {"B.gates": [13, 14, 13]}), {}, "abilities.damage-all-value"),
    (OUSTS, use("out_of_play", "b0"), DEV, {}, "abilities.out-of-play-pile"),
    (DEV, SWAP, but(SWAPPED, {"area.out_of_play": []}), {}, "abilities.out-of-play-for-good"),
    (
        KILLS,
        KILL,
        but(KILLED, {"B.discard": cards("c0"), "area.out_of_play": [*cards("o0"), X0]}),
        {},
        "abilities.removed-to-owners-pile",
    ),
    (KILLS, KILL, but(KILLED, {"B.attack.0": X0}), {}, "abilities.removed-at-once"),
    (KILLS, KILL, but(KILLED, {"pending": [*KILLED["pending"], X0_DRAWS]}), {}, "abilities.removed-without-skull"),
    (KILLS, KILL, but(KILLED, {"pending": []}), {}, "abilities.remove-value"),
    (
        PURGES,
        PURGE,
        but(PURGED, {"A.attack.0": A0, "A.discard": cards("b0 b1")}),
        {},
        "abilities.clan-removal-all-players",
    ),
    (
        PURGES,
        PURGE,
        but(PURGED, {"B.discard": cards("c0"), "area.out_of_play": [*cards("o0"), X0]}),
        {},
        "abilities.clan-removal-to-own-piles",
    ),
    (PURGES, PURGE, but(PURGED, {"pending": [X0_DRAWS]}), {}, "abilities.clan-removal-without-skulls"),
    (
        PURGES,
        PURGE,
        but(PURGED, {"B.defense.1": None, "B.discard": [*cards("c0"), X0, Y1]}),
        {},
        "abilities.clan-removal",
    ),
    # refilling
    (DEV, END, but(ENDED, {"phase": "development", "pending": []}), {}, "refill.after-development"),
    (DEV, END, but(ENDED, {"area.dismissed": cards("z0 w5")}), {}, "refill.remove"),
    (DEV, END, but(ENDED, {"area.warriors.0": [None, *cards("w1"), W0]}), {}, "refill.shift"),
    (FILLING, FILL, but(FILLED, {"area.warriors.0.0": creature("v1")}), {}, "refill.replenish"),
    (
        but(FILLING, {"area.dismissed": []}),
        FILL,
        but(FILLED, {"area.warriors.1.0": None, "area.dismissed": []}),
        {},
        "refill.what-there-is",
    ),
    (FILLING, FILL, but(FILLED, {"area.warriors.1.0": None, "area.warrior_deck": []}), {}, "refill.reshuffle"),
    (FILLING, FILL, but(FILLED, {"area.dismissed": []}), {}, "refill.no-early-reshuffle"),
    # the turn
    (PEACE, END_ATTACK, but(PEACE, {"phase": "development"}), {}, "turn.two-phases"),
    (PEACE, END_ATTACK, but(PASSED, {"turn": 3}), {}, "turn.alternate"),
    (DEV, END, but(ENDED, {"A.crystals": 3}), {}, "turn.crystals-are-lost"),
    (PEACE, END_ATTACK, but(PASSED, {"A.crystals": 1}), {}, "turn.crystals-do-not-outlast-the-turn"),
    (DEV, END, but(ENDED, {"A.hand": HAND[:4], "A.discard": cards("b0 b1 h4")}), {}, "turn.hand-may-be-kept"),
    # collecting
    (
        COLLECTING,
        COLLECT,
        but(TOOK, {"A.discard": cards("b0 b1"), "area.out_of_play": [*cards("o0"), A0]}),
        {},
        "collect.onto-own-pile",
    ),
    (
        COLLECTING,
        COLLECT,
        but(TOOK, {"pending": [waits("a0", "damage", domain="skull"), asked("collect", "A", "d2")]}),
        {},
        "collect.all-skulls",
    ),
    (BLAST, COLLECT, but(TOOK, {"pending": [asked("collect", "A", "d2")]}), {}, "collect.skull-with-its-card"),
    (
        COLLECTING,
        COLLECT,
        but(TOOK, {"B.defense.1": None, "B.discard": [*cards("c0"), Y1]}),
        {},
        "collect.the-others-stay",
    ),
    (
        but(COLLECTING, {"B.attack.0": turned(X0)}),
        COLLECT,
        but(TOOK, {"B.attack.0": turned(X0)}),
        {},
        "collect.defender-first",
    ),
    (
        but(PEACE, {"A.attack.0": A0}),
        END_ATTACK,
        but(PEACE, {"A.attack.0": A0, "phase": "collect"}),
        {},
        "collect.no-sooner",
    ),
    (
        but(DEV, {"B.attack.0": turned(X0)}),
        END,
        but(ENDED, {"B.attack.0": None, "B.discard": [*cards("c0"), X0]}),
        {},
        "collect.development-wave-waits",
    ),
    # drawing
    (but(THIN, {"A.discard": []}), END_ATTACK, but(THIN, {**OVER_TO_B, "A.discard": []}), {}, "draw.up-to-five"),
    (EMPTY, END_ATTACK, but(EMPTY, OVER_TO_B), {}, "draw.pile-becomes-deck"),
    (
        PEACE,
        END_ATTACK,
        but(PASSED, {"B.hand": cards("y0 u0"), "B.deck": cards("u1")}),
        {},
        "draw.only-whose-turn-ends",
    ),
    (
        PEACE,
        END_ATTACK,
        but(PASSED, {"A.hand": [*HAND[:4], *cards("t0")], "A.deck": cards("t1 t2"), "A.discard": cards("b0 b1 h4")}),
        {},
        "draw.full-hand-draws-nothing",
    ),
    (
        THIN,
        END_ATTACK,
        but(REFILLED, {"A.hand": [*HAND[:4], *cards("t0 t1")], "A.deck": cards("t2")}),
        {},
        "draw.kept-cards-count",
    ),
    (
        THIN,
        END_ATTACK,
        but(REFILLED, {"A.hand": [*HAND[:4], *cards("t1")], "A.deck": cards("t0 t2")}),
        {},
        "draw.from-the-top",
    ),
    (
        THIN,
        END_ATTACK,
        but(REFILLED, {"A.hand": [*HAND[:4], *cards("u0")], "A.deck": cards("t0 t1 t2")}),
        {},
        "draw.from-own-deck",
    ),
    (PEACE, END_ATTACK, but(PASSED, {"A.deck": cards("t1 t0 t2")}), {}, "draw.no-shuffling"),
    (EMPTY, END_ATTACK, but(TURNED_OVER, {"A.deck": cards("b2 b1")}), {}, "draw.turned-over"),
    # gifts
    (GIFT, TAKE, but(GIVEN, {"B.hand": cards("y0 s1")}), {}, "gift.to-the-hand"),
    (but(GIFT, {"B.crystals": 1}), TAKE, but(GIVEN, {"B.crystals": 0}), {}, "gift.at-no-cost"),
    (
        GIFT,
        TAKE,
        but(
            GIVEN,
            {
                "B.hand": [*cards("y0"), S0, *cards("s1")],
                "area.sovereigns": cards("s2 s3"),
                "area.sovereign_deck": [],
            },
        ),
        {},
        "gift.only-one",
    ),
    (LATE_GIFT, TAKE, GIVEN_TO_A, {}, "gift.defender-first"),
    (
        GIFT,
        TAKE,
        but(GIVEN, {"area.sovereigns": cards("s1 s3"), "area.sovereign_deck": cards("s2")}),
        {},
        "gift.replaced-at-once",
    ),
    (but(PEACE, {"B.gate_lost": True}), END_ATTACK, PASSED, {}, "gift.for-the-opponents-gate"),
    (but(PEACE, {"A.gate_lost": True}), END_ATTACK, PASSED, {}, "gift.for-a-gate-lost-in-ones-own-turn"),
    (THIN, END_ATTACK, but(THIN, {"phase": "gift", "B.gate_lost": True}), {}, "gift.after-the-draw"),
    (
        LAST_HIT,
        use("damage", "B.G0"),
        but(WON, {"pending": [waits("h9", "damage")]}),
        {},
        "gates.no-skulls-at-the-end",
    ),
]
