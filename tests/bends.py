"""More implementations of Ostium with one rule bent, over all chapters: `python bends.py NAME` speaks the protocol.

Each is the reference with a thin change. Those of the attack phase stand in `miniatures.py`; the tests that hunt them
stand in soak/test_hunt.py and conformance/test_hunting.py, not here.
"""

import sys
from collections.abc import Callable
from typing import Any

import msgspec

from ruleproof.conformance.serving import serve_standard
from ruleproof.engine.decision import Allowed, Refused
from ruleproof.engine.game import Step
from ruleproof.engine.ostium import (
    abilities,
    action,
    area,
    board,
    charge,
    collect,
    components,
    damage,
    discard,
    domains,
    draw,
    event,
    field,
    fusion,
    game,
    gates,
    gift,
    leaving,
    move,
    refill,
    setup,
    state,
    summon,
    synergy,
    turn,
)
from ruleproof.engine.ostium.action import (
    Affiliate,
    Attack,
    Collect,
    Decline,
    Discard,
    EndAttack,
    Fuse,
    Move,
    Recall,
    Summon,
    SummonToDiscard,
    Swap,
    Use,
)
from ruleproof.engine.ostium.board import GATE_NAME, NUMBER, SEATS, SLOT_NAME, defense

replace = msgspec.structs.replace


def swap(module: Any, name: str, value: Any) -> None:
    """Put something else in the place of a name that has to be there."""
    assert hasattr(module, name), f"{module.__name__} has no {name} any more: bend what took its place"
    setattr(module, name, value)


def without(module: Any, table: str, rule: str) -> None:
    """Take one rule out of a table of rules."""
    rules = getattr(module, table)
    assert any(one.__name__ == rule for one in rules), f"{table} has no {rule} any more"
    setattr(module, table, tuple(one for one in rules if one.__name__ != rule))


def entry(table: Any, key: Any, value: Any) -> None:
    """Put something else in a table under a key that has to be there."""
    assert key in table, f"there is no {key} any more: bend what took its place"
    table[key] = value


def applied(kind: type, bent: Callable[[Any, Any, Any], Any]) -> None:
    """Let `bent(before, action, step)` say what an action of a kind leads to."""
    decide, apply = game.RULES[kind]
    entry(game.RULES, kind, (decide, lambda before, action: bent(before, action, apply(before, action))))


def with_player(at: Any, number: int, **changes: Any) -> Any:
    return state.with_player(at, number, replace(at.table.players[number], **changes))


def strongest(hit: Any, spared: Callable[[Any, Any], bool]) -> Callable[..., Any]:
    """Damage by which no gate falls where `spared(state, blow)` says so: one point stays."""

    def bent(at: Any, blow: Any, points: int, clauses: Any) -> Any:
        before = at.sides[blow.owner].gates[blow.column] or 0
        return hit(at, blow, min(points, max(0, before - 1)) if spared(at, blow) else points, clauses)

    return bent


def gates_spared(spared: Callable[[Any, Any], bool]) -> None:
    """No gate falls to an ability where `spared(state, blow)` says so."""
    swap(abilities, "hit", strongest(gates.hit, spared))


# abilities


def crystals_doubled() -> None:
    held = domains.active
    swap(summon, "active", lambda domain: (2 * held(domain)[0], held(domain)[1]))


def repair_beyond_the_limit() -> None:
    swap(abilities, "durability_repaired", lambda before, value: before + value)


def repair_of_ruins() -> None:
    def all_own(at: Any, pending: Any) -> Any:
        return abilities._own_gates(at, pending) + abilities._own_ruins(at, pending)

    entry(abilities.TARGETS, "repair", all_own)


def rebuilt_at_two() -> None:
    restored = abilities._restored

    def rebuild(at: Any, pending: Any, target: str) -> Any:
        return restored(at, replace(pending, value=pending.value + 1), target, (abilities.REBUILD,))

    entry(abilities.EFFECTS, "rebuild", rebuild)


def draw_ability_draws_one() -> None:
    effect = abilities.EFFECTS["draw"]
    entry(abilities.EFFECTS, "draw", lambda at, pending, target: effect(at, replace(pending, value=1), target))


def damage_all_spares_the_middle() -> None:
    def spared(at: Any, pending: Any, target: str) -> Any:
        events: list[Any] = []
        for column in (0, 2):
            blow = gates.by_ability(at, 1 - pending.owner, column, pending.owner)
            if at.phase != "over":
                at, more = gates.hit(at, blow, pending.value, (abilities.DAMAGE_ALL,))
                events += more
        return at, tuple(events)

    entry(abilities.EFFECTS, "damage_all", spared)


def removed_with_its_skull() -> None:
    effect = abilities.EFFECTS["remove"]

    def remove(at: Any, pending: Any, target: str) -> Any:
        foe = 1 - pending.owner
        card = next((c for c in at.table.players[foe].field if c is not None and c.id == target), None)
        at, events = effect(at, pending, target)
        crystals = domains.behind_skull(card.skull)[0] if card else 0
        return with_player(at, foe, crystals=at.table.players[foe].crystals + crystals), events

    entry(abilities.EFFECTS, "remove", remove)


