"""The command findings: what is wrong or open in a game's rules, as text, JSON, SARIF or a sheet for their authors.

It prints, and keeps what people accept; what is found stands in `findings`.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any

import typer

from ruleproof.engine.explaining import in_words, seat_of
from ruleproof.engine.finding import NoEngine
from ruleproof.engine.finding import game as engine_of
from ruleproof.engine.game import Game
from ruleproof.engine.picture import pictures
from ruleproof.spec import finding
from ruleproof.spec.checking import check
from ruleproof.spec.commands import RulebookOption, answering, only_people, texts_of
from ruleproof.spec.console import FINDINGS, GOOD, Format, QuietOption, complain, emit, out, progress
from ruleproof.spec.evidence import Evidence, Unusable, read
from ruleproof.spec.fault import Misused
from ruleproof.spec.loading import Rules, load

from .accepting import Baseline, baseline, chosen, new_ones
from .differing import Words
from .findings import WEIGHTS, gather, open_questions
from .flaw import Finding, Shown
from .replaying import Unplayable, loaded, play
from .sarif import sarif
from .witness import witnesses

FEW = 3  # places of one sort that are listed for a finding; the rest is counted


class Form(StrEnum):
    """How findings are printed."""

    TEXT = "text"
    JSON = "json"
    SARIF = "sarif"


@dataclass(frozen=True)
class Found:
    """A game's findings beside what is accepted, and the sentences of its rulebook by place where they are in hand."""

    rules: Rules
    findings: tuple[Finding, ...]
    accepted: Baseline
    texts: Mapping[str, str]

    @property
    def new(self) -> tuple[Finding, ...]:
        """What fails."""
        return new_ones(self.findings, self.accepted)

    @property
    def questions(self) -> tuple[Finding, ...]:
        """The open questions, the weighty ones first, else as they are written."""
        asked = {one.key: one for one in self.findings if one.kind == "question"}
        return tuple(asked[question.id] for question in open_questions(self.rules) if question.id in asked)

    @property
    def others(self) -> tuple[Finding, ...]:
        """The findings that are no questions."""
        return tuple(one for one in self.findings if one.kind != "question")

    def value(self) -> dict[str, Any]:
        """In JSON values."""
        return {
            "game": self.rules.name,
            "good": not self.new,
            "findings": [self._one(one) for one in (*self.others, *self.questions)],
            "stale": [vars(entry) for entry in self.accepted.stale(self.findings)],
        }

    def _one(self, one: Finding) -> dict[str, Any]:
        told = {**one.plain(), "new": one in self.new, "accepted": self.accepted.because(one)}
        texts = {place: self.texts[place] for place in one.places if place in self.texts}
        return {**told, **({"texts": texts} if texts else {})}


def findings(
    game: Annotated[
        str | None, typer.Argument(metavar="[GAME]", help="The game; without it, all that there are.")
    ] = None,
    rulebook: RulebookOption = None,
    everything: Annotated[
        bool, typer.Option("--all", help="Show accepted findings too, and every open question.")
    ] = False,
    accept: Annotated[
        str | None, typer.Option("--accept", metavar="FINGERPRINT", help="Accept a finding; needs --because.")
    ] = None,
    because: Annotated[str | None, typer.Option("--because", help="Why it is accepted, for people.")] = None,
    sheet: Annotated[
        Path | None,
        typer.Option("--sheet", metavar="FILE", help="Write the page of open questions for the rulebook's authors."),
    ] = None,
    given: Annotated[
        list[Path] | None,
        typer.Option("--evidence", metavar="DIR", help="Evidence, to name the tests and proofs that are touched."),
    ] = None,
    form: Annotated[Form, typer.Option("--format", help="How the result is printed.")] = Form.TEXT,
    quiet: QuietOption = False,
) -> None:
    """Say where the rules contradict themselves, say nothing or bear two readings, with what shows it.

    Exit codes: 0 nothing new, 1 an error or a warning that nobody has accepted, 2 usage, 3 could not run. Open
    questions alone do not fail.
    """
    with answering(Format.TEXT if form is Form.TEXT else Format.JSON):
        _refuse_mixed(game, rulebook, accept, because, sheet)
        if sheet is not None:
            _sheet(load(str(game)), rulebook, sheet, quiet=quiet)
            return
        games = [game] if game else finding.games()
        found = [_found(name, rulebook, given) for name in progress(games, "searching the rules", quiet=quiet)]
        if accept is not None:
            _accept(found[0], accept, str(because))
            return
    _print(found, form, everything=everything, quiet=quiet, one=game is not None)
    raise typer.Exit(FINDINGS if any(each.new for each in found) else GOOD)


