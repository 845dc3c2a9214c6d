"""Facts about a finished game."""

import random

import pytest

from games.akiwado.given import GAME, NOTATION, playing, state_of
from honjin.core.events import Event
from honjin.core.parts.facts import Facts
from honjin.core.play import Play, replay
from honjin.core.record import Record
from honjin.core.words import Say
from honjin.games.akiwado.info.facts import WORDS
from honjin.games.akiwado.rules.scoring import score
from honjin.testing import random_play

STEPS = (
    "seat1 red red blue blue black yellow 1-4-6 "
    "1:1/46 0:challenge 2:challenge 2-3-4 1:3/24 0:accept 2:challenge "
    "white black 1:says-east 2:says-pocket 0:says-west "
    "0:west2 1:pocket 2:pocket"
)


def played() -> Play:
    """Three merchants until the end of the first turn."""
    play = playing(seats="3")
    for step in STEPS.split():
        seat, colon, text = step.partition(":")
        if colon:
            play.act_text(int(seat), text)
        else:
            play.chance(GAME.notation.read_action(state_of(play), 15, step))
    return play


def facts_of(play: Play) -> Facts:
    """The facts, from the spectators' log so far."""
    log = [event for _, event in play.log(-1)]
    return GAME.facts(state_of(play), log)


def test_deeds_are_counted() -> None:
    """Lies, punishments, challenges and successful ones, purchases, coins."""
    facts = facts_of(played())
    figures = facts.figures
    assert (0, 1, 0) == figures["lies"] == figures["punished"]
    assert (0, 0, 0) == figures["skipped"]
    assert (1, 0, 2) == figures["challenges"]
    assert (1, 0, 1) == figures["challenges_won"]
    assert (1, 0, 0) == figures["purchases"]
    assert (2, 0, 0) == figures["paid"]
    assert (0, 1, 1) == figures["pocketings"] == figures["pocket_money"]
    assert (2, 1, 1) == figures["income"]
    assert {
        "order": ("third", "first", "second"),
        "colour": ("white", "yellow", "red"),
        "word": ("kept", "broken_once", "kept"),
    } == facts.marks
    assert {"turns": 1, "rolls_again": 1, "nobody_earns": 0, "ties": 0} == facts.counts


def test_the_challenge_of_black_counts_once() -> None:
    """Verdicts in which it counts as two are counted like others."""
    lines = [Event(Say("challenges"), 2), Event(Say("falls.black"))]
    lines += [Event(Say("challenges"), 1), Event(Say("falls.again.black"))]
    facts = GAME.facts(state_of(played()), lines)
    assert (0, 1, 1) == facts.figures["challenges_won"]
    assert (1, 1) == (facts.counts["rolls_again"], facts.counts["nobody_earns"])


@pytest.mark.parametrize("options", [{"seats": "3"}, {"seats": "5", "variant": "purveyor"}])
def test_facts_add_up(options: dict[str, str]) -> None:
    """In random games coins are earnings minus payments, and points are those of rule 51."""
    for seed in range(4):
        play = random_play(GAME, options, seed=seed)
        facts = play.facts()
        seats = range(play.seats)
        assert tuple(score(state_of(play), seat) for seat in seats) == facts.points
        figures = facts.figures
        for seat in seats:
            earned = 5 + figures["income"][seat] + figures["pocket_money"][seat]
            assert earned - figures["paid"][seat] == figures["coins"][seat]
            assert figures["challenges_won"][seat] <= figures["challenges"][seat]
            assert figures["punished"][seat] <= figures["lies"][seat]
            assert facts.marks["word"][seat] == WORDS[min(3, figures["lies"][seat])]


def test_who_began_is_unknown_in_a_game_from_a_position() -> None:
    """A fork's log lacks the first draw: the facts say so, and the rest is counted from there.

    Seen at a table: asking for the facts of a fork gave a server error.
    """
    start = NOTATION.write_position(played().state)
    play = replay(GAME, Record("akiwado", GAME.version, {"seats": "3"}, start=start))
    chosen = random.Random(1)
    while play.result() is None:
        if play.is_chance():
            play.run_chance(chosen.randrange)
        else:
            seat = chosen.choice(play.must_act())
            play.act(seat, chosen.choice(play.legal(seat)))
    facts = play.facts()
    assert ("unknown",) * 3 == facts.marks["order"]
    assert tuple(score(state_of(play), seat) for seat in range(3)) == facts.points
