"""What holds of fusion chains and affiliations in play. Which chains may be laid is proved, and stands elsewhere."""

from itertools import combinations, pairwise

from ..property import Moment, always, sometimes
from .fusion import ACTIVE_GATE, BONUS, CHAIN, FIXED, ONE_A_GATE, ONE_CHAIN, PRIMORDIAL
from .paths import neighbours
from .watching import active, board, chains, charge, charging, gates, of_kind

ENDING = "ostium.fusion.ending-is-passing"


def one_chain_each(moment: Moment) -> bool:
    """No creature is in two chains, but for what the reading lets end on one."""
    passed: list[set[str]] = [set(chain["path"]) for chain in chains(moment.position)]
    if moment.reads(ENDING, "open-end"):
        passed = [set(chain["path"][:-1]) for chain in chains(moment.position)]
    if moment.reads(ENDING, "shared-end"):
        return all(_share_their_end_only(one, two) for one, two in combinations(chains(moment.position), 2))
    return all(not one & two for one, two in combinations(passed, 2))


def _share_their_end_only(one: dict[str, list[str]], two: dict[str, list[str]]) -> bool:
    shared = set(one["path"]) & set(two["path"])
    return not shared or shared == {one["path"][-1]} == {two["path"][-1]}


def one_chain_a_gate(moment: Moment) -> bool:
    """No gate feeds two chains."""
    fed = [chain["gate"] for chain in chains(moment.position)]
    return len(fed) == len(set(fed))


def chains_are_chains(moment: Moment) -> bool:
    """Every chain runs from its gate's defense slot over neighbours to the attack row, over creatures."""
    lying = board(moment.position, active(moment))
    for chain in chains(moment.position):
        path = chain["path"]
        steps = set(pairwise(path))
        ends = path[0] == f"D{chain['gate']}" and path[-1][0] == "A" and len(path) > 1
        if not (ends and steps <= neighbours() and all(lying[slot] for slot in path) and len(path) == len(set(path))):
            return False
    return True


def laid_from_standing_gates(moment: Moment) -> bool:
    """A chain that was laid in this step starts from a gate that stands."""
    if moment.before is None or not charging(moment):
        return True
    standing = gates(moment.before.position, active(moment))
    laid = chains(moment.position)[len(chains(moment.before.position)) :]
    return all(standing[int(chain["gate"])] > 0 for chain in laid)


def affiliations_stay(moment: Moment) -> bool:
    """No affiliation changes or goes, no chain goes, and each that is told of is kept, while the attack phase lasts."""
    if moment.before is None or not charging(moment):
        return True
    then, now = (charge(each.position).get("affiliation", {}) for each in (moment.before, moment))
    laid, kept = (chains(each.position) for each in (moment.before, moment))
    told = [list(event["path"]) for event in of_kind(moment, "fused")]
    return then.items() <= now.items() and kept[: len(laid)] == laid and len(kept) == len(laid) + len(told)


def bonus_is_two_at_least(moment: Moment) -> bool:
    """A chain gives two or more."""
    return all(event["bonus"] >= 2 for event in of_kind(moment, "fused"))


def _all_wild_chain(moment: Moment) -> bool:
    lying = board(moment.position, active(moment))
    wild = charge(moment.position).get("affiliation", {})
    return any(
        all((lying[slot] or {}).get("id") in wild for slot in chain["path"]) for chain in chains(moment.position)
    )


PROPERTIES = (
    always("a creature is in one chain at most", (ONE_CHAIN,), one_chain_each),
    always("a gate feeds one chain at most", (ONE_A_GATE,), one_chain_a_gate),
    always("chains run from their gate to an attacker", (CHAIN,), chains_are_chains),
    always("chains are laid from standing gates", (ACTIVE_GATE,), laid_from_standing_gates),
    always("affiliations and chains stay", (FIXED,), affiliations_stay),
    always("a chain gives two or more", (BONUS,), bonus_is_two_at_least),
    sometimes("three chains at once", (ONE_A_GATE,), lambda moment: len(chains(moment.position)) == 3),
    sometimes("a chain of wild creatures only", (PRIMORDIAL,), _all_wild_chain),
)
