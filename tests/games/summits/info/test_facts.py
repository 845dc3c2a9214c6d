"""The facts of a finished battle."""

from games.summits.given import GAME
from honjin.core.parts.facts import Facts
from honjin.core.play import Play, replay
from honjin.core.record import Record
from honjin.core.seats import SPECTATOR
from honjin.games.summits.content.data import AMBUSH, CARD_NAMES
from honjin.games.summits.info.facts import PAIRS
from honjin.games.summits.rules.orders import fits
from honjin.games.summits.rules.state import Summits


def test_facts_of_a_battle() -> None:
    """Cards, losses, sides, turns: from a short game in which Hideyoshi resigns."""
    play = Play(GAME, {"battle": "tennozan"})
    for seat in (0, 1):
        play.act_text(seat, "take:fire")
        play.act_text(seat, "ready")
    play.act_text(0, "use:fire")
    play.act_text(0, "end")
    play.resign(0)
    assert isinstance(play.state, Summits)
    facts = GAME.facts(play.state, [event for _, event in play.log(SPECTATOR)])
    assert ((1, 0), (0, 0)) == (facts.figures["cards"], facts.figures["losses"])
    assert ("hideyoshi", "other") == facts.marks["side"]
    assert ("nobody", "nobody") == facts.marks["mountain"]
    assert {"turns": 1, "boxes": 0, "left": 0} == facts.counts


def facts_of(*cards: str, actions: tuple[str, ...] = ()) -> Facts:
    """The facts of a battle in which Hideyoshi declares cards on turn 1 and resigns on turn 2."""
    play = Play(GAME, {"battle": "tennozan"})
    for card in cards:
        play.act_text(0, f"take:{card}")
    play.act_text(0, "ready")
    for text in ("take:fire", "ready"):
        play.act_text(1, text)
    for text in (*(f"use:{card}" for card in cards), *actions):
        play.act_text(0, text)
    play.act_text(1, "pass")  # Hideyoshi has no card left, and passes too
    play.resign(0)
    assert isinstance(play.state, Summits)
    assert 2 == play.state.turn
    return GAME.facts(play.state, [event for _, event in play.log(SPECTATOR)])


def test_combinations_are_counted() -> None:
    """Cards declared together, in any order; a single one is no combination."""
    assert (1, 0) == facts_of("fire", "assault", actions=("end",)).figures["assault_fire"]
    assert (0, 0) == facts_of("assault", actions=("end",)).figures["assault_fire"]
    three = facts_of("assault", "fire", "combined", actions=("end",)).figures
    assert (1, 0) == three["three_cards"]
    assert not any(any(three[pair]) for pair in PAIRS)


def test_every_pair_has_a_name() -> None:
    """Any two cards that each have a slot are one of the counted pairs."""
    cards = range(len(CARD_NAMES))
    found = {
        f"{CARD_NAMES[a]}_{CARD_NAMES[b]}"
        for a in cards for b in range(a + 1, len(CARD_NAMES))
        if fits(1 << a | 1 << b) and AMBUSH not in (a, b)
    }  # fmt: skip
    assert set(PAIRS) == found


def test_who_held_the_mountain() -> None:
    """At the end of each completed turn, and after the first one."""
    taken = facts_of(
        "assault", actions=("gather:minase", "move:takaradera_minami", "move:tennozan")
    )
    assert (1, 0) == taken.figures["mountain_turns"]
    assert ("held", "lost") == taken.marks["mountain_early"]
    left = facts_of("assault", actions=("end",))
    assert (0, 0) == left.figures["mountain_turns"]
    assert ("nobody", "nobody") == left.marks["mountain_early"]


ASSAULT = ("gather:minase", "move:takaradera_minami", "move:tennozan")


def begun(*actions: str) -> Play:
    """A battle in which Hideyoshi has played an Assault, and both have passed."""
    play = Play(GAME, {"battle": "tennozan"})
    texts = ("0:take:assault", "0:ready", "1:take:fire", "1:ready", "0:use:assault")
    for text in (*texts, *(f"0:{action}" for action in actions), "1:pass"):
        play.act_text(int(text[0]), text[2:])
    return play


def taken_up(play: Play, step: int) -> Facts:
    """The facts of a battle continued from a step of another one, until Hideyoshi resigns."""
    start = GAME.notation.write_position(play.at(step).state)
    entries = play.record().actions[step:]
    options = dict(play.options)
    again = replay(GAME, Record("summits", GAME.version, options, entries, start=start))
    again.resign(0)
    return again.facts()


def test_the_mountain_of_a_battle_that_was_taken_up_later() -> None:
    """Its earlier holder is inferred from what came after, not from the set-up."""
    play = begun(*ASSAULT)
    facts = taken_up(play, len(play.steps))
    assert ("held", "lost") == facts.marks["mountain"]
    assert ("unknown", "unknown") == facts.marks["mountain_early"]
    facts = taken_up(play, len(play.steps) - 1)
    assert ((1, 0), ("held", "lost")) == (
        facts.figures["mountain_turns"], facts.marks["mountain_early"],
    )  # fmt: skip
    facts = taken_up(play, 6)
    assert ((1, 0), ("held", "lost")) == (
        facts.figures["mountain_turns"], facts.marks["mountain_early"],
    )  # fmt: skip
