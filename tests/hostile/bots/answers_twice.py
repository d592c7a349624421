"""Sends every answer twice, and plays well otherwise."""

from collections.abc import Iterator

from tablic.client import Player
from tablic.examples.random_bot import RandomBot
from tablic.v1 import referee_pb2

from .misdeeds import play


class Twice(Player):
    def answers(self, response: referee_pb2.PlayResponse) -> Iterator[referee_pb2.PlayRequest]:
        for request in super().answers(response):
            yield request
            yield request


play(Twice(RandomBot))
