"""Draw docs/images/house.svg: the rooms of the engine, the server and the client, in their layers.

    python scripts/house.py

The layers are those that the tests hold: import-linter's contracts in pyproject.toml, and the
client's in web/test/rooms.test.ts.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final, NamedTuple

ROOT: Final = Path(__file__).parents[1]
PICTURE: Final = ROOT / "docs/images/house.svg"
ROW: Final = 30
GAP: Final = 8
PAD: Final = 14
LETTER: Final = 7.6
"""The width of a letter, on average."""

Layers = Sequence[Sequence[str]]


class Wing(NamedTuple):
    """A part of the picture: its title, its layers from the top, and its place."""

    title: str
    layers: Layers
    x: int
    y: int
    width: int


def contract(container: str) -> Layers:
    """The layers of a package as import-linter checks them, the upper ones first."""
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    for one in settings["tool"]["importlinter"]["contracts"]:
        if one.get("containers") == [container]:
            return [layer.split(" | ") for layer in one["layers"]]
    raise LookupError(f"pyproject.toml has no layers of {container}")


def rooms_of_client() -> Layers:
    """The layers of web/src as web/test/rooms.test.ts checks them, the upper ones first."""
    source = (ROOT / "web/test/rooms.test.ts").read_text("utf-8")
    table = re.search(r"const BELOW = \[(.*?)\n\];", source, re.DOTALL)
    assert table is not None
    below = [re.findall(r'"(\w+)"', row) for row in re.findall(r"\[([^\]]*)\]", table[1])]
    known = {"app", *(room for row in below for room in row)}
    here = sorted(path.name for path in (ROOT / "web/src").iterdir() if path.is_dir())
    return [["app"], [room for room in here if room not in known], *reversed(below)]


def lines_of(layer: Sequence[str], width: int) -> Iterator[list[str]]:
    """The names of a layer on as few lines as there is room for, evenly."""
    longest = max(map(len, layer)) * LETTER + 2 * GAP
    most = max(1, int((width + GAP) // (longest + GAP)))
    count = -(-len(layer) // most)
    for n in range(count):
        yield [*layer[n * len(layer) // count : (n + 1) * len(layer) // count]]


def height_of(wing: Wing) -> int:
    """The height of a wing, with its title."""
    lines = [len([*lines_of(layer, wing.width - 2 * PAD)]) for layer in wing.layers]
    return 40 + sum(n * ROW + (n - 1) * 4 for n in lines) + 2 * GAP * (len(lines) - 1) + PAD


def drawn(wing: Wing) -> Iterator[str]:
    """A wing: its outline, its title, and a box for each room."""
    x, y, inner = wing.x + PAD, wing.y + 40, wing.width - 2 * PAD
    yield (
        f'<rect class="wing" x="{wing.x}" y="{wing.y}" width="{wing.width}" '
        f'height="{height_of(wing)}" rx="8"/>'
    )
    yield f'<text class="title" x="{x}" y="{wing.y + 26}">{wing.title}</text>'
    for n, layer in enumerate(wing.layers):
        for line in lines_of(layer, inner):
            width = (inner - GAP * (len(line) - 1)) / len(line)
            for at, name in enumerate(line):
                left = x + at * (width + GAP)
                yield f'<rect x="{left:.1f}" y="{y}" width="{width:.1f}" height="{ROW}" rx="4"/>'
                yield f'<text x="{left + width / 2:.1f}" y="{y + 20}">{name}</text>'
            y += ROW + 4
        y += 2 * GAP - 4
        if n + 1 < len(wing.layers):
            middle = wing.x + wing.width / 2
            yield f'<path d="M{middle} {y - 2 * GAP + 2}v{2 * GAP - 5}m-4-4 4 4 4-4"/>'


STYLE: Final = """
svg { font: 14px "Hiragino Kaku Gothic ProN", "Noto Sans CJK JP", system-ui, sans-serif }
rect { fill: #fbf7ed; stroke: #26436b; stroke-width: 1.3 }
.paper { fill: #f3ecdd; stroke: none }
.wing { fill: #ece3cf; stroke: none }
text { fill: #23201c; text-anchor: middle }
.title { font-weight: 600; text-anchor: start }
path { fill: none; stroke: #26436b; stroke-width: 1.3 }
"""


def wings() -> tuple[Wing, ...]:
    """The parts of the picture."""
    engine = Wing("src/honjin", contract("honjin"), 16, 16, 330)
    game = Wing("src/honjin/games/*", contract("honjin.games.*"), 16, 32 + height_of(engine), 330)
    server = Wing("src/honjin/server", contract("honjin.server"), 362, 16, 420)
    return engine, game, server, Wing("web/src", rooms_of_client(), 798, 16, 330)


def picture() -> str:
    """The whole picture as SVG."""
    height = max(wing.y + height_of(wing) for wing in wings()) + 16
    title = "The rooms of the engine, of a game, of the server and of the client, in layers"
    parts = "\n".join(part for wing in wings() for part in drawn(wing))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1144 {height}" role="img">\n'
        f"<title>{title}</title>\n<style>{STYLE}</style>\n"
        f'<rect class="paper" width="1144" height="{height}" rx="8"/>\n{parts}\n</svg>\n'
    )


if __name__ == "__main__":
    PICTURE.write_text(picture(), "utf-8")
