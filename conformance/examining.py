"""Examines an adapter, not the rules behind it: whether it speaks as PROTOCOL.md asks, and what to change where not."""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias

import msgspec

from ruleproof.spec.fault import nearest
from ruleproof.spec.version import VERSION

from . import clock
from .case import ApplyStep, Case
from .matching import encode
from .messages import ABSURD, LINE_LIMIT, PROTOCOL, Declared, HelloResult
from .process import Child, Ended, Late, TooMuch
from .suite import Form
from .values import is_list, is_object

Word: TypeAlias = Literal["good", "advice", "broken", "not asked"]

REQUEST, SLOW = 5.0, 5.0  # seconds; a start beyond the latter is worth a word
BIG = 900 << 10  # bytes: below the limit of a line, above what pipes hold
NOT_FOUND, NOT_JSON = -32601, -32700
ODD = 'ä€😀 \\ " \u0007 \u2028'  # characters that have to survive as escapes


class Ailing(Exception):
    """It did not do what it has to; the message says what came, `do` what to change."""

    def __init__(self, what: str, do: str = "") -> None:
        super().__init__(what)
        self.do = do


@dataclass(frozen=True)
class Remark:
    """What one look gave. `says` is what was seen, `do` what to change."""

    name: str
    word: Word
    says: str = ""
    do: str = ""

    def plain(self) -> dict[str, str]:
        """In JSON values."""
        return {"name": self.name, "word": self.word, "says": self.says, "do": self.do}


Answer: TypeAlias = dict[str, Any]


@dataclass
class Patient:
    """A started adapter that is spoken to line by line, without the harness's patience."""

    command: Sequence[str]
    noise: list[str] = field(default_factory=list[str])
    number: int = 0
    declared: Answer = field(default_factory=dict[str, Any])
    greeted: Answer = field(default_factory=dict[str, Any])
    scope: Declared = field(default_factory=lambda: Declared(""))  # `declared`, with its defaults

    def __post_init__(self) -> None:
        self.child = Child(self.command, 2 * LINE_LIMIT, self._wanted)

    def _wanted(self, line: bytes) -> bool:
        if not line.startswith(b"{") and line.strip():
            self.noise.append(line[:80].decode("utf-8", "replace"))
        return line.startswith(b"{")

    def send(self, line: bytes, seconds: float = REQUEST) -> Answer:
        """Send a line as it is; the message that comes back. Raises Ailing."""
        try:
            self.child.send(line, clock.now() + seconds)
            return _message(self.child.receive(clock.now() + seconds))
        except Late as late:
            raise self._late(late.begun, seconds) from late
        except Ended as ended:
            errors = self.child.errors().strip().rpartition("\n")[2]
            said = f"; its last words: {errors}" if errors else ""
            raise Ailing(f"it {self.child.fate()} instead of answering{said}", "answer, whatever comes") from ended
        except TooMuch as error:
            raise Ailing(str(error), "write one line for each request, of at most 1 MiB") from error

    def _late(self, begun: bytes, seconds: float) -> Ailing:
        if begun:
            return Ailing(f"{len(begun)} bytes came without an end of line", FLUSH)
        if self.noise:
            what = f"no answer within {seconds:.0f} seconds, but lines that are no messages, such as {self.noise[0]!r}"
            return Ailing(what, "begin each answer with {, alone on its line; write the rest to standard error")
        return Ailing(f"no answer within {seconds:.0f} seconds", FLUSH)

    def fate(self) -> str:
        """How it ends, in words, once it has nothing more to say."""
        try:
            while True:
                self.child.receive(clock.now() + REQUEST)
        except Late:
            return f"goes on for {REQUEST:.0f} seconds"
        except (Ended, TooMuch):
            return self.child.fate()

    def request(self, method: str, params: Answer, **more: Any) -> bytes:
        """A request as one line."""
        self.number += 1
        message = {"jsonrpc": "2.0", "id": self.number, "method": method, "params": params, **more}
        return json.dumps(message).encode() + b"\n"

    def answer(self, method: str, params: Answer, seconds: float = REQUEST) -> Answer:
        """The whole answer to a request, with `result` or `error`. Raises Ailing where its id is another one."""
        line = self.request(method, params)
        came = self.send(line, seconds)
        if came.get("id") != self.number or isinstance(came.get("id"), bool):
            raise Ailing(f"request {self.number} got an answer with the id {_short(came.get('id'))}", ECHO)
        if ("result" in came) == ("error" in came):
            raise Ailing(f"the answer to `{method}` has not exactly one of result and error: {_short(came)}", JSON_RPC)
        return came

    def result(self, method: str, params: Answer, seconds: float = REQUEST) -> Answer:
        """The result of a request. Raises Ailing where an error came, or no object."""
        came = self.answer(method, params, seconds)
        if "error" in came:
            raise Ailing(f"`{method}` was answered with the error {_short(came['error'])}", "see section 4")
        if not is_object(came["result"]):
            raise Ailing(f"the result of `{method}` is {_short(came['result'])}, not an object", JSON_RPC)
        return came["result"]

    def error(self, method: str, params: Answer) -> tuple[Any, str]:
        """Code and kind of the error that has to come. Raises Ailing where a result came."""
        came = self.answer(method, params)
        if "error" not in came:
            raise Ailing(f"`{method}` was answered with {_short(came.get('result'))}, where an error is due")
        return code_and_kind(came["error"])

    def state(self, method: str, params: Answer) -> tuple[Any, Answer]:
        """The handle that a call gives, and its whole result. Raises Ailing."""
        result = self.result(method, params)
        state = result.get("state")
        if not isinstance(state, str | int) or isinstance(state, bool):
            raise Ailing(
                f"the result of `{method}` has no `state`: {_short(result)}", "give a handle, a text or a number"
            )
        return state, result


