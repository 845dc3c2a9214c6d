"""`honjin map`: maps of a game on the terminal and in files."""

import importlib
from dataclasses import replace
from pathlib import Path

import pytest

from cli.running import Run
from honjin.core.errors import Flaw
from honjin.core.options import Option, Options
from honjin.core.parts.maps import Letter, MapMaker, MapSheet, Tell
from honjin.core.words import Say
from madeup.game import GAME

WORDS = {
    **GAME.words,
    "yard": {"en": "Yard of {n}", "ja": "{n}の庭"},
    "stone": {"en": "stone", "ja": "石"},
    "sand": {"en": "sand", "ja": "砂"},
    "size": {"en": "squares", "ja": "マスの数"},
    "bare": {"en": "There is no stone.", "ja": "石がありません。"},
    "no_yard": {"en": "expected s and o, got {got}", "ja": "sとoのはずが{got}です"},
}


def read_yard(text: str, _options: Options) -> str:
    """A custom yard of stones and sand."""
    if set(text.strip()) - set("so"):
        raise Flaw(Say("no_yard", {"got": text.strip()}))
    return text.strip()


def make_yard(options: Options, tell: Tell) -> MapSheet:
    """A yard of two rows."""
    tell(1, 3)
    row = str(options["yard"]) or "so" * int(str(options["size"]))
    return MapSheet(
        title=Say("yard", {"n": len(row)}),
        rows=(row, row),
        letters=(Letter("s", Say("stone"), "green"), Letter("o", Say("sand"), "#ffcc00")),
        figures=((Say("size"), str(2 * len(row))),),
        remarks=() if "s" in row else (Say("bare"),),
        file=row + "\n",
        shifted=options["shifted"] is True,
    )


MAKER = MapMaker(
    options=(
        Option(key="size", default="2", values=("2", "3")),
        Option(key="shifted", default=False),
        Option(key="yard", default="", read=read_yard, file=".yard"),
    ),
    make=make_yard,
)


@pytest.fixture
def maps(honjin: Run, monkeypatch: pytest.MonkeyPatch) -> Run:
    """The made-up game, that makes maps of yards."""
    module = importlib.import_module("madeup.game")
    monkeypatch.setattr(module, "GAME", replace(GAME, maps=MAKER, words=WORDS))
    return honjin


def test_a_map_is_drawn_with_its_letters(maps: Run) -> None:
    """Title, rows with names of columns and rows, legend, figures."""
    assert maps("map madeup").stdout.splitlines() == [
        "Yard of 4", "",
        "     a b c d", "   1 s o s o", "   2 s o s o", "",
        "  s  stone", "  o  sand", "",
        "        8  squares",
    ]  # fmt: skip


def test_what_is_asked_for(maps: Run) -> None:
    """The options are the game's; hexes are shifted, remarks are printed."""
    shown = maps("map madeup --size 3 --shifted").stdout
    assert "   1 s o s o s o\n   2  s o s o s o\n" in shown
    assert maps("map madeup --option yard=oo").stdout.endswith("There is no stone.\n")
    assert maps("map madeup --lang ja").stdout.startswith("4の庭\n")


def test_a_map_is_written_and_read(maps: Run, tmp_path: Path) -> None:
    """`--out` writes a file, which can be given again; none is overwritten."""
    path = tmp_path / "mine.yard"
    assert maps(f"map madeup --out {path}").stdout.endswith(f"Written to {path}\n")
    assert "soso\n" == path.read_text()
    assert "Yard of 4" in maps(f"map madeup --yard {path}").stdout
    refused = maps(f"map madeup --size 3 --out {path}")
    assert (2, "soso\n") == (refused.exit_code, path.read_text())
    assert f"expected a new file to write to, but {path} exists" in refused.stderr
    nowhere = tmp_path / "none" / "map.toml"
    refused = maps(f"map madeup --out {nowhere}")
    assert f"expected a file in a folder that exists, got {nowhere}" in refused.stderr
    assert not refused.stdout


def test_what_is_refused(maps: Run, tmp_path: Path) -> None:
    """In one line: unknown options and values, a file that is none or not there, a bad map."""
    bad = tmp_path / "bad.yard"
    bad.write_text("sox")
    for line, told in {
        "--seats 4": "unknown option 'seats'; this game has size, shifted, yard",
        "--size 4": "option size is one of 2, 3, not '4'",
        f"--yard {bad}": "option yard: expected s and o, got sox",
        f"--yard {tmp_path / 'none.yard'}": "No such file",
    }.items():
        refused = maps(f"map madeup {line}")
        assert 2 == refused.exit_code
        assert told in refused.stderr


def test_a_game_without_maps(honjin: Run) -> None:
    """Says which games have some."""
    refused = honjin("map rokumon")
    assert 2 == refused.exit_code
    assert "expected a game that makes maps (" in refused.stderr


def test_games_list_their_maps(maps: Run) -> None:
    """`honjin games` lists the options."""
    line = "  honjin map madeup  --size 2 | 3 = 2  --shifted (true | false) = false  --yard TEXT = "
    assert line in maps("games").stdout
