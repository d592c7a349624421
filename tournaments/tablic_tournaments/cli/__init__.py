"""The command line. Heavy imports are inside the commands, so that --help answers at once."""

from tablic_tournaments.cli.main import main

__all__ = ["main"]
