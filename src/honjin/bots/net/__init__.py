"""Networks that play: their files, their inference, and the bot."""

from honjin.bots.net.bot import NetBot, find_net
from honjin.bots.net.files import BadNet, read_net
from honjin.bots.net.network import About, Network

__all__ = ["About", "BadNet", "NetBot", "Network", "find_net", "read_net"]
