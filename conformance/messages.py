"""The messages of the protocol as types: questions, answers, errors. Nothing is sent or judged here."""

from typing import Annotated, Any, Literal

import msgspec

PROTOCOL = 1
LINE_LIMIT = 1 << 20
LARGEST_INTEGER = (1 << 53) - 1
PREVIOUS = "$prev"  # in a script: the state that was returned last
ABSURD: dict[str, Any] = {"type": "x_absurd"}  # an action that no game has

Handle = str | int
Want = Annotated[str, msgspec.Meta(pattern="^(status|legal|dump|observe:.+)$")]
Kind = Literal[
    "version-unsupported",
    "game-unsupported",
    "option-unsupported",
    "unknown-state",
    "limit-exceeded",
    "position-invalid",
    "position-unsupported",
    "position-unreachable",
    "chance-unsupported",
    "chance-exhausted",
    "chance-invalid",
    "not-implemented",
    "parse-error",
    "invalid-request",
    "method-not-found",
    "invalid-params",
    "internal-error",
]
CODES: dict[str, int] = {
    "parse-error": -32700,
    "invalid-request": -32600,
    "method-not-found": -32601,
    "invalid-params": -32602,
    "internal-error": -32603,
}
OTHER_CODE = -32000


class RpcError(Exception):
    """The question could not be put. `kind` is the contract, `message` is for people, `data` may say more."""

    def __init__(self, kind: str, message: str, data: dict[str, Any] | None = None) -> None:
        super().__init__(f"{kind}: {message}")
        self.kind = kind
        self.message = message
        self.data = data or {}

    def as_object(self) -> dict[str, Any]:
        """The member `error` of a response."""
        code = CODES.get(self.kind, OTHER_CODE)
        return {"code": code, "message": self.message, "data": {"kind": self.kind, **self.data}}


class _Loose(msgspec.Struct, omit_defaults=True, kw_only=True):
    """A message: members that are not known are ignored, those with their default are left out."""


class Named(_Loose):
    """A program with its version, or a suite with its digest."""

    name: str
    version: str = ""
    digest: str = ""
    language: str = ""
    url: str = ""


class HelloParams(_Loose):
    """What the harness says first."""

    protocols: list[int]
    harness: Named | str | None = None
    suite: Named | None = None
    games: list[str] = []


class Declared(_Loose):
    """What an implementation declares of one game; what is not declared is not asked."""

    game: str
    modes: list[str] = []
    options: list[str] | dict[str, Any] | None = None
    setup: list[Literal["position", "deal", "replay"]] = msgspec.field(default_factory=lambda: ["position"])
    chance: list[Literal["stepwise", "scripted", "reported", "seeded"]] = []
    legal: Literal["list", "check", "none"] = "none"
    observe: Literal["player", "full", "none"] = "none"
    cards: Literal["inline", "set"] = "inline"
    events: Literal["full", "none"] = "none"
    states: Literal["persistent", "single"] = "single"
    optional: list[Literal["dump", "perft", "run", "explain"]] = []
    readings: dict[str, str | list[str]] = {}
    switches: dict[str, list[str]] = {}
    reasons: Literal["ignore", "clause"] = "ignore"
    artificial: bool = True
    phases: list[str] | None = None


class Limits(_Loose):
    """What an implementation can take."""

    line: int | None = None
    states: int | None = None


class Slow(_Loose):
    """Seconds an implementation asks for; more than the cap is not given."""

    request: int | None = None
    case: int | None = None


class HelloResult(_Loose):
    """The answer to `hello`."""

    protocol: int
    implementation: Named
    games: list[Declared]
    limits: Limits | None = None
    slow: Slow | None = None


class NewParams(_Loose):
    """Start a game from its setup."""

    game: str
    mode: str
    options: dict[str, Any] | None = None
    readings: dict[str, str] | None = None
    chance: list[Any] | None = None
    want: list[Want] | None = None


class LoadParams(_Loose):
    """Put a position on the table. `position` is of the game's own schema."""

    game: str
    mode: str
    position: Any
    readings: dict[str, str] | None = None
    chance: list[Any] | None = None
    want: list[Want] | None = None


