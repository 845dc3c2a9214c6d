"""A table as a fold of its journal: orders, the entries they become, and the room."""
