"""The commands of this layer, from games and check to answer and trace. They print; what is true is found elsewhere."""

import os
from collections.abc import Generator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from . import finding
from .console import COULD_NOT_RUN, FINDINGS, USAGE, Format, FormatOption, QuietOption, emit, out, refuse, table
from .fault import Fault, Faulty, Misused, nearest
from .files import Unreadable, read_json, read_text, write_json, write_text
from .info import GameInfo
from .untyped import as_dict, as_list

if TYPE_CHECKING:
    from .evidence import Evidence
    from .loading import Rules

GameArgument = Annotated[str, typer.Argument(metavar="GAME", help="The game; `ruleproof games` lists them.")]
RulebookOption = Annotated[
    list[str] | None,
    typer.Option(
        "--rulebook",
        metavar="FILE",
        help="The text, or a folder that has it; NAME=FILE for a further document. Give it again for each.",
    ),
]


@contextmanager
def answering(form: Format = Format.TEXT) -> Generator[None, None, None]:
    """Turn what may go wrong into a message and its exit code; faults of what is written are told in the format."""
    try:
        yield
    except finding.UnknownGame as error:
        refuse(str(error), USAGE)
    except Faulty as error:
        if form is Format.JSON:
            emit({"good": False, "faults": faults_value(error.faults)})
        for fault in error.faults if form is Format.TEXT else ():
            out(str(fault))
        refuse(f"{_number(error.faults, 'fault')} in what is written; nothing further was checked", FINDINGS)
    except (Unreadable, OSError) as error:
        refuse(str(error), COULD_NOT_RUN)
    except Misused as error:
        refuse(str(error), USAGE)


def _number(things: Sequence[object], what: str) -> str:
    return f"{len(things)} {what}{'' if len(things) == 1 else 's'}"


def texts_of(info: GameInfo, given: Sequence[str]) -> dict[str, str]:
    """The texts by document name that `--rulebook` gives: FILE, FOLDER or NAME=FILE.

    Raises Misused for a document that the game does not have, files.Unreadable for a file that cannot be read.
    """
    names = [d.name for d in info.documents]
    found: dict[str, str] = {}
    for one in given:
        name, mark, path = one.partition("=")
        if mark and not Path(one).exists():
            if name not in names:
                raise Misused(f"{info.name} has no document {name!r}.{nearest(name, names)}")
            found[name] = read_text(Path(path))
        elif Path(one).is_dir():
            found |= {d.name: read_text(Path(one) / d.file) for d in info.documents if d.file and _there(one, d.file)}
        else:
            found[names[0]] = read_text(Path(one))
    if given and not found:
        raise Misused(f"no text of {info.name} lies in {', '.join(given)}; game.toml calls them by `file`")
    return found


def _there(folder: str, name: str) -> bool:
    return (Path(folder) / name).is_file()


def faults_value(faults: Sequence[Fault]) -> list[dict[str, str]]:
    """Faults as JSON values."""
    return [{"place": fault.place, "what": fault.what, "do": fault.do} for fault in faults]


# --- games


def games(form: FormatOption = Format.TEXT, quiet: QuietOption = False) -> None:
    """List the games and what stands for each: sentences, clauses, questions, examples, cases, cards.

    A game whose files have faults is named on stderr, and the exit code is 1.
    """
    rows: list[dict[str, Any]] = []
    broken: list[str] = []
    for name in finding.games():
        try:
            rows.append(counts(name))
        except (Faulty, Unreadable) as error:
            faults = error.faults if isinstance(error, Faulty) else (error,)
            broken.append(f"{name} has {_number(faults, 'fault')}: see `ruleproof check {name}`")
    if form is Format.JSON:
        emit(rows)
    else:
        _games_table(rows)
    if broken:
        refuse("; ".join(broken), FINDINGS)


def _games_table(rows: Sequence[Mapping[str, Any]]) -> None:
    if not rows:
        out("There is no game yet: see `ruleproof new`.")
        return
    columns = ("sentences", "classed", "clauses", "formal", "questions", "examples", "cases", "cards")
    lines = [[row["game"], ", ".join(row["modes"]), *(str(row[c]) for c in columns)] for row in rows]
    table(["game", "modes", *columns], lines, right=range(2, 2 + len(columns)))