FLUSH = "write a line feed after each answer, and flush standard output"
ECHO = "give the id of the request back as it came"
JSON_RPC = "answer with an object that holds jsonrpc, id, and either result or error"


def code_and_kind(error: Any) -> tuple[Any, str]:
    """What an error says of itself."""
    told = error if is_object(error) else {}
    data = told.get("data")
    return told.get("code"), str(data.get("kind", "")) if is_object(data) else ""


def _message(line: bytes) -> Answer:
    try:
        text = line.decode("utf-8")
    except UnicodeDecodeError as error:
        raise Ailing(f"a line is not UTF-8: {error}", "write UTF-8, or escapes only") from error
    try:
        value = json.loads(text, parse_constant=_no_number, parse_float=_no_number, object_pairs_hook=_once_each)
    except (ValueError, RecursionError) as error:
        raise Ailing(
            f"a line is no JSON that the protocol knows: {error}", "write one JSON object a line, no floats"
        ) from error
    if not is_object(value):
        raise Ailing(f"a line is {_short(value)}, not an object", JSON_RPC)
    return value


def _no_number(text: str) -> Any:
    raise ValueError(f"{text} is no integer")


def _once_each(pairs: list[tuple[str, Any]]) -> Answer:
    found = dict(pairs)
    if len(found) < len(pairs):
        twice = next(name for number, (name, _) in enumerate(pairs) if name in dict(pairs[:number]))
        raise ValueError(f"the member {twice!r} stands twice in one object")
    return found


def _short(value: Any) -> str:
    text = encode(value).decode()
    return text if len(text) <= 100 else text[:99] + "…"


@dataclass(frozen=True)
class Sample:
    """What the adapter is tried with: a game, and cases of it that it could be asked."""

    game: str
    cases: tuple[Case, ...]
    positions: tuple[Case, ...]  # of cases, which hold all members of positions that cases have
    form: Form
    start: float  # seconds that it may take to answer `hello`
    questions: Mapping[str, Sequence[str]]  # the readings of each question
    phases: Sequence[str]  # those that there are, where the game lists them


Check: TypeAlias = Callable[[Patient, Sample], Iterator[Remark]]


def examine(command: Sequence[str], sample: Sample, checks: Sequence[tuple[str, Check]]) -> Iterator[Remark]:
    """Every look in turn; an adapter that was lost in one is started again for the next. Raises CannotStart."""
    patient: Patient | None = None
    noise: list[str] = []
    try:
        for name, check in checks:
            if patient is None:
                patient = Patient(command)
                greet(patient, sample)
            try:
                yield from check(patient, sample)
            except Ailing as ailing:
                yield Remark(name, "broken", str(ailing), ailing.do)
                noise += patient.noise
                patient.child.close()
                patient = None
        noise += patient.noise if patient else []
    except Ailing as ailing:
        yield Remark("hello", "broken", str(ailing), ailing.do or "answer `hello` as in section 2 of PROTOCOL.md")
        return
    finally:
        if patient is not None:
            patient.child.close()
    yield quiet(noise)


