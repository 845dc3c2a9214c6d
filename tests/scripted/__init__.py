"""Scripted players: yardsticks that know a few rules of thumb and nothing of the bots' estimates.

One for each game. They look at what their seat sees and at the legal actions, search nothing and
were never used to choose a level or to train a value. In a match they are named like any bot:

    PYTHONPATH=tests honjin arena summits --bots samurai,scripted.ATTACKER
"""

from scripted.akebono import HUNTER
from scripted.akiwado import MERCHANT
from scripted.rokumon import BUILDER
from scripted.summits import ATTACKER
from scripted.swords import CONQUEROR

__all__ = ["ATTACKER", "BUILDER", "CONQUEROR", "HUNTER", "MERCHANT"]
