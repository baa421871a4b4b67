"""The trace page in a real browser: opened from a file, searched, filtered, linked into, dark, light and on a phone."""

import json
import os
import re
import shutil
import subprocess
from html import unescape
from pathlib import Path
from typing import Any

import pytest

from ruleproof.spec.tracing import page

pytestmark = pytest.mark.browser

EVIL = "</script><script>document.title = 'broken out'</script> & <b>"


def clause(name: str, standing: str, says: str, **more: Any) -> dict[str, Any]:
    return {
        "id": name,
        "chapter": name.split(".")[1],
        "says": says,
        "kind": "norm",
        "modality": "may",
        "modes": ["two-player"],
        "needs": ["engine", "case"],
        "missing": [],
        "overrides": [],
        "source": [{"at": "toy/p1/s1", "fp": "0" * 16, "role": "states"}],
        "formal": [],
        "paraphrase": "",
        "question": None,
        "standing": standing,
        "reason": "because",
        "evidence": [],
    } | more


TRACE: dict[str, Any] = {
    "game": "toy",
    "title": "Toy & Co",
    "compared": False,
    "given": ["code"],
    "sentences": {"total": 3, "classed": 3},
    "chapters": ["board", "moves"],
    "words": ["failing", "open", "stale", "tested"],
    "standings": {"failing": 1, "open": 1, "tested": 1},
    "clauses": [
        clause("toy.moves.take", "failing", f"A player takes {EVIL}", missing=["case"]),
        clause(
            "toy.moves.pass",
            "open",
            "A player may pass.",
            question="toy.moves.how",
            formal=[{"part": "when", "text": "stones > 0"}],
            paraphrase="there is a stone left",
        ),
        clause(
            "toy.board.squares",
            "tested",
            "There are nine squares.",
            needs=["case"],
            evidence=[{"kind": "code", "place": "engine/toy/board.py:7 squares", "outcome": "found", "run": "source"}],
        ),
    ],
    "questions": [
        {
            "id": "toy.moves.how",
            "asks": "How often?",
            "default": "once",
            "readings": [{"name": "once", "gloss": "one time"}, {"name": "twice", "gloss": "two times"}],
        }
    ],
    "ledger": [
        {"at": "toy/h", "class": "navigation", "clauses": [], "waiver": None, "standing": None},
        {"at": "toy/p1/s1", "class": "norm", "clauses": ["toy.moves.take"], "waiver": None, "standing": "failing"},
        {"at": "toy/p1/s2", "class": "norm", "clauses": [], "waiver": "later", "standing": "waived"},
    ],
}
TEXTS = {"toy/h": "Toy", "toy/p1/s1": f"Take one {EVIL}.", "toy/p1/s2": "Say so."}


def browser() -> str:
    found = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if found is None:
        why = "no Chromium on this machine, so the page is not tried in a browser"
        if os.environ.get("CI") == "true" or os.environ.get("RULEPROOF_BROWSER") == "required":
            pytest.fail(why)
        pytest.skip(why)
    return found


def seen(folder: Path, script: str, *, trace: dict[str, Any] = TRACE, anchor: str = "", width: int = 1200) -> Any:
    """What `script` answers in the loaded page, which lies in a file with no server beside it."""
    probe = f"<script>document.body.dataset.answer = JSON.stringify((() => {{ {script} }})())</script></body>"
    file = folder / "trace.html"
    file.write_text(page(trace).replace("</body>", probe), encoding="utf-8")
    command = [
        browser(), "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
        "--disable-background-networking", "--disable-component-update", "--disable-sync",
        f"--user-data-dir={folder / 'profile'}", f"--window-size={width},900", "--virtual-time-budget=2000",
        "--dump-dom", f"file://{file}{anchor}",
    ]  # fmt: skip
    shown = subprocess.run(command, capture_output=True, text=True, timeout=60, check=True)
    answer = re.search(r'data-answer="([^"]*)"', shown.stdout)
    assert answer, f"the script of the page did not end well:\n{shown.stderr[-2000:]}"
    return json.loads(unescape(answer[1]))


