"""Between the referee and a program that reads and writes lines of JSON.

``python -P -m tablic.bridge COMMAND [ARGUMENT ...]`` is started in place of such a program, and
starts it. Each line that the program reads is a response, each JSON object that it writes is a
request. The first of them is its hello, to which the token is added here. A line that is not a
JSON object is taken for a print and goes to stderr. docs/protocol.md says it to authors.
"""

import contextlib
import os
import selectors
import signal
import socket
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, Final, NoReturn

from tablic.errors import BotError, ConnectionLostError
from tablic.json_lines import line_of, object_of, request_of
from tablic.plain_stream import PlainStream
from tablic.stdio import PRINTED
from tablic.v1 import referee_pb2

__all__ = ["main"]

PROTOCOL_VERSION: Final = 1
METHOD: Final = "/tablic.v1.RefereeService/Play"
MOST_LINE_BYTES: Final = 1024 * 1024
_READ_BYTES: Final = 64 * 1024

# How long a program that closed its output may take to end, for its exit code to be told.
_EXIT_SECONDS: Final = 0.5

# Bytes that are no message, for an object that is none: the referee has a fault for that.
_UNREADABLE: Final = b"\xff"


def main() -> NoReturn:
    """Play the program of the command line; ends as it does, or with exit code 1 and a sentence."""
    command = sys.argv[1:]
    address, token = os.environ.pop("TABLIC_ADDRESS", ""), os.environ.pop("TABLIC_TOKEN", "")
    if not (command and address and token):
        sys.exit("usage: TABLIC_ADDRESS=... TABLIC_TOKEN=... python -m tablic.bridge COMMAND")
    try:
        with socket.socket(socket.AF_UNIX) as connection:
            connection.connect(address.removeprefix("unix:"))
            code = _play(command, connection, token)
    except BotError as error:
        sys.exit(str(error))
    if code < 0:
        with contextlib.suppress(OSError):  # SIGKILL has no handler to be set
            signal.signal(-code, signal.SIG_DFL)
        os.kill(os.getpid(), -code)
    sys.exit(code)


def _play(command: list[str], connection: socket.socket, token: str) -> int:
    """Start the program and play it; returns its exit code. Raises BotError where that fails."""
    try:
        process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0
        )
    except OSError as error:
        raise BotError(f"{command[0]} cannot be started: {error.strerror}") from None
    try:
        _Bridge(connection, process, token).carry()
        return process.wait()
    except OSError as error:
        raise ConnectionLostError(f"the referee is lost: {error}") from None
    finally:
        process.kill()
        process.wait()


