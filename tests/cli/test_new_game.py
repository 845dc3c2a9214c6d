"""`honjin new-game`, and your own games in the catalogue."""

import subprocess
import sys
from collections.abc import Callable
from dataclasses import MISSING, fields, replace
from pathlib import Path

import pytest

from bots.playing import played
from cli.running import Run
from honjin import games
from honjin.bots import Budget, GreedyBot, MctsBot
from honjin.cli.hello import game as hello
from honjin.cli.hello import yomi
from honjin.core.errors import UnknownGame
from honjin.core.game import Game
from honjin.core.jit.rule import rule
from honjin.testing import ConformanceError, conformance

SOURCE = Path(hello.__file__)


def test_the_hello_world_game_conforms() -> None:
    """Every check of the kit, interpreted and compiled."""
    assert 12 == conformance(hello.GAME, games=12).games


@pytest.mark.slow
def test_the_card_game_conforms() -> None:
    """Every check of the kit, interpreted and compiled, in a game with a hidden hand."""
    assert 12 == conformance(yomi.GAME, games=12).games


@rule
def guess_too_much(s: yomi.Yomi, seat: int, rng: list[int]) -> None:
    yomi.resample(s, seat, rng)
    s.hand[1 - seat if seat >= 0 else 0][yomi.HIGHEST] += 1


@rule
def guess_any_cards(s: yomi.Yomi, seat: int, rng: list[int]) -> None:
    for other in range(2):
        if other != seat:
            s.hand[other][yomi.HIGHEST] += s.held[other]


@pytest.mark.parametrize("guess", [guess_too_much, guess_any_cards])
def test_the_kit_finds_guesses_that_cannot_be(guess: Callable[..., None]) -> None:
    """A card too many in a hand, or in the game, went unnoticed: the copied game had no law."""
    faulty = replace(yomi.GAME, resample=guess)
    with pytest.raises(ConformanceError, match=r"resample: .* the law of cards is broken"):
        conformance(faulty, games=1, compiled=False)


def test_the_card_game_is_played_in_the_terminal(
    honjin: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Cards are typed by their numbers; the other hand lies face down."""
    monkeypatch.setenv(games.OWN, "honjin.cli.hello.yomi")
    everything = "\n".join([*(str(number) for number in range(1, 13)), "pass"]) + "\n"
    told = honjin("play yomi --bot random --seed 1", 40 * everything).stdout
    assert "Second player draws a card" in told
    assert "hand1: back back back" in told
    assert "player wins. Won" in told


def test_bots_play_the_card_game() -> None:
    """Bots that guess the other hand play it to its end."""
    bots = MctsBot(compiles=False), GreedyBot(compiles=False)
    for seed in range(4):
        result = played(yomi.GAME, bots, seed, budget=Budget(60.0, 30)).result()
        assert result is not None
        assert (-1, 1) == tuple(sorted(result.returns))


def test_a_game_says_little() -> None:
    """The smallest game is one file of 60 lines, and a Game has at most 15 mandatory parts."""
    assert len(SOURCE.read_text().splitlines()) <= 60
    mandatory = [
        one.name
        for one in fields(Game)
        if one.default is MISSING and one.default_factory is MISSING
    ]
    assert len(mandatory) <= 15, mandatory


def test_a_new_game_is_written(honjin: Run, tmp_path: Path) -> None:
    """The folder holds the game under its own key, and the test that its author runs."""
    told = honjin(f"new-game reversi --folder {tmp_path}")
    assert 0 == told.exit_code, told.output
    assert "serve --game reversi.game" in told.stdout
    home = tmp_path / "reversi"
    assert {"__init__.py", "game.py", "test_game.py"} == {file.name for file in home.iterdir()}
    written = (home / "game.py").read_text()
    assert SOURCE.read_text().replace("tictactoe", "reversi") == written


def test_a_new_card_game_is_written(honjin: Run, tmp_path: Path) -> None:
    """With --cards the copied game is the one with hidden hands."""
    assert 0 == honjin(f"new-game menko --cards --folder {tmp_path}").exit_code
    written = (tmp_path / "menko" / "game.py").read_text()
    assert Path(yomi.__file__).read_text().replace('"yomi"', '"menko"') == written


@pytest.mark.slow
def test_the_test_of_a_new_game_passes(honjin: Run, tmp_path: Path) -> None:
    """As its author would run it."""
    honjin(f"new-game reversi --folder {tmp_path}")
    ran = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "reversi"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert 0 == ran.returncode, ran.stdout
    assert "1 passed" in ran.stdout


@pytest.mark.parametrize(
    ("key", "told"),
    [
        ("Reversi", "expected a name of 2 to 30 of a-z, 0-9 and _, got 'Reversi'"),
        ("../x", "expected a name of 2 to 30 of a-z, 0-9 and _, got '../x'"),
        ("class", "expected a name that Python does not use itself, got 'class'"),
        ("random", "expected a name that Python does not use itself, got 'random'"),
        ("honjin", "expected a name that Python does not use itself, got 'honjin'"),
        ("rich", "expected a name that no installed package uses, got 'rich'"),
        ("rokumon", "there is already a game called rokumon"),
        ("there", "expected a new folder"),
    ],
)
def test_nothing_is_written_over(honjin: Run, tmp_path: Path, key: str, told: str) -> None:
    """Names that cannot be used, and folders that exist, are refused in one line."""
    (tmp_path / "there").mkdir()
    ran = honjin(f"new-game {key} --folder {tmp_path}")
    assert 2 == ran.exit_code
    assert told in ran.stderr
    assert ["there"] == [path.name for path in tmp_path.iterdir()]


# ---- HONJIN_GAMES


def test_a_game_of_ones_own_joins_the_shelf(monkeypatch: pytest.MonkeyPatch) -> None:
    """It comes last, and is loaded by its key."""
    before = games.keys()
    monkeypatch.setenv(games.OWN, "honjin.cli.hello.game")
    assert (*before, "tictactoe") == games.keys()
    assert hello.GAME is games.load("tictactoe")


@pytest.mark.parametrize(
    ("named", "told"),
    [
        ("honjin.nowhere", "expected a module with a GAME, got honjin.nowhere"),
        ("honjin.cli.show", "expected a Game called GAME in honjin.cli.show, got NoneType"),
        ("honjin.games.swords.game", "two games have the key 'swords'"),
        ("honjin.cli.hello.game, honjin.cli.hello.game", "two games have the key 'tictactoe'"),
    ],
)
def test_what_is_no_game_is_refused(monkeypatch: pytest.MonkeyPatch, named: str, told: str) -> None:
    """The message names the module and what was expected of it."""
    monkeypatch.setenv(games.OWN, named)
    with pytest.raises(UnknownGame, match=told):
        games.keys()
