"""Observations as arrays, as the table of fields says."""

from honjin.core.arrays.encoder import encoder
from honjin.games.swords.rules.state import Swords

encode = encoder(__name__, "encode", Swords)
