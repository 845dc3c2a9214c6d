"""What a network is shown of the fair."""

from honjin.core.arrays.encoder import encoder
from madeup.state import Fair

encode = encoder(__name__, "encode", Fair)
