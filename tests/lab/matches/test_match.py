"""One game between bots."""

from dataclasses import replace
from typing import Any

import msgspec
import pytest

from bots.tiny import CROSSES
from honjin.bots import Budget, MctsBot, Player, RandomBot, SearchResult, ask, read_player
from honjin.bots.off_turn import MAX_OFF_TURN
from honjin.core.game import Game
from honjin.core.play import Play, replay
from honjin.core.record import read_record
from honjin.games import load
from honjin.lab import BadArena, Played, match, read_line
from honjin.lab.matches import playing
from honjin.lab.matches.lineup import Seating
from honjin.lab.matches.playing import THE_GAME, play_seating, watch_nothing
from lab_bots import CHATTING, FAILING, GAMBLING, Odd
from madeup.actions import ACTIONS, encode_offer  # type: ignore[attr-defined]
from madeup.game import GAME
from madeup.rules import can_offer  # type: ignore[attr-defined]
from madeup.state import NOBODY, Fair

FAIR: Game[Any] = GAME
ROKUMON = load("rokumon")


def player(bot: Odd) -> Player:
    return Player(bot.name, bot, Budget())


def odd(bot: Odd) -> Odd:
    """The same bot with a clean memory."""
    return replace(bot, seen=[])


def draws(played: Played) -> list[str]:
    return [step.text for step in played.play.steps if step.seat == 15]


@pytest.mark.parametrize("seats", ["2", "3", "4"])
def test_a_whole_game_with_secrets(seats: str) -> None:
    """A fair of two to four seats is played to its end, and its record replays to the same."""
    played = match(FAIR, ["greedy", "random", "random", "greedy"][: int(seats)], {"seats": seats})
    assert played.match.fault is None
    result = replay(FAIR, read_record(played.line())).result()
    assert result is not None
    assert (result.reason, result.returns) == (played.match.reason, played.match.returns)


def eager(seen: Fair, seat: int) -> int:
    """Offers whenever it can, and answers as the fair's own bots do."""
    if can_offer(seen, seat):
        return encode_offer((seat + 1) % seen.seats)
    return GAME.off_turn(seen, seat)


def test_bots_act_out_of_turn() -> None:
    """The same each time with the same seed; what is said aside ends with the game, not before."""
    game, bots = replace(FAIR, off_turn=eager), ["random", "greedy", "random"]
    traded = 0
    for seed in range(8):
        played = match(game, bots, {"seats": "3", "rounds": "3"}, seed=seed)
        again = match(game, bots, {"seats": "3", "rounds": "3"}, seed=seed)
        assert played.match.fault is None
        assert played.play.record() == again.play.record()
        replay(FAIR, played.play.record())
        traded += sum(step.text.startswith("sell") for step in played.play.steps)
        assert sum(played.match.moves) < sum(step.seat != 15 for step in played.play.steps)
    assert traded


def test_asides_come_to_an_end() -> None:
    """However much a game lets bots do off turn, the seat that must act gets its turn again."""
    states: list[int] = []
    found = 0

    def restless(s: Fair, seat: int, action: int) -> None:
        FAIR.apply_action(s, seat, action)
        if ACTIONS.decode(action).key == "offer":  # an offer that can be made again and again
            s.coins[seat] += 1
            s.offered, s.offer_by, s.offer_to = 0, NOBODY, NOBODY
            states.append(action)

    game = replace(FAIR, apply_action=restless, off_turn=eager, longest=10_000)
    for seed in range(6):
        states.clear()
        played = match(game, ["random"] * 3, {"seats": "3", "rounds": "1"}, seed=seed)
        assert played.match.fault is None
        must_act = sum(step.text in ("bright", "dim") for step in played.play.steps)
        assert 2 * MAX_OFF_TURN * must_act == len(states)  # before the lantern, before the card
        found += must_act
    assert found


def test_an_illegal_aside_is_a_fault() -> None:
    """The match says what was done and what was expected."""
    game = replace(FAIR, off_turn=lambda seen, seat: 99)
    fault = match(game, ["random", "random"]).match.fault
    assert fault is not None
    assert "Illegal: out of turn madeup has seat" in fault.says


def test_a_line_is_a_record_with_the_match_beside_it() -> None:
    """One line of JSON; `read_record` takes the record, `read_line` the match."""
    played = match(ROKUMON, ["greedy", "random"], {"act": "2"}, seed=5)
    line = played.line()
    assert 1 == line.count(b"\n")
    assert played.match == read_line(line)
    assert played.play.record() == read_record(line)


def test_what_a_match_tells() -> None:
    """Bots, seats and seed, and for each seat how often and how long it was asked."""
    told = match(ROKUMON, ["greedy", "random"], {"act": "2"}, seed=5).match
    assert (("greedy", "random"), (0, 1), 5) == (told.bots, told.seats, told.seed)
    assert told.moves[0] - told.moves[1] in (0, 1)
    assert sum(told.moves) + 7 == told.steps  # seven cards are dealt
    for seat in (0, 1):
        assert 0 < told.slowest[seat] <= told.seconds[seat]


def test_the_same_seed_plays_the_same() -> None:
    """A game can be played again from its line: same bots, same seed, same actions."""
    lines = {
        msgspec.json.encode(match(FAIR, ["greedy", "random"], seed=seed).play.record())
        for seed in (1, 1, 2)
    }
    assert 2 == len(lines)


