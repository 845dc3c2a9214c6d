"""Pages beside the tables, for screenshots: of a visitor with an account, games, and a role."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final, NamedTuple

from authenticator import Authenticator

ORIGIN: Final = "http://localhost"
"""The address for which the server takes passkeys."""


class Shown(NamedTuple):
    """A page: the name of its sheet, its path, and the test ids to click or check first."""

    name: str
    path: str
    clicks: tuple[str, ...] = ()


PAGES: Final = (
    Shown("lobby", "/"),
    Shown("rules", "/rules/swords/two"),
    Shown("games", "/games"),
    Shown("person", "/people/Aki"),
    Shown("ranks", "/ranks"),
    Shown("account", "/account"),
    Shown("calls", "/calls"),
    Shown("tokens", "/tokens"),
    Shown("privacy", "/privacy"),
    Shown("about", "/about"),
    Shown("tournaments", "/tournaments"),
    Shown("studies", "/studies"),
    Shown("workshop", "/workshop"),
    Shown("puzzle", "/puzzles"),
    Shown("openings", "/explore/rokumon?act=1&deal=gggjjj&moves=r1c1+r2c1"),
    Shown("admin-reports", "/admin"),
    Shown("admin-tables", "/admin/tables"),
    Shown("admin-people", "/admin/people"),
    Shown("admin-limits", "/admin/limits"),
    Shown("admin-log", "/admin/log"),
    Shown("nowhere", "/nothing-is-here"),
)


def settle(post: Callable[..., Any], data: Path) -> None:
    """Give the visitor an account by passkey, and the role of an administrator."""
    options = post("/account/passkeys/begin", name="Aki")
    post("/account/passkeys", credential=Authenticator(ORIGIN).make(options), name="Aki")
    program = "from honjin.cli.main import app; app()"
    words = ["admin", "role", "Aki", "admin", "--data", str(data)]
    subprocess.run([sys.executable, "-c", program, *words], check=True, capture_output=True)


def reviewed(tables: list[str]) -> Iterator[Shown]:
    """The analysis of finished games."""
    for n, table in enumerate(tables, 1):
        yield Shown(f"review-{n}", f"/t/{table}", ("tab-analysis",))