def _refuse_mixed(
    game: str | None, rulebook: Sequence[str] | None, accept: str | None, because: str | None, sheet: Path | None
) -> None:
    for asked, name in ((accept, "--accept"), (sheet, "--sheet"), (rulebook, "--rulebook")):
        if asked and game is None:
            raise Misused(f"{name} is about one game: name it")
    if (accept is None) != (because is None) or (because is not None and not because.strip()):
        raise Misused("--accept FINGERPRINT and --because REASON go together")


def _found(game: str, rulebook: Sequence[str] | None, given: Sequence[Path] | None) -> Found:
    rules = load(game, precedence=False)  # what is wrong with it is among the findings
    return Found(rules, gather(rules, _read(given or [])), baseline(game), _sentences(rules, rulebook))


def _sentences(rules: Rules, rulebook: Sequence[str] | None) -> Mapping[str, str]:
    texts = texts_of(rules.info, rulebook or [])
    return check(rules, texts).texts if texts else {}


def _read(folders: Iterable[Path]) -> Iterator[Evidence]:
    try:
        for folder in folders:
            yield from read(folder)
    except Unusable as error:
        raise Misused(str(error)) from error


def _accept(found: Found, fingerprint: str, because: str) -> None:
    only_people("--accept keeps a finding from failing, and only people accept")
    one = chosen(found.findings, fingerprint)
    after = found.accepted.with_(one, because.strip())
    after.write()
    out(f"{fingerprint} ({one.kind}) is accepted: {because.strip()}")
    out(f"Written: {after.path.resolve()}")


def _sheet(rules: Rules, rulebook: Sequence[str] | None, file: Path, *, quiet: bool) -> None:
    from ruleproof.spec.files import write_text

    from .sheet import page  # only the sheet needs its template

    asked, texts = open_questions(rules), _sentences(rules, rulebook)
    write_text(file, page(rules, asked, witnesses(rules.name), texts))
    if not quiet:
        text = ", with the text of the rulebook in it" if texts else ""
        out(f"{file}: {_count(len(asked), 'open question')}, the weightiest first{text}.")


# printing


def _print(found: Sequence[Found], form: Form, *, everything: bool, quiet: bool, one: bool) -> None:
    if form is Form.SARIF:
        from importlib.metadata import version  # costs more than the other forms need

        emit(sarif(((each.accepted, (*each.others, *each.questions)) for each in found), version("ruleproof")))
    elif form is Form.JSON:
        values = [each.value() for each in found]
        emit(values[0] if one else values)
    else:
        for each in found:
            _tell(each, everything=everything, quiet=quiet)
    for each in found:
        for entry in each.accepted.stale(each.findings):
            complain(f"{each.accepted.path}: {entry.fingerprint} ({entry.kind}) is found no more; take it out")


def _tell(found: Found, *, everything: bool, quiet: bool) -> None:
    for one in found.others:
        if everything or one in found.new:
            _tell_one(one, found)
    if not quiet or everything:
        _tell_questions(found, everything=everything)
    if not quiet:
        out(_summary(found, everything=everything))


def _tell_one(one: Finding, found: Found) -> None:
    because = found.accepted.because(one)
    heading = f"{one.level}: {one.kind}  {one.fingerprint}" + (f"  accepted: {because}" if because else "")
    out(heading, style=_style(one, because))
    for line in one.says.splitlines():
        out(f"  {line}")
    _tell_places(one, found)
    if one.witness:
        out(f"  shown by{f' ({one.witness.reach})' if one.witness.reach else ''}:")
        for line in drawn(found.rules, one.witness):
            out(f"    {line}".rstrip())
    if one.ways_out:
        out("  what can be done:")
    for way in one.ways_out:
        out(f"    - {way}")
    out()


