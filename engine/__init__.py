"""The rules, pure: no I/O but reading packs, no clock, no global randomness, no asyncio."""

VERSION = "0.1.0"
"""Engine version, written into event zero of every game."""
