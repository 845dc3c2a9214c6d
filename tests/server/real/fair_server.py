"""A real server process with the made-up game, set up by its environment."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

from honjin.server.serve import serve
from madeup.game import GAME

if __name__ == "__main__":
    serve(games={"madeup": GAME})
