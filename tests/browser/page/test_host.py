"""Who runs the site: shown where the host has said so, and nowhere else."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from browser.conftest import Invite
from browser.page.test_reading import flaws, widest
from browser.site import Site
from browser.visitor import PHONE, WORDS

TEXT = "Club Honjin e. V.\nBurgstraße 1\n12345 Musterstadt\nVertreten durch: Aki Beispiel"


@pytest.fixture
def told_site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Site]:
    """A site whose host has given an imprint and an address."""
    (tmp_path / "imprint.txt").write_text(TEXT, "utf-8")
    monkeypatch.setenv("HONJIN_IMPRINT", str(tmp_path / "imprint.txt"))
    monkeypatch.setenv("HONJIN_CONTACT", "host@honjin.example")
    site = Site(tmp_path / "data")
    site.start()
    yield site
    site.stop()


@pytest.mark.slow
@pytest.mark.parametrize("lang", ["en", "ja"])
def test_the_host_is_two_clicks_from_every_page(lang: str, told_site: Site, invite: Invite) -> None:
    """Below the lobby, and in the settings, which other pages open too; on a phone as well."""
    one = invite(told_site, lang=lang, viewport=PHONE)
    one.go()
    link = one.page.get_by_test_id("imprint")
    assert WORDS[lang]["host.imprint"] == link.inner_text()
    contact = one.page.get_by_test_id("contact")
    assert "mailto:host@honjin.example" == contact.get_attribute("href")
    link.click()
    assert TEXT in one.said("host")
    assert one.page.url.endswith("/about")
    contact.wait_for()
    assert 0 == link.count()
    assert PHONE["width"] >= widest(one)
    assert [] == flaws(one)
    one.go("/privacy")
    one.page.get_by_test_id("settings").click()
    dialog = one.page.get_by_test_id("settings-dialog")
    dialog.get_by_test_id("imprint").click()
    assert TEXT in one.said("host")
    assert not dialog.is_visible()


@pytest.mark.slow
def test_nothing_is_shown_of_what_is_not_set(invite: Invite) -> None:
    """No link, no heading."""
    one = invite()
    for path in ("/", "/about"):
        one.go(path)
        one.page.get_by_text(WORDS["en"]["privacy.title"]).first.wait_for()
        one.page.wait_for_load_state("networkidle")
        for part in ("imprint", "contact", "host"):
            assert 0 == one.page.get_by_test_id(part).count()
