"""One value, one text, one digest."""

from typing import Any

import pytest

from ruleproof.engine import canonical


def test_text_has_sorted_keys_no_blanks_and_ascii_only() -> None:
    assert canonical.text({"b": [1, None, True], "a": "é"}) == '{"a":"\\u00e9","b":[1,null,true]}'


def test_tuples_are_lists() -> None:
    assert canonical.text((1, ("a",))) == canonical.text([1, ["a"]]) == '[1,["a"]]'


@pytest.mark.parametrize("value", [1.0, {"a": [1, 2.5]}, [float("nan")], {"a": {"b": (0.1,)}}])
def test_fractions_are_refused(value: Any) -> None:
    with pytest.raises(ValueError, match="is not an integer"):
        canonical.text(value)


def test_a_digest_is_that_of_the_text() -> None:
    assert canonical.digest({"b": 1, "a": 2}) == canonical.digest({"a": 2, "b": 1})
    assert canonical.digest({}) == "2afb9b83f9314e5d029766197f539792"
    assert canonical.digest({"a": 1}) != canonical.digest({"a": 2})
