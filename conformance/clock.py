"""The one door to clocks: how long something may still take. No result ever holds a time."""

import time


def now() -> float:
    """Seconds from some fixed moment; only differences mean something."""
    return time.monotonic()


def left(deadline: float) -> float:
    """Seconds until the deadline, never negative."""
    return max(0.0, deadline - time.monotonic())
