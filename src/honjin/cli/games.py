"""`honjin games`: the games and their options."""

from typing import Any

from honjin.bots import LEVELS, players_of
from honjin.cli import flags
from honjin.cli.playing.play import MIDDLE, NOBODY
from honjin.cli.show import Language, Screen
from honjin.core.game import Game
from honjin.core.options import Option
from honjin.core.words import Say
from honjin.games import keys, load


def games(
    lang: flags.InLanguage = Language.EN,
) -> None:
    """List the games with their options, presets and bots."""
    for key in keys():
        _show(load(key), lang)


def _show(game: Game[Any], lang: str) -> None:
    screen = Screen(game, lang)
    screen.line(f"{game.key}  {screen.speak(game.title)}", "bold")
    if game.designer:
        screen.line(f"  {game.designer}, {game.publisher} {game.year}", "dim")
    for option in (option for option in game.options if option.offered):
        screen.line(f"  --{option.key} {_values(option)}".ljust(46) + _meaning(screen, option))
    for preset in game.presets:
        seats = game.seats(game.preset_options[preset.key])
        given = " ".join(f"--option {k}={_text(v)}" for k, v in preset.options.items())
        name = screen.speak(Say(f"preset.{preset.key}"))
        screen.line(f"  {name} ({seats}): {given}", "cyan")
    _show_maps(screen, game)
    _show_bots(screen, game)


def _show_maps(screen: Screen, game: Game[Any]) -> None:
    if game.maps:
        asked = "  ".join(f"--{option.key} {_values(option)}" for option in game.maps.options)
        screen.line(f"  honjin map {game.key}  {asked}")


def _show_bots(screen: Screen, game: Game[Any]) -> None:
    options = game.read_options()
    names = [*players_of(game, options), NOBODY]
    screen.line(f"  --bot {' | '.join(names)} = {MIDDLE}")
    for level, text in zip(LEVELS, game.levels(options), strict=True):
        screen.line(f"    {level:10}{text}", "dim")


def _values(option: Option) -> str:
    if isinstance(option.default, bool):
        return f"(true | false) = {_text(option.default)}"
    if option.values:
        return f"{' | '.join(option.values)} = {option.default}"
    return f"TEXT = {option.default}"


def _text(value: str | bool) -> str:
    return str(value).lower() if isinstance(value, bool) else value


def _meaning(screen: Screen, option: Option) -> str:
    meaning = screen.speak(Say(f"option.{option.key}"))
    if option.is_text:
        meaning += f" ({screen.speak(Say(f'option.{option.key}.about'))})"
    return f"  {meaning}{screen.rule(option.rule)}"
