"""Who runs the site, as the host says it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from honjin.server.settings import BadSetting, Settings
from server.site_client import open_house

TEXT = "Club Honjin e. V.\nBurgstraße 1\n12345 Musterstadt"


def told(folder: Path, **settings: Any) -> dict[str, str]:
    """What is answered to everybody."""
    with open_house(folder, processes=1, **settings) as house:
        found: dict[str, str] = json.loads(house.browser().get("/api/host").body)
    return found


def test_nothing_is_told_that_is_not_set(tmp_path: Path) -> None:
    """So the pages show nothing either."""
    assert {} == told(tmp_path)


def test_pages_and_mailboxes_are_addresses_to_open(tmp_path: Path) -> None:
    """An email address becomes a link that writes to it."""
    page = "https://honjin.example/imprint"
    expected = {"imprint": page, "contact": "mailto:host@honjin.example"}
    assert expected == told(tmp_path / "a", imprint=page, contact="host@honjin.example")
    assert {"contact": page} == told(tmp_path / "b", contact=page)


def test_a_file_is_shown_as_it_is(tmp_path: Path) -> None:
    """With its lines."""
    (tmp_path / "imprint.txt").write_bytes(f"\ufeff{TEXT}\r\n".encode())
    assert {"text": TEXT} == told(tmp_path, imprint=str(tmp_path / "imprint.txt"))


@pytest.mark.parametrize("contact", ["javascript:alert(1)", "host", "a@b c", "https://a b", "@"])
def test_no_other_address_is_taken(contact: str) -> None:
    """What a click could do something else with is refused at the start."""
    with pytest.raises(BadSetting, match="HONJIN_CONTACT expects an email address"):
        Settings(contact=contact)


def test_a_file_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    """With what is expected."""
    (tmp_path / "long").write_text("x" * 20_001)
    (tmp_path / "empty").write_text("\n")
    (tmp_path / "latin").write_bytes(b"Burgstra\xdfe")
    for name in ("missing", "long", "empty", "latin"):
        expected = f"HONJIN_IMPRINT expects the address of a page, or a file .*{name}"
        with pytest.raises(BadSetting, match=expected):
            told(tmp_path / "data", imprint=str(tmp_path / name))
