"""Ends in the middle of a game."""

import os

from .misdeeds import play_and

play_and(lambda: os._exit(3))
