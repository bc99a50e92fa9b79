"""The titles that ship with Hexfog: importing this package puts them into the registry."""

from engine.title import register
from engine.titles.cwb.title import Budapest56

register(Budapest56())
