"""Turns what a user can mend into a sentence and an exit code, for the commands of this layer. Nothing is done here."""

from collections.abc import Generator
from contextlib import contextmanager

from ruleproof.spec import files
from ruleproof.spec.console import COULD_NOT_RUN, USAGE, refuse
from ruleproof.spec.fault import Faulty
from ruleproof.spec.finding import NotFound

from .case import CaseFault
from .connection import NotThere
from .known import Unusable
from .reporting import NoReport
from .suite import NoSuite


@contextmanager
def refusals() -> Generator[None, None, None]:
    """Say what was asked for wrongly, or what is wrong with files that are read."""
    try:
        yield
    except (NotFound, NoSuite, Unusable, NoReport, files.Unreadable) as error:
        refuse(str(error.args[0]) if error.args else str(error), USAGE)
    except (CaseFault, Faulty) as error:
        refuse(str(error), COULD_NOT_RUN)
    except NotThere as error:
        refuse(error.what, COULD_NOT_RUN)