def counts(game: str) -> dict[str, Any]:
    """What stands for a game, as `games` shows it. Raises what `loading.load` raises."""
    from .loading import load

    rules = load(game)
    return {
        "game": game,
        "modes": list(rules.info.modes),
        "sentences": len(rules.ledger.sentences),
        "classed": sum(s.kind != "unclear" for s in rules.ledger.sentences),
        "clauses": len(rules.clauses),
        "formal": sum(clause.formal for clause in rules.clauses),
        "questions": len(rules.questions),
        "examples": len(rules.examples),
        "cases": _cases(game),
        "cards": sum(card.copies for card in rules.cards.card),
    }


def _cases(game: str) -> int:
    """How many cases lie beside the game, counted without knowing what a case is."""
    folder = finding.folder("conformance", game)
    files = sorted(folder.glob("*.json")) if folder else []
    return sum(len(as_list(as_dict(read_json(path)).get("cases"))) for path in files)


# --- check


def check(
    game: GameArgument,
    rulebook: RulebookOption = None,
    show: Annotated[
        str | None, typer.Option("--show", metavar="PLACE", help="Print one sentence of the text, with its clauses.")
    ] = None,
    form: FormatOption = Format.TEXT,
    quiet: QuietOption = False,
) -> None:
    """Check that every sentence has a class, a clause or a waiver, and that every citation is of today's sentence.

    With --rulebook the text is cut again and compared with the ledger. Exit codes: 0 good, 1 findings.
    """
    from .checking import NOT_COMPARED
    from .checking import check as checked
    from .checking import show as shown
    from .loading import load

    with answering(form):
        rules = load(game)
        texts = texts_of(rules.info, rulebook or [])
        if show is not None:
            if not texts:
                raise Misused("--show needs the text: give it with --rulebook FILE")
            out(shown(rules, texts, show))
            return
        report = checked(rules, texts or None)
    if form is Format.JSON:
        emit(report.value())
    else:
        for fault in report.faults:
            out(str(fault))
        if not quiet:
            out(f"{game}: {'good' if report.good else _number(report.faults, 'finding')}. {report.summary}")
        elif not texts:
            out(NOT_COMPARED)
    if not report.good:
        raise typer.Exit(FINDINGS)


# --- rebase


def rebase(
    game: GameArgument,
    rulebook: Annotated[list[str], typer.Option("--rulebook", metavar="NEW", help="The new text, as for check.")],
    save: Annotated[
        Path | None, typer.Option("--out", metavar="FILE", help="Write the proposal there too, as JSON.")
    ] = None,
    evidence: Annotated[
        list[Path] | None, typer.Option("--evidence", metavar="DIR", help="Evidence, to name tests that are suspect.")
    ] = None,
    form: FormatOption = Format.TEXT,
    quiet: QuietOption = False,
) -> None:
    """Compare the ledger with a new edition: what is unchanged, moved, edited, new and gone, and what rests on it.

    It proposes and changes nothing; `review` takes changes in. Exit codes: 0 nothing changed, 1 something did.
    """
    from .loading import load
    from .rebasing import rebase as compared

    with answering(form):
        rules = load(game)
        proposal = compared(rules, texts_of(rules.info, rulebook), _gathered(rules, evidence))
        if save is not None:
            write_json(save, proposal.value())
    if form is Format.JSON:
        emit(proposal.value())
    else:
        for fault in proposal.faults():
            out(f"{fault.place}  {fault.what}")
        for name, places in proposal.suspects.items():
            out(f"suspect: {name}" + "".join(f"\n  {place}" for place in places))
        if not quiet:
            told = ", ".join(f"{number} {kind}" for kind, number in proposal.counts.items())
            out(f"{game}: {told}; {proposal.shifted} of the unchanged stand at another place than before.")
    if proposal.changes:
        raise typer.Exit(FINDINGS)


def _gathered(rules: "Rules", folders: Sequence[Path] | None) -> "tuple[Evidence, ...]":
    from .evidence import Unusable
    from .tracing import gather

    try:
        return gather(rules, folders or [])
    except Unusable as error:
        raise Misused(str(error)) from error


