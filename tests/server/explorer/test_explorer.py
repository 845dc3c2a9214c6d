"""The opening explorer: positions, exact values, and refusals."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import msgspec
import pytest

from honjin.games import load
from honjin.server.explorer.messages import Explored
from honjin.server.explorer.service import ExploreRequest
from honjin.server.tables.session.chosen import MAX_MOVES
from honjin.solver import Tables
from madeup.game import GAME as CLOSED
from server.analysis.test_exact import DEAL, house_of, sent
from server.analysis.test_exact import solved as solved  # noqa: PLC0414 - a fixture
from server.site_client import Answer, Browser, House, open_house
from solver.last_stage import MOVES, OPTIONS, first_position, solve_last_stage

GAME = load("rokumon")


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A server with two games, of which one has secrets; nothing is solved."""
    games = {"rokumon": GAME, "madeup": CLOSED}
    with open_house(tmp_path_factory.mktemp("open"), games=games) as found:
        yield found


def explore(me: Browser, query: dict[str, str], game: str = "rokumon") -> Answer:
    return me.get(f"/api/explore/{game}?{urlencode(query)}")


def explored(me: Browser, moves: str = "", **options: str) -> Explored:
    answer = explore(me, (options or DEAL) | {"moves": moves})
    assert 200 == answer.status, answer.body
    return msgspec.json.decode(answer.body, type=Explored)


def texts(found: Explored) -> list[str]:
    return [one.ply.do for one in found.choices]


# ---- positions


def test_the_choices_are_the_legal_ones(house: House) -> None:
    """At the start and after moves, with the clicks of the seat to move; also for a newcomer."""
    me = house.browser()
    for moves in ([], ["r1c1"], ["r1c1", "r2c1", "r1c2"]):
        play = house.site.explorer.spot(ExploreRequest(GAME, dict(DEAL), tuple(moves))).play
        found = explored(me, " ".join(moves))
        seat = len(moves) % 2
        write = GAME.notation.write_action
        legal = [write(play.state, seat, action) for action in play.legal(seat)]
        assert sorted(legal) == sorted(texts(found))
        assert found.turn is not None
        assert (seat, set(legal)) == (found.turn.seat, {one.do for one in found.turn.choices})
        assert moves == [one.do for one in found.moves]
        assert [n % 2 for n in range(len(moves))] == [one.seat for one in found.moves]


def test_without_a_deal_the_answer_has_one(house: House) -> None:
    """The first class of deals; the others are listed, and each is a deal of the act."""
    me = house.browser()
    found = explored(me, act="5")
    assert {"deal": found.options["deal"]} == found.starts[0]
    assert len(found.starts) == len({one["deal"] for one in found.starts}) > 20
    last = explored(me, act="5", **{key: str(value) for key, value in found.starts[-1].items()})
    assert found.starts == last.starts
    assert found.starts[-1]["deal"] == last.options["deal"]


def test_what_certainly_follows_is_played(house: House) -> None:
    """In the game for one, the other side's answer; the moves are those of the player alone."""
    found = explored(house.browser(), "r1c1", act="epilogue", deal="1234567")
    assert ["r1c1"] == [one.do for one in found.moves]
    assert found.turn is not None
    assert 0 == found.turn.seat
    assert 2 <= len({line.step for line in found.log})


def test_a_game_that_is_over_has_no_choices(house: House) -> None:
    """Its outcome is shown; another move is refused, and says which."""
    me, moves = house.browser(), ""
    found = explored(me)
    while found.choices:
        moves = f"{moves} {texts(found)[0]}"
        found = explored(me, moves)
    assert found.outcome is not None
    assert found.turn is None
    assert found.value is None
    refused = explore(me, DEAL | {"moves": f"{moves} r1c1"})
    assert "over" == refused.problem
    assert refused.json["detail"].startswith(f"move {len(moves.split()) + 1} ('r1c1')")


# ---- exact values


