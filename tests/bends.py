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
    area,
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
from ruleproof.engine.ostium.action import Affiliate, Collect, Decline, Discard, EndAttack, Move, Recall
from ruleproof.engine.ostium.board import GATE_NAME, NUMBER, SEATS

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
}


if __name__ == "__main__":
    BENT[sys.argv[1]][0]()
    serve_standard(game.GAME)
