"""Where the time that a bot takes tells nothing that others do not know."""

import random
from typing import Any

import pytest

from bots.tiny import CROSSES
from honjin.core.game import Game
from honjin.core.play import Play
from honjin.games import load
from honjin.games.akiwado.rules.state import is_sealed
from honjin.server.tables.bots.tells import is_hidden, is_public
from madeup.game import GAME as FAIR


def decisions(
    game: Game[Any], options: dict[str, object], seed: int, most: int
) -> list[tuple[Play, int, bool, bool]]:
    """Random decisions: the game before, the seat, whether it is public, and its choice hidden."""
    rng, play, found = random.Random(seed), Play(game, options), []
    play.run_chance(rng.randrange)
    while play.result() is None and len(found) < most:
        seat = rng.choice(play.must_act())
        action = rng.choice(play.legal(seat))
        public = is_public(game, play.state, seat)
        hidden = is_hidden(game, play.state, seat, action)
        found.append((play.at(len(play.steps)), seat, public, hidden))
        play.push(seat, action)
        play.run_chance(rng.randrange)
    return found


@pytest.mark.parametrize("seed", [1, 2])
def test_in_akiwado_all_is_public_except_what_is_sealed(seed: int) -> None:
    """Splits and declarations are; choices that several make behind their screens are not."""
    game = load("akiwado")
    kinds = set()
    for play, seat, public, hidden in decisions(game, {"seats": "5"}, seed, 60):
        sealed = bool(is_sealed(play.state)) and len(play.may_act()) > 1
        kinds.add(sealed)
        assert public != sealed, (seat, play.state)
        assert not (hidden and public)
    assert {True, False} == kinds


def test_in_akebono_all_is_public_after_the_set_up() -> None:
    """Both place their pieces in secret, and nothing is hidden later."""
    game = load("akebono")
    play = Play(game, {"setup_revisions": "0"})
    assert not is_public(game, play.state, 0)
    for seat in (0, 1):
        for text in ("=crane", "ready"):
            play.act_text(seat, text)
    play.run_chance(lambda total: total // 2)
    [seat] = play.must_act()
    assert is_public(game, play.state, seat)


def test_with_hands_nothing_is_public() -> None:
    """In Summits, and with the cards of the made-up game."""
    for game, options in ((load("summits"), {}), (FAIR, {"seats": "2"})):
        assert not any(public for _, _, public, _ in decisions(game, options, 3, 12))


def test_without_secrets_all_is_public() -> None:
    """Then nothing can be told."""
    for _, _, public, hidden in decisions(CROSSES, {}, 1, 5):
        assert public
        assert not hidden
