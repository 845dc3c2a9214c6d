"""What a finished battle says of itself."""

from honjin.core.play import Play
from honjin.core.seats import SPECTATOR
from honjin.games.summits.state import Summits

from .given import GAME


def test_facts_of_a_battle() -> None:
    """Cards, losses, sides, turns: from a short game in which Hideyoshi gives up."""
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