SHOWN = "[...document.querySelectorAll('details.clause')].filter(c => !c.hidden).map(c => c.id)"


@pytest.mark.parametrize(
    ("does", "remain"),
    [
        ("", ["toy.moves.take", "toy.moves.pass", "toy.board.squares"]),
        ("set('search', 'NINE squares', 'input')", ["toy.board.squares"]),
        ("set('search', 'board.py:7', 'input')", ["toy.board.squares"]),
        ("set('search', 'no such thing', 'input')", []),
        ("set('chapter', 'moves', 'change')", ["toy.moves.take", "toy.moves.pass"]),
        ("set('need', 'engine', 'change')", ["toy.moves.take", "toy.moves.pass"]),
        ("set('need', '-case', 'change')", ["toy.moves.take"]),
        ("press('open')", ["toy.moves.pass"]),
        ("press('open'); press('tested')", ["toy.moves.pass", "toy.board.squares"]),
        ("press('open'); press('open')", ["toy.moves.take", "toy.moves.pass", "toy.board.squares"]),
        ("press('open'); set('chapter', 'board', 'change')", []),
    ],
)
def test_search_and_filters_leave_what_was_asked_for(tmp_path: Path, does: str, remain: list[str]) -> None:
    tools = (
        "const set = (id, value, event) => { const e = document.getElementById(id); e.value = value;"
        " e.dispatchEvent(new Event(event)); };"
        "const press = word => document.querySelector(`[data-word='${word}']`).click();"
    )
    assert seen(tmp_path, f"{tools} {does}; return {SHOWN}") == remain


def test_the_standings_are_shown_from_the_worst_to_the_best_and_only_those_there_are(tmp_path: Path) -> None:
    script = "return [...document.querySelectorAll('[data-word]')].map(c => c.textContent)"
    assert seen(tmp_path, script) == ["failing 1", "open 1", "tested 1"]


def test_a_deep_link_opens_its_clause_with_all_that_is_known_of_it(tmp_path: Path) -> None:
    script = "return [...document.querySelectorAll('details[open]')].map(c => [c.id, c.innerText])"
    ((name, text),) = seen(tmp_path, script, anchor="#toy.moves.pass")
    assert name == "toy.moves.pass"
    for part in ("toy/p1/s1", "stones > 0", "there is a stone left", "How often?", "(taken by default)", "engine ✓"):
        assert part in text


def test_what_a_rule_says_is_text_and_never_markup(tmp_path: Path) -> None:
    title, text = seen(tmp_path, "return [document.title, document.getElementById('toy.moves.take').textContent]")
    assert title == "Toy & Co: from rule to verdict"
    assert EVIL in text


def test_with_the_text_each_sentence_has_the_colour_of_its_standing(tmp_path: Path) -> None:
    ledger = [entry | {"text": TEXTS[entry["at"]]} for entry in TRACE["ledger"]]
    script = (
        "return [...document.querySelectorAll('#text span[data-at]')].map(s => [s.className, s.textContent.trim()])"
    )
    assert seen(tmp_path, script, trace=TRACE | {"compared": True, "ledger": ledger}) == [
        ["plain", "Toy"],
        ["failing", f"Take one {EVIL}."],
        ["waived", "Say so."],
    ]


@pytest.mark.parametrize("width", [360, 1200])
def test_nothing_sticks_out_sideways_on_a_phone_or_a_desk(tmp_path: Path, width: int) -> None:
    inner, scroll = seen(tmp_path, "return [innerWidth, document.documentElement.scrollWidth]", width=width)
    assert scroll <= inner


def test_the_theme_goes_dark_and_back(tmp_path: Path) -> None:
    script = (
        "const paper = () => getComputedStyle(document.body).backgroundColor; const first = paper();"
        "document.getElementById('theme').click(); const second = paper();"
        "document.getElementById('theme').click(); return [first !== second, paper() === first]"
    )
    assert seen(tmp_path, script) == [True, True]


def test_the_page_asks_for_nothing_outside_itself() -> None:
    assert not re.findall(r"(?:src|href)=[\"']?(?:https?:)?//|@import|url\(", page(TRACE))
