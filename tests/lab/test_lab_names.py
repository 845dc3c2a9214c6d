"""What the lab offers, and what can go wrong in it."""

import inspect
import re

from honjin import lab
from honjin.core.errors import HonjinError
from honjin.lab import errors


def test_what_is_offered_is_there() -> None:
    """Every exported name exists and says what it is."""
    assert sorted(lab.__all__) == lab.__all__
    assert [] == [name for name in lab.__all__ if not inspect.getdoc(getattr(lab, name))]


def test_the_tree_at_the_top_names_every_error() -> None:
    """What is drawn is what there is, and all of it are HonjinErrors."""
    drawn = re.findall(r"[├└]── (\w+)", errors.__doc__ or "")
    kinds = {name: kind for name, kind in vars(errors).items() if inspect.isclass(kind)}
    defined = [name for name, kind in kinds.items() if kind is not HonjinError]
    assert drawn == defined
    assert all(issubclass(getattr(errors, name), HonjinError) for name in drawn)
