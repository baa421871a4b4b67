"""What holds of Ostium's gates and of the wave of a destroyed one, moment by moment. Combat is not looked at here."""

from collections.abc import Iterator

from ..property import Moment, always, sometimes
from .paths import COLUMNS
from .watching import active, board, charging, fallen, gates, of_kind, opponent, turned

LIMIT = "ostium.gates.durability-limit"
BELOW_ONE = "ostium.gates.destroyed-below-one"
OWNER_COLUMN = "ostium.gates.wave-hits-owner-column"
ATTACKER = "ostium.gates.wave-hits-attacker"
SPARES = "ostium.gates.wave-spares-attacker-defense"
IGNORES = "ostium.gates.destroyed-ignores-damage"
SOVEREIGN = "ostium.gates.sovereign-due"
LAST_GATE = "ostium.gates.last-gate-wins"
AT_ONCE = "ostium.gates.ends-at-once"
AT_END = "ostium.gates.wave-at-end"


def _waves(moment: Moment) -> Iterator[tuple[str, int]]:
    """The gates that fell in this step and whose wave is carried out: not the last one, unless so read."""
    if not charging(moment):
        return
    over = moment.status["phase"] == "over"
    if not over or moment.reads(AT_END, "wave"):
        yield from fallen(moment)


def within_limit(moment: Moment) -> bool:
    """No gate holds less than 0 or more than 15."""
    return all(0 <= gate <= 15 for player in "AB" for gate in gates(moment.position, player))


def never_repaired(moment: Moment) -> bool:
    """In a charge no gate rises, and a destroyed one stays so."""
    if moment.before is None or not charging(moment):
        return True
    pairs = (zip(gates(moment.before.position, player), gates(moment.position, player), strict=True) for player in "AB")
    return all(now <= then for both in pairs for then, now in both)


def wave_turns_owner(moment: Moment) -> bool:
    """Where a gate fell, every creature of its owner in that column is turned."""
    lying = ((player, f"{row}{column}") for player, column in _waves(moment) for row in "AD")
    return all(turned(moment.position, player, slot) for player, slot in lying if board(moment.position, player)[slot])


def wave_turns_attacker(moment: Moment) -> bool:
    """Where a gate fell, the creature in the other player's attack row of that column is turned."""
    facing = ((opponent(player), f"A{column}") for player, column in _waves(moment))
    return all(turned(moment.position, player, slot) for player, slot in facing if board(moment.position, player)[slot])


def attacker_defense_stays(moment: Moment) -> bool:
    """No step of a charge turns a creature in the defense row of the player whose charge it is."""
    if moment.before is None or not charging(moment):
        return True
    mine = active(moment)
    rows = (f"D{column}" for column in COLUMNS)
    return all(turned(moment.position, mine, slot) == turned(moment.before.position, mine, slot) for slot in rows)


def gate_events_add_up(moment: Moment) -> bool:
    """What is told of gates is what the position shows: each change once, and a fall where 0 is reached."""
    told = {event["gate"]: (event["from"], event["to"]) for event in of_kind(moment, "gate")}
    if moment.before is None or not charging(moment):
        return True
    seen: dict[str, tuple[int, int]] = {}
    for player in "AB":
        both = zip(gates(moment.before.position, player), gates(moment.position, player), strict=True)
        seen |= {f"{player}.G{column}": pair for column, pair in enumerate(both) if pair[0] != pair[1]}
    destroyed = sorted(event["gate"] for event in of_kind(moment, "destroyed"))
    return told == seen and destroyed == sorted(gate for gate, (_, now) in seen.items() if now == 0)


def over_when_gateless(moment: Moment) -> bool:
    """The game is over exactly where a player has no gate left, and the other one has won."""
    gateless = [player for player in "AB" if not any(gates(moment.position, player))]
    outcome = moment.game.outcome(moment.state)
    won = outcome.winner if outcome else None
    return [won] == [opponent(player) for player in gateless] if gateless else won is None


def sovereign_is_noted(moment: Moment) -> bool:
    """Whoever lost a gate in this step is due a Sovereign, as long as the game goes on."""
    if moment.status["phase"] == "over" or not charging(moment):
        return True
    return all(moment.position["players"][player].get("gate_lost", False) for player, _ in fallen(moment))


def _wave_turned_the_attacker(moment: Moment) -> bool:
    swept = (event["slot"] for event in of_kind(moment, "defeated") if event["by"] == "wave")
    return any(slot.startswith(f"{active(moment)}.A") for slot in swept)


def _runs_through(moment: Moment) -> bool:
    hits = list(of_kind(moment, "attacked"))
    if moment.before is None or not hits or any(of_kind(moment, "blocked")):
        return False
    gate = gates(moment.before.position, opponent(active(moment)))[int(hits[0]["attacker"][-1])]
    return bool(gate == 0 and hits[-1]["left"] > hits[-1]["against"])


PROPERTIES = (
    always("a gate holds 0 to 15", (LIMIT, BELOW_ONE), within_limit),
    always("no gate rises in a charge", (IGNORES,), never_repaired),
    always("the wave turns the owner's column", (OWNER_COLUMN,), wave_turns_owner),
    always("the wave turns the attack row facing it", (ATTACKER,), wave_turns_attacker),
    always("the attacking player's defense row stays", (SPARES,), attacker_defense_stays),
    always("what is told of gates is what is seen", (BELOW_ONE, IGNORES), gate_events_add_up),
    always("the game is over where a player has no gate", (LAST_GATE, AT_ONCE), over_when_gateless),
    always("a lost gate is noted for a Sovereign", (SOVEREIGN,), sovereign_is_noted),
    sometimes("a gate falls", (BELOW_ONE,), lambda moment: any(fallen(moment))),
    sometimes("a wave turns the attacker", (ATTACKER,), _wave_turned_the_attacker),
    sometimes("the game is over", (LAST_GATE,), lambda moment: moment.status["phase"] == "over"),
    sometimes("an attack runs through to a destroyed gate", (IGNORES,), _runs_through),
)
