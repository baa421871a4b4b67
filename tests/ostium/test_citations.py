"""The clauses that the engine names are written, and every clause that owes the engine something is named there."""

import importlib
import pkgutil

from ruleproof.engine import ostium
from ruleproof.spec.loading import load

RULES = load("ostium")
WRITTEN = {clause.id for clause in RULES.clauses}


def named() -> dict[str, set[str]]:
    """The clauses that each module's constants name."""
    found: dict[str, set[str]] = {}
    for info in pkgutil.iter_modules(ostium.__path__):
        module = importlib.import_module(f"{ostium.__name__}.{info.name}")
        values = [value for name, value in vars(module).items() if name.isupper() and isinstance(value, str)]
        found[info.name] = {value for value in values if value.startswith("ostium.")}
    return found


def test_every_constant_names_a_clause_that_is_written() -> None:
    assert {
        (module, clause) for module, clauses in named().items() for clause in clauses if clause not in WRITTEN
    } == set()


def test_every_clause_that_needs_the_engine_is_named_in_it() -> None:
    due = {clause.id for clause in RULES.clauses if "engine" in clause.needs}
    assert due - set().union(*named().values()) == set()


def test_every_switch_is_a_question_with_these_readings() -> None:
    from ruleproof.engine.ostium.reading import OFFERED

    asked = {
        question.id: tuple(reading.name for reading in question.readings)
        for question in RULES.questions
        if question.reach == "now" and any(reading.switch for reading in question.readings)
    }
    assert {name: (readings[0], set(readings)) for name, readings in OFFERED.items()} == {
        name: (readings[0], set(readings)) for name, readings in asked.items()
    }
