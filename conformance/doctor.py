"""The command `doctor`: is my adapter sane? Each look says what was seen and what to change. No rule is judged here."""

from collections.abc import Iterable, Iterator
from contextlib import suppress
from typing import Annotated, Any

import typer

from ruleproof.spec.console import COULD_NOT_RUN, FINDINGS, GOOD, Format, FormatOption, QuietOption, emit, out, refuse
from ruleproof.spec.finding import UnknownGame, games

from . import clock
from .asking import outside
from .case import Case, CaseFault
from .examining import (
    BIG,
    NOT_FOUND,
    NOT_JSON,
    SLOW,
    Ailing,
    Check,
    Patient,
    Remark,
    Sample,
    board,
    code_and_kind,
    dumps,
    examine,
    greet,
    listed,
    load,
    loadable,
    misnamed,
    moving,
    odd_action,
)
from .interrupting import interruptible
from .matching import encode
from .messages import ABSURD
from .process import CannotStart, end_all
from .suite import Form, NoSuite, find, form, questions
from .telling import counted
from .values import is_list, is_object

MOST = 5  # members that are named


def hello(patient: Patient, sample: Sample) -> Iterator[Remark]:
    """It starts, says who it is and offers the game."""
    began = clock.now()
    greet(patient, sample)
    seconds = clock.now() - began
    told = patient.greeted.get("implementation")
    if not is_object(told) or not told.get("name"):
        yield Remark("hello", "advice", "it does not say who it is", "give `implementation` a name and a version")
    elif seconds > SLOW:
        yield Remark("hello", "advice", f"it took more than {SLOW:.0f} seconds", "start faster: it happens often")
    else:
        yield Remark("hello", "good", f"{told['name']} offers {sample.game}, {', '.join(listed(patient, 'modes'))}")
    if wrong := list(misnamed(patient, sample.questions, sample.phases)):
        raise Ailing("; ".join(wrong), "declare what PROTOCOL.md and questions.json name")


def ids(patient: Patient, sample: Sample) -> Iterator[Remark]:
    """Ids come back as they went, also large ones, and in order."""
    for number in (7, 1_000_000, (1 << 53) - 1):
        patient.number = number - 1
        patient.answer("drop", {"states": "all"})
    patient.number = 2_000_000
    yield Remark("ids", "good", "ids come back as they went")


def line_ends(patient: Patient, sample: Sample) -> Iterator[Remark]:
    """Requests that end with CRLF, or with blanks, are understood."""
    for end in (b"\r\n", b"  \t\n"):
        line = patient.request("drop", {"states": "all"}).rstrip(b"\n") + end
        if "result" not in patient.send(line):
            raise Ailing(f"a request that ends with {end!r} was not understood", "strip each line before you parse it")
    yield Remark("line ends", "good", "CRLF and trailing blanks are taken")


def unknown_members(patient: Patient, sample: Sample) -> Iterator[Remark]:
    """What a message holds beyond the known is ignored."""
    line = patient.request("drop", {"states": "all", "x_new": [1]}, x_later={"a": None})
    if "result" not in patient.send(line):
        raise Ailing("a request with a member that is not known was refused", "ignore members that you do not know")
    yield Remark("unknown members", "good", "members that are not known are ignored")


def unknown_method(patient: Patient, sample: Sample) -> Iterator[Remark]:
    """A method that there is not has its own error, and the next request is answered."""
    code, _ = patient.error("x_no_such_method", {})
    patient.answer("drop", {"states": "all"})
    if code != NOT_FOUND:
        raise Ailing(f"an unknown method gave the code {code}", f"answer it with code {NOT_FOUND}")
    yield Remark("unknown method", "good", f"code {NOT_FOUND}, and it goes on")


