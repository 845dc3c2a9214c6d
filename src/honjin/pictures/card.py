"""The content of a picture: a scene, and the texts around it, in words."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any, Final, Literal

import msgspec

from honjin.core.contract.rules import Result
from honjin.core.game import Game
from honjin.core.options import Value
from honjin.core.scene import Scene
from honjin.core.words import Say, Words, load_words, speak

Theme = Literal["light", "dark"]
Language = Literal["en", "ja"]
THEMES: Final[tuple[Theme, ...]] = ("light", "dark")
LANGUAGES: Final[tuple[Language, ...]] = ("en", "ja")

WIDTH: Final = 1200
HEIGHT: Final = 630
"""The size in which social networks show the preview of a link."""


class CardSide(msgspec.Struct, frozen=True):
    """A side in words: its name, its player, public facts about it."""

    name: str
    holder: str
    facts: tuple[str, ...]


class CardCover(msgspec.Struct, frozen=True):
    """A game's cover: its key, and its title in words."""

    key: str
    title: str


class Card(msgspec.Struct, frozen=True):
    """The content of a picture. `ids` are those of the last events; `sides` are in scene order.

    With `covers` it shows the site and its games instead of a position; the scene is null then.
    """

    scene: msgspec.Raw
    ids: tuple[str, ...]
    title: str
    notes: tuple[str, ...]
    sides: tuple[CardSide, ...]
    theme: Theme = "light"
    lang: Language = "en"
    width: int = WIDTH
    height: int = HEIGHT
    covers: tuple[CardCover, ...] = ()


NET: Final = "net:"
"""The prefix of the names of networks, which a site's operator chooses."""


@cache
def own_words() -> Words:
    """The words of pictures."""
    with resources.as_file(resources.files("honjin.pictures")) as folder:
        return load_words(Path(folder) / "words")


def house_card(games: Iterable[Game[Any]], theme: Theme, language: Language) -> Card:
    """The card of the site: what it is, and its games."""
    title, about = (
        speak(own_words(), Say(f"picture.{key}"), language) for key in ("house", "about")
    )
    covers = tuple(CardCover(game.key, Writer(game, language).title()) for game in games)
    return Card(msgspec.Raw(b"null"), (), title, (about,), (), theme, language, covers=covers)


class Writer:
    """Puts the texts of a picture of one game into words of one language."""

    def __init__(self, game: Game[Any], language: Language) -> None:
        self.game, self.language = game, language
        self._words: Words = {**own_words(), **game.words}

    def say(self, key: str, **holes: Any) -> str:
        """The sentence with a key."""
        return self.speak(Say(key, holes))

    def speak(self, say: Say) -> str:
        """Put a Say into words."""
        return speak(self._words, say, self.language)

    def bot(self, key: str) -> str:
        """The name of a bot; its key if it has none."""
        if key.startswith(NET):
            return self.say("bot.net", name=key.removeprefix(NET))
        return self.say(f"bot.{key}") if f"bot.{key}" in self._words else key

    def title(self) -> str:
        """The name of the game."""
        return self.speak(self.game.title)

    def notes(self, options: Mapping[str, Value], text: str) -> tuple[str, ...]:
        """Lines below the title: the preset, if it names the game, and a text."""
        return tuple(filter(None, (self.preset(options), text)))

    def preset(self, options: Mapping[str, Value]) -> str:
        """The name of the preset being played, in a game whose presets are games of their own."""
        for preset in self.game.presets if self._is_split() else ():
            key = f"preset.{preset.key}"
            if key in self._words and preset.options.items() <= options.items():
                return self.say(key)
        return ""

    def _is_split(self) -> bool:
        """True if there are several presets and each sets options, so that it names the game."""
        said = [tuple(preset.options) for preset in self.game.presets]
        return len(said) > 1 and all(said)

    def step(self, step: int) -> str:
        """The step of the game that is shown."""
        return self.say("picture.step", n=step) if step else self.say("picture.start")

    def result(self, scene: Scene, result: Result, winners: Sequence[int]) -> str:
        """The result in words; a seat that lost on time is not among the `winners`."""
        names = {side.seat: side.name for side in scene.sides}
        called = tuple(names[seat] for seat in winners if seat in names)
        if called:
            return self.say("picture.won", who=called)
        if len(result.returns) == 1 and (result.returns[0] < 0 or result.winners()):
            return self.say("picture.lost", who=names.get(0, Say("picture.game")))
        return self.say("picture.drawn")

    def card(
        self, scene: Scene, ids: Sequence[str], *, notes: tuple[str, ...],
        holders: Sequence[str] | None,
        theme: Theme,
    ) -> Card:  # fmt: skip
        """The card of a scene; `holders` are the players by seat, None if there are none."""
        sides = tuple(
            CardSide(
                self.speak(side.name),
                "" if holders is None else self._holder(side.seat, holders),
                self._facts(side),
            )
            for side in scene.sides
        )
        raw = msgspec.Raw(msgspec.json.encode(scene))
        return Card(raw, tuple(ids), self.title(), notes, sides, theme, self.language)

    def _holder(self, seat: int | None, holders: Sequence[str]) -> str:
        if seat is None or seat >= len(holders):
            return self.say("picture.game")
        return holders[seat]

    def _facts(self, side: Any) -> tuple[str, ...]:
        facts = (*((side.out,) if side.out is not None else ()), *side.facts[:1])
        return tuple(self.speak(fact) for fact in facts)
