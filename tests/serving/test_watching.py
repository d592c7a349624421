"""A watcher that does not read is dropped, whoever else is watching."""

import asyncio
from pathlib import Path
from typing import Any

import grpc
import pytest
from tablic.v1 import arena_pb2 as pb
from tablic_tournaments.errors import LimitError
from tablic_tournaments.serving import watching
from tablic_tournaments.serving.player import Changes
from tablic_tournaments.serving.watching import News, watched
from tablic_tournaments.store import Tournament, open_arena
from tablic_tournaments.store.boards import BoardRow

from tests.tournaments.specs import small_spec, stored

METHOD = "/tablic.v1.ArenaService/WatchTournament"


def test_a_watcher_that_does_not_read_is_dropped(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(watching, "WRITE_SECONDS", 0.5)
    with open_arena(tmp_path / "arena.db") as arena:
        tournament = stored(arena, small_spec(bots=2, boards=2))
    asyncio.run(watch_without_reading(tournament))


async def watch_without_reading(tournament: Tournament) -> None:
    dropped: asyncio.Future[str] = asyncio.get_running_loop().create_future()

    async def much(_tournament: int, after: int, most: int) -> News:
        """More boards than anybody can read."""
        boards = [
            BoardRow(after + n, "fisher 1 v greedy 1" * 500, 0, faulted=False, bots=(), games=())
            for n in range(1, most + 1)
        ]
        return News(tournament, started=True, boards=boards, problem="")

    async def handle(request: pb.WatchTournamentRequest, context: Any) -> None:
        try:
            await watched(context, request, much, Changes())
        except LimitError as error:
            dropped.set_result(str(error))
            await context.abort(grpc.StatusCode.RESOURCE_EXHAUSTED, str(error))

    handler = grpc.unary_stream_rpc_method_handler(
        handle,
        pb.WatchTournamentRequest.FromString,
        pb.WatchTournamentResponse.SerializeToString,
    )
    server = grpc.aio.server()
    service = grpc.method_handlers_generic_handler(
        "tablic.v1.ArenaService", {"WatchTournament": handler}
    )
    server.add_generic_rpc_handlers((service,))
    port = server.add_insecure_port("127.0.0.1:0")
    await server.start()
    async with grpc.aio.insecure_channel(f"127.0.0.1:{port}") as channel:
        watch = channel.unary_stream(
            METHOD,
            pb.WatchTournamentRequest.SerializeToString,
            pb.WatchTournamentResponse.FromString,
        )
        silent, reading = watch(pb.WatchTournamentRequest()), watch(pb.WatchTournamentRequest())
        numbers = []
        while not dropped.done():
            event: Any = await reading.read()
            numbers += [event.board.id] if event.HasField("board") else []
        assert dropped.result() == "the watcher did not read for 0.5 seconds"
        assert numbers == list(range(1, len(numbers) + 1))
        with pytest.raises(grpc.aio.AioRpcError) as caught:
            await read_all(silent)
        assert caught.value.code() is grpc.StatusCode.RESOURCE_EXHAUSTED
        reading.cancel()
    await server.stop(0)


async def read_all(call: Any) -> None:
    while await call.read() is not grpc.aio.EOF:  # type: ignore[attr-defined]
        pass
