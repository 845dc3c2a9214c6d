"""Style sheets become attributes, as a browser would have applied them."""

from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from honjin.pictures.fonts import MACRONS, complete
from honjin.pictures.styles import Sheets
from honjin.pictures.values import resolved
from places import ROOT

FONTS = ROOT / "src" / "honjin" / "pictures" / "built"
SVG = "{http://www.w3.org/2000/svg}"


def plain(body: str, css: str) -> ET.Element:
    svg = f'<svg xmlns="http://www.w3.org/2000/svg">{body}</svg>'
    return ET.fromstring(Sheets(css).plain(svg, ""))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("var(--a)", "#112233"),
        ("1px solid var(--a)", "1px solid #112233"),
        ("var(--none, var(--b, 2px))", "4"),
        ("var(--none)", None),
        ("calc(100% - var(--b) * 22%)", "12%"),
        ("calc((1 + 2) * 3px / 2)", "4.5px"),
        ("color-mix(in srgb, #000 50%, #fff)", "#808080"),
        ("color-mix(in srgb, #ff0000 80%, transparent)", "#ff0000cc"),
        ("color-mix(in srgb, #000 calc(100% - var(--b) * 22%), #fff)", "#e0e0e0"),
        ("rotate(var(--b))", "rotate(4)"),
    ],
)
def test_a_value_is_made_plain(text: str, expected: str | None) -> None:
    """Variables with fallbacks, sums with products first, mixed colours."""
    assert expected == resolved(text, {"--a": "#112233", "--b": "4"})


def test_the_cascade_holds() -> None:
    """A style beats rules, rules beat attributes, the more specific and the later rule wins."""
    css = ".a{fill:#111} .a.b{fill:#222} .a{fill:#333} g .c{fill:#444}"
    root = plain(
        '<path class="a" fill="white"/><path class="a b"/>'
        '<g><path class="c" style="fill:#555"/></g>'
        '<path fill="#666"/>', css,
    )  # fmt: skip
    assert ["#333", "#222", "#555", "#666"] == [p.get("fill") for p in root.iter(f"{SVG}path")]


def test_variables_are_inherited() -> None:
    """A custom property holds for what is inside; the theme decides which one."""
    css = ':root{--c:#111} [data-theme="dark"] .in{--c:#222} .out{fill:var(--c)}'
    root = plain('<g data-theme="dark"><g class="in"><path class="out"/></g></g>', css)
    assert "#222" == root.find(f".//{SVG}path").get("fill")  # type: ignore[union-attr]


def test_a_definition_takes_the_colours_of_its_use() -> None:
    """It is written once for each set of values, under its own name first; unused ones are left."""
    body = (
        '<defs><path id="t" fill="var(--m)"/><path id="u"/><path id="never"/></defs>'
        '<g style="--m:#aaa"><use href="#t"/><use href="#t"/><use href="#u"/></g>'
        '<g style="--m:#bbb"><use href="#t"/><use href="#u"/></g>'
    )
    root = plain(body, "")
    uses = [use.get("href") for use in root.iter(f"{SVG}use")]
    assert ["#t", "#t", "#u", "#t.1", "#u"] == uses
    defined = {one.get("id"): one.get("fill") for one in root.find(f"{SVG}defs") or ()}
    assert {"t": "#aaa", "u": None, "t.1": "#bbb"} == defined


def test_opacity_stands_apart() -> None:
    """A colour with alpha becomes a colour and an opacity, which older programs know."""
    [path] = plain('<path fill="#11223380" stroke="rgb(0 0 0 / 0.5)"/>', "").iter(f"{SVG}path")
    assert ("#112233", "0.502") == (path.get("fill"), path.get("fill-opacity"))
    assert ("#000000", "0.5") == (path.get("stroke"), path.get("stroke-opacity"))


def test_what_only_a_page_needs_is_left_out() -> None:
    """Classes, cursors, states under the pointer, names for tests and for screen readers."""
    css = "path{cursor:pointer;transition:all 1s} path:hover{fill:red} path::before{fill:red}"
    [path] = plain('<path class="x" data-id="y" aria-label="z" tabindex="0"/>', css).iter(
        f"{SVG}path"
    )
    assert {} == path.attrib


@pytest.mark.skipif(not list(FONTS.glob("*.ttf")), reason="the fonts are not built")
def test_fonts_get_the_vowels_that_they_lack(tmp_path: Path) -> None:
    """Each font of a picture has a vowel with a macron, as wide as without."""
    from fontTools.ttLib import TTFont

    for source in FONTS.glob("*.ttf"):
        complete(source, tmp_path / source.name)
        font = TTFont(tmp_path / source.name)
        names = font.getBestCmap()
        assert set(map(ord, MACRONS)) <= set(names)
        assert font["hmtx"][names[ord("o")]] == font["hmtx"][names[ord("ō")]]
