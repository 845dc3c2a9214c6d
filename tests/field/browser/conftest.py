"""The browser and the servers of `tests/browser`, here too."""

from browser.conftest import chromium, guests, house, invite, own_site

__all__ = ["chromium", "guests", "house", "invite", "own_site"]
