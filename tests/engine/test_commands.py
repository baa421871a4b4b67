"""explain and play, as they are called."""

import io
import json
import sys
from pathlib import Path
from typing import Any

import pytest
import typer

from ruleproof.engine import commands
from ruleproof.engine.finding import game
from ruleproof.spec.console import Format

LINE = "r2 b2 - / r0f - -"
FUSE = '{"type":"fuse","gate":0,"path":["D0","A0"]}'
MIXED = '{"type":"fuse","gate":0,"path":["D0","A0","A1"]}'


def run(capsys: pytest.CaptureFixture[str], command: Any, *words: Any, **options: Any) -> tuple[int, str, str]:
    """Exit code, stdout and stderr of a command."""
    code = 0
    try:
        command(*words, **options)
    except typer.Exit as left:
        code = left.exit_code
    out, err = capsys.readouterr()
    return code, out, err


def test_explain_says_which_clause_refuses_and_what_it_says(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, commands.explain, "ostium", LINE, MIXED)
    assert code == 0
    first, why, clause = out.splitlines()[:3]
    assert first == "refused: fuse gate 0, path D0 A0 A1"
    assert why == "  the chain joins the clans red, blue"
    assert clause.startswith("    ostium.fusion.one-clan: ")


def test_explain_gives_every_reason(capsys: pytest.CaptureFixture[str]) -> None:
    line = "r1 b1 - / r1 - - / 0 15 15 ; resolved A1"
    _, out, _ = run(capsys, commands.explain, "ostium", line, MIXED, format=Format.JSON)
    found = json.loads(out)
    assert found["allowed"] is False
    assert [reason["clauses"][0]["id"] for reason in found["reasons"]] == [
        "ostium.fusion.one-clan",
        "ostium.gates.no-fusion-from-destroyed",
        "ostium.fusion.ends-at-attacker",
    ]
    assert all(reason["why"] and reason["clauses"][0]["says"] for reason in found["reasons"])


