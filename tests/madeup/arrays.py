"""The arrays in which a network sees the fair."""

from honjin.core.arrays.encoder import encoder
from madeup.state import Fair

encode = encoder(__name__, "encode", Fair)
