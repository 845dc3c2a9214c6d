"""The lists of cards and traits in the rules, generated from cards.toml.

`python -m honjin.games.swords.view.lists` replaces the lists in rules.md and rules.ja.md. A card is
C and its row in the table, a trait T and the throw of two dice that brings it.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Final

from honjin.core.locales import LANGUAGES
from honjin.core.words import Say, load_words, speak
from honjin.games.swords.content.cardlist import PRINTED
from honjin.games.swords.content.data import (
    CARD_SORTS,
    CARDS,
    COPIES,
    HELPS,
    IS_LIMITED,
    TRAIT_AMOUNT,
    TRAIT_EFFECT,
    TRAIT_ROLLS,
    TRAITS,
)
from honjin.games.swords.info.names import Holes, all_of, card_say, trait_say
from honjin.games.swords.rules.setup import with_cards
from honjin.games.swords.rules.state import Swords
from honjin.games.swords.text.stated import STATED
from honjin.games.swords.view.tooltips import face_of, face_say

PRINTED_GAME: Final = with_cards(Swords(), PRINTED)
HOME: Final = Path(__file__).parents[1]
FILES: Final = {"en": HOME / "rules.md", "ja": HOME / "rules.ja.md"}
WORDS: Final = load_words(
    *(HOME / "words" / name for name in ("game", "table", "lists")), numbers=STATED
)


def card_line(card: int) -> Say:
    """A card: its force and effect, its kind, the number of copies, the traits that help it."""
    holes: Holes = {"face": face_say(face_of(PRINTED_GAME, card)), "n": COPIES[card]}
    sort = Say(f"sort.{CARD_SORTS[card]}")
    line = Say(
        "card", holes | {"sort": Say("limited", {"sort": sort}) if IS_LIMITED[card] else sort}
    )
    helpers = [trait_say(trait) for trait in range(TRAITS) if HELPS[trait] >> card & 1]
    return Say("card.helped", {"card": line, "traits": all_of(helpers)}) if helpers else line


def trait_line(trait: int) -> Say:
    """A trait and its effect."""
    helped = [card_say(card) for card in range(CARDS) if HELPS[trait] >> card & 1]
    holes: Holes = {"trait": trait_say(trait), "n": TRAIT_AMOUNT[trait]}
    if helped:
        holes["cards"] = all_of(helped)
    return Say(f"brings.{TRAIT_EFFECT[trait]}", holes)


def chapters(language: str) -> Iterator[tuple[str, str]]:
    """Yield the two chapters as (title, statements), as written in the rules."""
    cards = {f"C{card + 1}": card_line(card) for card in range(CARDS)}
    traits = {f"T{TRAIT_ROLLS[trait]}": trait_line(trait) for trait in range(TRAITS)}
    for name, lines in (("cards", cards), ("traits", traits)):
        statements = (
            f"**{n}.** {{cards: printed}} {speak(WORDS, say, language)}" for n, say in lines.items()
        )
        yield speak(WORDS, Say(f"{name}.title"), language), "\n\n".join(statements)


def with_lists(text: str, language: str) -> str:
    """Return the text of the rules with these chapters replaced."""
    for title, statements in chapters(language):
        before, heading, rest = text.partition(f"## {title}\n")
        if not heading:
            raise ValueError(f"expected a chapter {title!r} in the rules")
        _, following, after = rest.partition("\n## ")
        text = f"{before}{heading}\n{statements}\n{following}{after}"
    return text


def main() -> None:
    """Write the lists into the rules of every language."""
    for language in LANGUAGES:
        path = FILES[language]
        path.write_text(with_lists(path.read_text("utf-8"), language), "utf-8")


if __name__ == "__main__":
    main()
