"""Jobs of a server, each in a process of its own that ends with the server."""

import asyncio
import json
import os
import signal
import sys
from collections.abc import AsyncIterator
from contextlib import suppress
from typing import Any, Self

from tablic_tournaments import errors
from tablic_tournaments.errors import ArenaError, PlayError

__all__ = ["Job", "LostError"]


class LostError(PlayError):
    """The process of a job was killed, or failed in a way that it could not tell."""


class Job:
    """A process at work. It stops when its input ends, also where the server was killed."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self._process = process

    @classmethod
    async def start(cls, **job: Any) -> Self:
        """Start a process for a job."""
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "tablic_tournaments.serving.job"),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            start_new_session=True,  # Ctrl-C is the server's
        )
        assert process.stdin  # noqa: S101  # a pipe
        process.stdin.write(json.dumps(job).encode() + b"\n")
        return cls(process)

    async def events(self) -> AsyncIterator[dict[str, Any]]:
        """What it tells, to the end.

        Raises the ArenaError that it met, and LostError.
        """
        assert self._process.stdout  # noqa: S101  # a pipe
        event: dict[str, Any] = {}
        async for line in self._process.stdout:
            event = json.loads(line)
            if event.get("ended") == "refused":
                kind: type[ArenaError] = getattr(errors, event["error"])
                raise kind(event["message"])
            yield event
        await self._process.wait()
        if "ended" not in event:
            raise LostError(
                "the process that did it was killed or failed; the server's log has more"
            )

    def stop(self) -> None:
        """Let it end soon."""
        if self._process.stdin:
            self._process.stdin.close()

    async def close(self, seconds: float) -> None:
        """Let it end within so many seconds, and kill it then."""
        self.stop()
        with suppress(TimeoutError):
            await asyncio.wait_for(self._process.wait(), seconds)
        if self._process.returncode is None:
            with suppress(ProcessLookupError):
                os.killpg(self._process.pid, signal.SIGKILL)
            await self._process.wait()
