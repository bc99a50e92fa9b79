"""Cityfight: the rules of the Basic Game."""
