"""A run as JUnit XML, as build servers read it: a suite a chapter, clauses as properties. Nothing is judged here."""

from collections.abc import Iterable
from xml.etree import ElementTree as Xml

from .presenting import name_of, replay, scope, versions
from .reporting import Report
from .verdict import GREEN, NOT_EXECUTED, Line, Verdict

LEFT_OUT = {*NOT_EXECUTED, Verdict.XFAIL}  # a known failure is no pass
ERRORS = {Verdict.ERROR, Verdict.SETUP_FAILED, Verdict.CRASH, Verdict.TIMEOUT, Verdict.PROTOCOL_VIOLATION}


def junit(reports: Iterable[Report]) -> str:
    """The XML of some runs. What was not put is `skipped`, a wrong answer `failure`, no usable answer `error`."""
    root = Xml.Element("testsuites", {"name": "ruleproof"})
    told = tuple(reports)
    for report in told:
        who = f"{name_of(report)}: " if len(told) > 1 else ""
        chapters: dict[str, list[Line]] = {}
        for line in report.lines:
            chapters.setdefault(line.id.split("/")[1], []).append(line)
        for chapter, lines in chapters.items():
            root.append(_suite(report, who, chapter, lines))
        if report.footer.get("stopped"):
            root.append(_stopped(report, who))
    Xml.indent(root)
    return '<?xml version="1.0" encoding="UTF-8"?>\n' + Xml.tostring(root, encoding="unicode") + "\n"


def _suite(report: Report, who: str, chapter: str, lines: list[Line]) -> Xml.Element:
    made = Xml.Element("testsuite", {"name": _plain(f"{who}{report.game}.{chapter}"), **_numbers(lines)})
    _properties(made, [("implementation", name_of(report)), ("scope", scope(report)), ("versions", versions(report))])
    for line in lines:
        made.append(_case(report, who, line))
    return made


def _numbers(lines: list[Line]) -> dict[str, str]:
    skipped = sum(line.verdict in LEFT_OUT for line in lines)
    errors = sum(line.verdict in ERRORS for line in lines)
    red = sum(line.verdict not in GREEN and line.verdict not in LEFT_OUT for line in lines)
    told = {"tests": len(lines), "failures": red - errors, "errors": errors, "skipped": skipped}
    return {name: str(count) for name, count in told.items()}


def _case(report: Report, who: str, line: Line) -> Xml.Element:
    game, chapter, name = line.id.split("/", 2)
    made = Xml.Element("testcase", {"classname": _plain(f"{who}{game}.{chapter}"), "name": name})
    _properties(made, [("clause", clause) for clause in line.clauses] + [("verdict", line.verdict.value)])
    if line.verdict in LEFT_OUT:
        why = f"{line.verdict}: {line.detail}" if line.detail else line.verdict.value
        Xml.SubElement(made, "skipped", {"message": _plain(why)})
    elif line.verdict not in GREEN:
        kind = "error" if line.verdict in ERRORS else "failure"
        message = f"{line.verdict}: {line.why or line.detail}"
        told = Xml.SubElement(made, kind, {"type": line.verdict.value, "message": _plain(message)})
        told.text = _plain(_details(report, line))
    return made


def _details(report: Report, line: Line) -> str:
    step = f"step {line.step}: {line.asked}" if line.asked else ""
    compared = f"{line.where}: expected {line.expected!r}, got {line.got!r}" if line.where else ""
    parts = [line.catches, step, line.detail, compared, line.first, line.errors.strip(), replay(report, line)]
    return "\n".join(part for part in parts if part)


def _stopped(report: Report, who: str) -> Xml.Element:
    numbers = {"tests": "1", "failures": "0", "errors": "1", "skipped": "0"}
    made = Xml.Element("testsuite", {"name": _plain(f"{who}{report.game}"), **numbers})
    case = Xml.SubElement(made, "testcase", {"classname": _plain(f"{who}{report.game}"), "name": "the-run-stopped"})
    Xml.SubElement(case, "error", {"type": "stopped", "message": _plain(str(report.footer["stopped"]))})
    return made


def _properties(made: Xml.Element, pairs: list[tuple[str, str]]) -> None:
    if told := [(name, value) for name, value in pairs if value]:
        group = Xml.SubElement(made, "properties")
        for name, value in told:
            Xml.SubElement(group, "property", {"name": name, "value": _plain(value)})


def _plain(text: str) -> str:
    """Without the characters that XML cannot carry, which an implementation may well have written."""
    return "".join(one if one in "\t\n" or one.isprintable() or (one.isspace() and one >= " ") else "�" for one in text)