class ApplyParams(_Loose):
    """Do one action, or refuse it. Nothing inside `action` is an error."""

    state: Handle
    action: Any
    player: str | None = None
    want: list[Want] | None = None


class LegalParams(_Loose):
    """Which actions are legal: all, or which of `actions`."""

    state: Handle
    player: str | None = None
    actions: list[Any] | None = None


class StateParams(_Loose):
    """Of `status` and `dump`."""

    state: Handle


class ObserveParams(_Loose):
    """What one player may see."""

    state: Handle
    viewer: str


class ExplainParams(_Loose):
    """Why an action is legal or not."""

    state: Handle
    action: Any
    player: str | None = None


class PerftParams(_Loose):
    """Count the sequences of legal actions of a length."""

    state: Handle
    depth: int


class Request(_Loose):
    """One entry of a script."""

    method: str
    params: dict[str, Any] = {}


class RunParams(_Loose):
    """Several requests; `"$prev"` is the state returned last."""

    script: list[Request]


class DropParams(_Loose):
    """Forget some states, or all."""

    states: list[Handle] | Literal["all"]


class ByeParams(_Loose):
    """The last request."""


class LegalResult(_Loose):
    """All legal actions; `complete` is false where there may be more. Or, of those asked, which are legal."""

    actions: list[Any] | None = None
    complete: bool = True
    legal: list[Any] | None = None


class StatusResult(_Loose):
    """Who is to act, and whether the game is over."""

    terminal: bool
    toAct: list[str]  # noqa: N815 - the name on the wire
    phase: str | None = None
    outcome: Any = None
    pending: Any = None
    pendingChance: Any = None  # noqa: N815 - the name on the wire
    chanceUsed: int | None = None  # noqa: N815 - the name on the wire


class ObserveResult(_Loose):
    """What the viewer sees, in the game's own schema."""

    observation: Any


class DumpResult(_Loose):
    """The position, in the game's own schema."""

    position: Any


class StateResult(_Loose):
    """Of `new` and `load`; the members that were wanted come beside `state`."""

    state: Handle
    status: StatusResult | None = None
    legal: LegalResult | None = None
    dump: DumpResult | None = None


class ApplyResult(_Loose):
    """Done or refused; after a refusal `state` is as before."""

    accepted: bool
    state: Handle
    events: list[Any] | None = None
    clauses: list[str] | None = None
    status: StatusResult | None = None
    legal: LegalResult | None = None
    dump: DumpResult | None = None


class ExplainResult(_Loose):
    """Printed beside failures, never judged."""

    clauses: list[str] = []
    text: str = ""


class PerftResult(_Loose):
    """How many sequences there are."""

    count: int


class RunResult(_Loose):
    """Bare results in order; an error stands last."""

    results: list[Any]


class EmptyResult(_Loose):
    """Of `drop` and `bye`."""


METHODS: dict[str, tuple[type[msgspec.Struct], type[msgspec.Struct]]] = {
    "hello": (HelloParams, HelloResult),
    "new": (NewParams, StateResult),
    "load": (LoadParams, StateResult),
    "apply": (ApplyParams, ApplyResult),
    "legal": (LegalParams, LegalResult),
    "status": (StateParams, StatusResult),
    "observe": (ObserveParams, ObserveResult),
    "dump": (StateParams, DumpResult),
    "explain": (ExplainParams, ExplainResult),
    "perft": (PerftParams, PerftResult),
    "run": (RunParams, RunResult),
    "drop": (DropParams, EmptyResult),
    "bye": (ByeParams, EmptyResult),
}
OPTIONAL = ("dump", "explain", "perft", "run")


def schema() -> dict[str, Any]:
    """The JSON Schema of all messages: `$defs` holds one definition a type, `x_methods` which is whose."""
    types = [kind for pair in METHODS.values() for kind in pair]
    _, definitions = msgspec.json.schema_components(types, ref_template="#/$defs/{name}")
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"Messages of the rules conformance protocol, version {PROTOCOL}",
        "x_methods": {name: {"params": p.__name__, "result": r.__name__} for name, (p, r) in METHODS.items()},
        "$defs": definitions,
    }
