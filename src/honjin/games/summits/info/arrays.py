"""Observations as arrays, following the table of fields."""

from honjin.core.arrays.encoder import encoder
from honjin.games.summits.rules.state import Summits

encode = encoder(__name__, "encode", Summits)