# --- review


def review(
    game: GameArgument,
    places: Annotated[
        list[str] | None,
        typer.Argument(metavar="[PLACE]...", help="Sentences to confirm; a heading or paragraph takes all under it."),
    ] = None,
    rulebook: RulebookOption = None,
    everything: Annotated[bool, typer.Option("--all", help="Confirm whatever waits.")] = False,
    form: FormatOption = Format.TEXT,
    quiet: QuietOption = False,
) -> None:
    """List what waits for review; with places, confirm these sentences: the one command that stamps.

    With --rulebook changes of the text at these places enter the ledger. It refuses where CI=true, for only people
    review. Exit codes: 0 nothing waits, or confirmed; 1 something waits.
    """
    from .loading import load
    from .reviewing import review as reviewed
    from .reviewing import waiting

    with answering(form):
        rules = load(game)
        texts = texts_of(rules.info, rulebook or []) or None
        if not places and not everything:
            _list_waiting(game, waiting(rules, texts), form, quiet)
            return
        only_people("review stamps, and only people review")
        result = reviewed(rules, places or [], texts, everything=everything)
        result.write()
    written = [file.label for file, _ in result.files]
    if form is Format.JSON:
        emit({"game": game, "confirmed": list(result.confirmed), "written": written})
    elif not quiet:
        out(f"{game}: {_number(result.confirmed, 'sentence')} confirmed; written: {', '.join(written) or 'nothing'}.")


def only_people(what: str) -> None:
    """Refuse where CI=true. `what` says what is done here, and that people do it. Raises Misused."""
    if os.environ.get("CI", "").lower() in {"1", "true"}:
        raise Misused(f"{what}: it refuses where CI=true")


def _list_waiting(game: str, faults: Sequence[Fault], form: Format, quiet: bool) -> None:
    if form is Format.JSON:
        emit({"game": game, "waiting": faults_value(faults)})
    else:
        for fault in faults:
            out(f"{fault.place}  {fault.what}")
        if not quiet:
            out(f"{game}: {len(faults) or 'nothing'} to review.")
    if faults:
        raise typer.Exit(FINDINGS)


# --- answer


def answer(
    game: GameArgument,
    question: Annotated[str, typer.Argument(metavar="QUESTION", help="The question's id.")],
    reading: Annotated[str, typer.Argument(metavar="READING", help="The reading that is right.")],
    source: Annotated[str, typer.Option("--source", help="Who answered, where and when.")],
    again: Annotated[bool, typer.Option("--again", help="Put this in the place of another ruling.")] = False,
    form: FormatOption = Format.TEXT,
    quiet: QuietOption = False,
) -> None:
    """Record what a rulebook's authors answered to an open question: the reading that everything takes from now on.

    Three members of the question in questions.toml change and nothing else. It refuses where CI=true.
    """
    from .answering import answer as answered
    from .loading import load

    with answering(form):
        only_people("answer writes a ruling, and only people rule")
        rules = load(game)
        made = answered(rules, question, reading, source, again=again)
        made.write()
    if form is Format.JSON:
        emit(made.value())
        return
    out(f"{question} is settled as {reading}: {made.reading.gloss}")
    if not quiet:
        out(f"Written: {made.written.path.resolve()}")
        for line in made.advice():
            out(line)


# --- trace


def trace(
    game: GameArgument,
    folder: Annotated[Path, typer.Option("--out", metavar="DIR", help="Where the page and the JSON are written.")],
    evidence: Annotated[
        list[Path] | None,
        typer.Option("--evidence", metavar="DIR", help="A folder of evidence; give it again for more."),
    ] = None,
    rulebook: RulebookOption = None,
    form: FormatOption = Format.TEXT,
    quiet: QuietOption = False,
) -> None:
    """Write the trace from rule to code, tests, cases and proofs: `DIR/GAME.html`, one page, and `DIR/GAME.json`.

    With --rulebook the text stands beside it, and the page says that it contains the text.
    """
    from .checking import check as checked
    from .loading import load
    from .tracing import page
    from .tracing import trace as traced

    with answering(form):
        rules = load(game)
        texts = texts_of(rules.info, rulebook or [])
        lines = _gathered(rules, evidence)
        value = traced(rules, lines, ["code"], checked(rules, texts).texts if texts else None)
        write_text(folder / f"{game}.html", page(value))
        write_json(folder / f"{game}.json", value)
    if form is Format.JSON:
        emit(value)
    elif not quiet:
        out(f"{folder / f'{game}.html'}: {len(rules.clauses)} clauses, worst first.")


