"""Tournaments of bots: schedules, storage, ratings, and the command line."""
