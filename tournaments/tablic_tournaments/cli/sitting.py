"""A person sits down at a rotation: the referee and the person's client in one loop."""

import asyncio
import signal

from tablic.client import Player, serve_player
from tablic.errors import ConnectionLostError
from tablic_server.host import RotationHost

from tablic_tournaments.cli.person import Person
from tablic_tournaments.cli.terminal import PersonLeft, Terminal
from tablic_tournaments.reports.view_text import Watcher

__all__ = ["play_with_person"]

LEAVING_SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


async def play_with_person(host: RotationHost, watcher: Watcher) -> None:
    """Play the game of a rotation in which one program is the person; ends when they leave."""
    loop = asyncio.get_running_loop()
    stop = asyncio.Event()

    def on_leave() -> None:
        # In the person's thread, and before the stream ends: else the referee sees a crash.
        loop.call_soon_threadsafe(stop.set)

    terminal = Terminal(on_leave)
    seated = type("Seated", (Person,), {"terminal": terminal, "watcher": watcher})
    sittings: list[asyncio.Task[None]] = []

    def announce(_name: str, address: str, token: str) -> None:
        sittings.append(asyncio.create_task(_sit(Player(seated), address, token)))

    for number in LEAVING_SIGNALS:
        loop.add_signal_handler(number, _leave, stop, terminal)
    try:
        await host.play(stop, announce)
    finally:
        terminal.close()
        await asyncio.gather(*sittings)


async def _sit(player: Player, address: str, token: str) -> None:
    """Play until the farewell, or until the person leaves or is left."""
    try:
        await serve_player(player, address, token, in_thread=True)
    except (PersonLeft, ConnectionLostError):
        return


def _leave(stop: asyncio.Event, terminal: Terminal) -> None:
    stop.set()
    terminal.close()
