"""Pages say that the server's disk is full."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import expect

from browser.conftest import Invite
from browser.site import Site
from field.test_full_disk import disk, fill

__all__ = ["disk"]

pytestmark = pytest.mark.browser


@pytest.mark.slow
def test_pages_say_that_the_disk_is_full(disk: Path, invite: Invite) -> None:
    """Until something can be saved again: each refusal spoke for itself alone."""
    site = Site(disk / "data")
    site.start()
    try:
        ann = invite(site)
        ann.opens_table({"act": "2"}, ["me", "me"])
        full = ann.page.get_by_test_id("full")
        expect(full).to_have_count(0)
        filler = fill(disk)
        ann.page.get_by_test_id("tab-chat").click()
        line = ann.page.get_by_test_id("chat-text")
        for n in range(40):
            line.fill(f"{n} " + "x" * 400)
            line.press("Enter")
            ann.page.wait_for_timeout(200)
            if full.count():
                break
        expect(full).to_have_text(ann.word("app.full"))
        filler.unlink()
        line.fill("Hello!")
        line.press("Enter")
        expect(full).to_have_count(0)
        ann.troubles.clear()  # the refusals
        ann.leave()
    finally:
        site.stop()
