"""The databases of `tests/server`, here too."""

from server.conftest import postgres, postgres_only

__all__ = ["postgres", "postgres_only"]