def clan_removal_spares_ones_own() -> None:
    def effect(at: Any, pending: Any, target: str) -> Any:
        foe = 1 - pending.owner
        gone = [(slot, card) for slot, card in enumerate(at.table.players[foe].field) if card and card.clan == target]
        events = []
        for slot, card in gone:
            at = leaving.to_pile(at, foe, slot)
            events.append(event.Left(card.id, SEATS[foe], "discard", ()))
        return at, tuple(events)

    entry(abilities.EFFECTS, "clan_removal", effect)


def out_of_play_from_the_hand_only() -> None:
    entry(
        abilities.TARGETS,
        "out_of_play",
        lambda at, pending: tuple(card.id for card in at.table.players[pending.owner].hand),
    )


def skulls_may_be_declined() -> None:
    apply = game.RULES[Decline][1]

    def bent(at: Any, action: Any) -> Any:
        named = abilities._named(at, action)
        return named if isinstance(named, Refused) else Allowed(())

    entry(game.RULES, Decline, (bent, apply))


def one_removal_whatever_the_value() -> None:
    swap(abilities, "_counted_down", lambda at, named: None)


def damage_to_ruins() -> None:
    entry(abilities.TARGETS, "damage", lambda at, pending: tuple(GATE_NAME[1 - pending.owner]))


def rebuild_forgotten() -> None:
    entry(abilities.EFFECTS, "rebuild", lambda at, pending, target: (at, ()))


def daggers_turn() -> None:
    def struck(at: Any, pending: Any, target: str) -> Any:
        foe = 1 - pending.owner
        slot = leaving.holds(at.table.players[foe], target) or 0
        return gates.turned(at, foe, slot), (event.Defeated(SLOT_NAME[foe][slot], "attack", ()),)

    entry(abilities.EFFECTS, "remove", struck)


def out_of_play_forgotten() -> None:
    entry(abilities.EFFECTS, "out_of_play", lambda at, pending, target: (at, ()))


def blades_spare_familiars() -> None:
    of_clan = components.of_clan
    swap(abilities, "of_clan", lambda card, clan: of_clan(card, clan) and card.kind != "familiar")


def damage_stopped_by_a_defender() -> None:
    effect = abilities.EFFECTS["damage"]

    def stopped(at: Any, pending: Any, target: str) -> Any:
        column = GATE_NAME[1 - pending.owner].index(target)
        guarded = at.table.players[1 - pending.owner].field[defense(column)] is not None
        return (at, ()) if guarded else effect(at, pending, target)

    entry(abilities.EFFECTS, "damage", stopped)


def draws_from_the_other_deck() -> None:
    def taken(at: Any, pending: Any, target: str) -> Any:
        me, foe = pending.owner, 1 - pending.owner
        cards, left = at.table.players[foe].deck[: pending.value], at.table.players[foe].deck[pending.value :]
        at = with_player(at, foe, deck=left)
        at = with_player(at, me, hand=at.table.players[me].hand + cards)
        return at, (event.Drew(SEATS[me], len(cards), ()),)

    entry(abilities.EFFECTS, "draw", taken)


def one_ability_each() -> None:
    def bent(before: Any, action: Use, step: Any) -> Any:
        kept = tuple(
            each
            for each in step.state.pending
            if (each.source, each.domain) != (action.source, domains.MAIN) or each.ability == action.ability
        )
        return replace(step, state=replace(step.state, pending=kept))

    applied(Use, bent)


# summoning and the area


def summoned_onto_another() -> None:
    def abroad_only(at: Any, action: Any) -> Any:
        return summon.refuse_slot(at, action) if action.slot not in NUMBER else None

    rules = tuple(abroad_only if one.__name__ == "refuse_slot" else one for one in summon.SUMMON_RULES)
    swap(summon, "SUMMON_RULES", rules)


def primordials_for_nothing() -> None:
    cost = components.cost
    swap(summon, "cost", lambda card: 0 if card.kind == "primordial" else cost(card))


def zone_costs_two() -> None:
    swap(summon, "PILE_PRICE", 2)


def main_works_from_the_area() -> None:
    opened = summon._opened
    swap(summon, "_opened", lambda at, held, slot, awake: opened(at, held, slot, True))


def arrows_work_on_the_board() -> None:
    active = domains.active

    def all_of(domain: Any) -> Any:
        first, second = active(domain), domains.behind_arrows(domain)
        return first[0] + second[0], first[1] + second[1]

    swap(summon, "active", all_of)


def neighbours_stay_asleep() -> None:
    facing = synergy.facing
    swap(summon, "facing", lambda held, slot, read: tuple(h for h in facing(held, slot, read) if h[0] is held[slot]))


def sovereign_not_replaced() -> None:
    def gone(at: Any, card: str) -> Any:
        return replace(at, sovereigns=leaving.without(at.sovereigns, card)[1])

    swap(area, "_next_sovereign", gone)


def pile_price_is_the_cost() -> None:
    swap(summon, "PILE_PRICE", 0)