class _Bridge:
    """A connection and a process, and what each says to the other."""

    def __init__(
        self, connection: socket.socket, process: "subprocess.Popen[bytes]", token: str
    ) -> None:
        assert process.stdin  # noqa: S101  # for the type checker
        assert process.stdout  # noqa: S101  # for the type checker
        self._connection = connection
        self._process = process
        self._input, self._output = process.stdin, process.stdout
        self._token = token
        self._stream = PlainStream(METHOD)
        self._untold = self._rest = b""
        self._greeted = self._over = self._closed = self._ended = False
        self._selector = selectors.DefaultSelector()
        self._listen(connection, self._hear)
        self._listen(self._output, self._answer)
        os.set_blocking(self._input.fileno(), False)

    def carry(self) -> None:
        """Carry what is said until the program ends, or closes its output and the stream is over.

        Raises BotError for a program that does not greet, ConnectionLostError, and OSError where
        the connection fails.
        """
        with self._selector:
            while self._selector.get_map() and not self._ended:
                self._send()
                for key, _ in self._selector.select():
                    key.data()

    def _listen(self, file: Any, callback: Callable[[], None]) -> None:
        self._selector.register(file, selectors.EVENT_READ, callback)

    def _send(self) -> None:
        if data := self._stream.taken():
            self._connection.sendall(data)

    def _hear(self) -> None:
        """Tell the program what the referee says; the farewell or a refusal is the last line."""
        data = self._connection.recv(_READ_BYTES)
        for message in self._stream.feed(data):
            response = referee_pb2.PlayResponse.FromString(message)
            self._untold += f"{line_of(response)}\n".encode()
            self._over = response.HasField("farewell") or response.HasField("refusal")
        if self._over:
            self._stream.close()
        elif self._stream.ended or not data:
            if not self._closed:
                raise ConnectionLostError("the referee left without a farewell")
            self._selector.unregister(self._connection)
            return
        if not self._is_told():
            # Nothing more is read from the referee until the program has read this.
            self._selector.unregister(self._connection)
            self._selector.register(self._input, selectors.EVENT_WRITE, self._tell_the_rest)
        elif self._over:
            self._selector.unregister(self._connection)
            self._input.close()

    def _tell_the_rest(self) -> None:
        if not self._is_told():
            return
        self._selector.unregister(self._input)
        if self._over:
            self._input.close()
        else:
            self._listen(self._connection, self._hear)

    def _is_told(self) -> bool:
        """Write what is to be told; whether the program has taken all of it, or wants none."""
        try:
            while self._untold:
                self._untold = self._untold[os.write(self._input.fileno(), self._untold) :]
        except BlockingIOError:
            return False
        except BrokenPipeError:
            # It may still end well, or be charged with its silence.
            self._untold = b""
        return True

    def _answer(self) -> None:
        """Send what the program writes; the last line may lack its end."""
        data = os.read(self._output.fileno(), _READ_BYTES)
        *lines, self._rest = (self._rest + data).split(b"\n")
        try:
            for request in self._requests(lines if data else [self._rest]):
                self._stream.send(request.SerializeToString())
        except ValueError as error:
            self._refuse(str(error))
        else:
            if not data:
                self._end()

    def _requests(self, lines: Sequence[bytes]) -> list[referee_pb2.PlayRequest]:
        """The requests in some lines; raises ValueError for what is none."""
        if len(self._rest) > MOST_LINE_BYTES:
            raise ValueError(f"a line of more than {MOST_LINE_BYTES >> 20} MiB")
        objects = list(_objects(lines))
        if self._over or not objects:
            return []
        requests = list(map(request_of, objects))
        if not self._greeted:
            self._greet(requests[0])
        return _merged(requests)

    def _greet(self, request: referee_pb2.PlayRequest) -> None:
        """Add to the hello what the program cannot know, or need not say."""
        if not request.HasField("hello"):
            raise ValueError('a program begins with a line such as {"hello":{}}')
        hello = request.hello
        hello.token = self._token
        hello.protocol_version = hello.protocol_version or PROTOCOL_VERSION
        hello.sdk_name = hello.sdk_name or "tablic.bridge"
        self._greeted = True

    def _refuse(self, reason: str) -> None:
        """Have the program charged with a line that is no request, and read no more of it."""
        if not self._greeted:
            raise BotError(f"The program did not say hello: {reason}")
        print(f"The program wrote what is no request: {reason}", file=sys.stderr)
        self._stream.send(_UNREADABLE)
        self._selector.unregister(self._output)

    def _end(self) -> None:
        """The program has closed its output: as a rule it has ended."""
        self._selector.unregister(self._output)
        try:
            self._process.wait(_EXIT_SECONDS)
        except subprocess.TimeoutExpired:
            if not self._over:
                print("The program closed its stdout and goes on.", file=sys.stderr)
            self._closed = True
            self._stream.close()
        else:
            self._ended = True


def _objects(lines: Iterable[bytes]) -> Iterator[dict[str, Any]]:
    """The JSON objects of lines; everything else goes to the log."""
    for line in lines:
        data = object_of(line)
        if data is not None:
            yield data
        elif line.strip():
            print(f"{PRINTED}{line.decode(errors='replace').rstrip()}", file=sys.stderr)


def _merged(requests: Iterable[referee_pb2.PlayRequest]) -> list[referee_pb2.PlayRequest]:
    """Requests that came together as one, as a message costs far more than an answer in it."""
    merged: list[referee_pb2.PlayRequest] = []
    for request in requests:
        if merged and _mean_the_same_together(merged[-1], request):
            merged[-1].MergeFrom(request)
        else:
            merged.append(request)
    return merged


def _mean_the_same_together(*requests: referee_pb2.PlayRequest) -> bool:
    """Whether each has answers alone, no two for the same table."""
    tables = [answer.table for request in requests for answer in request.answers]
    return len(set(tables)) == len(tables) and all(
        request.answers and not request.HasField("hello") for request in requests
    )


if __name__ == "__main__":
    main()
