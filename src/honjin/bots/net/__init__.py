"""Networks that play: their files, their inference, and the bots, with a search and without."""

from honjin.bots.net.bot import NetBot
from honjin.bots.net.files import BadNet, read_net
from honjin.bots.net.find import find_net
from honjin.bots.net.guided import GuidedBot
from honjin.bots.net.network import About, Network

__all__ = ["About", "BadNet", "GuidedBot", "NetBot", "Network", "find_net", "read_net"]
