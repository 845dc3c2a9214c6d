"""A first game through the library: Rokumon, Act 2, played in notation to its end.

Run it with `python examples/first_game.py`.
"""

from honjin.core.play import Play
from honjin.core.seats import SPECTATOR
from honjin.core.words import Say, speak
from honjin.games import load

game = load("rokumon")
play = Play(game, {"act": "2", "deal": "gggjjjj"})

# Red first. Black covers a die to stop the upper row; then red threatens the lower one twice.
moves = ["r1c1", "r2c1", "r1c2", "r2c1-r1c2", "r2c2", "r1c3", "r2c3", "r2c1", "r1c1-r2c4"]
for text in moves:
    seat = play.may_act()[0]
    play.act_text(seat, text)  # refused unless legal

for step, event in play.log(SPECTATOR):
    print(f"{step}. {speak(game.words, event.say)} (rule {event.rule})")

print()
print(game.sketch(game.seen_by(play.state, SPECTATOR)))
print()

result = play.result()
assert result is not None
for winner in result.winners():
    print(speak(game.words, Say(f"seat.{winner}")), "wins:", speak(game.words, Say(result.reason)))
