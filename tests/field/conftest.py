"""The browser and the servers of `tests/browser`, and the databases of `tests/server`, here too."""

from browser.conftest import chromium, guests, house, invite, own_site
from server.conftest import postgres, postgres_only

__all__ = ["chromium", "guests", "house", "invite", "own_site", "postgres", "postgres_only"]
