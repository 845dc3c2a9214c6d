"""What the lobby is told of a game's starts."""

from dataclasses import replace
from pathlib import Path

from honjin.core.words import Say
from honjin.games import load
from honjin.lab.starts import Figure, keep_figures, means_of, start_of
from honjin.server.tables.catalogue import game_info
from honjin.server.tables.messages.games import WinFigure
from honjin.server.tables.seats.bot_roster import BotRoster
from madeup.game import GAME


def test_sides_are_named_as_their_tables_name_them() -> None:
    """At Tennōzan the second seat plays the Akechi, at Shizugatake Shibata."""
    presets = game_info(load("summits"), BotRoster()).presets
    assert [(Say("side.0"), Say(f"side.1.{battle}")) for battle in ("tennozan", "shizugatake")] == [
        preset.sides for preset in presets[:2]
    ]


def test_figures_are_told_in_whole_per_cent(tmp_path: Path) -> None:
    """Those of a preset that nobody has played are left out."""
    game = replace(GAME, home=tmp_path)
    first = game.presets[0]
    options = game.read_options(first.options)
    means, start = means_of(game, options, "samurai"), start_of(game, options)
    shares, order = ((61.6, 56.7, 66.2), (38.4, 33.8, 43.3)), ((50.0, 45.1, 54.9),) * 2
    keep_figures(
        game, [Figure(first.key, "samurai", means, start, "2026-11-30", 400, shares, order)]
    )
    told, *others = game_info(game, BotRoster()).presets
    assert (
        WinFigure("samurai", 400, "2026-11-30", ((62, 57, 66), (38, 34, 43)), ((50, 45, 55),) * 2),
    ) == told.figures
    assert not any(preset.figures or preset.even for preset in (told, *others)[1:])
