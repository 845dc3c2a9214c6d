"""The numbers of the data that rules, lessons and words state, by the names in their holes."""

from collections import Counter
from typing import Final

from honjin.core.words import Numbers
from honjin.games.akebono.content.board import CLOSED, ROAD
from honjin.games.akebono.content.data import (
    ALL_DAIMYO,
    ALL_OF_A_TYPE,
    ASHIGARU,
    BACKED,
    CHANGES,
    COUNTS,
    DAIMYO,
    DEFENCE_READINGS,
    DEFENCES,
    MAX_ROUNDS,
    MAX_VALOR,
    MOUNTAIN,
    NINJA,
    PER_VALOR_POINT,
    SAMURAI,
    SHIPPED,
    TEPPO,
    TYPES,
)

_COUNTED: Final = {
    f"{kind}_count{'' if reading == 'a' else '_b'}": COUNTS[reading][TYPES.index(kind)]
    for reading, kinds in (("a", TYPES[1:]), ("b", ("teppo_tai", "ninja")))
    for kind in kinds
}
_DEFENDED: Final = {
    f"{TYPES[kind]}_defence_{reading}": DEFENCES[reading][kind]
    for reading in DEFENCE_READINGS
    for kind in (DAIMYO, SAMURAI, ASHIGARU, NINJA)
}
_HEXES: Final = Counter(place.value for place in SHIPPED.places)

STATED: Final[Numbers] = {
    "max_valor": MAX_VALOR,
    "all_of_a_type": ALL_OF_A_TYPE,
    "all_daimyo": ALL_DAIMYO,
    "per_valor_point": PER_VALOR_POINT,
    "max_rounds": MAX_ROUNDS,
    "placing_changes": CHANGES[0],
    "revision_changes": CHANGES[1],
    "pieces": sum(COUNTS["a"]),
    "placed": sum(COUNTS["a"][:NINJA]),
    "placed_b": sum(COUNTS["b"][:NINJA]),
    "backed": BACKED,
    "teppo_tai_defence": DEFENCES["a"][TEPPO],
    "road": ROAD,
    "mountain": MOUNTAIN,
    "hexes": len(SHIPPED.places),
    "closed_hexes": sum(place.halves[0] == CLOSED for place in SHIPPED.places),
    "long_row": sum(place.name[0] == "A" for place in SHIPPED.places),
    "short_row": sum(place.name[0] == "B" for place in SHIPPED.places),
    **{f"hexes_{value}": _HEXES[value] for value in range(ROAD, MOUNTAIN + 1)},
    **_COUNTED,
    **_DEFENDED,
}
