"""A bot that picks the legal play with most cards, on gRPC or in lines, without the library."""

import asyncio
import json
import os
import sys
from typing import Any

__all__: list[str] = []


def cards_taken(play: Any) -> int:
    """How many cards a play in JSON takes."""
    return len(play["taken"])


def speak_lines() -> None:
    """Play on stdin and stdout."""
    print('{"hello":{"max_tables":128,"turns_only":true}}', flush=True)
    for line in sys.stdin:
        answers = [
            {
                "table": event["table"],
                "turn": event["turn"]["turn"],
                "play": max(event["turn"]["legal_plays"], key=cards_taken),
            }
            for event in json.loads(line)["events"]
            if "turn" in event
        ]
        if answers:
            print(json.dumps({"answers": answers}), flush=True)


async def speak_grpc() -> None:
    """Play on a stream."""
    import grpc
    from tablic.v1 import referee_pb2
    from tablic.v1.referee_pb2_grpc import RefereeServiceStub

    hello = referee_pb2.Hello(
        protocol_version=1, token=os.environ["TABLIC_TOKEN"], max_tables=128, turns_only=True
    )
    async with grpc.aio.insecure_channel(os.environ["TABLIC_ADDRESS"]) as channel:
        stream = RefereeServiceStub(channel).Play()  # type: ignore[no-untyped-call]  # generated
        await stream.write(referee_pb2.PlayRequest(hello=hello))
        farewell = False
        while not farewell:
            response = await stream.read()
            request = referee_pb2.PlayRequest()
            for event in response.events:
                if event.WhichOneof("kind") == "turn":
                    play = max(event.turn.legal_plays, key=lambda play: len(play.taken))
                    request.answers.add(table=event.table, turn=event.turn.turn, play=play)
            if request.answers:
                await stream.write(request)
            farewell = response.HasField("farewell")
        await stream.done_writing()
        await stream.code()


if __name__ == "__main__":
    speak_lines() if sys.argv[1:] == ["lines"] else asyncio.run(speak_grpc())