def _style(one: Finding, because: str | None) -> str | None:
    return None if because else "bold red" if one.level == "error" else "bold yellow"


def _tell_places(one: Finding, found: Found) -> None:
    if one.clauses:
        out(f"  clauses: {', '.join(one.clauses)}")
    out(f"  written at: {', '.join(one.files)}")
    for place in one.places:
        text = found.texts.get(place)
        out(f"  rulebook: {place}" + (f"  “{text}”" if text else ""))
    if one.touches:
        out(f"  touches: {_in_short(one.touches)}")


def _in_short(places: Sequence[str]) -> str:
    """A few places of each sort, and how many more there are."""
    sorts: dict[str, list[str]] = {}
    for place in places:
        sorts.setdefault("cases" if place.startswith("case ") else "places of code and tests", []).append(place)
    told: list[str] = []
    for sort, listed in sorts.items():
        more = len(listed) - FEW
        told.append(", ".join(listed[:FEW]) + (f" and {more} more {sort}" if more > 0 else ""))
    return "; ".join(told)


def drawn(rules: Rules, shown: Shown) -> Iterator[str]:
    """A witness as a board and what is done there, line by line; the bare position where no engine can load it."""
    witness = {"position": shown.position, "readings": dict(shown.readings), "actions": list(shown.actions)}
    yield from (f"read so: {question} is {reading}" for question, reading in shown.readings)
    try:
        engine = engine_of(rules.name)
        state = loaded(engine, witness)
        yield from engine.draw(state).splitlines()
        yield from _played(engine, state, witness)
    except (NoEngine, Unplayable):
        yield in_words(shown.position)
        yield from (f"then: {in_words(action)}" for action in shown.actions)


def _played(engine: Game[Any, Any], state: Any, witness: Mapping[str, Any]) -> Iterator[str]:
    """What the engine says to each action, in words."""
    words = Words(engine, pictures(engine.name))
    for told in play(engine, state, witness):
        done = words.action(seat_of(engine, state, told.action), told.action)
        yield f"then: {done}" + ("" if told.allowed else f", which is refused: {told.why}")
        yield from (f"      {said}" for event in told.events if (said := words.event(event)))
        state = told.state


def _tell_questions(found: Found, *, everything: bool) -> None:
    told = [one for one in found.questions if everything or one.more["question"]["weight"] == WEIGHTS[0]]
    for one in told:
        asked = one.more["question"]
        out(f"{asked['weight']:6}  {asked['id']}  {one.says}")
        if everything:
            _tell_readings(one, found)
    if told:
        out()


def _tell_readings(one: Finding, found: Found) -> None:
    asked = one.more["question"]
    if asked.get("situation"):
        out(f"        {asked['situation']}")
    for reading in asked["readings"]:
        out(f"        {'*' if reading['name'] == asked['default'] else '-'} {reading['name']}: {reading['gloss']}")
    if one.witness:
        out(f"        what parts them: `ruleproof witness {one.game} {one.key}`")
    for place in one.places:
        if place in found.texts:
            out(f"        rulebook: {place}  “{found.texts[place]}”")


def _summary(found: Found, *, everything: bool) -> str:
    known = len(found.others) - len(found.new)
    says = f"{found.rules.name}: {_count(len(found.new), 'finding')}" + (f" and {known} accepted" if known else "")
    counts = {weight: sum(one.more["question"]["weight"] == weight for one in found.questions) for weight in WEIGHTS}
    told = ", ".join(f"{number} of {weight} weight" for weight, number in counts.items() if number)
    says += f"; {_count(len(found.questions), 'open question')}" + (f": {told}" if told else "") + "."
    hidden = known or any(number for weight, number in counts.items() if weight != WEIGHTS[0])
    return says + (" --all shows the rest." if hidden and not everything else "")


def _count(number: int, what: str) -> str:
    return f"{number or 'no'} {what}{'' if number == 1 else 's'}"
