"""What many tests need: the folder of rulebook texts, which only some machines have."""

import os
from pathlib import Path

import pytest


def missing(what: str) -> None:
    """Fail where everything has to be there (CI=true); skip with the reason elsewhere."""
    if os.environ.get("CI") == "true":
        pytest.fail(what)
    pytest.skip(what)


@pytest.fixture(scope="session")
def rulebooks() -> Path:
    """The folder with the texts of the rulebooks, named by RULEPROOF_RULEBOOKS."""
    named = os.environ.get("RULEPROOF_RULEBOOKS", "")
    if not named or not Path(named).is_dir():
        missing("RULEPROOF_RULEBOOKS does not name a folder of rulebook texts")
    return Path(named)
