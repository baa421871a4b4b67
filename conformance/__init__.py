"""Whether someone else's game does it: the protocol, the cases, the runner, and the command line."""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .checking import NotConforming, Result, check

__all__ = ["NotConforming", "Result", "check"]


def __getattr__(name: str) -> Any:
    """Load `checking` when it is first asked for, so that the command line starts without it."""
    if name in __all__:
        from . import checking

        return getattr(checking, name)
    raise AttributeError(f"module {__name__} has no {name}")
