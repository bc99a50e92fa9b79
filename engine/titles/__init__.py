"""The titles that ship with Hexfog: importing this package puts them and their bots into the registries."""

from engine.title import register
from engine.titles.cityfight import facts as _facts  # noqa: F401 (registers the map's grid and kinds of facts)
from engine.titles.cityfight import staff as _cityfight_staff  # noqa: F401 (registers the bot)
from engine.titles.cityfight.title import Cityfight
from engine.titles.cwb import staff as _staff  # noqa: F401 (registers the bot)
from engine.titles.cwb.title import Angola87, Budapest56

register(Angola87())
register(Budapest56())
register(Cityfight())
