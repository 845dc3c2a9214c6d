"""The tree of errors."""

import inspect
import re

from honjin.core import errors


def test_the_tree_at_the_top_names_every_error() -> None:
    """The tree in the docstring lists all errors, and all of them are HonjinErrors."""
    drawn = re.findall(r"[├└]── (\w+)", errors.__doc__ or "")
    defined = [
        name
        for name, kind in vars(errors).items()
        if inspect.isclass(kind) and kind.__module__ == errors.__name__
    ]
    assert ["HonjinError", *drawn] == defined
    assert all(issubclass(getattr(errors, name), errors.HonjinError) for name in drawn)
