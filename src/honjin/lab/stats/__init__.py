"""How sure one can be of what was counted."""
