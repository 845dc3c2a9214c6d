"""Battles from files: TOML as in tennozan.toml; a file that contradicts itself is refused.

    [scenario]     id, name_ja, name_en, turns, first_player_turn1, mountain, undecided_winner; with
                   hand, taisho, honjin, victory; optional: road, shortening, turn1
    [[area]]       id, names, terrain, x, y (0 to 1000), adjacent; optional: control, entry_for,
                   honjin, barrier, road, beyond_final_line, outline (its corners)
    [[general]]    id, names, side, clan, attack, command, defense; taisho
    [[troop]]      clan, name_ja, side, defense, count
    [[setup]]      area, side, generals, troops
    [reinforcement_track], [[reinforcement]]; optional: [[treason]], [[link_forbidden]]

Any table may have `source = "documented"` or `"reconstructed"`; that mark is kept. Keys for
readers (`core.reading.tables`), such as `evidence`, are allowed; others are refused. An option
holds the same in a fixed order (`write`).

    python -m honjin.games.summits.content.boardfile FILE      the text for the option `map`
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final

import msgspec

from honjin.core.errors import Flaw
from honjin.core.reading.files import FILE_WORDS, read_toml
from honjin.core.reading.text import read_text
from honjin.core.words import Say, load_words, speak
from honjin.games.summits.content.board import SIDES, VICTORIES, Battle
from honjin.games.summits.content.boardtext import must_be_battle

MOST: Final = 80_000
"""The most characters of a file; the longer shipped one has 26,000."""


def load_battle(path: str | Path) -> Battle:
    """The battle of a file; Flaw names the file, the place, what was expected and what came."""
    path = Path(path)
    try:
        return read_battle(read_text(path))
    except Flaw as flaw:
        raise Flaw(Say("file.named", {"name": path.name, "flaw": flaw.say})) from None


def read_battle(text: str) -> Battle:
    """The battle of a file's contents; Flaw as for a file."""
    battle = read_toml(text, Battle, MOST)
    must_be_battle(battle)
    return battle


# ---- writing


def write_battle(battle: Battle) -> str:
    """Write a battle as text: everything that is read, in a fixed order."""
    found = _plain(battle)
    scenario, areas = found["scenario"], [area.id for area in battle.area]
    _order(scenario["taisho"], SIDES, [general.id for general in battle.general])
    _order(scenario["honjin"], SIDES, areas)
    _order(scenario.get("road", {}), ("areas",), areas)
    _order(found["reinforcement_track"], ("entry_areas",), areas)
    _order(scenario["victory"], ("immediate",), VICTORIES)
    return "\n".join(_tables(found)) + "\n"


def _plain(value: Any) -> Any:
    """Tables as dicts, without what is as if it were left out; msgspec keeps an equal string."""
    if isinstance(value, list):
        return [_plain(part) for part in value]
    if not isinstance(value, msgspec.Struct):
        return value
    parts = {one.name: (one, getattr(value, one.name)) for one in msgspec.structs.fields(value)}
    return {name: _plain(part) for name, (one, part) in parts.items()
            if one.required or part != _default(one)}  # fmt: skip


def _default(one: msgspec.structs.FieldInfo) -> Any:
    is_made = one.default_factory is not msgspec.NODEFAULT
    return one.default_factory() if is_made else one.default


def _order(table: dict[str, Any], keys: Sequence[str], names: Sequence[str]) -> None:
    """Sort lists whose order means nothing in that of the names."""
    for key in keys:
        if key in table:
            table[key] = sorted(table[key], key=names.index)


def _tables(found: dict[str, Any]) -> Iterator[str]:
    yield from (f"{name} = []" for name, value in found.items() if value == [])
    for name, value in found.items():
        for one in value if isinstance(value, list) else [value]:
            yield f"[[{name}]]" if isinstance(value, list) else f"[{name}]"
            yield from (f"{key} = {_value(part)}" for key, part in one.items())


def _value(value: Any) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, str):
        return msgspec.json.encode(value).decode()
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(_value, value))}]"
    if isinstance(value, dict):
        parts = ", ".join(f"{key} = {_value(part)}" for key, part in value.items())
        return f"{{ {parts} }}" if parts else "{}"
    return str(value)


def main(path: str) -> int:
    """Print the text of a file's battle, or what is wrong with it."""
    try:
        print(write_battle(load_battle(path)), end="")
    except Flaw as flaw:
        words = load_words(Path(__file__).parents[1] / "words" / "files", FILE_WORDS)
        print(speak(words, flaw.say), file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
