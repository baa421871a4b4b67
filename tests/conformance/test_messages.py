"""Messages: the published schemas are those of the types, and every example of the documents is a message."""

import json
import re
from pathlib import Path
from typing import Any

import jsonschema
import msgspec
import pytest

from ruleproof.conformance import exporting
from ruleproof.conformance.case import Chapter
from ruleproof.conformance.messages import METHODS, RpcError
from ruleproof.conformance.suite import form, questions
from ruleproof.conformance.verdict import Verdict

CONFORMANCE = Path(exporting.__file__).parent
PROTOCOL = (CONFORMANCE / "PROTOCOL.md").read_text(encoding="utf-8")
POSITION = (CONFORMANCE / "ostium" / "POSITION.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"```json\n(.*?)```", PROTOCOL, re.DOTALL)
LINES: list[dict[str, Any]] = [
    json.loads(line) for block in BLOCKS for line in block.splitlines() if line.startswith('{"jsonrpc"')
]
EXCHANGES = [(request, answer) for request, answer in zip(LINES[::2], LINES[1::2], strict=True)]


def position_schema() -> dict[str, Any]:
    schema = form("ostium").schema
    assert schema is not None
    return schema()


@pytest.mark.parametrize("name", exporting.schemas())
def test_the_published_schema_is_that_of_the_types(name: str) -> None:
    """Where this fails after a change: `python -m ruleproof.conformance.exporting` writes the schemas again."""
    published = json.loads((CONFORMANCE / "schemas" / name).read_text(encoding="utf-8"))
    assert published == json.loads(json.dumps(exporting.schemas()[name]))


def test_the_published_schema_of_a_position_is_that_of_the_types() -> None:
    published = json.loads((CONFORMANCE / "ostium" / "position.schema.json").read_text(encoding="utf-8"))
    assert published == json.loads(json.dumps(position_schema()))


@pytest.mark.parametrize("schema", [*exporting.schemas().values(), position_schema()])
def test_the_schemas_are_schemas(schema: dict[str, Any]) -> None:
    jsonschema.Draft202012Validator.check_schema(schema)


def test_there_is_an_example_of_every_method() -> None:
    assert {request["method"] for request, _ in EXCHANGES} == set(METHODS)


@pytest.mark.parametrize(("request_", "answer"), EXCHANGES)
def test_every_example_is_a_message(request_: dict[str, Any], answer: dict[str, Any]) -> None:
    params, result = METHODS[request_["method"]]
    msgspec.convert(request_["params"], params)
    assert request_["id"] == answer["id"]
    if "error" in answer:
        assert isinstance(answer["error"]["data"]["kind"], str)
    else:
        msgspec.convert(answer["result"], result)


def test_the_example_of_a_file_of_cases_is_one() -> None:
    block = next(block for block in BLOCKS if '"interpretation"' in block)
    chapter = msgspec.json.decode(block, type=Chapter)
    jsonschema.validate(json.loads(block), exporting.schemas()["case.schema.json"])
    form("ostium").whole(chapter.cases[0].position)


def test_the_example_of_a_position_is_one() -> None:
    block = re.findall(r"```json\n(.*?)```", POSITION, re.DOTALL)[0]
    jsonschema.validate(json.loads(block), position_schema())
    form("ostium").whole(json.loads(block))


def test_every_verdict_stands_in_the_document() -> None:
    table = PROTOCOL[PROTOCOL.index("## 8.") : PROTOCOL.index("| exit |")]
    assert {str(verdict) for verdict in Verdict} <= set(re.findall(r"`([a-z-]+)`", table))


def test_every_kind_of_error_stands_in_the_document() -> None:
    section = PROTOCOL[PROTOCOL.index("## 4.") : PROTOCOL.index("## 5.")]
    definitions = exporting.schemas()["messages.schema.json"]["x_methods"]
    assert set(definitions) == set(METHODS)
    for kind in ("unknown-state", "position-invalid", "limit-exceeded", "chance-exhausted", "internal-error"):
        assert f"`{kind}`" in section


def test_a_reading_that_the_documents_name_is_one() -> None:
    names = {(one["id"], reading["name"]) for one in questions("ostium") for reading in one["readings"]}
    named = re.findall(r"`(ostium\.[a-z.-]+): ([a-z-]+)`", POSITION)
    assert named
    assert set(named) <= names


def test_an_error_has_the_code_of_json_rpc_where_that_has_one() -> None:
    assert RpcError("method-not-found", "no").as_object()["code"] == -32601
    assert RpcError("unknown-state", "no").as_object() == {
        "code": -32000,
        "message": "no",
        "data": {"kind": "unknown-state"},
    }
