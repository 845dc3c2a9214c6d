"""The wheel holds what a user needs to serve tables, and nothing else."""

from __future__ import annotations

import re
import subprocess
import sys
import zipfile

import pytest

from places import ROOT

PACKAGE = ROOT / "src" / "honjin"


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """The names of all files in the wheel that hatchling builds from this tree."""
    folder = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True, timeout=300)
    [file] = folder.glob("honjin-*.whl")
    return zipfile.ZipFile(file).namelist()


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
    assert "honjin/games/rokumon/words.toml" in wanted
    assert "honjin/games/rokumon/rules.md" in wanted
    assert any("migrations" in file for file in wanted)
    assert set() == wanted - set(wheel)


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
