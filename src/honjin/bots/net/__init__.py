"""Networks that play: their files, their inference, and the bots, with a search and without.

Each name is imported when it is first used: all but the bot need NumPy.
"""

from typing import TYPE_CHECKING

from honjin.core.lazy import lazy_names

if TYPE_CHECKING:
    from honjin.bots.net.bot import NetBot
    from honjin.bots.net.files import read_net
    from honjin.bots.net.find import find_net
    from honjin.bots.net.guided import GuidedBot
    from honjin.bots.net.network import About, Network
    from honjin.core.errors import BadNet

__getattr__ = lazy_names(
    __name__,
    {
        "honjin.bots.net.bot": "NetBot",
        "honjin.bots.net.files": "read_net",
        "honjin.bots.net.find": "find_net",
        "honjin.bots.net.guided": "GuidedBot",
        "honjin.bots.net.network": "About Network",
        "honjin.core.errors": "BadNet",
    },
)

__all__ = ["About", "BadNet", "GuidedBot", "NetBot", "Network", "find_net", "read_net"]