def no_third_slot_behind() -> None:
    def refuse_last(at: Any, action: Any) -> Any:
        return Refused((), "the defense row has two slots") if action.slot == "D2" else None

    from_hand, summons = action.from_hand, action.summons
    swap(summon, "SUMMON_RULES", (*summon.SUMMON_RULES, refuse_last))
    swap(turn, "from_hand", lambda card, empty: from_hand(card, empty & 0b11111))
    swap(area, "summons", lambda card, origin, empty: summons(card, origin, empty & 0b11111))


def summons_while_abilities_wait() -> None:
    refuse = turn.refuse_moment

    def bent(at: Any, seat: str, kind: type) -> Any:
        waits = at.phase == "development" and bool(at.pending) and seat == at.table.active
        return None if waits and kind in (Summon, SummonToDiscard) else refuse(at, seat, kind)

    def keep(before: Any, action: Any, step: Any) -> Any:
        return replace(step, state=replace(step.state, pending=before.pending + step.state.pending))

    swap(turn, "refuse_moment", bent)
    applied(Summon, keep)


def sides_sleep_at_summoning() -> None:
    swap(summon, "facing", lambda held, slot, read: ())


def familiars_open_nothing() -> None:
    facing = synergy.facing
    swap(
        summon,
        "facing",
        lambda held, slot, read: tuple(half for half in facing(held, slot, read) if half[2].kind != "familiar"),
    )


def warriors_go_back() -> None:
    to_pile = leaving.to_pile

    def bent(at: Any, number: int, slot: int) -> Any:
        at = to_pile(at, number, slot)
        *rest, card = at.table.players[number].discard
        if card.kind != "warrior":
            return at
        at = with_player(at, number, discard=tuple(rest))
        return state.with_area(at, replace(at.table.area, dismissed=(*at.table.area.dismissed, card)))

    for module in (abilities, collect, move):
        swap(module, "to_pile", bent)


# moving


def moves_for_nothing() -> None:
    apply = move.apply_move
    decide = move.decide_move

    def free(at: Any, action: Any) -> Any:
        step = apply(at, action)
        return Step(with_player(step.state, at.me, crystals=at.table.players[at.me].crystals), ())

    entry(game.RULES, Move, (decide, free))


def moved_onto_another() -> None:
    swap(move, "_taken", lambda player, slot: None)


def recalled_for_nothing() -> None:
    swap(move, "free", lambda card: True)


def recall_without_skull() -> None:
    swap(move, "_skull", lambda at, me, card: (at, ()))


def recalled_to_the_hand() -> None:
    def bent(before: Any, action: Any, step: Any) -> Any:
        player = step.state.table.players[before.me]
        *rest, card = player.discard
        return replace(step, state=with_player(step.state, before.me, discard=tuple(rest), hand=(*player.hand, card)))

    applied(Recall, bent)


def moves_wake_the_main_domain() -> None:
    def bent(before: Any, action: Any, step: Any) -> Any:
        me, moved = before.me, (action.card,) if isinstance(action, Move) else action.cards
        at, opened = step.state, list[Any]()
        for card in before.table.players[me].field:
            if card is not None and card.id in moved:
                held = domains.active(card.main)
                at = with_player(at, me, crystals=at.table.players[me].crystals + held[0])
                opened += domains.waiting(me, card.id, domains.MAIN, held, optional=True)
        return replace(step, state=replace(at, pending=tuple(opened)))

    applied(Move, bent)
    applied(Swap, bent)


def newcomers_pay_for_their_recall() -> None:
    free, came = move.free, set[str]()
    decide, recall = game.RULES[Recall]
    developing = turn.developing

    def knowing(at: Any, ask: Callable[..., Any], *more: Any) -> Any:
        came.clear()
        came.update(card for card, domain in at.used if domain == domains.MAIN)
        return ask(at, *more)

    def mark(before: Any, action: Any, step: Any) -> Any:
        card: Any = summon.found(before, action)
        used = ((card.id, domains.MAIN),) if free(card) else ()
        return replace(step, state=replace(step.state, used=step.state.used + used))

    swap(move, "free", lambda card: free(card) and card.id not in came)
    applied(Summon, mark)
    entry(
        game.RULES,
        Recall,
        (lambda at, action: knowing(at, decide, action), lambda at, action: knowing(at, recall, action)),
    )
    swap(turn, "developing", lambda at: knowing(at, developing))


# discarding and drawing


def no_discard_while_attacking() -> None:
    entry(turn.MOMENTS, Discard, replace(turn.MOMENTS[Discard], phases=frozenset({"development"})))


def discarded_to_the_bottom() -> None:
    def bent(before: Any, action: Any, step: Any) -> Any:
        *rest, card = step.state.table.players[before.me].discard
        return replace(step, state=with_player(step.state, before.me, discard=(card, *rest)))

    applied(Discard, bent)


def arrow_silent_in_attack() -> None:
    swap(discard, "works", lambda at: at.phase == "development")


def hand_of_four() -> None:
    swap(draw, "LIMIT", 4)


