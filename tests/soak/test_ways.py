"""Every way of play to a case says on which open questions it hangs; asked for by `tox -e soak`.

A sample of them stands in the ordinary run.
"""

from ruleproof.conformance.reaching import Roads
from ruleproof.conformance.suite import find
from ruleproof.engine.finding import game


def test_every_way_says_on_what_it_hangs() -> None:
    suite = find("ostium")
    roads = Roads(game("ostium"), suite)
    wrong = [
        case.id
        for case in suite.cases()
        if case.reach is not None and roads.hanging(case, case.reach) != case.reach.readings
    ]
    assert wrong == []
