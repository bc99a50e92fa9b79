"""The titles that ship with Hexfog: importing this package puts them and their bots into the registries."""

from engine.title import register
from engine.titles.cwb import staff as _staff  # noqa: F401 (registers the bot)
from engine.titles.cwb.title import Budapest56

register(Budapest56())
