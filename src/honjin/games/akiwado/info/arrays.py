"""Observations as arrays, as the table of fields says."""

from honjin.core.arrays.encoder import encoder
from honjin.games.akiwado.rules.state import Akiwado

encode = encoder(__name__, "encode", Akiwado)
