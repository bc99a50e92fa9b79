"""Clocks: a deadline that passes plays the decision's fallback."""