def quiet(noise: Sequence[str]) -> Remark:
    """Whether anything but messages came on standard output."""
    if not noise:
        return Remark("noise", "good", "standard output carries messages only")
    are = "1 line on standard output is no message" if len(noise) == 1 else f"{len(noise)} lines are no messages"
    says = f"{are}, such as {noise[0]!r}"
    return Remark("noise", "advice", says, "write what is for people to standard error")


def greet(patient: Patient, sample: Sample) -> float:
    """Say hello and keep what was declared; the seconds that it took. Raises Ailing."""
    began = clock.now()
    harness = {"name": "ruleproof doctor", "version": VERSION}
    params = {"protocols": [PROTOCOL], "harness": harness, "games": [sample.game]}
    patient.greeted = patient.result("hello", params, sample.start)
    if (spoken := patient.greeted.get("protocol")) != PROTOCOL:
        raise Ailing(f"`hello` gives the protocol {_short(spoken)}", f'answer "protocol": {PROTOCOL}')
    games: Any = patient.greeted.get("games")
    if not is_list(games):
        raise Ailing(f"the result of `hello` has no list `games`: {_short(patient.greeted)}")
    mine = [one for one in games if is_object(one) and one.get("game") == sample.game]
    if not mine:
        raise Ailing(
            f"`hello` does not offer {sample.game}: {_short(games)}", "name the game in `games`, with its modes"
        )
    patient.declared = mine[0]
    try:
        said = msgspec.convert(_without_nulls(patient.greeted), HelloResult)
    except msgspec.ValidationError as error:
        raise Ailing(f"the result of `hello` does not fit: {error}", "see the table of section 2") from error
    patient.scope = next(one for one in said.games if one.game == sample.game)
    return clock.now() - began


def _without_nulls(value: Any) -> Any:
    if is_object(value):
        return {name: _without_nulls(inner) for name, inner in value.items() if inner is not None}
    return [_without_nulls(inner) for inner in value] if is_list(value) else value


def misnamed(patient: Patient, questions: Mapping[str, Sequence[str]], phases: Sequence[str]) -> Iterator[str]:
    """What the handshake names that there is not: members, questions, readings, phases; each with the nearest name."""
    members = [field.encode_name for field in msgspec.structs.fields(Declared)]
    for member in patient.declared:
        if member not in members and not member.startswith("x_"):
            yield f"{member} is no member of a game.{nearest(member, members)}"
    for name in ("readings", "switches"):
        for question, told in _object(patient.declared.get(name)).items():
            if question not in questions:
                yield f"{name} names {question}, which is no question.{nearest(question, sorted(questions))}"
                continue
            for reading in told if is_list(told) else [told]:
                if reading not in questions[question]:
                    yield f"{question} has no reading {reading}.{nearest(str(reading), questions[question])}"
    for phase in listed(patient, "phases"):
        if phases and phase not in phases:
            yield f"there is no phase {phase}.{nearest(str(phase), phases)}"


def _object(value: Any) -> dict[str, Any]:
    return value if is_object(value) else {}


def listed(patient: Patient, member: str, default: Sequence[str] = ()) -> list[Any]:
    """A member of the handshake that is a list."""
    told = patient.declared.get(member)
    return told if is_list(told) else list(default)


def loadable(patient: Patient) -> bool:
    """Whether positions can be loaded."""
    return "position" in listed(patient, "setup", ["position"])


def dumps(patient: Patient) -> bool:
    """Whether positions can be read back."""
    return "dump" in listed(patient, "optional")


def load(patient: Patient, sample: Sample, case: Case, **more: Any) -> tuple[Any, Answer]:
    """Put the position of a case on the table. Raises Ailing."""
    mode = next((one for one in case.modes if one in listed(patient, "modes")), case.modes[0])
    return patient.state("load", {"game": sample.game, "mode": mode, "position": case.position, **more})


def board(patient: Patient, state: Any) -> Any:
    """The position behind a handle. Raises Ailing."""
    return patient.result("dump", {"state": state}).get("position")


def moving(sample: Sample) -> Iterator[tuple[Case, ApplyStep]]:
    """The cases that begin with an action which has to be accepted."""
    for case in sample.cases:
        step = case.steps[0]
        if isinstance(step, ApplyStep) and step.expect.accepted is True:
            yield case, step


def odd_action() -> Answer:
    """An action that no game has, with characters that are easily lost."""
    return {**ABSURD, "x_text": ODD}
