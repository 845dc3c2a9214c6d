"""Observations as arrays, following the table of fields."""

from honjin.core.arrays.encoder import encoder
from honjin.games.akiwado.rules.state import Akiwado

encode = encoder(__name__, "encode", Akiwado)
