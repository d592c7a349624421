"""A bot of the generated code alone: it knows messages and the legal plays in them, no game."""

import os
import queue
import sys
from collections.abc import Iterator

import grpc
from tablic.v1 import cards_pb2, events_pb2, referee_pb2, referee_pb2_grpc


def rank(card: cards_pb2.Card) -> int:
    """The rank of a card, from 1 for an ace: its name is such as CARD_TD."""
    return "A23456789TJQK".index(cards_pb2.Card.Name(card)[5]) + 1


def worth(play: cards_pb2.Play) -> tuple[int, int]:
    """How many cards are taken; and of the cards that take nothing, the lowest is laid."""
    return len(play.taken), -rank(play.card)


def answers(events: list[events_pb2.Event]) -> Iterator[referee_pb2.Answer]:
    for event in events:
        if event.HasField("turn"):
            turn = event.turn
            answer = referee_pb2.Answer(table=event.table, turn=turn.turn)
            if turn.decision == events_pb2.DECISION_KIND_KEEP_TALON:
                assert len(turn.talon) == 4
                answer.keep_talon = any(rank(card) == 1 for card in turn.talon)
            else:
                answer.play.CopyFrom(max(turn.legal_plays, key=worth))
            yield answer


def main() -> None:
    requests: queue.SimpleQueue[referee_pb2.PlayRequest | None] = queue.SimpleQueue()
    hello = referee_pb2.Hello(
        protocol_version=1,
        sdk_name="generated code",
        token=os.environ["TABLIC_TOKEN"],
        bot_name="proto bot",
        decision_kinds=[
            events_pb2.DECISION_KIND_PLAY,
            events_pb2.DECISION_KIND_PLAY_OR_CLAIM,
            events_pb2.DECISION_KIND_KEEP_TALON,
        ],
        max_tables=4,
    )
    requests.put(referee_pb2.PlayRequest(hello=hello))
    with grpc.insecure_channel(os.environ["TABLIC_ADDRESS"]) as channel:
        stub = referee_pb2_grpc.RefereeServiceStub(channel)  # type: ignore[no-untyped-call]
        for response in stub.Play(iter(requests.get, None)):
            if response.HasField("refusal"):
                sys.exit(response.refusal.message)
            answered = list(answers(response.events))
            if answered:
                requests.put(referee_pb2.PlayRequest(answers=answered))
            if response.HasField("farewell"):
                print("farewell:", response.farewell.message)
                requests.put(None)


if __name__ == "__main__":
    main()