# --- new


def new(
    game: Annotated[str, typer.Argument(metavar="GAME", help="The folder's name: lower-case letters and digits.")],
    rulebook: Annotated[Path, typer.Option("--rulebook", metavar="FILE", help="Its rulebook, as plain UTF-8 text.")],
    into: Annotated[
        Path | None, typer.Option("--into", metavar="DIR", help="Where the four folders go; by default here.")
    ] = None,
    title: Annotated[str | None, typer.Option("--title", help="What the game is called; by default its name.")] = None,
    ledger: Annotated[
        bool,
        typer.Option("--ledger", help="Write only the ledger anew, after the headings were changed; keep classes."),
    ] = False,
    form: FormatOption = Format.TEXT,
    quiet: QuietOption = False,
) -> None:
    """Begin a game: a folder a layer, the headings guessed, the ledger filled and every sentence `unclear`.

    Nothing is ever written over; only --ledger writes the ledger of a game that no clause cites yet anew.
    """
    from pydantic import ValidationError

    from .creating import Exists, begin

    with answering(form):
        if ledger:
            _ledger_anew(game, rulebook, form, quiet)
            return
        try:
            begun = begin(game, title or game.capitalize(), rulebook, (into or Path()).absolute())
            begun.write()
        except Exists as error:
            refuse(str(error), USAGE)
        except ValidationError:
            raise Misused(
                f"{game!r} cannot be a folder's name: lower-case letters and digits, a letter first"
            ) from None
    if form is Format.JSON:
        emit({"game": game, "files": sorted(map(str, begun.files)), "sentences": begun.sentences})
        return
    out(f"{game}: {begun.sentences} sentences, {begun.headings} headings guessed, in {begun.into}")
    if not quiet:
        out(_next_steps(game, rulebook, begun.into))


def _ledger_anew(game: str, rulebook: Path, form: Format, quiet: bool) -> None:
    from .creating import ledger_anew
    from .ledger import write_ledger
    from .loading import load

    rules = load(game)
    if rules.clauses or rules.waivers:
        raise Misused(f"{game} has clauses or waivers that cite places: use rebase and review, which carry them along")
    made = ledger_anew(rules.info, texts_of(rules.info, [str(rulebook)]), rules.ledger)
    write_ledger(rules.folder / "ledger.json", made)
    if form is Format.JSON:
        emit({"game": game, "sentences": len(made.sentences)})
    elif not quiet:
        out(f"{game}: {len(made.sentences)} sentences; classes are kept.")


def _next_steps(game: str, rulebook: Path, into: Path) -> str:
    known = any(root.resolve() == into.resolve() for root in finding.roots())
    export = "" if known else f"\n  0. Let ruleproof find it:  export RULEPROOF_PATH={into}"
    return f"""Next:{export}
  1. Look at the headings in {into / "spec" / game / "game.toml"}: they were guessed. After a change:
       ruleproof new {game} --rulebook {rulebook} --ledger
  2. Give every sentence a class, in {into / "spec" / game / "ledger.json"} ("class":"norm" and so on). To read one:
       ruleproof check {game} --rulebook {rulebook} --show PLACE
  3. Write a clause for each sentence that obliges (norm, define, setup, outcome), or a waiver that says why there is
     none, in {into / "spec" / game / "rules.toml"}. Then confirm the citations:
       ruleproof review {game} --all
  4. Ask what is left:
       ruleproof check {game} --rulebook {rulebook}
  5. Let engine/{game} carry the clauses out, ask for them in conformance/{game}/rules.json, and say what always holds
     in invariants/{game}/rules.py; each file says how. Then:
       ruleproof verify {game}"""
