"""Networks that play: their files, their inference, and the bots, with a search and without.

Each name is imported when it is first used: all but the bot need NumPy.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from honjin.bots.net.bot import NetBot
    from honjin.bots.net.files import BadNet, read_net
    from honjin.bots.net.find import find_net
    from honjin.bots.net.guided import GuidedBot
    from honjin.bots.net.network import About, Network

_HOMES: Final = {
    "bot": "NetBot",
    "files": "BadNet read_net",
    "find": "find_net",
    "guided": "GuidedBot",
    "network": "About Network",
}
_HOME_OF: Final = {name: home for home, names in _HOMES.items() for name in names.split()}


def __getattr__(name: str) -> Any:
    if name not in _HOME_OF:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    found = globals()[name] = getattr(import_module(f"{__name__}.{_HOME_OF[name]}"), name)
    return found


__all__ = ["About", "BadNet", "GuidedBot", "NetBot", "Network", "find_net", "read_net"]
