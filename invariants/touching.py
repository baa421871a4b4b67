"""Where a game's engine and tests name clauses: what a finding about them bears on. It reads text and runs nothing."""

import re
from collections.abc import Collection, Iterator
from pathlib import Path

from ruleproof.spec import evidence, files, finding
from ruleproof.spec.loading import Rules

_MARK = re.compile(r"mark\.clause\(([^)]*)\)")


def touches(rules: Rules, clauses: Collection[str]) -> dict[str, tuple[str, ...]]:
    """The places of code, and of tests marked with a clause, by clause; as paths from the house's root with lines."""
    if not clauses:
        return {}
    found: dict[str, list[str]] = {clause: [] for clause in clauses}
    for line in evidence.of_code(rules.name, rules.clauses):
        if line.clause in found:
            found[line.clause].append(line.place)
    for clause, place in _tests(rules.name):
        if clause in found:
            found[clause].append(place)
    return {clause: tuple(places) for clause, places in found.items()}


def _tests(game: str) -> Iterator[tuple[str, str]]:
    folders = {root.resolve().parent / "tests" / game for root in finding.roots()}
    folders |= {(root / "spec").resolve().parent / "tests" / game for root in finding.roots()}
    for folder in sorted(folder for folder in folders if folder.is_dir()):
        for path in sorted(folder.glob("test_*.py")):
            yield from _marked(path, f"tests/{game}/{path.name}")


def _marked(path: Path, place: str) -> Iterator[tuple[str, str]]:
    for number, line in enumerate(files.read_text(path).splitlines(), 1):
        for named in _MARK.findall(line):
            yield from ((clause, f"{place}:{number}") for clause in re.findall(r"[\"']([^\"']+)[\"']", named))
