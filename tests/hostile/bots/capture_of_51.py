"""Takes all other cards of the pack with one."""

from tablic.v1 import referee_pb2

from .misdeeds import Changing, play


def take_all(answer: referee_pb2.Answer) -> None:
    answer.play.taken[:] = [card for card in range(1, 53) if card != answer.play.card]  # type: ignore[misc]  # enum values are ints


play(Changing(take_all))
