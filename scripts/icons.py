"""Regenerate the icons of the installed client from the site's mark.

python scripts/icons.py
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import resvg_py

PUBLIC = Path(__file__).resolve().parents[1] / "web" / "public"
ICONS = PUBLIC / "icons"
GROUND, LINES = "#26436b", "#f3ecdd"
SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox='
FULL = f'{SVG}"0 0 64 64"><rect width="64" height="64" fill="{GROUND}"/>'


def mark() -> str:
    """The lines of the mark, taken from the page's icon."""
    icon = (PUBLIC / "favicon.svg").read_text("utf-8")
    return icon[icon.index("<g ") : icon.index("</svg>")]


def icons() -> Iterator[tuple[str, int, str]]:
    """The name, size and drawing of each icon."""
    whole = (PUBLIC / "favicon.svg").read_text("utf-8")
    yield "192.png", 192, whole
    yield "512.png", 512, whole
    # The system may crop this icon to any shape: the background fills it, the mark is centred.
    inner = f'<g transform="translate(32 32) scale(.86) translate(-32 -32)">{mark()}</g>'
    yield "maskable.png", 512, f"{FULL}{inner}</svg>"
    yield "apple.png", 180, f"{FULL}{mark()}</svg>"
    bare = mark().replace(LINES, "#ffffff")
    yield (
        "badge.png",
        96,
        f'{SVG}"8 8 48 48">{bare}</svg>',
    )


def drawn(size: int, svg: str) -> bytes:
    """A drawing as PNG."""
    return bytes(resvg_py.svg_to_bytes(svg_string=svg, width=size, height=size))


def main() -> None:
    """Write all icons."""
    ICONS.mkdir(exist_ok=True)
    for name, size, svg in icons():
        (ICONS / name).write_bytes(drawn(size, svg))


if __name__ == "__main__":
    main()
