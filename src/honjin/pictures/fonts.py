"""The fonts of pictures: those of the client, completed with vowels that romanized names need.

Neither font has vowels with a macron. Each is built as a composite glyph from the letter and the
macron, which they do have.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final
from unicodedata import normalize

from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.ttLib import TTFont

MACRONS: Final = "āēīōūĀĒĪŌŪ"
_MACRON: Final = 0xAF
_DOTLESS: Final = {"i": "ı"}
_CLEARANCE: Final = 0.07
"""The gap between a letter and its macron, as a fraction of the font's size."""


def complete(source: Path, target: Path) -> None:
    """Write a font with its missing vowels added."""
    with TTFont(source, lazy=True, recalcBBoxes=False) as font:
        known = font.getBestCmap()
        for mark in MACRONS:
            if ord(mark) not in known and _MACRON in known:
                _add(font, mark, known)
        font.save(target)


def _add(font: Any, mark: str, known: dict[int, str]) -> None:
    letter = normalize("NFD", mark)[0]
    letter = _DOTLESS.get(letter, letter) if ord(_DOTLESS.get(letter, letter)) in known else letter
    base, macron = known[ord(letter)], known[_MACRON]
    glyphs, widths = font["glyf"], font["hmtx"]
    low, high = _box(font, base), _box(font, macron)
    right = (low[0] + low[2] - high[0] - high[2]) / 2
    up = low[3] + _CLEARANCE * font["head"].unitsPerEm - high[1]
    pen = TTGlyphPen(font.getGlyphSet())
    pen.addComponent(base, (1, 0, 0, 1, 0, 0))
    pen.addComponent(macron, (1, 0, 0, 1, round(right), round(up)))
    name = f"uni{ord(mark):04X}"
    font.setGlyphOrder([*font.getGlyphOrder(), name])
    made = pen.glyph()
    glyphs[name] = made
    made.recalcBounds(glyphs)
    widths[name] = widths[base]
    if "vmtx" in font:
        font["vmtx"][name] = font["vmtx"][base]
    for table in font["cmap"].tables:
        if table.isUnicode():
            table.cmap[ord(mark)] = name


def _box(font: Any, name: str) -> tuple[int, int, int, int]:
    glyph = font["glyf"][name]
    glyph.recalcBounds(font["glyf"])
    return glyph.xMin, glyph.yMin, glyph.xMax, glyph.yMax