def pile_turned_the_wrong_way() -> None:
    swap(draw, "turn_over", lambda player: replace(player, deck=player.discard[::-1], discard=()))


def pile_not_turned_for_abilities() -> None:
    swap(draw, "_turns", lambda at, player, for_ability: bool(player.discard) and not for_ability)


def draws_on_top_of_five() -> None:
    swap(abilities, "can_draw", lambda at, number: len(at.table.players[number].hand) < 5)


def discards_from_the_battlefield() -> None:
    decide, apply = game.RULES[Discard]

    def slot(at: Any, action: Any) -> Any:
        return leaving.holds(at.table.players[at.me], action.card)

    def allowed(at: Any, action: Any) -> Any:
        return decide(at, action) if slot(at, action) is None else Allowed(())

    def put(at: Any, action: Any) -> Any:
        if slot(at, action) is None:
            return apply(at, action)
        left = event.Left(action.card, SEATS[at.me], "discard", ())
        return Step(leaving.to_pile(at, at.me, slot(at, action)), (left,))

    entry(game.RULES, Discard, (allowed, put))


def discards_in_the_others_turn() -> None:
    decide, apply = game.Ostium.decide, game.Ostium.apply

    def other(at: Any, seat: str, action: Any) -> bool:
        asked = bool(at.pending) and at.pending[0].kind in turn.AMID and seat in turn.to_move(at)
        return type(action) is Discard and asked and seat != at.table.active

    def turned(at: Any) -> Any:
        return replace(at, table=replace(at.table, active=SEATS[1 - at.me]))

    def decided(self: Any, at: Any, seat: str, action: Any) -> Any:
        return decide(self, turned(at) if other(at, seat, action) else at, seat, action)

    def done(self: Any, at: Any, seat: str, action: Any) -> Any:
        if not other(at, seat, action):
            return apply(self, at, seat, action)
        step = game.RULES[Discard][1](turned(at), action)
        return turn.proceed(turned(step.state), step.events)

    swap(game.Ostium, "decide", decided)
    swap(game.Ostium, "apply", done)


def discarded_skulls_work() -> None:
    def bent(before: Any, action: Discard, step: Any) -> Any:
        at, card = step.state, step.state.table.players[before.me].discard[-1]
        held = domains.behind_skull(card.skull)
        at = with_player(at, before.me, crystals=at.table.players[before.me].crystals + held[0])
        opened = domains.waiting(before.me, card.id, domains.SKULL, held, optional=True)
        return replace(step, state=replace(at, pending=(*opened, *at.pending)))

    applied(Discard, bent)


def full_hands_draw_one() -> None:
    at_the_end = draw.at_the_end

    def bent(at: Any) -> Any:
        if len(at.table.players[at.me].hand) < draw.LIMIT:
            return at_the_end(at)
        return draw.drawn(at, at.me, 1, draw.REFILLED, for_ability=False)

    swap(draw, "at_the_end", bent)


def draws_all_or_nothing() -> None:
    drawn = draw.drawn

    def bent(at: Any, number: int, count: int, clauses: Any, for_ability: bool) -> Any:
        player = at.table.players[number]
        there = len(player.deck) + (len(player.discard) if draw._turns(at, player, for_ability) else 0)
        return drawn(at, number, count, clauses, for_ability) if there >= count else (at, ())

    swap(draw, "drawn", bent)
    swap(abilities, "drawn", bent)


def pile_riffled() -> None:
    swap(
        draw,
        "turn_over",
        lambda player: replace(player, deck=player.discard[1::2] + player.discard[::2], discard=()),
    )


def draws_before_the_collection() -> None:
    at_the_end = draw.at_the_end

    def bent(before: Any, action: Any, step: Any) -> Any:
        at, events = at_the_end(step.state)
        return Step(at, (*step.events, *events))

    applied(EndAttack, bent)
    swap(draw, "at_the_end", lambda at: (at, ()))


# the end of development and of the turn


def warriors_shifted_one_step() -> None:
    swap(refill, "_shifted", lambda row: (None, row[0], row[1]))


def refilled_from_the_bottom() -> None:
    lay = refill.lay

    def bottom(at: Any, space: Any) -> Any:
        *rest, last = at.warrior_deck
        return lay(replace(at, warrior_deck=(last, *rest)), space)

    swap(refill, "lay", bottom)


def dismissed_for_good() -> None:
    begin = refill.begin
    swap(refill, "begin", lambda at: replace(begin(at), dismissed=at.dismissed))


def crystals_are_kept() -> None:
    swap(turn, "_penniless", lambda player: player)


def no_gift() -> None:
    def none(at: Any) -> Any:
        return gift.settled(gift.settled(at, 0), 1), (), False

    swap(gift, "step", none)


def gift_to_the_pile() -> None:
    take = gift.take

    def bent(at: Any, number: int, card: str) -> Any:
        at, events = take(at, number, card)
        *rest, given = at.table.players[number].hand
        return with_player(at, number, hand=tuple(rest), discard=(*at.table.players[number].discard, given)), events

    swap(gift, "take", bent)


def second_player_begins_with_four() -> None:
    first, second = setup.FIRST_HANDS
    swap(setup, "FIRST_HANDS", (first, second - 1))


