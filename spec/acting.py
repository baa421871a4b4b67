"""Actions between JSON and typed arguments, and the candidates of each. Whether one is legal is not asked here."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import product
from typing import Any, TypeAlias

from .accessing import OutsideVocabulary, Plain
from .closures import Run, Sight
from .compiling import Compiler
from .meanings import Action, Each, Paths
from .roaming import Pairs, roam
from .syntax import TEXT, Bound, Enum, Expr, Path, Type, walk
from .tables import ListedText, ProductText
from .untyped import as_dict
from .viewing import value
from .vocabulary import Vocabulary

Given: TypeAlias = Mapping[str, Plain]  # arguments by name; None is nothing, or left out
_ALWAYS = frozenset({"type", "player"})


class Unreadable(ValueError):
    """An action that the vocabulary cannot say; the message says why."""


class Acting:
    """Reads and writes the actions of a vocabulary; made once, used for many positions."""

    def __init__(self, vocabulary: Vocabulary) -> None:
        self.vocabulary = vocabulary
        self._compiler = Compiler(vocabulary)
        self._runs = {
            (action.name, member): tuple(self._compiler.compile(hole, tuple(action.args)) for hole in holes)
            for action in vocabulary.action.values()
            for member, (_, holes) in action.json.items()
        }
        self._lacking = {
            (action.name, member): _may_lack(action, holes)
            for action in vocabulary.action.values()
            for member, (_, holes) in action.json.items()
        }
        self._proposed: dict[str, tuple[Given, ...]] = {}
        self._offered = {
            action.name: [_Offer(self._compiler, each) for each in action.candidates if isinstance(each, Each)]
            for action in vocabulary.action.values()
        }

    # --- JSON and arguments

    def write(self, name: str, given: Given, sight: Sight) -> dict[str, Any] | None:
        """The action as JSON; None where the position has no word for one of its members."""
        action = self.vocabulary.action[name]
        written: dict[str, Any] = {"type": name}
        for member in action.json:
            found = self._member(action, member, given, sight)
            if found is not None:
                written[member] = found
            elif not self._lacking[name, member]:
                return None
        return written

    def _member(self, action: Action, member: str, given: Given, sight: Sight) -> Any:
        template, holes = action.json[member]
        values = [run(sight, [given.get(arg) for arg in action.args]) for run in self._runs[action.name, member]]
        plain = [_spelled(self.vocabulary, hole.type, found) for hole, found in zip(holes, values, strict=True)]
        return plain[0] if template.sole() else template.fill(plain)

    def read(self, action: object, sight: Sight) -> tuple[str, Given]:
        """The name and the arguments of an action given as JSON. Raises Unreadable."""
        members = as_dict(action)
        named = members.get("type")
        if not isinstance(named, str) or named not in self.vocabulary.action:
            raise Unreadable("it is no action of the vocabulary")
        known = self.vocabulary.action[named]
        if unknown := [m for m in members if m not in known.json and m not in _ALWAYS]:
            raise Unreadable(f"{known.name} has no member {unknown[0]}")
        given: dict[str, Plain] = {}
        for member, (_, holes) in sorted(known.json.items(), key=lambda item: not _is_direct(item[1][1])):
            self._take(known, member, holes, members.get(member), given, sight)
        return known.name, {arg: given.get(arg) for arg in known.args}

    def _take(
        self, action: Action, member: str, holes: Sequence[Expr], found: object, given: dict[str, Plain], sight: Sight
    ) -> None:
        """Settle the arguments that one member of the JSON determines."""
        if found is None:
            if not self._lacking[action.name, member]:
                raise Unreadable(f"{action.name} lacks its member {member}")
            return
        hole = holes[0] if _is_direct(holes) else None
        if isinstance(hole, Bound):
            try:
                given[hole.name] = value(self.vocabulary, hole.type, found, member)
            except OutsideVocabulary as error:
                raise Unreadable(str(error)) from error
            return
        for case in self._cases(action, [arg for arg in _named(action, holes) if arg not in given]):
            if self._member(action, member, {**given, **case}, sight) == found:
                given.update(case)
                return
        raise Unreadable(f"{member} is {found!r}, which is nothing here")

    def _cases(self, action: Action, args: Iterable[str]) -> Iterator[dict[str, Plain]]:
        names = list(args)
        domains = [self._members(action.args[name]) for name in names]
        for case in product(*domains):
            yield dict(zip(names, case, strict=True))

    def _members(self, of: Type) -> tuple[Plain, ...]:
        return self.vocabulary.sort[of.sort].range if isinstance(of, Enum) else ()

    # --- candidates

    def candidates(self, name: str) -> tuple[Given, ...]:
        """The arguments that the vocabulary proposes, the same for every position, each once."""
        if name not in self._proposed:
            action = self.vocabulary.action[name]
            proposals = (given for each in action.candidates for given in self._from(action, each))
            self._proposed[name] = tuple({tuple(given.items()): given for given in proposals}.values())
        return self._proposed[name]

    def proposed(self, name: str, sight: Sight) -> tuple[Given, ...]:
        """The arguments that the vocabulary proposes in a position, each once."""
        always = self.candidates(name)
        if not self._offered[name]:
            return always
        args = self.vocabulary.action[name].args
        found = {tuple(given.items()): given for given in always}
        for offer in self._offered[name]:
            for made in offer.made(self.vocabulary, sight):
                given = {arg: made.get(arg) for arg in args}
                found[tuple(given.items())] = given
        return tuple(found.values())

    def listed(self, name: str) -> tuple[dict[str, Any], ...]:
        """The candidates that the vocabulary lists as JSON."""
        lists = (c for c in self.vocabulary.action[name].candidates if isinstance(c, ListedText))
        return tuple({"type": name, **action} for each in lists for action in each.actions)

    def combinations(self, name: str, args: Sequence[str]) -> Iterator[dict[str, Plain]]:
        """Every combination of members for some of an action's arguments; an optional one may be left out."""
        action = self.vocabulary.action[name]
        for case in product(*(self._choices(action, arg, None) for arg in args)):
            yield dict(zip(args, case, strict=True))

    def _from(self, action: Action, proposal: object) -> Iterator[Given]:
        if isinstance(proposal, ProductText):
            choices = [self._choices(action, arg, proposal.only.get(arg)) for arg in action.args]
            for values in product(*choices):
                yield dict(zip(action.args, values, strict=True))
        elif isinstance(proposal, Paths):
            others = [arg for arg in action.args if arg != proposal.text.arg]
            for case in self.combinations(action.name, others):
                yield from self._along(action, proposal, case)

    def _choices(self, action: Action, arg: str, only: Sequence[str] | None) -> tuple[Plain, ...]:
        members: tuple[Plain, ...] = tuple(only) if only is not None else self._members(action.args[arg])
        return (*members, None) if arg in action.optional and only is None else members

    def _along(self, action: Action, paths: Paths, case: dict[str, Plain]) -> Iterator[Given]:
        names = (*action.args, paths.text.step)
        members = self.vocabulary.sort[paths.sort].range
        found: list[frozenset[str]] = []
        for condition in (paths.starts, paths.ends):
            run = self._compiler.compile(condition, names)
            found.append(frozenset(m for m in members if self._holds(run, action, case, m)))
        along = self.vocabulary.relation[paths.text.along].tuples
        across: Pairs = self.vocabulary.relation[paths.text.across].tuples if paths.text.across else frozenset()
        for path in roam(members, along, across, found[0], found[1], paths.text.near):
            yield {arg: path if arg == paths.text.arg else case[arg] for arg in action.args}

    def _holds(self, run: Run, action: Action, case: Given, member: str) -> bool:
        return bool(run(Sight(_reads_nothing), [*(case.get(arg) for arg in action.args), member]))