def test_bots_cannot_change_the_dice() -> None:
    """A bot that uses up random numbers, its own and the interpreter's, leaves the deal alone."""
    calm = match(FAIR, ["random", "random"], seed=3)
    wild = match(FAIR, [player(odd(GAMBLING)), "random"], seed=3)
    assert draws(calm)[:2] == draws(wild)[:2]


def test_bots_cannot_change_each_others_luck() -> None:
    """What a random bot does on its first turn depends on the seed alone."""
    for seed in range(8):
        calm = match(FAIR, ["random", "random"], seed=seed)
        wild = match(FAIR, [player(odd(GAMBLING)), "random"], seed=seed)
        firsts = [
            next(step.text for step in one.play.steps if step.seat == 1) for one in (calm, wild)
        ]
        assert firsts[0] == firsts[1]


def test_seats_awaited_together_are_asked_in_any_order() -> None:
    """Who bids first differs from game to game."""
    first = {
        next(
            step.seat
            for step in match(FAIR, ["random"] * 3, {"seats": "3"}, seed=seed).play.steps
            if step.seat != 15
        )
        for seed in range(20)
    }
    assert {0, 1, 2} == first


def test_a_bot_is_shown_what_its_seat_sees() -> None:
    """No bot in a match ever sees a rival's hand, a sealed bid or the deck."""
    snoop = Odd("snoop", lambda task: None)
    match(FAIR, [player(snoop), "random"], {"rounds": "3"}, seed=2)
    assert len(snoop.seen) > 2
    for seen in snoop.seen:
        assert [0, 0, 0, 0] == seen.hand[1]
        assert [0, 0, 0, 0] == seen.deck
        assert seen.phase != 1 or 0 == seen.bid[1]


def test_a_bot_that_raises() -> None:
    """The match has no result; it names the seat, the error, and its place."""
    games = (match(FAIR, [player(odd(FAILING))] * 2, seed=seed).match for seed in range(20))
    told = next(one for one in games if one.fault)
    fault = told.fault
    assert fault is not None
    assert fault.seat in (0, 1)
    assert "RuntimeError: no idea\nat all" == fault.says
    assert "lab_bots.py" in fault.traceback
    assert ("", ()) == (told.reason, told.returns)


def test_a_bot_that_answers_what_is_not_legal() -> None:
    """Such an answer is a fault of that bot's."""

    class Cheat(RandomBot):
        def think(self, task: Any) -> Any:
            return super().think(task)._replace(action=99)

    told = match(FAIR, [Player("cheat", Cheat(), Budget()), "random"], seed=1).match
    assert told.fault is not None
    assert 0 == told.fault.seat
    assert told.fault.says.startswith("Illegal: random chose 99")


def test_a_game_that_does_not_end() -> None:
    """A game longer than it declares is a fault of the game, not of a bot."""
    endless = replace(FAIR, longest=4)
    told = match(endless, ["random", "random"], seed=1).match
    assert told.fault is not None
    assert THE_GAME == told.fault.seat
    assert "takes at most 4 actions" in told.fault.says


def test_a_bot_to_each_seat() -> None:
    """Too few or too many are refused."""
    with pytest.raises(BadArena, match="expected 2 bots, one per seat, got 1"):
        match(ROKUMON, ["greedy"])


def test_players_may_be_given_as_they_are() -> None:
    """Texts and players can be mixed."""
    told = match(ROKUMON, [read_player("greedy:slip=0.5"), player(odd(CHATTING))], seed=1).match
    assert ("greedy:slip=0.5", "chatting") == told.bots


# ---- facts


def test_a_match_holds_what_the_game_says_of_itself() -> None:
    """They are read from the line again, and a replay of the record gives the same."""
    played = match(FAIR, ["random", "random"], seed=3)
    kept = read_line(played.line())
    assert kept == played.match
    assert replay(FAIR, read_record(played.line())).facts() == kept.facts


def test_facts_that_fail_are_the_games_fault() -> None:
    """No bot is blamed, and the traceback is saved."""

    def facts(s: Any, log: Any) -> Any:
        raise ZeroDivisionError("a mean of nothing")

    fault = match(replace(FAIR, facts=facts), ["random", "random"]).match.fault
    assert fault is not None
    assert (THE_GAME, "ZeroDivisionError: a mean of nothing") == (fault.seat, fault.says)
    assert "Traceback" in fault.traceback


def test_a_game_is_the_same_where_searches_end_early() -> None:
    """They do unless decisions are watched, and with a limit of simulations it is exact."""
    games, work = [], list[int]()

    def note(_play: Play, _seat: int, found: SearchResult) -> None:
        work.append(found.work)

    for watch in (watch_nothing, note):
        play = Play(CROSSES)
        players = [read_player(f"mcts:{n}:compiles=0") for n in (60, 80)]
        games.append(play_seating(play, players, Seating(0, 0, (0, 1)), 3, watch).play.record())
    assert games[0] == games[1]
    assert {60, 80} == set(work) - {0}  # watched, each search does all of its work


def test_with_a_limit_of_work_a_match_does_less(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only what can change a choice is searched; with a limit of time all of it is used."""
    asked = list[dict[str, Any]]()

    def noted(*given: Any, **more: Any) -> SearchResult:
        asked.append(more)
        return ask(*given, **more)

    monkeypatch.setattr(playing, "ask", noted)
    for budget, is_early in ((Budget(60.0, 20), True), (Budget(0.001), False)):
        asked.clear()
        slow = Player("slow", MctsBot(compiles=False), budget)
        play_seating(Play(CROSSES), [slow, slow], Seating(0, 0, (0, 1)), 3)
        assert {is_early} == {more["may_end_early"] for more in asked}
