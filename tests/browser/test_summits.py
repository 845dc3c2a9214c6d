"""Battles at the Summits in the page: two people, each at a browser of their own."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Final

import pytest

from honjin.core.play import Play
from honjin.games.summits.game import GAME

from .conftest import Invite
from .site import Site
from .visitor import Visitor, until

MOST_DEEDS: Final = 600
LAST: Final = 3
PROGRAM: Final = """\
from honjin import games

games._ROWS.setdefault("summits", "honjin.games.summits.game")
from honjin.cli.main import app

app()
"""
"""A server whose shelf has the game in any case."""

Deeds = list[tuple[int, str]]
"""Who does what, in notation."""

# Saitō goes round by the plain and into Minase with both cards of a combination.
TENNOZAN: Final = """
0 take:ambush  0 take:fire  0 ready  1 take:combined  1 take:assault  1 take:fire  1 ready
0 pass  1 use:combined  1 use:assault  1 gather:enmyoji  1 band:saito_toshimitsu
1 move:yamazaki_higashi  1 move:yamazaki  1 move:minase  0 ambush
"""
# Sakuma climbs the mountain that Nakagawa holds.
SHIZUGATAKE: Final = """
0 box:A  0 box:B  0 box:C  0 take:ambush  0 ready
1 take:combined  1 take:assault  1 take:rally  1 ready
1 use:combined  1 use:assault  1 gather:kawanami  1 band:sakuma_morimasa
1 move:shizugatake  0 ambush
"""


@pytest.fixture
def field(tmp_path: Path) -> Iterator[Site]:
    """A server of the test's own."""
    program = tmp_path / "program.py"
    program.write_text(PROGRAM, "utf-8")
    site = _Serving(tmp_path / "data", program)
    site.start()
    yield site
    site.stop()


class _Serving(Site):
    """The program takes the same commands as the real one."""

    def _command(self) -> list[str]:
        port = ("--port", str(self.port))
        return [*super()._command(), "serve", "--no-open", *port, "--data", str(self.data)]


def _tells_of_it(log: str) -> bool:
    return "ambushes" in log


def deeds(text: str) -> Deeds:
    """Pairs of a seat and what it does."""
    words = text.split()
    return [(int(seat), do) for seat, do in zip(words[::2], words[1::2], strict=True)]


def sit_down(invite: Invite, field: Site, battle: str) -> tuple[Visitor, Visitor]:
    """Two visitors at one table of a battle."""
    first, second = invite(field), invite(field)
    first.opens_table({"battle": battle}, ["me", "open"], game="summits")
    second.go(first.path)
    second.page.get_by_test_id("sit-1").click()
    for one in (first, second):
        one.is_at("running")
    return first, second


@pytest.mark.parametrize(
    ("battle", "opening"), [("tennozan", TENNOZAN), ("shizugatake", SHIZUGATAKE)]
)
def test_turns_with_a_combination_and_an_ambush(
    battle: str, opening: str, field: Site, invite: Invite
) -> None:
    """Each sees what is theirs to see at each deed; then turns go on until the third is over."""
    players = sit_down(invite, field, battle)
    play = Play(GAME, {"battle": battle})
    for seat, text in deeds(opening):
        does(play, players, seat, text)
    for one in players:
        assert "Hideyoshi ambushes in" in until(partial(one.said, "log"), _tells_of_it)
    goes_on(players)
    assert turn(players[0]) > LAST or players[0].status() == "over"


def does(play: Play, players: tuple[Visitor, Visitor], seat: int, text: str) -> None:
    """One deed in the page and in the rules: both players see what the rules show them."""
    action = GAME.notation.read_action(play.state, seat, text)
    path = GAME.table.choice(GAME.seen_by(play.state, seat), seat, action).path
    players[seat].do(path)
    play.act(seat, action)
    if not play.to_act():
        return
    for own, player in enumerate(players):
        player.sees(GAME.table.scene(GAME.seen_by(play.state, own)))


def goes_on(players: tuple[Visitor, Visitor]) -> None:
    """Both do what is lit until the last turn that is looked at is over."""
    rng = random.Random(5)
    for _ in range(MOST_DEEDS):
        until(lambda: any(one.lit() for one in players) or players[0].status() == "over", bool)
        if turn(players[0]) > LAST or players[0].status() == "over":
            return
        for player in players:
            acts(player, rng)


def acts(player: Visitor, rng: random.Random) -> None:
    """Click something that is lit; picking ends early, and a phase is passed now and then."""
    lit, version = player.lit(), player.version()
    calm = [id for id in ("auto", "let-all", "first", "pass", "ready") if id in lit]
    if calm and (calm[0] != "pass" or rng.random() < 0.4):
        player.thing(calm[0]).click()
        until(player.version, lambda now: now != version)
    elif lit:
        player.does_anything(rng)


def turn(player: Visitor) -> int:
    """The turn on whose space the marker lies."""
    for place, shown in player.shown().items():
        if place.startswith("turn:") and "turn" in shown[2]:
            return int(place.removeprefix("turn:"))
    raise AssertionError("no turn is marked")
