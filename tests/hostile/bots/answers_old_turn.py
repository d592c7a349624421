"""Answers the turn before again with each answer, and plays well otherwise."""

from collections.abc import Iterator

from tablic.client import Player
from tablic.examples.random_bot import RandomBot
from tablic.v1 import referee_pb2

from .misdeeds import play


class Late(Player):
    last = referee_pb2.PlayRequest(answers=[referee_pb2.Answer()])

    def answers(self, response: referee_pb2.PlayResponse) -> Iterator[referee_pb2.PlayRequest]:
        for request in super().answers(response):
            yield self.last
            yield request
            self.last = request


play(Late(RandomBot))
