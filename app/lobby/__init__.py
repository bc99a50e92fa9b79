"""The lobby: creating games, seats for people and bots, invitations, umpires and spectators, the start."""
