"""The client of a served arena, for the command line."""

import hashlib
import io
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

import grpc
from tablic.v1 import arena_pb2 as pb
from tablic.v1.arena_pb2_grpc import ArenaServiceStub

from tablic_tournaments.contents import inspect_path
from tablic_tournaments.errors import ServingError
from tablic_tournaments.listings import Listing
from tablic_tournaments.serving.address import Address
from tablic_tournaments.serving.archive import pack
from tablic_tournaments.serving.failures import error_of
from tablic_tournaments.serving.logins import Login
from tablic_tournaments.serving.messages import listing_of

__all__ = ["Remote", "connected"]

# How long a call may take that is answered once, in seconds.
PATIENCE: Final = 60.0
CHUNK: Final = 256 * 1024
OPTIONS: Final = [
    ("grpc.max_receive_message_length", 64 * 1024 * 1024),
    # The sentence of a refusal may have the end of a log in it.
    ("grpc.max_metadata_size", 128 * 1024),
    ("grpc.absolute_max_metadata_size", 256 * 1024),
]


class Remote:
    """A served arena. Every method raises what a local arena would, and ServingError."""

    def __init__(self, channel: grpc.Channel, token: str, address: str) -> None:
        self._stub = ArenaServiceStub(channel)  # type: ignore[no-untyped-call]  # generated
        self._metadata = (("authorization", f"Bearer {token}"),)
        self._address = address

    def call(self, method: str, request: Any) -> Any:
        """The answer to a request that is answered once."""
        with self._translated():
            return getattr(self._stub, method)(request, metadata=self._metadata, timeout=PATIENCE)

    def stream(self, method: str, request: Any) -> Iterator[Any]:
        """The answers to a request, or to an iterator of them, as they come."""
        with self._translated():
            yield from getattr(self._stub, method)(request, metadata=self._metadata)

    def ask(self, what: str, **filters: object) -> Listing:
        """A listing, all pages of it."""
        request = pb.ListRequest()
        chosen = getattr(request, what)
        chosen.SetInParent()
        for name, value in filters.items():
            if isinstance(value, Mapping):
                getattr(chosen, name).update(value)
            elif value is not None:
                setattr(chosen, name, value)
        pages = [self.call("List", request)]
        while pages[-1].next_page_token:
            request.page_token = pages[-1].next_page_token
            pages.append(self.call("List", request))
        return listing_of(pages)

    def submit(self, path: Path, name: str | None, *, stdio: bool) -> Iterator[pb.SubmitResponse]:
        """Upload a bot; the steps of its submission. Raises ContentError also before that."""
        content = inspect_path(path, name, stdio)
        archive = io.BytesIO()
        pack(content, archive)
        data = archive.getvalue()
        header = pb.SubmitHeader(
            name=content.name, size=len(data), sha256=hashlib.sha256(data).digest(), stdio=stdio
        )
        return self.stream("Submit", _parts(header, data))

    @contextmanager
    def _translated(self) -> Iterator[None]:
        try:
            yield
        except grpc.RpcError as error:
            raise error_of(error, self._address) from None


@contextmanager
def connected(server: str, login: Login | None) -> Iterator[Remote]:
    """The arena at an address, with a token and perhaps a file of certificates.

    A connection to this machine is plain text unless there are certificates, any other is TLS.
    Raises ServingError.
    """
    address = Address.parse(server)
    if login is None:
        raise ServingError(
            f"there is no token for {server}; log in with: tablic-arena login {server}"
        )
    if login.tls_ca or not address.is_loopback:
        roots = Path(login.tls_ca).read_bytes() if login.tls_ca else None
        credentials = grpc.ssl_channel_credentials(roots)
        channel = grpc.secure_channel(str(address), credentials, OPTIONS)
    else:
        channel = grpc.insecure_channel(str(address), OPTIONS)
    with channel:
        yield Remote(channel, login.token, server)


def _parts(header: pb.SubmitHeader, data: bytes) -> Iterator[pb.SubmitRequest]:
    yield pb.SubmitRequest(header=header)
    for start in range(0, len(data), CHUNK):
        yield pb.SubmitRequest(chunk=data[start : start + CHUNK])
