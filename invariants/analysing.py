"""Analysis of a game's formal clauses: all that contradicts, leaves open, repeats or never applies, by its definition.

What each kind is stands in the file of that kind: conflicts, values, holes, vacuity, redundancy, precedence; what only
true positions show in observed. Worked examples and open questions are not looked at here.
"""

from collections.abc import Iterator
from typing import Any

from ruleproof.engine.finding import NoEngine
from ruleproof.engine.finding import game as find_game
from ruleproof.engine.game import Game
from ruleproof.spec.finding import UnknownGame
from ruleproof.spec.loading import Rules

from .conflicts import conflicts
from .flaw import Finding, ordered
from .holes import holes
from .observed import observed
from .precedence import misplaced
from .redundancy import redundant
from .searching import Search
from .vacuity import vacuous
from .values import value_conflicts


def analyse(rules: Rules) -> tuple[Finding, ...]:
    """The findings on a game's clauses in every mode that its engine plays, or in all modes where it has no engine."""
    game = _engine(rules.name)
    modes = game.modes if game else rules.info.modes
    return ordered(finding for mode in modes or (None,) for finding in _in_mode(Search(rules, mode, game)))


def _in_mode(search: Search) -> Iterator[Finding]:
    told: list[Finding] = []
    for find in (misplaced, vacuous, conflicts, value_conflicts):
        told += find(search)
    contested = {clause for finding in told for clause in finding.clauses if finding.kind != "precedence"}
    told += holes(search, contested)
    open_in = {finding.clauses for finding in told if finding.kind == "hole"}
    told += (one for one in observed(search, contested) if one.kind != "hole" or one.clauses not in open_in)
    told += redundant(search, contested)
    yield from told


def _engine(name: str) -> Game[Any, Any] | None:
    try:
        return find_game(name)
    except (NoEngine, UnknownGame):
        return None
