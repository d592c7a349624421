"""A served arena: the process that listens, plays what is on the agenda, and ends in good order."""

import asyncio
import resource
import signal
import ssl
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any, Final, NamedTuple

import grpc
from grpc_health.v1 import health, health_pb2, health_pb2_grpc
from grpc_reflection.v1alpha import reflection
from tablic.v1 import arena_pb2
from tablic.v1.arena_pb2_grpc import add_ArenaServiceServicer_to_server
from tablic_server.door import DOOR_OPTIONS
from tablic_server.service import SERVICE as REFEREE

from tablic_tournaments.errors import ServingError
from tablic_tournaments.serving.address import Address
from tablic_tournaments.serving.desk import Desk
from tablic_tournaments.serving.lobby import Lobby
from tablic_tournaments.serving.log import listeners, log
from tablic_tournaments.serving.pages import Pages
from tablic_tournaments.serving.player import Player
from tablic_tournaments.serving.rendering import Reports
from tablic_tournaments.serving.service import ArenaService, Begin
from tablic_tournaments.serving.site import Respond, Site
from tablic_tournaments.store.lock import served_at

__all__ = ["Serving", "serve"]

# How long calls may go on when the server ends, in seconds.
GRACE_SECONDS: Final = 2.0
SERVICE: Final = arena_pb2.DESCRIPTOR.services_by_name["ArenaService"].full_name
# Those of the door for bots, but uploads come in larger messages, and people watch many things.
OPTIONS: Final = list(
    {
        **dict(DOOR_OPTIONS),
        "grpc.max_receive_message_length": 2 * 1024 * 1024,
        "grpc.max_concurrent_streams": 64,
        "grpc.max_connection_idle_ms": 600_000,
    }.items()
)
MOST_CALLS: Final = 2_048
MOST_FILES: Final = 16_384


class Serving(NamedTuple):
    """How an arena is served. The certificate and its key are files, or both None."""

    db: Path
    address: Address
    certificate: Path | None = None
    key: Path | None = None
    workers: int | None = None
    trusted: bool = False
    pages: Address | None = None
    """Where pages are served, if they are."""
    metrics: Address | None = None
    """Where metrics are, if they are."""

    def context(self) -> ssl.SSLContext | None:
        """The same for pages."""
        if not self.credentials():
            return None
        assert self.certificate  # noqa: S101  # there are credentials
        context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
        context.load_cert_chain(self.certificate, self.key)
        return context

    def credentials(self) -> grpc.ServerCredentials | None:
        """What TLS needs; None for plain text. Raises ServingError where that is not safe."""
        if bool(self.certificate) != bool(self.key):
            raise ServingError("TLS needs both: give --tls-cert and --tls-key")
        if self.certificate and self.key:
            pair = (self.key.read_bytes(), self.certificate.read_bytes())
            return grpc.ssl_server_credentials([pair])
        reached = {"tokens": self.address, "pages": self.pages, "metrics": self.metrics}
        for what, address in reached.items():
            if address and not address.is_loopback:
                raise ServingError(
                    f"{address} can be reached by others, who could read {what} on the way; give "
                    "--tls-cert and --tls-key, or listen at 127.0.0.1"
                )
        return None


async def serve(serving: Serving, begin: Begin) -> None:
    """Serve an arena until SIGTERM or Ctrl-C; raises ServingError and StoreError."""
    credentials = serving.credentials()
    _allow_many_connections()
    stopping = asyncio.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(number, stopping.set)
    desk = Desk(serving.db)
    lobby = Lobby(desk)
    player = Player(desk, lobby, serving.workers, trusted=serving.trusted)
    reports = Reports(desk)
    service = ArenaService(desk, player, lobby, reports, begin, trusted=serving.trusted)
    server, healthy = await _server(service, lobby)
    port = _listen(server, serving.address, credentials)
    async with AsyncExitStack() as stack:
        stack.callback(desk.close)
        stack.push_async_callback(server.stop, None)
        address = f"{serving.address.host}:{port}"
        stack.enter_context(served_at(serving.db, address))
        sites = {}
        if serving.pages:
            sites["pages"] = Site(Pages(desk, reports).answer), serving.pages
        if serving.metrics:
            sites["metrics"] = Site(_metrics(desk, stack)), serving.metrics
        places = {}
        for what, (site, place) in sites.items():
            stack.push_async_callback(site.close)
            places[what] = str(await site.start(place, serving.context()))
        await server.start()
        log("serving", address=address, **places, tls=credentials is not None)
        playing = asyncio.create_task(player.run())
        waiting = asyncio.create_task(stopping.wait())
        await asyncio.wait({playing, waiting}, return_when=asyncio.FIRST_COMPLETED)
        waiting.cancel()
        log("draining")
        await healthy.enter_graceful_shutdown()
        await player.drain()
        await server.stop(GRACE_SECONDS)
        await playing
    log("stopped")


def _metrics(desk: Desk, stack: AsyncExitStack) -> Respond:
    """What answers with the metrics, which are counted from now on; raises ServingError."""
    try:
        from tablic_tournaments.serving.metrics import Metrics
    except ImportError:
        raise ServingError(
            "metrics need the extra of that name; install it with: "
            "pip install 'tablic-arena[metrics]'"
        ) from None
    metrics = Metrics(desk)
    listeners.append(metrics.count)
    stack.callback(listeners.remove, metrics.count)
    return metrics.answer


def _allow_many_connections() -> None:
    """Each takes a file, and by default a process has few."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = MOST_FILES if hard == resource.RLIM_INFINITY else min(hard, MOST_FILES)
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, most), hard))


async def _server(service: ArenaService, lobby: Lobby) -> tuple[grpc.aio.Server, Any]:
    server = grpc.aio.server(options=OPTIONS, maximum_concurrent_rpcs=MOST_CALLS)
    add_ArenaServiceServicer_to_server(service, server)  # type: ignore[no-untyped-call]  # generated
    play = {"Play": grpc.stream_stream_rpc_method_handler(lobby.Play)}
    server.add_generic_rpc_handlers((grpc.method_handlers_generic_handler(REFEREE, play),))
    healthy = health.aio.HealthServicer()  # type: ignore[attr-defined]  # not in the stubs
    health_pb2_grpc.add_HealthServicer_to_server(healthy, server)
    await healthy.set(SERVICE, health_pb2.HealthCheckResponse.SERVING)
    names = (SERVICE, REFEREE, health.SERVICE_NAME, reflection.SERVICE_NAME)
    reflection.enable_server_reflection(names, server)
    return server, healthy


def _listen(
    server: grpc.aio.Server, address: Address, credentials: grpc.ServerCredentials | None
) -> int:
    """The port that is listened at; raises ServingError."""
    try:
        if credentials:
            return server.add_secure_port(str(address), credentials)
        return server.add_insecure_port(str(address))
    except RuntimeError:
        raise ServingError(
            f"{address} cannot be listened at; is it of this machine, and free?"
        ) from None