class _Offer:
    """A proposal of kind `each`, made ready."""

    def __init__(self, compiler: Compiler, each: Each) -> None:
        names = tuple(each.over)
        self._domains = [
            domain if isinstance(domain, str) else compiler.compile(domain, names[:place])
            for place, domain in enumerate(each.over.values())
        ]
        self._where = compiler.compile(each.where, names)
        self._give = {arg: compiler.compile(expr, names) for arg, expr in each.give.items()}

    def made(self, vocabulary: Vocabulary, sight: Sight) -> Iterator[Given]:
        """The arguments for every binding that fits."""
        bindings: list[tuple[Plain, ...]] = [()]
        for domain in self._domains:
            bindings = [
                (*so_far, each)
                for so_far in bindings
                for each in (vocabulary.sort[domain].range if isinstance(domain, str) else domain(sight, so_far))
            ]
        for bound in bindings:
            if self._where(sight, bound):
                yield {arg: run(sight, bound) for arg, run in self._give.items()}


def _reads_nothing(name: str, _: object) -> Plain:
    raise LookupError(f"candidates are the same in every position, so their conditions cannot ask for {name}")


def _is_direct(holes: Sequence[Expr]) -> bool:
    """Whether a member of the JSON is an argument, as it stands."""
    return len(holes) == 1 and isinstance(holes[0], Bound)


def _named(action: Action, holes: Sequence[Expr]) -> list[str]:
    from_holes = {part.name for hole in holes for part in walk(hole) if isinstance(part, Bound)}
    return [arg for arg in action.args if arg in from_holes]


def _may_lack(action: Action, holes: Sequence[Expr]) -> bool:
    names = _named(action, holes)
    return bool(names) and all(name in action.optional for name in names)


def _spelled(vocabulary: Vocabulary, of: Type, found: Plain) -> Any:
    """A value as positions and actions spell it."""
    match of:
        case Enum(sort=sort) if found is not None:
            return vocabulary.sort[sort].written.get(str(found), found)
        case Path(sort=sort) if isinstance(found, tuple) and sort == TEXT:
            return list(found)
        case Path(sort=sort) if isinstance(found, tuple):
            return [vocabulary.sort[sort].written.get(each, each) for each in found]
        case _:
            return found
