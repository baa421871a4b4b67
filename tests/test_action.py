"""The composite action: its steps are there, and the one that conforms does what it says when a shell runs it."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

ACTION = Path(__file__).parent.parent / "action.yml"
CASE = "ostium/charge/open-column-hits-the-gate"


def steps() -> list[dict[str, object]]:
    told: list[dict[str, object]] = yaml.safe_load(ACTION.read_text(encoding="utf-8"))["runs"]["steps"]
    return told


def conform(tmp_path: Path, command: str, options: str = f"--case {CASE}") -> tuple[int, Path]:
    """Run the script of the step as a build does; the exit code, and the folder of what it wrote."""
    script = str(next(step["run"] for step in steps() if step.get("id") == "conform"))
    told = {"GAME": "ostium", "COMMAND": command, "OPTIONS": options, "FOLDER": str(tmp_path / "out"), "AGAINST": ""}
    told |= {"GITHUB_OUTPUT": str(tmp_path / "output"), "GITHUB_STEP_SUMMARY": str(tmp_path / "summary")}
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    bash = shutil.which("bash")
    assert bash is not None
    done = subprocess.run([bash, "-e", "-c", script], env={**os.environ, **told, "PATH": path}, check=False)
    return done.returncode, tmp_path / "out"


def test_every_input_that_a_step_uses_is_declared() -> None:
    text = ACTION.read_text(encoding="utf-8")
    declared = set(yaml.safe_load(text)["inputs"])
    assert set(re.findall(r"inputs\.(\w+)", text)) == declared


def test_no_input_is_pasted_into_a_script() -> None:
    scripts = [str(step.get("run", "")) for step in steps()]
    assert not [script for script in scripts if "${{" in script]


def test_a_good_run_leaves_report_page_xml_and_summary(tmp_path: Path) -> None:
    code, folder = conform(tmp_path, "ruleproof serve ostium")
    assert code == 0
    assert {path.name for path in folder.iterdir()} == {"report.ndjson", "report.html", "junit.xml", "summary.md"}
    assert "1 of 1 cases pass" in (tmp_path / "summary").read_text(encoding="utf-8")
    assert (tmp_path / "output").read_text(encoding="utf-8") == "exit=0\n"


@pytest.mark.parametrize("command", ["cat", "'no such adapter'"])
def test_a_run_that_fails_fails_the_build_with_its_own_exit_code(command: str, tmp_path: Path) -> None:
    code, _ = conform(tmp_path, command)
    assert code != 0
    assert (tmp_path / "output").read_text(encoding="utf-8") == f"exit={code}\n"
