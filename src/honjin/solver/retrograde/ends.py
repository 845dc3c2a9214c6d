"""How a link that leaves the graph ends the game for the side that acted."""

from typing import Final

WON: Final = -1
LOST: Final = -2
TIED: Final = -3
UNSURE: Final = -4  # chance with several outcomes, which this solver does not handle
