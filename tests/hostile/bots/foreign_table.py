"""Answers at a table that it does not have, and never at its own."""

from tablic.v1 import referee_pb2

from .misdeeds import Stream, on_stream


async def answer(stream: Stream) -> None:
    await stream.hello()
    table, turn = await stream.turn()
    answer = referee_pb2.Answer(table=table + 1, turn=turn)
    while True:
        await stream.send(referee_pb2.PlayRequest(answers=[answer]))


on_stream(answer)
