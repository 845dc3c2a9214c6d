"""Who runs the site: what the host has to say, or wants to."""

from __future__ import annotations

from typing import Final

from honjin.server.people.messages import Host
from honjin.server.settings import BadSetting, Settings
from honjin.server.web.addresses import is_mailbox, is_page

LONGEST: Final = 20_000


def read_host(settings: Settings) -> Host:
    """Who runs the site; BadSetting if the file of the imprint cannot be used."""
    imprint, contact = settings.imprint, settings.contact
    if is_mailbox(contact):
        contact = f"mailto:{contact}"
    if not imprint or is_page(imprint):
        return Host(imprint, contact=contact)
    return Host(text=_text(imprint), contact=contact)


def _text(file: str) -> str:
    expected = "HONJIN_IMPRINT expects the address of a page, or a file with a text in UTF-8"
    try:
        with open(file, encoding="utf-8-sig") as imprint:
            text = imprint.read(LONGEST + 1).strip()
    except OSError as problem:
        raise BadSetting(f"{expected}; cannot read {file}: {problem.strerror}") from None
    except ValueError:
        raise BadSetting(f"{expected}, got {file}") from None
    if not text or len(text) > LONGEST:
        raise BadSetting(f"{expected} of 1 to {LONGEST:,} characters, got {file}")
    return text