def broken_json(patient: Patient, sample: Sample) -> Iterator[Remark]:
    """A line that is no JSON has its own error, and the next request is answered."""
    came = patient.send(b'{"jsonrpc": "2.0", "id": 1, "method": \n')
    code, _ = code_and_kind(came.get("error"))
    patient.answer("drop", {"states": "all"})
    if code != NOT_JSON:
        yield Remark("broken JSON", "advice", f"a broken line gave the code {code}", f"answer it with code {NOT_JSON}")
    else:
        yield Remark("broken JSON", "good", f"code {NOT_JSON}, and it goes on")


def unknown_handle(patient: Patient, sample: Sample) -> Iterator[Remark]:
    """A handle that was never given is an error of its kind; dropping one is not."""
    _, kind = patient.error("status", {"state": "x_no_such_state"})
    patient.result("drop", {"states": ["x_no_such_state"]})
    if kind != "unknown-state":
        raise Ailing(f"an unknown handle gave the kind {kind!r}", 'answer it with data.kind "unknown-state"')
    yield Remark("unknown handle", "good", "told as unknown-state, and dropping it does no harm")


def round_trip(patient: Patient, sample: Sample) -> Iterator[Remark]:
    """Positions that are loaded come back as they were sent."""
    if not (loadable(patient) and dumps(patient)):
        yield Remark("load and dump", "not asked", "`load` and `dump` are not both declared", "declare them if you can")
        return
    wrong: list[str] = []
    tried = [case for case in sample.positions if not outside(case, patient.scope)]
    for case in tried:
        state, _ = load(patient, sample, case)
        came = board(patient, state)
        if not sample.form.same(came, case.position) and sample.form.whole(came) != sample.form.whole(case.position):
            gone = sorted(set(members(case.position)) - set(members(came)))
            told = f"{', '.join(gone[:MOST])} went missing: " if gone else ""
            wrong.append(f"{told}sent {_cut(case.position)}, came back {_cut(came)}")
    if wrong:
        raise Ailing(f"{len(wrong)} of {len(tried)} positions came back otherwise: {wrong[0]}", "keep every member")
    yield Remark("load and dump", "good", f"{len(tried)} positions came back as they were sent")


def members(value: Any, at: str = "") -> Iterator[str]:
    """The path of each member in a position, whatever the place in a list."""
    if is_object(value):
        for name, inner in value.items():
            yield f"{at}{name}"
            yield from members(inner, f"{at}{name}.")
    for inner in value if is_list(value) else ():
        yield from members(inner, at)


def covering(cases: Iterable[Case]) -> Iterator[Case]:
    """The cases whose positions have a member that no position before them had."""
    seen: set[str] = set()
    for case in cases:
        new = set(members(case.position)) - seen
        seen |= new
        if new:
            yield case


def bad_position(patient: Patient, sample: Sample) -> Iterator[Remark]:
    """A position that makes no sense is refused by an error, and nothing else happens."""
    if not loadable(patient):
        yield Remark("bad position", "not asked", "`load` is not declared")
        return
    mode = (listed(patient, "modes") or [""])[0]
    _, kind = patient.error("load", {"game": sample.game, "mode": mode, "position": {"players": 7}})
    if kind not in ("position-invalid", "position-unsupported", "invalid-params"):
        raise Ailing(f"a senseless position gave the kind {kind!r}", 'answer it with data.kind "position-invalid"')
    yield Remark("bad position", "good", f"told as {kind}")


def refusals(patient: Patient, sample: Sample) -> Iterator[Remark]:
    """An absurd action is refused, not an error, and leaves the state as it was; odd characters do no harm."""
    if not (loadable(patient) and sample.cases):
        yield Remark("refusals", "not asked", "`load` is not declared")
        return
    state, _ = load(patient, sample, sample.cases[0])
    before = board(patient, state) if dumps(patient) else None
    absurd: tuple[Any, ...] = (ABSURD, odd_action(), None, [], 7, {"type": None})
    for action in absurd:
        came = patient.result("apply", {"state": state, "action": action})
        if came.get("accepted") is not False:
            raise Ailing(f"the action {_cut(action)} was not refused", 'refuse it: {"accepted": false, "state": …}')
        state = came.get("state", state)
    if dumps(patient) and encode(board(patient, state)) != encode(before):
        raise Ailing("a refused action changed the position", "change nothing before you know that it is legal")
    yield Remark("refusals", "good", "absurd actions are refused and change nothing")


