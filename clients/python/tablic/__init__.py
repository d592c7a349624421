"""Tablić for programs: the game, what a seat may know, and the client that plays in an arena."""
