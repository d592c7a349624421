"""Ratings and their errors: pure functions of results."""
