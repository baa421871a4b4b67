"""The JSON Schemas of what people write, made from the models; published in `schemas/`. Nothing is checked here.

`python -m ruleproof.spec.schemas` writes them anew; a test fails where they are not current.
"""

import json
from pathlib import Path
from typing import Any

import msgspec
from pydantic import BaseModel

from .card import Cards
from .clause import Clause, Waiver
from .example import Example
from .files import write_text
from .info import GameInfo, Strict
from .ledger import Ledger
from .question import Question
from .tables import VocabularyText

FOLDER = Path(__file__).with_name("schemas")
DRAFT = "https://json-schema.org/draft/2020-12/schema"


class Chapter(Strict):
    """A chapter's file, `<chapter>.toml`; `questions.toml`, `examples.toml` and `waivers.toml` have the same form."""

    clause: tuple[Clause, ...] = ()
    waiver: tuple[Waiver, ...] = ()
    question: tuple[Question, ...] = ()
    example: tuple[Example, ...] = ()


MODELS: dict[str, type[BaseModel]] = {
    "cards": Cards,
    "chapter": Chapter,
    "game": GameInfo,
    "vocabulary": VocabularyText,
}


def schemas() -> dict[str, str]:
    """Each schema's text by its file's name."""
    values = {name: model.model_json_schema() for name, model in MODELS.items()} | {"ledger": _ledger()}
    return {f"{name}.json": _text(name, value) for name, value in sorted(values.items())}


def _ledger() -> dict[str, Any]:
    schema = msgspec.json.schema(Ledger)
    return schema | {"description": str(Ledger.__doc__)}


def _text(name: str, value: dict[str, Any]) -> str:
    whole = {"$schema": DRAFT, "$id": f"{name}.json"} | value
    return json.dumps(whole, indent=2, sort_keys=True, ensure_ascii=False) + "\n"


def publish() -> None:
    """Write the schemas to their folder. Raises files.Unreadable."""
    for name, text in schemas().items():
        write_text(FOLDER / name, text)


if __name__ == "__main__":
    publish()
