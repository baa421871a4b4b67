"""Where your game goes in: five functions between the positions of the protocol and your own code.

As they stand they keep a position as it came and refuse every action. Fill in `apply` first.
"""


class Missing(Exception):
    """Raise it where a rule is known to be missing: the case counts as an error that names the clause, not as wrong."""

    def __init__(self, clause, message="not there yet"):
        super().__init__(message)
        self.clause = clause


def load(position, mode):
    """Your state for a position (a dictionary). Raise ValueError where it makes no sense."""
    if not isinstance(position, dict) or not isinstance(position.get("players", {}), dict):
        raise ValueError("a position is an object, and so is its member players")
    return position


def dump(state):
    """The position of a state, defaults left out: the inverse of load."""
    return state


def apply(state, action, player):
    """The new state and a list of events, or None where the action is refused. Never change `state` itself."""
    return None


def legal(state, player):
    """Every legal action of a player (of the first one to act, where player is None)."""
    return []


def status(state):
    """Who is to act, the phase, and the outcome once the game is over."""
    return {"terminal": False, "toAct": [state.get("active", "A")], "phase": state.get("phase", "")}
