"""Reading a game: all faults of all files at once, each with file, line and the nearest right name."""

# ruff: noqa: E501  a fault and its message stand on one line of a table

from typing import Any

import pytest

from ruleproof.spec.fault import Faulty
from ruleproof.spec.finding import UnknownGame
from ruleproof.spec.loading import load


def faults(toy: Any) -> list[str]:
    with pytest.raises(Faulty) as caught:
        toy.load()
    return [f"{fault.place}  {fault.what}" for fault in caught.value.faults]


def test_a_game_that_holds_together_is_read_whole(toy: Any) -> None:
    rules = toy.load()
    assert [c.id for c in rules.clauses][:2] == ["pebbles.rules.five-at-first", "pebbles.rules.take-a-few"]
    assert (len(rules.ledger.sentences), len(rules.questions), len(rules.waivers), rules.chapters) == (
        15,
        1,
        1,
        ("rules",),
    )
    assert rules.where(rules.clause("pebbles.rules.no-passing"), "basis") == "spec/pebbles/rules.toml:24"
    assert [c.id for c in rules.citing("playing/p1/s3")] == ["pebbles.rules.no-passing"]


@pytest.mark.parametrize(
    ("file", "old", "new", "expected"),
    [
        ("rules.toml", 'modality = "must"', 'modalty = "must"', "rules.toml:14  clause pebbles.rules.take-a-few: has the unknown member 'modalty'. Did you mean modality?"),
        ("rules.toml", 'kind = "norm"\nmodality = "must"', 'kind = "nrom"', "rules.toml:13  clause pebbles.rules.take-a-few: kind is 'nrom', not one of norm, value, define, procedure, setup, outcome, meta, assumption. Did you mean norm?"),
        ("rules.toml", 'modality = "must"\n', "", "rules.toml:10  clause pebbles.rules.take-a-few: a norm needs a modality"),
        ("rules.toml", 'basis = "playing/p1/s3"', "", "rules.toml:18  clause pebbles.rules.no-passing: overrides needs basis"),
        ("rules.toml", 'says = "Nobody passes."\n', "", "rules.toml:18  clause pebbles.rules.no-passing: lacks the member 'says'"),
        ("rules.toml", "setup/p1/s2", "setup/p2/s2", "rules.toml:7  clause pebbles.rules.five-at-first cites setup/p2/s2, which is no place of the ledger. Did you mean setup/p1/s2?"),
        ("rules.toml", "setup/p1/s2", "setup", "rules.toml:7  clause pebbles.rules.five-at-first: source.1.at is 'setup', which has not the form of a place"),
        ("rules.toml", "pebbles.rules.none-left", "pebbles.rules.none-lef", "rules.toml:16  clause pebbles.rules.take-a-few: question names pebbles.rules.none-lef, which is written nowhere. Did you mean pebbles.rules.none-left?"),
        ("rules.toml", 'id = "pebbles.rules.last-wins"', 'id = "pebbles.rules.no-passing"', "rules.toml:32  clause pebbles.rules.no-passing stands already at spec/pebbles/rules.toml:19"),
        ("rules.toml", 'id = "pebbles.rules.last-wins"', 'id = "pebbles.end.last-wins"', "rules.toml:32  clause pebbles.end.last-wins stands in the chapter rules"),
        ("rules.toml", 'id = "pebbles.rules.last-wins"', 'id = "stones.rules.last-wins"', "rules.toml:32  clause stones.rules.last-wins does not start with pebbles."),
        ("rules.toml", "[[waiver]]", "[[waver]]", "rules.toml:37  the table 'waver' is unknown here. Did you mean waiver?"),
        ("rules.toml", "[[waiver]]\nat =", "[[waiver]]\nunder = \"turns\"\n#", "nothing stands under turns, which is waived."),
        ("rules.toml", 'question = "pebbles.rules.none-left"', 'overrides = ["pebbles.rules.no-passing"]\nbasis = "playing/p1/s2"', "overrides go in a circle: pebbles.rules.take-a-few → pebbles.rules.no-passing → pebbles.rules.take-a-few"),
        ("rules.toml", 'says = "Nobody passes."', 'says = "Nobody passes.', "rules.toml:20  is not TOML"),
        ("rules.toml", 'says = "Nobody passes."', 'says = "Nobody passes."\nmodes = ["standrad"]', "names the mode 'standrad'; game.toml does not. Did you mean standard?"),
        ("rules.toml", 'says = "Nobody passes."', 'says = "Nobody passes."\nneeds = ["engine", "cases"]', "needs may name engine, test, case"),
        ("rules.toml", 'says = "Nobody passes."', 'says = "Nobody passes."\nwhen = "x =="', "rules.toml:21  clause pebbles.rules.no-passing: when: "),
        ("questions.toml", 'default = "one"', 'default = "on"', "questions.toml:1  question pebbles.rules.none-left: the default 'on' is no reading: one, two"),
        ("game.toml", "segmenter = 1", 'segmenter = "one"', "game.toml:5  segmenter: Input should be a valid integer"),
        ("game.toml", 'key = "pebbles"', 'kee = "pebbles"', "game.toml:13  has the unknown member 'documents.0.kee'. Did you mean key?"),
        ("game.toml", 'name = "pebbles"', 'name = "stones"', "game.toml:2  name is 'stones', but the folder is 'pebbles'"),
        ("ledger.json", '"class":"setup"', '"class":"setpu"', "ledger.json:5  setup/p1/s1 has the class 'setpu', which is none. Did you mean setup?"),
    ],
)  # fmt: skip
def test_a_fault_says_where_what_and_the_nearest_right_name(
    toy: Any, file: str, old: str, new: str, expected: str
) -> None:
    toy.edit(file, old, new)
    assert any(expected in fault for fault in faults(toy)), faults(toy)


