"""The actions and phases of a game, each declared in one row of a table."""

from honjin.core.actions.domains import Domain, named, numbered
from honjin.core.actions.notation import TableNotation
from honjin.core.actions.phases import Phase, Phases
from honjin.core.actions.table import Action, Actions, Decoded, Numbering, Text

__all__ = [
    "Action", "Actions", "Decoded", "Domain", "Numbering", "Phase", "Phases", "TableNotation",
    "Text", "named", "numbered",
]  # fmt: skip
