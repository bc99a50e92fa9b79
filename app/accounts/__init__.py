"""Accounts, sessions, API tokens, and who is calling."""
