"""Observations as arrays, following the table of fields."""

from honjin.core.arrays.encoder import encoder
from honjin.games.swords.rules.state import Swords

encode = encoder(__name__, "encode", Swords)