def test_explain_says_which_clauses_allow(capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = run(capsys, commands.explain, "ostium", LINE, FUSE)
    assert out.startswith("allowed: fuse gate 0, path D0 A0\n    ostium.fusion.raises-attack-power: ")
    _, out, _ = run(capsys, commands.explain, "ostium", LINE, FUSE, quiet=True)
    assert out.splitlines()[1] == "    ostium.fusion.raises-attack-power"


def test_explain_lists_what_is_legal(capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = run(capsys, commands.explain, "ostium", LINE, format=Format.JSON)
    found = json.loads(out)
    assert found["toAct"] == ["A"]
    assert found["complete"] is True
    assert [one["action"]["type"] for one in found["actions"]] == ["fuse", "attack", "attack"]
    assert all(one["clauses"] for one in found["actions"])
    _, out, _ = run(capsys, commands.explain, "ostium", LINE)
    for text in ("A attack", "fuse gate 0, path D0 A0", "ostium.charge.own-column\n    "):
        assert text in out


def test_explain_says_that_nobody_acts(capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = run(capsys, commands.explain, "ostium", "- - - ; phase collect")
    assert out.endswith("Nobody can act here.\n")
    _, out, _ = run(capsys, commands.explain, "ostium", "- - - ; phase collect", FUSE)
    assert out == "refused: fuse gate 0, path D0 A0\n  no attack phase: the phase is collect\n"


@pytest.mark.parametrize("action", ["[1]", '{"type":"fus"}', '"x"', "null"])
def test_explain_refuses_what_is_no_action(capsys: pytest.CaptureFixture[str], action: str) -> None:
    code, out, _ = run(capsys, commands.explain, "ostium", LINE, action)
    assert code == 0
    assert out.startswith("refused: ")


def test_explain_takes_a_file_stdin_and_the_player_of_an_action(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    position = game("ostium").dump(game("ostium").read_line(LINE))
    file = tmp_path / "position.json"
    file.write_text(json.dumps(position))
    assert run(capsys, commands.explain, "ostium", str(file), FUSE)[1].startswith("allowed")
    monkeypatch.setattr(sys, "stdin", io.StringIO(json.dumps(position)))
    assert run(capsys, commands.explain, "ostium", "-", FUSE)[1].startswith("allowed")
    for other in ("B", 7, ["A"]):
        as_other = json.dumps({**json.loads(FUSE), "player": other})
        said = run(capsys, commands.explain, "ostium", LINE, as_other)[1]
        assert f"it is the turn of A, not of {other if other == 'B' else json.dumps(other)}" in said


def test_a_reading_changes_the_answer(capsys: pytest.CaptureFixture[str]) -> None:
    line, chain = "r1 r1 - / r1 r1 - ; chains D1>A1", '{"type":"fuse","gate":0,"path":["D0","A0","A1"]}'
    assert run(capsys, commands.explain, "ostium", line, chain)[1].startswith("refused")
    shared = ["ostium.fusion.ending-is-passing=shared-end"]
    assert run(capsys, commands.explain, "ostium", line, chain, reading=shared)[1].startswith("allowed")
    with_rest = line + ' ; rest {"area":{"primordials":1}}'
    assert run(capsys, commands.explain, "ostium", with_rest, chain, reading=shared)[1].startswith("allowed")


@pytest.mark.parametrize(
    ("words", "options", "code", "says"),
    [
        (("ostiun", LINE), {}, 2, "Did you mean ostium"),
        (("ostium", "z1 - -"), {}, 2, "'z1' is no creature"),
        (("ostium", "nowhere.json"), {}, 2, "nowhere.json cannot be read"),
        (("ostium", LINE, "{"), {}, 2, "ACTION is not JSON"),
        (("ostium", LINE), {"reading": ["x"]}, 2, "--reading takes QUESTION=READING, not 'x'"),
        (("ostium", LINE), {"reading": ["ostium.fusion.crossing=x"]}, 2, "it is one of sharing, geometric"),
        (("ostium", '- - - ; rest {"pending":[1]}'), {}, 2, "pending[0]: is an object, not 1"),
        (("ostium", '- - - ; rest {"pending":[{"kind":"tie","owner":"A"}]}'), {}, 3, "not modelled yet"),
        (("ostium", "x" * 5000), {}, 2, "is no creature"),
        (("ostium", LINE, "[" * 100000), {}, 2, "nested too deeply"),
    ],
)
def test_wrong_input_is_answered(
    capsys: pytest.CaptureFixture[str], words: tuple[str, ...], options: dict[str, Any], code: int, says: str
) -> None:
    found, out, err = run(capsys, commands.explain, *words, **options)
    assert (found, out) == (code, "")
    assert says in err


def test_every_fault_of_a_position_is_said(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "position.json"
    file.write_text('{"turn": 0, "players": {"A": {"gates": [16, 1, 1]}}}')
    code, _, err = run(capsys, commands.explain, "ostium", str(file))
    assert code == 2
    assert "position-invalid" in err
    assert "players.A.gates[0]: is a whole number from 0 to 15, not 16" in err
    assert "turn: is a whole number of 1 or more, not 0" in err


def typed(monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO(text))


def test_play_takes_numbers_and_json_and_answers_the_rest(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    lines = [
        "99",
        "9" * 5000,
        "[" * 100000,
        "hello",
        "",
        "?",
        "board",
        '{"type":"attack"}',
        '{"type":"end_attack"}',
        FUSE,
        "1",
        "1",
        "1",
    ]
    typed(monkeypatch, "\n".join(lines) + "\n")
    code, out, err = run(capsys, commands.play, "ostium", LINE)
    assert (code, err) == (0, "")
    for said in (
        "99 is not on the list: the actions are numbered 1 to 3",
        "'hello' is neither a number nor JSON",
        "`attack`: `attacker` is missing",
        "refused: A0, A1 has not attacked yet",
        "A: fuse gate 0, path D0 A0",
        "fused attacker A.A0, gate A.G0, path A.D0 A.A0, bonus 2",
        "ostium.fusion.bonus-is-two: ",
        "gate gate B.G0, from 15, to 11",
        "left the game",
    ):
        assert said in out
    assert out.count("ostium.charge.own-column: ") == 1  # a sentence is told once
    assert out.endswith("r2 b2 - / r0f - - | - - - / - - - / 11 13 15 ; active B ; phase development ; turn 2\n")


@pytest.mark.parametrize("text", ["", "quit\n", "q", "\n\n"])
def test_play_is_left_in_peace(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    typed(monkeypatch, text)
    code, out, err = run(capsys, commands.play, "ostium", LINE)
    assert (code, err) == (0, "")
    assert "left the game" in out


def test_an_interrupt_leaves_the_game(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(prompt: str = "") -> str:
        raise KeyboardInterrupt

    monkeypatch.setattr("builtins.input", interrupted)
    code, out, _ = run(capsys, commands.play, "ostium", LINE)
    assert code == 0
    assert "left the game" in out


def test_play_deals_a_new_game_and_chance_plays_the_same_one_from_a_seed(capsys: pytest.CaptureFixture[str]) -> None:
    games = [run(capsys, commands.play, "ostium", seed=seed, format=Format.JSON)[1] for seed in (1, 1, 2)]
    assert games[0] == games[1] != games[2]
    first = json.loads(games[0])
    assert first["status"]["terminal"] is True
    assert first["moves"][0]["action"] == {"type": "chance"}
    assert [event["type"] for event in first["moves"][0]["events"]] == ["drew", "drew", "refilled", "refilled"]
    assert first["moves"][-1]["events"][-1]["type"] == "over"
    assert "\nA holds 3 cards, 7 in the deck\n" in run(capsys, commands.play, "ostium", seed=1)[1]


def test_the_deal_has_a_seed_of_its_own(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    boards = []
    for options in ({"dealt": 5}, {"dealt": 5, "seed": None}, {"dealt": 6}, {}, {"dealt": 1}):
        typed(monkeypatch, "")
        boards.append(run(capsys, commands.play, "ostium", **options)[1])
    assert boards[0] == boards[1] != boards[2]
    assert boards[3] == boards[4] != boards[0]


def test_play_deals_the_cards_of_a_file(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "cards.toml"
    file.write_text('[[card]]\nid = "only"\nkind = "familiar"\nstarter = 1\n', encoding="utf-8")
    typed(monkeypatch, "1\nquit\n")
    code, out, _ = run(capsys, commands.play, "ostium", cards=file)
    assert code == 0
    assert "\nA: discard card only\n" in out
    file.write_text('[[card]]\nid = "only"\nkind = "familiar"\n', encoding="utf-8")
    code, _, err = run(capsys, commands.play, "ostium", cards=file)
    assert (code, "cards[0].starter: is 1, 2 or 3 for a familiar, not None" in err) == (2, True)


def test_play_takes_moves_from_a_file_and_stops_at_a_wrong_one(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    moves = tmp_path / "moves"
    moves.write_text(f"{FUSE}\n1\n1\n1\n")
    code, out, _ = run(capsys, commands.play, "ostium", LINE, moves=moves, quiet=True)
    assert code == 0
    assert out.splitlines()[-1].endswith("/ 11 13 15 ; active B ; phase development ; turn 2")
    moves.write_text(f"{FUSE}\n{FUSE}\n1\n")
    code, out, err = run(capsys, commands.play, "ostium", LINE, moves=moves, quiet=True)
    assert code == 1
    assert "refused: gate 0 has started a chain already" in err
    assert "chains D0>A0" in out
    code, _, err = run(capsys, commands.play, "ostium", LINE, moves=tmp_path / "none")
    assert code == 2
    assert "cannot be read" in err


def test_play_tells_who_has_won(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    typed(monkeypatch, "1\n")
    _, out, _ = run(capsys, commands.play, "ostium", "r2 - - | - - - / - - - / 2 0 0")
    assert "A has won (ostium.gates.last-gate-wins" in out
    assert "the game is over, A has won" in out
