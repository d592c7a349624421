"""Takes the same card twice."""

from tablic.v1 import cards_pb2, referee_pb2

from .misdeeds import Changing, play


def take_twice(answer: referee_pb2.Answer) -> None:
    other = cards_pb2.CARD_AC if answer.play.card != cards_pb2.CARD_AC else cards_pb2.CARD_AD
    answer.play.taken[:] = [other, other]


play(Changing(take_twice))