def wanted(patient: Patient, sample: Sample) -> Iterator[Remark]:
    """`want` brings members in the same answer, and an unknown one is an error."""
    if not (loadable(patient) and sample.cases):
        yield Remark("want", "not asked", "`load` is not declared")
        return
    _, result = load(patient, sample, sample.cases[0], want=["status"])
    if not is_object(result.get("status")):
        yield Remark("want", "advice", "`want` is not answered", "give what is wanted beside `state`: runs are faster")
        return
    code, kind = code_and_kind(_wanting(patient, sample, "x_no_such_thing").get("error"))
    if kind != "invalid-params" and code != -32602:
        yield Remark("want", "advice", "an unknown member of `want` is no error", "answer invalid-params")
    else:
        yield Remark("want", "good", "what is wanted comes in the same answer")


def _wanting(patient: Patient, sample: Sample, name: str) -> dict[str, Any]:
    case = sample.cases[0]
    params = {"game": sample.game, "mode": case.modes[0], "position": case.position, "want": [name]}
    return patient.answer("load", params)


def handles(patient: Patient, sample: Sample) -> Iterator[Remark]:
    """Old handles stay what they were, where that is declared."""
    if patient.declared.get("states") != "persistent" or not dumps(patient):
        yield Remark("handles", "not asked", "persistent states with `dump` are not declared")
        return
    for case, step in moving(sample):
        state, _ = load(patient, sample, case)
        before = board(patient, state)
        player = {"player": step.player} if step.player else {}
        after = patient.result("apply", {"state": state, "action": step.action, **player})
        if after.get("accepted") is True:
            if encode(board(patient, state)) != encode(before):
                raise Ailing("an old handle shows the new position", 'declare states "single", or keep old states')
            yield Remark("handles", "good", "an old handle stays what it was")
            return
    yield Remark("handles", "advice", "no legal action was accepted, so this could not be seen", "fill in the rules")


def scripts(patient: Patient, sample: Sample) -> Iterator[Remark]:
    """`run` does several requests in one line, where it is declared."""
    if "run" not in listed(patient, "optional") or not (loadable(patient) and sample.cases):
        yield Remark("run", "not asked", "`run` is not declared")
        return
    case = sample.cases[0]
    first = {"method": "load", "params": {"game": sample.game, "mode": case.modes[0], "position": case.position}}
    script = [first, {"method": "apply", "params": {"state": "$prev", "action": ABSURD}}]
    results = patient.result("run", {"script": [*script, {"method": "status", "params": {"state": "$prev"}}]}).get(
        "results"
    )
    if not is_list(results) or len(results) != len(script) + 1:
        raise Ailing(f"`run` of three requests gave {_cut(results)}", "give one bare result for each, in order")
    yield Remark("run", "good", "several requests in one line, $prev included")


def big_line(patient: Patient, sample: Sample) -> Iterator[Remark]:
    """A line near the limit is taken, or refused by its own error."""
    came = patient.answer("drop", {"states": "all", "x_padding": "x" * BIG}, 2 * SLOW)
    if "error" in came and code_and_kind(came["error"])[1] != "limit-exceeded":
        raise Ailing(f"a line of {BIG >> 10} KiB gave {_cut(came['error'])}", "take lines of up to 1 MiB")
    yield Remark("big line", "good", f"a line of {BIG >> 10} KiB is taken")


def farewell(patient: Patient, sample: Sample) -> Iterator[Remark]:
    """After `bye` it ends by itself, with exit code 0."""
    patient.answer("bye", {})
    fate = patient.fate()
    if fate != "ended with exit code 0":
        raise Ailing(f"after `bye` it {fate}", "answer `bye`, then end with exit code 0")
    yield Remark("bye", "good", fate)


