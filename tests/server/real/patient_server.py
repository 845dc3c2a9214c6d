"""A real server process: its shogun thinks until it is hurried, its analyst is quick."""

import sys
from pathlib import Path

sys.path.append(str(Path(__file__).parents[2]))

from honjin.bots import Budget, Player
from honjin.server.serve import serve
from honjin.server.tables.seats.bot_roster import BotRoster
from server.minds import Patient, Weighing

if __name__ == "__main__":
    serve(bots=BotRoster(Player("shogun", Patient(), Budget(20.0))), analyst=Weighing())
