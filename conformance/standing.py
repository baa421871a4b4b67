"""A position that was told: checked and brought into its one form once, when first wanted. It is not judged here."""

from typing import Any

from .matching import encode
from .suite import Form


class Standing:
    """A position as it came, `raw`, and in the form that the game's positions are compared in."""

    def __init__(self, form: Form, raw: Any) -> None:
        self.raw = raw
        self._form = form
        self._read: Any = None
        self._whole: Any = None

    @property
    def read(self) -> Any:
        """It as the game's form reads it. Raises msgspec.ValidationError where it is no position."""
        if self._read is None:
            self._read = self._form.read(self.raw)
        return self._read

    @property
    def whole(self) -> Any:
        """It in the one form. Raises msgspec.ValidationError."""
        if self._whole is None:
            self._whole = self._form.filled(self.read)
        return self._whole

    def same_as(self, other: "Standing") -> bool:
        """Whether both are plainly the same; where not, their one form knows better. Raises msgspec.ValidationError."""
        return self._form.alike(self.read, other.read)

    def told_again(self, other: "Standing") -> bool:
        """The same of two that one implementation told, most often in the same words, so that one of them is read."""
        mine = self.read  # of two that are written alike both are positions, or neither is
        return encode(self.raw) == encode(other.raw) or self._form.alike(mine, other.read)
