"""The body of an executable that knows neither the SDK nor generated code.

A test puts a shebang before it and fills in the two texts below: a folder with grpc and protobuf
alone, and the protocol as a FileDescriptorSet in base 64.
"""

import base64
import os
import queue
import sys
from typing import Any

PACKAGES = "@PACKAGES@"
PROTOCOL = "@PROTOCOL@"


def messages() -> dict[str, Any]:
    """The classes of the messages by their full names."""
    from google.protobuf import descriptor_pb2, message_factory

    files = descriptor_pb2.FileDescriptorSet.FromString(base64.b64decode(PROTOCOL))
    return dict(message_factory.GetMessages(files.file))


def main() -> None:
    """Play the legal play that takes the most cards of low rank, wherever it is asked to."""
    sys.path.append(PACKAGES)
    try:
        import tablic  # noqa: F401
    except ImportError:
        print("there is no SDK here")
    else:
        sys.exit("the SDK is here: this proves nothing")

    import grpc

    known = messages()
    request = known["tablic.v1.PlayRequest"]
    requests: queue.SimpleQueue[Any] = queue.SimpleQueue()
    hello = request()
    hello.hello.protocol_version = 1
    hello.hello.token = os.environ["TABLIC_TOKEN"]
    hello.hello.turns_only = True
    requests.put(hello)
    with grpc.insecure_channel(os.environ["TABLIC_ADDRESS"]) as channel:
        play = channel.stream_stream(
            "/tablic.v1.RefereeService/Play",
            request_serializer=request.SerializeToString,
            response_deserializer=known["tablic.v1.PlayResponse"].FromString,
        )
        for response in play(iter(requests.get, None)):
            answers = request()
            for event in response.events:
                if event.WhichOneof("kind") == "turn":
                    answer = answers.answers.add(table=event.table, turn=event.turn.turn)
                    legal = event.turn.legal_plays
                    answer.play.CopyFrom(max(legal, key=lambda one: (len(one.taken), -one.card)))
            if answers.answers:
                requests.put(answers)
            if response.HasField("farewell"):
                print("farewell:", response.farewell.message)
                requests.put(None)


if __name__ == "__main__":
    main()
