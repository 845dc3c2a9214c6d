"""Scenes and seats as data."""

from honjin.core.scene import Piece, Scene, Side, Space, Tray, Verb
from honjin.core.seats import CHANCE_BIT, seats_in
from honjin.core.words import Say


def test_a_scene_lists_all_its_ids() -> None:
    """Spaces, trays, pieces and verbs, in this order."""
    name = Say("x")
    scene = Scene(
        skin="s",
        spaces=(Space("a", (0, 0), (1, 1), "card", name),),
        pieces=(Piece("p", "a", "die", name),),
        sides=(Side(0, name, "crest", "#fff"),),
        trays=(Tray("t", 0, name),),
        verbs=(Verb("v", name),),
    )
    assert ["a", "t", "p", "v"] == scene.ids()


def test_masks_name_seats() -> None:
    """Chance is not among the seats."""
    assert () == seats_in(0) == seats_in(CHANCE_BIT)
    assert (1, 7) == seats_in(0b10000010)