@pytest.mark.parametrize("moves", ["", "r1c1", "r1c1 r2c1 r1c2"])
def test_every_choice_has_the_value_of_the_table(tmp_path: Path, solved: Path, moves: str) -> None:
    """The best come first, and the position is worth as much as the best."""
    with house_of(tmp_path, solved) as house:
        found = explored(house.browser(), moves)
        play = house.site.explorer.spot(ExploreRequest(GAME, dict(DEAL), tuple(moves.split()))).play
    answer = Tables.open(GAME, solved).value(play.state)
    values = {one.ply.do: one.exact for one in found.choices}
    assert {do: sent(value) for do, value in answer.choices.items()} == values
    assert sent(answer.value) == found.value
    ranks = [answer.choices[do].rank for do in texts(found)]
    assert sorted(ranks, reverse=True) == ranks


# ---- refusals

REFUSED: dict[str, tuple[dict[str, str], str]] = {
    "another act": ({"act": "9"}, "bad-option"),
    "another game's option": ({"rounds": "1"}, "bad-option"),
    "a deal that is none": (DEAL | {"deal": "zz"}, "bad-option"),
    "a flag that is none": ({"reveal_beats_win": "maybe"}, "bad-option"),
    "junk": (DEAL | {"moves": "r1c1 hello"}, "unreadable"),
    "a move of another game": (DEAL | {"moves": "buy:3"}, "unreadable"),
    "an entry of a record": (DEAL | {"moves": "0:r1c1"}, "unreadable"),
    "a card that is taken": (DEAL | {"moves": "r1c1 r1c1"}, "illegal"),
    "a resignation": (DEAL | {"moves": "resign"}, "illegal"),
    "too many moves": (DEAL | {"moves": " ".join(["r1c1"] * (MAX_MOVES + 1))}, "unreadable"),
    "too long a move": (DEAL | {"moves": "r" * 1000}, "unreadable"),
    "too long a query": (DEAL | {"moves": "r" * 5000}, "unreadable"),
}


@pytest.mark.parametrize("what", REFUSED)
def test_what_cannot_be_explored_is_refused(house: House, what: str) -> None:
    """As the route says, in a message of bounded length."""
    query, kind = REFUSED[what]
    refused = explore(house.browser(), query)
    assert kind == refused.problem
    assert 10 < len(refused.json["detail"]) <= 1000


def test_a_game_with_secrets_has_no_openings(house: House) -> None:
    """It is refused with the games that have some; so is one that there is not."""
    me = house.browser()
    refused = explore(me, {}, "madeup")
    assert "no-openings" == refused.problem
    assert "expected one of rokumon, got madeup" == refused.json["detail"]
    assert "unknown-game" == explore(me, {}, "chess").problem
    infos: list[Any] = me.get("/api/games").json
    assert {"rokumon": True, "madeup": False} == {
        one["key"]: one.get("openings", False) for one in infos
    }


@pytest.mark.slow
def test_stages_tell_who_wins(tmp_path: Path) -> None:
    """How soon is told where a proof knows it; of a position whose stage is not stored, nothing."""
    stages = solve_last_stage(tmp_path / "tables")
    s, write = first_position(), GAME.notation.write_action
    results = {write(s, s.turn, action): got for action, got in stages.results(s).items()}
    assert {1, 0, -1} == set(results.values())
    with house_of(tmp_path, stages.folder.parents[1]) as house:
        me = house.browser()
        found = explored(me, " ".join(MOVES), **OPTIONS)
        told = {one.ply.do: one.exact for one in found.choices}
        assert results == {do: exact and exact.result for do, exact in told.items()}
        assert found.value is not None
        assert 1 == found.value.result
        best = [one.exact.result for one in found.choices if one.exact]
        assert sorted(best, reverse=True) == best
        before = explored(me, MOVES[0], **OPTIONS)
        assert not any(one.exact and one.exact.plies == 0 for one in before.choices)
