"""Rokumon from a position in text."""

from honjin.core.play import Play, replay
from honjin.core.record import Record
from honjin.games import load


def rokumon(position: str) -> Play:
    """A game that begins at a position; its first field is the act."""
    game = load("rokumon")
    act = position.split(maxsplit=1)[0].replace("E", "epilogue")
    options = dict(game.read_options({"act": act}))
    return replay(game, Record("rokumon", game.version, options, start=position))