def the_other_player_begins() -> None:
    step = turn.STEPS["setup"]

    def bent(at: Any) -> Any:
        at, events, waits = step(at)
        return replace(at, table=replace(at.table, active=SEATS[1])), events, waits

    entry(turn.STEPS, "setup", bent)


def refilled_at_the_end_of_the_turn() -> None:
    begin, collecting = refill.begin, turn.STEPS["collect"]

    def bent(at: Any) -> Any:
        at, events, waits = collecting(at)
        return (state.with_area(at, begin(at.table.area)) if at.phase == "refill" else at), events, waits

    swap(refill, "begin", lambda held: held)
    swap(refill, "_to_attack", lambda at, events: (replace(at, phase="gift"), events, False))
    entry(turn.NEXT_PHASE, "development", "attack")
    entry(turn.NEXT_PHASE, "collect", "refill")
    entry(turn.STEPS, "collect", bent)


def five_warriors_will_do() -> None:
    gaps = refill.gaps
    swap(refill, "gaps", lambda held: gaps(held) if len(gaps(held)) > 1 else ())


def gift_awaited_in_vain() -> None:
    step = gift.step

    def bent(at: Any) -> Any:
        due = next((number for number in (1 - at.me, at.me) if at.sides[number].gate_lost), None)
        if due is None or at.table.area.sovereigns:
            return step(at)
        return replace(at, pending=(state.Pending("gift", due),)), (), True

    swap(gift, "step", bent)


# collecting


def skulls_ignored() -> None:
    swap(collect, "_skull", lambda at, number, slot, card: (0, ()))


def attacker_collects_first() -> None:
    def collectors(at: Any) -> Any:
        return tuple(number for number in (at.me, 1 - at.me) if collect.due(at, number))[:1]

    swap(collect, "_collectors", collectors)


def collected_to_the_bottom() -> None:
    place = collect.place

    def bent(at: Any, number: int, slot: int) -> Any:
        before = len(at.table.players[number].discard)
        at, events = place(at, number, slot)
        pile = at.table.players[number].discard
        moved = (pile[-1], *pile[:-1]) if len(pile) > before else pile
        return with_player(at, number, discard=moved), events

    swap(collect, "place", bent)


def every_skull_in_order_of_slots() -> None:
    decide = collect.decide_collect

    def first_only(at: Any, action: Collect, seat: str) -> Any:
        asked = collect._asked(at, seat)
        if asked is not None and asked.kind == "collect" and action.card != collect.cards(at, asked)[0]:
            return Refused((), "the first one goes first")
        return decide(at, action, seat)

    swap(collect, "decide_collect", first_only)


def late_ones_stay() -> None:
    turned, due = gates.turned, collect.due

    def late(at: Any, number: int, slot: int) -> Any:
        side = turned(at, number, slot).sides[number]
        return state.with_side(at, number, replace(side, late=side.late | (at.phase == "collect") << slot))

    swap(gates, "turned", late)
    swap(
        collect,
        "due",
        lambda at, number: tuple(slot for slot in due(at, number) if not at.sides[number].late >> slot & 1),
    )


def only_whose_turn_ends_collects() -> None:
    due = collect.due
    swap(collect, "due", lambda at, number: due(at, number) if number == at.me else ())


def swept_skulls_are_silent() -> None:
    turned = gates.turned

    def bent(at: Any, number: int, slot: int) -> Any:
        at, card = turned(at, number, slot), at.table.players[number].field[slot]
        return replace(at, used=(*at.used, (card.id, domains.SKULL))) if card.skull else at

    swap(gates, "turned", bent)


def no_gate_falls_to_skulls() -> None:
    gates_spared(lambda at, blow: at.phase == "collect")


def one_player_alone_loses_gates() -> None:
    gates_spared(lambda at, blow: at.sides[1 - blow.owner].gate_lost)


# synergy and fusion


def double_arrow_ignored() -> None:
    for module in (synergy, field, summon, abilities):
        swap(module, "any_clan", lambda card: card.kind == "primordial")


def chains_after_the_attack() -> None:
    without(fusion, "CHAIN_RULES", "refuse_idle_end")


def declared_anew() -> None:
    decide = fusion.decide_affiliate

    def bent(at: Any, action: Any) -> Any:
        decision = decide(at, action)
        return Allowed(()) if fusion.AFFILIATION_IS_FIXED in decision.clauses else decision

    entry(game.RULES, Affiliate, (bent, fusion.apply_affiliate))


def side_icons_always_work() -> None:
    swap(field, "awake", lambda slots, read: (63, 63, 0))


def corners_count_as_sides() -> None:
    corners = ((0, 4), (1, 5), (3, 1), (4, 2))
    facing = synergy.facing

    def bent(held: Any, slot: int, read: Any) -> Any:
        found = facing(held, slot, read)
        for left, right in corners:
            here, there = held[left], held[right]
            if slot in (left, right) and here and there and synergy.agree(here, there, read):
                halves = ((here, domains.RIGHT, there), (there, domains.LEFT, here))
                found += halves if slot == left else halves[::-1]
        return found

    swap(synergy, "PAIRS", board.PAIRS + corners)
    swap(summon, "facing", bent)
    swap(synergy, "facing", bent)