CHECKS: tuple[tuple[str, Check], ...] = (
    ("hello", hello),
    ("ids", ids),
    ("line ends", line_ends),
    ("unknown members", unknown_members),
    ("unknown method", unknown_method),
    ("broken JSON", broken_json),
    ("unknown handle", unknown_handle),
    ("load and dump", round_trip),
    ("bad position", bad_position),
    ("refusals", refusals),
    ("want", wanted),
    ("handles", handles),
    ("run", scripts),
    ("big line", big_line),
    ("bye", farewell),
)


def _cut(value: Any) -> str:
    text = encode(value).decode()
    return text if len(text) <= 160 else text[:159] + "…"


def doctor(
    command: Annotated[list[str], typer.Argument(metavar="-- CMD...", help="The adapter's command.")],
    game: Annotated[str | None, typer.Option(help="The game it is tried with; the first one that has cases.")] = None,
    start: Annotated[float, typer.Option(help="Seconds that it may take to answer `hello`.", min=0.1)] = 30,
    format: FormatOption = Format.TEXT,  # noqa: A002 - the name of the option
    quiet: QuietOption = False,
) -> None:
    """Try an adapter itself, not its rules, and say what to change.

    Exit codes: 0 it is sane, 1 something is broken, 2 usage, 3 it could not be started.
    """
    sample = _sample(game, start)
    remarks: list[Remark] = []
    try:
        with interruptible(end_all):
            for remark in examine(command, sample, CHECKS):
                remarks.append(remark)
                if format is Format.TEXT and (not quiet or remark.word in ("broken", "advice")):
                    _tell(remark)
    except CannotStart as error:
        refuse(str(error), COULD_NOT_RUN)
    broken = sum(remark.word == "broken" for remark in remarks)
    if format is Format.JSON:
        emit({"game": sample.game, "sane": not broken, "remarks": [remark.plain() for remark in remarks]})
    elif not quiet:
        out(f"\n{_sum(remarks, broken, sample.game)}")
    raise typer.Exit(FINDINGS if broken else GOOD)


def _sample(game: str | None, start: float) -> Sample:
    """The cases that an adapter is tried with: plain ones, without open questions or needs."""
    try:
        for name in [game] if game else games():
            with suppress(NoSuite):
                suite = find(name)
                return _sampled(name, list(suite.cases()), start)
    except UnknownGame as error:
        refuse(str(error))
    except CaseFault as fault:
        refuse(str(fault), COULD_NOT_RUN)
    return refuse(f"{game or 'no game here'} has no cases to try an adapter with")


def _sampled(game: str, cases: list[Case], start: float) -> Sample:
    asked = {str(one["id"]): [str(reading["name"]) for reading in one["readings"]] for one in questions(game)}
    shape = form(game)
    positions = tuple(covering(case for case in cases if not case.tags))
    return Sample(game, tuple(filter(_plain, cases)), positions, shape, start, asked, _phases(shape))


def _phases(shape: Form) -> list[str]:
    """The phases that a position may have; nothing where the schema lists none."""
    schema = shape.schema() if shape.schema else {}
    defined: dict[str, Any] = schema.get("$defs", {}).get("Position", {}).get("properties", {})
    listed_there: list[str] = defined.get("phase", {}).get("enum", [])
    return listed_there


def _plain(case: Case) -> bool:
    return not (case.readings or case.requires or case.tags)


def _tell(remark: Remark) -> None:
    out(f"{remark.word:<9}  {remark.name:<15}  {remark.says}", style="bold red" if remark.word == "broken" else None)
    if remark.do and remark.word in ("broken", "advice"):
        out(f"{'':<28}do: {remark.do}")


def _sum(remarks: list[Remark], broken: int, game: str) -> str:
    if broken:
        return f"{broken} of {counted(len(remarks), 'look')} found something broken: mend that first (see PROTOCOL.md)."
    return f"The adapter is sane. Next: ruleproof conform {game} -- with the same command."