def test_the_faults_of_all_files_come_at_once(toy: Any) -> None:
    toy.edit("rules.toml", 'modality = "must"', 'modalty = "must"')
    toy.edit("rules.toml", "setup/p1/s2", "setup/p2/s2")
    toy.edit("questions.toml", 'weight = "low"', 'weight = "lowest"')
    toy.edit("game.toml", "segmenter = 1", "segmentor = 1")
    assert [fault.split(":")[0] for fault in faults(toy)] == [
        "spec/pebbles/game.toml",
        "spec/pebbles/questions.toml",
        "spec/pebbles/rules.toml",
    ]
    toy.edit("game.toml", "segmentor = 1", "segmenter = 1")
    assert len(faults(toy)) == 3


def test_a_clause_that_is_not_sound_makes_no_faults_elsewhere(toy: Any) -> None:
    toy.edit("rules.toml", 'modality = "must"', 'modality = "mist"')
    assert len(faults(toy)) == 1


def test_cards_have_to_come_to_their_counts(toy: Any) -> None:
    cards = '[counts]\nred = 3\n\n[[card]]\nid = "a"\nkind = "red"\ncopies = 2\n\n[[card]]\nid = "a"\nkind = "blue"\n'
    (toy.spec / "cards.toml").write_text(cards, encoding="utf-8")
    assert faults(toy) == [
        "spec/pebbles/cards.toml:10  card a stands twice",
        "spec/pebbles/cards.toml:2  the cards of kind red are 2, and counts says 3",
    ]


def test_a_missing_ledger_is_one_fault(toy: Any) -> None:
    (toy.spec / "ledger.json").unlink()
    assert [fault for fault in faults(toy) if "ledger.json:1  is missing" in fault]


def test_an_unknown_game_is_told_the_nearest(toy: Any) -> None:
    with pytest.raises(UnknownGame, match=r"Did you mean pebbles\?"):
        load("peebles")


def test_an_unknown_clause_is_told_the_nearest(toy: Any) -> None:
    with pytest.raises(LookupError, match=r"Did you mean pebbles\.rules\.no-passing\?"):
        toy.load().clause("pebbles.rules.no-pasing")
