"""The game is deterministic, so its tests are: every run draws the same examples."""

from hypothesis import settings

settings.register_profile("game", deadline=None, derandomize=True, database=None)
settings.load_profile("game")
