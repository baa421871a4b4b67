"""The doctor finds each ailment of an adapter, says what to change, and passes the reference."""

import json
import sys
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from ruleproof.conformance.main import build

SERVE = [sys.executable, "-m", "ruleproof.conformance.main", "serve", "ostium"]
PATIENT = """
import json, sys, time
from ruleproof.conformance.serving import Server
from ruleproof.engine.finding import game

server = Server(game("ostium"))

def answer(line):
    return server.respond(line)

def say(line):
    sys.stdout.buffer.write(line + b"\\n")
    sys.stdout.buffer.flush()

{ailment}

while line := sys.stdin.buffer.readline():
    say(answer(line))
    if server.done:
        break
"""
AILMENTS = {
    # name: (what is different, the look that finds it, a word of what to change)
    "does not flush": ("def say(line): sys.stdout.write('x')", "hello", "flush"),
    "ids as text": (
        "def answer(line, old=answer):\n"
        "  a = json.loads(old(line)); a['id'] = str(a['id']); return json.dumps(a).encode()",
        "hello",
        "id",
    ),
    "large ids rounded": (
        "def answer(line, old=answer):\n"
        "  a = json.loads(old(line)); a['id'] = a['id'] and min(a['id'], 2**31); return json.dumps(a).encode()",
        "ids",
        "id",
    ),
    "chokes on CRLF": (
        "def answer(line, old=answer):\n  assert not line.endswith(b'\\r\\n'); return old(line)",
        "line ends",
        "",
    ),
    "dies of broken JSON": ("def answer(line, old=answer):\n  json.loads(line); return old(line)", "broken JSON", ""),
    "dies of unknown methods": (
        "def answer(line, old=answer):\n  assert b'x_no_such_method' not in line; return old(line)",
        "unknown method",
        "",
    ),
    "takes absurd actions": (
        "def answer(line, old=answer):\n"
        "  a = json.loads(old(line)); r = a.get('result', {})\n"
        "  if r.get('accepted') is False: r['accepted'] = True\n"
        "  return json.dumps(a).encode()",
        "refusals",
        "refuse",
    ),
    "forgets a member": (
        "def answer(line, old=answer):\n"
        "  a = json.loads(old(line)); r = a.get('result', {})\n"
        "  r.get('position', {}).pop('players', 0)\n"
        "  return json.dumps(a).encode()",
        "load and dump",
        "member",
    ),
    "forgets a member that few positions have": (
        "def answer(line, old=answer):\n"
        "  a = json.loads(old(line)); r = a.get('result', {})\n"
        "  r.get('position', {}).pop('charge', 0)\n"
        "  return json.dumps(a).encode()",
        "load and dump",
        "charge",
    ),
    "names a member twice": (
        'def answer(line, old=answer):\n  return old(line).replace(b\'"accepted":\', b\'"accepted":true,"accepted":\')',
        "refusals",
        "twice",
    ),
    "speaks another protocol": (
        "def answer(line, old=answer):\n  return old(line).replace(b'\"protocol\":1', b'\"protocol\":2')",
        "hello",
        "protocol",
    ),
    "begins its answers with a prompt": (
        "def say(line, old=say):\n  old(b'> ' + line)",
        "hello",
        "begin each answer",
    ),
    "writes a float": (
        "def answer(line, old=answer):\n"
        '  a = old(line); return a.replace(b\'"accepted":false\', b\'"accepted":false,"x_a":1.5\')',
        "refusals",
        "float",
    ),
    "writes half a character": (
        "def answer(line, old=answer):\n  return old(line).replace(b'accepted', b'\\xe4')",
        "refusals",
        "UTF-8",
    ),
    "does not end": (
        "import time\ndef say(line, old=say):\n  old(line)\n  if server.done: time.sleep(60)",
        "bye",
        "exit code 0",
    ),
    "ends with another code": (
        "def say(line, old=say):\n  old(line)\n  if server.done: sys.exit(3)",
        "bye",
        "exit code 0",
    ),
}


def doctor(*command: str, code: int) -> list[dict[str, str]]:
    result = CliRunner().invoke(build("doctor"), ["doctor", "--format", "json", "--start", "8", "--", *command])
    assert result.exit_code == code, result.output
    told: dict[str, Any] = json.loads(result.stdout)
    remarks: list[dict[str, str]] = told["remarks"]
    return remarks


def test_the_reference_is_sane() -> None:
    assert {one["word"] for one in doctor(*SERVE, code=0)} == {"good"}


@pytest.mark.parametrize("name", AILMENTS)
def test_each_ailment_is_found_where_it_shows_with_what_to_change(name: str, tmp_path: Path) -> None:
    ailment, look, word = AILMENTS[name]
    script = tmp_path / "patient.py"
    script.write_text(PATIENT.format(ailment=ailment), encoding="utf-8")
    broken = [one for one in doctor(sys.executable, str(script), code=1) if one["word"] == "broken"]
    assert look in [one["name"] for one in broken]
    found = next(one for one in broken if one["name"] == look)
    assert word in found["do"] + found["says"]


MISNAMED = {
    "a['result']['games'][0]['legl'] = 'list'": "Did you mean legal?",
    "a['result']['games'][0]['phases'] = ['atack']": "Did you mean attack?",
    "a['result']['games'][0]['readings'] = {'ostium.charge.must-pus': 'goes-on'}": "ostium.charge.must-push?",
    "a['result']['games'][0]['readings'] = {'ostium.charge.must-push': 'goeson'}": "Did you mean goes-on?",
    "a['result']['games'][0]['legal'] = 'lst'": "legal",
}


@pytest.mark.parametrize("change", MISNAMED)
def test_a_handshake_that_names_what_there_is_not_is_broken(change: str, tmp_path: Path) -> None:
    script = tmp_path / "patient.py"
    only = f"  if 'games' in a.get('result', {{}}): {change}\n"
    odd = f"def answer(line, old=answer):\n  a = json.loads(old(line))\n{only}  return json.dumps(a).encode()"
    script.write_text(PATIENT.format(ailment=odd), encoding="utf-8")
    remarks = doctor(sys.executable, str(script), code=1)
    assert MISNAMED[change] in next(one["says"] for one in remarks if one["word"] == "broken")


def test_noise_is_a_piece_of_advice(tmp_path: Path) -> None:
    script = tmp_path / "patient.py"
    noisy = "def say(line, old=say):\n  old(b'thinking'); old(line)"
    script.write_text(PATIENT.format(ailment=noisy), encoding="utf-8")
    remarks = doctor(sys.executable, str(script), code=0)
    assert [one["name"] for one in remarks if one["word"] == "advice"] == ["noise"]


def test_a_command_that_is_not_there_cannot_be_examined() -> None:
    result = CliRunner().invoke(build("doctor"), ["doctor", "--", "/no/such/adapter"])
    assert result.exit_code == 3
    assert "does not start" in result.output


def test_a_game_that_is_not_there_is_named_with_the_nearest_one() -> None:
    result = CliRunner().invoke(build("doctor"), ["doctor", "--game", "ostiun", "--", *SERVE])
    assert result.exit_code == 2
    assert "ostium" in result.output
