"""The stand-in cards keep every printed count, fit what cards show, and have every ability with its numbers."""

import re
from collections import Counter
from typing import Any

import pytest

from ruleproof.spec.loading import load

CLANS = ("red", "blue", "green", "yellow", "purple")
DOMAINS = ("main", "left", "right", "skull")
CARDS = load("ostium").cards
DECK: list[dict[str, Any]] = [{"id": c.id, **c.own} for c in CARDS.card for _ in range(c.copies)]
KINDS = {
    kind: [card for card in DECK if card["kind"] == kind] for kind in ("familiar", "warrior", "primordial", "sovereign")
}

ABILITY = re.compile(
    r"(arrow>)?(crystal|draw|repair|rebuild|damage|damage_all|out_of_play|remove|clan_removal)(:[2-9])?"
    r"|(area|shield|flame|flask|fusion|robed|double_arrow)(:[2-9])?"
)
NUMBERED = ("crystal", "draw", "repair", "rebuild", "damage", "damage_all", "out_of_play", "remove")
PASSIVE = ("shield", "flame", "flask", "fusion", "robed")


def printed(card: dict[str, Any], domain: str) -> list[str]:
    return list(card.get(domain, []))


def anywhere(domain: str) -> set[str]:
    return {ability for card in DECK for ability in printed(card, domain)}


def test_they_are_plainly_called_a_stand_in() -> None:
    assert CARDS.standin
    assert CARDS.note is not None
    assert "No list of the cards is printed" in CARDS.note


def test_the_set_comes_to_the_counts_it_declares() -> None:
    assert Counter(card["kind"] for card in DECK) == CARDS.counts
    assert len(DECK) == 98


@pytest.mark.parametrize(
    ("kind", "number", "a_clan"),
    [
        pytest.param("familiar", 30, 6, marks=pytest.mark.clause("ostium.components.thirty-familiars")),
        pytest.param("warrior", 50, 10, marks=pytest.mark.clause("ostium.components.fifty-warriors")),
        pytest.param("sovereign", 10, 2, marks=pytest.mark.clause("ostium.components.ten-sovereigns")),
    ],
)
def test_each_clan_has_its_share(kind: str, number: int, a_clan: int) -> None:
    assert len(KINDS[kind]) == number
    assert Counter(card["clan"] for card in KINDS[kind]) == dict.fromkeys(CLANS, a_clan)


@pytest.mark.clause("ostium.components.eight-primordials", "ostium.components.primordials-alike")
def test_the_eight_primordials_are_one_card_without_a_clan_and_without_power() -> None:
    assert len(KINDS["primordial"]) == 8
    assert KINDS["primordial"] == [KINDS["primordial"][0]] * 8
    assert "clan" not in KINDS["primordial"][0]
    assert KINDS["primordial"][0]["power"] == 0
    assert printed(KINDS["primordial"][0], "main") == ["double_arrow"]


def test_no_other_card_is_there_twice() -> None:
    names = Counter(card["id"] for card in DECK)
    assert {name for name, count in names.items() if count > 1} == {"primordial"}


@pytest.mark.clause("ostium.components.starter-mark", "ostium.components.starter-decks-of-ten")
def test_each_starter_deck_has_ten_familiars_two_of_a_clan() -> None:
    marks = Counter((card["starter"], card["clan"]) for card in KINDS["familiar"])
    assert marks == {(deck, clan): 2 for deck in (1, 2, 3) for clan in CLANS}
    assert all("starter" not in card for card in DECK if card["kind"] != "familiar")


@pytest.mark.clause("ostium.components.familiar-main-domain", "ostium.components.familiar-without-sides")
def test_a_familiar_has_an_arrow_to_a_crystal_and_nothing_else() -> None:
    for card in KINDS["familiar"]:
        assert {domain: printed(card, domain) for domain in DOMAINS if printed(card, domain)} == {
            "main": ["arrow>crystal"]
        }


@pytest.mark.clause("ostium.components.warrior-domains")
def test_a_warrior_has_something_in_every_domain() -> None:
    assert all(printed(card, domain) for card in KINDS["warrior"] for domain in ("main", "left", "right"))


@pytest.mark.clause("ostium.components.sovereign-main-domain")
def test_no_creature_has_the_main_domain_of_a_sovereign() -> None:
    mains = Counter(tuple(printed(card, "main")) for card in DECK)
    assert [card["id"] for card in KINDS["sovereign"] if mains[tuple(printed(card, "main"))] != 1] == []


def test_every_ability_is_one_that_a_position_knows() -> None:
    for domain in DOMAINS:
        assert {ability for ability in anywhere(domain) if not ABILITY.fullmatch(ability)} == set()


@pytest.mark.parametrize("place", ["main", "left", "right", "skull", "arrow"])
@pytest.mark.parametrize("ability", NUMBERED)
def test_an_active_ability_stands_everywhere_with_two_numbers(ability: str, place: str) -> None:
    here = (
        {a.removeprefix("arrow>") for a in anywhere("main") if "arrow>" in a} if place == "arrow" else anywhere(place)
    )
    assert {ability, f"{ability}:2"} <= here


@pytest.mark.parametrize("domain", ["main", "left", "right"])
@pytest.mark.parametrize("ability", PASSIVE)
def test_a_passive_ability_stands_in_every_domain_with_two_numbers(ability: str, domain: str) -> None:
    assert {ability, f"{ability}:2"} <= anywhere(domain)


def test_what_takes_no_number_is_there_too() -> None:
    assert "area" in anywhere("main")
    assert all("clan_removal" in anywhere(domain) for domain in DOMAINS)
    assert "arrow>clan_removal" in anywhere("main")


@pytest.mark.parametrize(("kind", "cost", "power"), [("warrior", (1, 7), (0, 7)), ("sovereign", (7, 9), (5, 8))])
def test_costs_and_powers_are_playable(kind: str, cost: tuple[int, int], power: tuple[int, int]) -> None:
    costs, powers = [c["cost"] for c in KINDS[kind]], [c["power"] for c in KINDS[kind]]
    assert (min(costs), max(costs)) == cost
    assert (min(powers), max(powers)) == power
