"""A first game through the library: Rokumon, Act 2, played in notation to red's row.

Run it with `python examples/first_game.py`.
"""

from honjin.core.play import Play
from honjin.core.words import speak
from honjin.games import load

game = load("rokumon")
play = Play(game, {"act": "2", "deal": "gggjjjj"})

for seat, text in ((0, "r1c1"), (1, "r2c1"), (0, "r1c2"), (1, "r2c1-r1c2"), (0, "r2c2")):
    play.act_text(seat, text)

seen = game.seen_by(play.state, 1)  # what a seat knows; here nothing is hidden
print(game.table.sketch(seen))
print(speak(game.words, game.table.prompt(seen, 1).say))
print("Black can", ", ".join(game.notation.write_action(seen, 1, a) for a in play.legal(1)))

for seat, text in ((1, "r2c1"), (0, "r2c3"), (1, "r1c1"), (0, "r2c4")):
    if play.result() is None and text in map(str, range(0)):
        play.act_text(seat, text)