def sides_of_the_attacked_sleep() -> None:
    known = field._field

    def bent(table: Any) -> Any:
        at = known(table)
        plain = tuple(card and replace(card, left=(), right=()) for card in at.foes)
        at.foe_icons, at.foe_arrowed = field.working(plain, at.readings)
        at.total = tuple(map(field._total, at.foes, at.foe_icons))
        return at

    swap(field, "_field", bent)


def no_chains() -> None:
    entry(game.RULES, Fuse, (lambda at, action: Refused((), "there are no chains"), fusion.apply_fuse))
    swap(fusion, "chains", lambda at, held, ready: ())


def primordials_join_two_clans() -> None:
    def bent(at: Any, held: Any, loyal: Any, chain: Any) -> Any:
        return None if chain.cells & held.arrows else refuse(at, held, loyal, chain)

    refuse = fusion.refuse_other_clan
    rules = tuple(bent if one is refuse else one for one in fusion.CHAIN_RULES)
    swap(fusion, "CHAIN_RULES", rules)


def chains_without_synergy() -> None:
    without(fusion, "CHAIN_RULES", "refuse_without_synergy")


def chains_return() -> None:
    without(fusion, "SHAPE_RULES", "refuse_return")
    swap(fusion, "misshapen", lambda chain: tuple(r for rule in fusion.SHAPE_RULES if (r := rule(chain))))


# the charge and the gates


def attacks_twice() -> None:
    without(charge, "ATTACK_RULES", "refuse_again")


def wave_only_in_the_charge() -> None:
    blow = gates.by_ability
    swap(abilities, "by_ability", lambda *given: replace(blow(*given), attacker=None))


def no_wave() -> None:
    swap(gates, "_reach", lambda blow: ())


def zero_damage_counts_as_one() -> None:
    after = damage.durability_after
    swap(gates, "durability_after", lambda before, taken: after(before, max(1, taken)))


def attack_ends_with_attackers_left() -> None:
    entry(game.RULES, EndAttack, (lambda at, action: Allowed(()), charge.apply_end))


def winner_is_the_loser() -> None:
    outcome = gates.outcome

    def bent(at: Any) -> Any:
        found = outcome(at)
        return found and replace(found, winner="B" if found.winner == "A" else "A")

    swap(gates, "outcome", bent)


def the_best_bonus_counts() -> None:
    swap(charge, "attack_total", lambda power, icons, chained: power + max(icons, chained))


def defeated_stand_on() -> None:
    fight = charge._fight

    def bent(*given: Any) -> Any:
        left, _, events = fight(*given)
        return left, 0, events

    swap(charge, "_fight", bent)


def open_gates_are_safe() -> None:
    def bent(before: Any, action: Any, step: Any) -> Any:
        if charge.met(field.field(before.table), action):
            return step
        return Step(replace(before, resolved=step.state.resolved), ())

    applied(Attack, bent)


def the_next_gate_takes_the_rest() -> None:
    def bent(before: Any, action: Any, step: Any) -> Any:
        at, column = field.field(before.table), NUMBER[action.attacker]
        held = before.sides[at.foe].gates
        left, _, _ = charge._fight(before, at, action, charge.Force.of(before, at, column))
        others = [number for number, gate in enumerate(held) if gate]
        if not left or held[column] or not others:
            return step
        struck, events = gates.hit(step.state, gates.Blow(at.foe, others[0], at.me), left, ())
        return Step(struck, (*step.events, *events))

    applied(Attack, bent)


def no_gate_falls_in_development() -> None:
    gates_spared(lambda at, blow: at.phase == "development")


def goes_on_in_development() -> None:
    fall = gates.fall

    def bent(at: Any, blow: Any) -> Any:
        fallen, events = fall(at, blow)
        if at.phase != "development" or fallen.phase != "over":
            return fallen, events
        return replace(fallen, phase=at.phase, pending=at.pending), events[:-1]

    swap(gates, "fall", bent)


def skulls_before_the_end() -> None:
    fall, collecting = gates.fall, turn.STEPS["collect"]

    def bent(at: Any, blow: Any) -> Any:
        fallen, events = fall(at, blow)
        if fallen.phase != "over" or at.phase == "collect":
            return fallen, events
        return charge.apply_end(replace(fallen, pending=()), EndAttack()).state, events[:-1]

    def over(at: Any) -> Any:
        at, events, waits = collecting(at)
        ended = at.phase == "gift" and not all(any(side.gates) for side in at.sides)
        return (replace(at, phase="over") if ended else at), events, waits

    swap(gates, "fall", bent)
    entry(turn.STEPS, "collect", over)


