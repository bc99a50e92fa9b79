"""The titles that ship with Hexfog: importing this package puts them into the registry."""
