"""The published schemas are those of the models, and an independent reader agrees with them on real files."""

import json
import tomllib
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from ruleproof.spec.finding import HERE
from ruleproof.spec.schemas import FOLDER, schemas

FILES = sorted((HERE / "spec").glob("*/*.toml")) + [
    path.with_name("ledger.json") for path in sorted((HERE / "spec").glob("*/game.toml"))
]


def validator(name: str) -> Any:
    schema = json.loads((FOLDER / f"{name}.json").read_text(encoding="utf-8"))
    return jsonschema.Draft202012Validator(schema)


def test_the_published_schemas_are_current() -> None:
    published = {path.name: path.read_text(encoding="utf-8") for path in FOLDER.iterdir()}
    assert published == schemas(), "write them anew: python -m ruleproof.spec.schemas"


@pytest.mark.parametrize("name", ["cards", "chapter", "game", "ledger", "vocabulary"])
def test_a_schema_is_a_schema(name: str) -> None:
    jsonschema.Draft202012Validator.check_schema(validator(name).schema)


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_the_files_of_our_games_fit_their_schema(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    value = json.loads(text) if path.suffix == ".json" else tomllib.loads(text)
    name = path.stem if path.stem in {"game", "vocabulary", "cards", "ledger"} else "chapter"
    assert [error.message for error in validator(name).iter_errors(value)] == []


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("chapter", {"clause": [{"id": "a.b.c", "says": "x", "kind": "rule"}]}),
        ("chapter", {"clauses": []}),
        ("game", {"name": "a"}),
        ("ledger", {"segmenter": 1, "sentences": [{"place": "p1/s1"}]}),
        ("cards", {"card": [{"copies": 2}]}),
    ],
)
def test_what_does_not_fit_is_refused(name: str, value: object) -> None:
    assert not validator(name).is_valid(value)