BENT: dict[str, tuple[Callable[[], None], str]] = {
    "crystals-doubled": (crystals_doubled, "ostium.abilities.crystal"),
    "repair-beyond-the-limit": (repair_beyond_the_limit, "ostium.abilities.repair-stops-at-the-limit"),
    "repair-of-ruins": (repair_of_ruins, "ostium.abilities.repair-not-the-destroyed"),
    "rebuilt-at-two": (rebuilt_at_two, "ostium.abilities.rebuilt-at-one"),
    "draw-ability-draws-one": (draw_ability_draws_one, "ostium.abilities.draw-value"),
    "damage-all-spares-the-middle": (damage_all_spares_the_middle, "ostium.abilities.damage-all"),
    "removed-with-its-skull": (removed_with_its_skull, "ostium.abilities.removed-without-skull"),
    "clan-removal-spares-ones-own": (clan_removal_spares_ones_own, "ostium.abilities.clan-removal-all-players"),
    "out-of-play-from-the-hand-only": (
        out_of_play_from_the_hand_only,
        "ostium.abilities.out-of-play-from-pile-or-hand",
    ),
    "skulls-may-be-declined": (skulls_may_be_declined, "ostium.collect.all-skulls"),
    "one-removal-whatever-the-value": (one_removal_whatever_the_value, "ostium.abilities.remove-value"),
    "damage-to-ruins": (damage_to_ruins, "ostium.abilities.damage-to-an-opponents-gate"),
    "summoned-onto-another": (summoned_onto_another, "ostium.summon.empty-slot"),
    "primordials-for-nothing": (primordials_for_nothing, "ostium.summon.area-costs"),
    "zone-costs-two": (zone_costs_two, "ostium.summon.zone-to-pile"),
    "main-works-from-the-area": (main_works_from_the_area, "ostium.summon.area-silences-main"),
    "arrows-work-on-the-board": (arrows_work_on_the_board, "ostium.discard.arrow-silent-on-board"),
    "neighbours-stay-asleep": (neighbours_stay_asleep, "ostium.synergy.neighbours-half"),
    "sovereign-not-replaced": (sovereign_not_replaced, "ostium.area.sovereign-replaced-when-summoned"),
    "pile-price-is-the-cost": (pile_price_is_the_cost, "ostium.summon.zone-to-pile"),
    "moves-for-nothing": (moves_for_nothing, "ostium.move.move-costs-one"),
    "moved-onto-another": (moved_onto_another, "ostium.move.not-onto-another"),
    "recalled-for-nothing": (recalled_for_nothing, "ostium.move.recall-costs-one"),
    "recall-without-skull": (recall_without_skull, "ostium.move.skull-on-recall"),
    "recalled-to-the-hand": (recalled_to_the_hand, "ostium.move.recalled-to-own-pile"),
    "no-discard-while-attacking": (no_discard_while_attacking, "ostium.discard.whole-turn"),
    "discarded-to-the-bottom": (discarded_to_the_bottom, "ostium.discard.on-top"),
    "arrow-silent-in-attack": (arrow_silent_in_attack, "ostium.discard.arrow-works"),
    "hand-of-four": (hand_of_four, "ostium.draw.up-to-five"),
    "pile-turned-the-wrong-way": (pile_turned_the_wrong_way, "ostium.draw.turned-over"),
    "pile-not-turned-for-abilities": (pile_not_turned_for_abilities, "ostium.draw.also-for-abilities"),
    "draws-on-top-of-five": (draws_on_top_of_five, "ostium.draw.hand-limit"),
    "warriors-shifted-one-step": (warriors_shifted_one_step, "ostium.refill.shift"),
    "refilled-from-the-bottom": (refilled_from_the_bottom, "ostium.refill.replenish"),
    "dismissed-for-good": (dismissed_for_good, "ostium.refill.remove"),
    "crystals-are-kept": (crystals_are_kept, "ostium.turn.crystals-are-lost"),
    "no-gift": (no_gift, "ostium.gift.for-the-opponents-gate"),
    "gift-to-the-pile": (gift_to_the_pile, "ostium.gift.to-the-hand"),
    "second-player-begins-with-four": (second_player_begins_with_four, "ostium.setup.other-draws-five"),
    "skulls-ignored": (skulls_ignored, "ostium.collect.skull-with-its-card"),
    "attacker-collects-first": (attacker_collects_first, "ostium.collect.defender-first"),
    "collected-to-the-bottom": (collected_to_the_bottom, "ostium.collect.onto-own-pile"),
    "every-skull-in-order-of-slots": (every_skull_in_order_of_slots, "ostium.collect.own-order"),
    "double-arrow-ignored": (double_arrow_ignored, "ostium.fusion.double-arrow-joins"),
    "chains-after-the-attack": (chains_after_the_attack, "ostium.fusion.ends-at-attacker"),
    "declared-anew": (declared_anew, "ostium.fusion.affiliation-is-fixed"),
    "side-icons-always-work": (side_icons_always_work, "ostium.synergy.side-domain-passive-needs-synergy"),
    "attacks-twice": (attacks_twice, "ostium.charge.one-attack-each"),
    "wave-only-in-the-charge": (wave_only_in_the_charge, "ostium.gates.wave-hits-attacker"),
    "no-wave": (no_wave, "ostium.gates.wave-hits-owner-column"),
    "zero-damage-counts-as-one": (zero_damage_counts_as_one, "ostium.gates.durability-limit"),
    "attack-ends-with-attackers-left": (attack_ends_with_attackers_left, "ostium.charge.ends-when-all-resolved"),
    "winner-is-the-loser": (winner_is_the_loser, "ostium.gates.last-gate-wins"),
    "rebuild-forgotten": (rebuild_forgotten, "ostium.abilities.rebuild"),
    "daggers-turn": (daggers_turn, "ostium.abilities.remove"),
    "out-of-play-forgotten": (out_of_play_forgotten, "ostium.abilities.out-of-play"),
    "blades-spare-familiars": (blades_spare_familiars, "ostium.abilities.clan-removal"),
    "damage-stopped-by-a-defender": (damage_stopped_by_a_defender, "ostium.abilities.damage"),
    "draws-from-the-other-deck": (draws_from_the_other_deck, "ostium.abilities.draw-from-own-deck"),
    "one-ability-each": (one_ability_each, "ostium.turn.actives-in-development"),
    "no-third-slot-behind": (no_third_slot_behind, "ostium.summon.six-slots"),
    "summons-while-abilities-wait": (summons_while_abilities_wait, "ostium.summon.one-at-a-time"),
    "sides-sleep-at-summoning": (sides_sleep_at_summoning, "ostium.synergy.sides-at-summoning"),
    "familiars-open-nothing": (familiars_open_nothing, "ostium.synergy.familiar-opens-others"),
    "warriors-go-back": (warriors_go_back, "ostium.area.bought-cards-are-kept"),
    "moves-wake-the-main-domain": (moves_wake_the_main_domain, "ostium.move.opens-no-main"),
    "newcomers-pay-for-their-recall": (newcomers_pay_for_their_recall, "ostium.abilities.area-free-recall"),
    "discards-from-the-battlefield": (discards_from_the_battlefield, "ostium.discard.from-the-hand"),
    "discards-in-the-others-turn": (discards_in_the_others_turn, "ostium.discard.own-turn-only"),
    "discarded-skulls-work": (discarded_skulls_work, "ostium.charge.skull-when-placed"),
    "full-hands-draw-one": (full_hands_draw_one, "ostium.draw.full-hand-draws-nothing"),
    "draws-all-or-nothing": (draws_all_or_nothing, "ostium.draw.as-many-as-there-are"),
    "pile-riffled": (pile_riffled, "ostium.draw.unshuffled"),
    "draws-before-the-collection": (draws_before_the_collection, "ostium.draw.after-the-collection"),
    "the-other-player-begins": (the_other_player_begins, "ostium.turn.starter-first"),
    "refilled-at-the-end-of-the-turn": (refilled_at_the_end_of_the_turn, "ostium.refill.after-development"),
    "five-warriors-will-do": (five_warriors_will_do, "ostium.area.six-warriors"),
    "gift-awaited-in-vain": (gift_awaited_in_vain, "ostium.gift.none-when-none-is-there"),
    "late-ones-stay": (late_ones_stay, "ostium.collect.late-wave"),
    "only-whose-turn-ends-collects": (only_whose_turn_ends_collects, "ostium.collect.each-collects-own"),
    "swept-skulls-are-silent": (swept_skulls_are_silent, "ostium.collect.wave-skulls-count"),
    "no-gate-falls-to-skulls": (no_gate_falls_to_skulls, "ostium.collect.skulls-can-fell-gates"),
    "one-player-alone-loses-gates": (one_player_alone_loses_gates, "ostium.collect.both-may-lose-gates"),
    "corners-count-as-sides": (corners_count_as_sides, "ostium.synergy.no-diagonal"),
    "sides-of-the-attacked-sleep": (sides_of_the_attacked_sleep, "ostium.synergy.whenever-adjacent-in-attack-phase"),
    "no-chains": (no_chains, "ostium.fusion.raises-attack-power"),
    "primordials-join-two-clans": (primordials_join_two_clans, "ostium.fusion.primordial-serves-one-clan"),
    "chains-without-synergy": (chains_without_synergy, "ostium.fusion.synergy-required"),
    "chains-return": (chains_return, "ostium.fusion.no-creature-twice"),
    "the-best-bonus-counts": (the_best_bonus_counts, "ostium.charge.all-bonuses-count"),
    "defeated-stand-on": (defeated_stand_on, "ostium.charge.defeated-is-turned"),
    "open-gates-are-safe": (open_gates_are_safe, "ostium.charge.gate-direct"),
    "the-next-gate-takes-the-rest": (the_next_gate_takes_the_rest, "ostium.gates.only-creatures-in-destroyed-column"),
    "no-gate-falls-in-development": (no_gate_falls_in_development, "ostium.gates.falls-in-development-too"),
    "goes-on-in-development": (goes_on_in_development, "ostium.gates.damage-ability-can-end-it"),
    "skulls-before-the-end": (skulls_before_the_end, "ostium.gates.no-skulls-at-the-end"),
}


if __name__ == "__main__":
    BENT[sys.argv[1]][0]()
    serve_standard(game.GAME)
