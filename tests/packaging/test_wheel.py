"""The wheel holds what a user needs to serve tables, and nothing else."""

from __future__ import annotations

import io
import json
import re
import zipfile
from typing import Any

import pytest
from fontTools.ttLib import TTFont

from honjin.core.version import commit
from places import ROOT

PACKAGE = ROOT / "src" / "honjin"


@pytest.fixture(scope="module")
def archive(packages: Any) -> zipfile.ZipFile:
    """The wheel of this tree."""
    return zipfile.ZipFile(packages.wheel)


@pytest.fixture
def wheel(archive: zipfile.ZipFile) -> list[str]:
    """The names of all files in the wheel."""
    return archive.namelist()


@pytest.fixture
def notices(archive: zipfile.ZipFile) -> dict[str, dict[str, str]]:
    """By name, what the wheel tells of the parts that it holds from others."""
    told = json.loads(archive.read("honjin/server/static/notices.json"))
    return {one["name"]: one for one in told["others"]}


def test_wheel_holds_the_client(wheel: list[str]) -> None:
    """The built client is inside: its page and everything that the page names."""
    page = (PACKAGE / "server" / "static" / "index.html").read_text("utf-8")
    named = re.findall(r'(?:src|href)="\.?/([\w./-]+)"', page)
    assert named
    for file in ("index.html", *named):
        assert f"honjin/server/static/{file}" in wheel


def test_wheel_holds_the_drawings(wheel: list[str]) -> None:
    """What draws pictures is inside, with the fonts that it writes with, and no source of it."""
    inside = {file.removeprefix("honjin/pictures/built/") for file in wheel if "/built/" in file}
    assert "picture.js" in inside
    assert 3 == sum(file.endswith(".ttf") for file in inside)
    assert 4 == len(inside)


def test_wheel_tells_the_terms_of_each_library(notices: dict[str, dict[str, str]]) -> None:
    """What the client depends on, directly or not, and its tools are listed as locked."""
    lock = json.loads((ROOT / "web" / "package-lock.json").read_text("utf-8"))["packages"]
    locked = {name: lock[f"node_modules/{name}"] for name in notices}
    used = set(lock[""]["dependencies"])
    used |= {needed for name in used for needed in locked[name].get("dependencies", ())}
    assert set() == (used | {"svelte", "vite", "rolldown"}) - set(notices)
    terms = {name: (one["version"], one["license"]) for name, one in notices.items()}
    assert terms == {name: (one["version"], one["license"]) for name, one in locked.items()}


def test_wheel_tells_the_terms_of_each_font(
    archive: zipfile.ZipFile, notices: dict[str, dict[str, str]]
) -> None:
    """Each is made from a listed one; those that can be read here name the same owner."""
    fonts = [name for name in archive.namelist() if name.endswith((".ttf", ".woff2"))]
    listed = {name: one for name, one in notices.items() if "title" in one}
    assert 27 == len(fonts)
    for font in fonts:
        [terms] = [
            one["text"]
            for name, one in listed.items()
            if font.rpartition("/")[2].startswith(f"{name.rpartition('/')[2]}-")
        ]
        assert "SIL OPEN FONT LICENSE Version 1.1" in terms
        if font.endswith(".ttf"):
            names = TTFont(io.BytesIO(archive.read(font)))["name"]
            assert terms.startswith(names.getDebugName(0))
            assert "https://scripts.sil.org/OFL" == names.getDebugName(14)


def test_wheel_tells_all_terms_as_a_text(
    archive: zipfile.ZipFile, notices: dict[str, dict[str, str]]
) -> None:
    """It is where the metadata say, and holds each licence as its package does."""
    text = archive.read("honjin/server/static/notices.txt").decode("utf-8")
    for name, one in notices.items():
        assert f"{name} {one['version']}\nLicence: {one['license']}\n" in text
        assert one["text"] in text
    [pointer] = [file for file in archive.namelist() if file.endswith("/licenses/NOTICE")]
    assert "honjin/server/static/notices.txt" in archive.read(pointer).decode("utf-8")
    [metadata] = [file for file in archive.namelist() if file.endswith("/METADATA")]
    assert "\nLicense-File: NOTICE\n" in archive.read(metadata).decode("utf-8")


def test_wheel_holds_compressed_forms(wheel: list[str]) -> None:
    """Beside each script and style that is worth it lie its forms for brotli and gzip."""
    folder = PACKAGE / "server" / "static" / "assets"
    large = [file for file in folder.iterdir() if file.suffix in (".js", ".css")]
    large = [file for file in large if file.stat().st_size > 1000]
    assert large
    for file in large:
        for suffix in (".br", ".gz"):
            assert f"honjin/server/static/assets/{file.name}{suffix}" in wheel


def test_wheel_holds_what_games_and_commands_read(wheel: list[str]) -> None:
    """Words, rules and tables of data are inside, and so are the migrations of the database."""
    kinds = ("*.toml", "rules*.md", "py.typed", "server/**/migrations/**/*.py")
    wanted = {
        f"honjin/{file.relative_to(PACKAGE).as_posix()}"
        for kind in kinds
        for file in PACKAGE.rglob(kind)
        if "static" not in file.parts
    }
    assert "honjin/games/rokumon/words/game/en.toml" in wanted
    assert "honjin/games/rokumon/rules.md" in wanted
    assert any("migrations" in file for file in wanted)
    assert set() == wanted - set(wheel)


def test_wheel_holds_the_examples(wheel: list[str]) -> None:
    """All that stand in the tree."""
    wanted = {f"honjin/examples/{file.name}" for file in (ROOT / "examples").glob("*.*")}
    assert 4 <= len(wanted)
    assert wanted == {name for name in wheel if name.startswith("honjin/examples/")}


def test_wheel_tells_its_commit(archive: zipfile.ZipFile) -> None:
    """The commit that it was built from is inside, since there is no git where it is installed."""
    assert commit() == archive.read("honjin/commit.txt").decode("ascii").strip() != ""


def test_wheel_holds_nothing_else(wheel: list[str]) -> None:
    """No tests, no sources of the client, no packages of Node, no stamps."""
    strange = [
        name
        for name in wheel
        if not name.startswith(("honjin/", "honjin-"))
        or {"node_modules", "tests", "__pycache__"} & set(name.split("/"))
        or name.rpartition("/")[2].startswith(".")
    ]
    assert [] == strange
