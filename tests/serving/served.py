"""A served arena: a real process, and its clients over real sockets."""

import json
import os
import signal
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

import grpc
from tablic.v1 import arena_pb2 as pb
from tablic.v1.arena_pb2_grpc import ArenaServiceStub
from tablic_tournaments.contents import inspect_path
from tablic_tournaments.serving.failures import TRAILER
from tablic_tournaments.serving.logins import Login
from tablic_tournaments.serving.remote import Remote, connected
from tablic_tournaments.store import open_arena
from tablic_tournaments.store.tokens import Role

from tests.tournaments.place import COMMAND, EXAMPLES, Done
from tests.tournaments.processes import DEADLINE

__all__ = ["Served", "reason_of", "status_of"]

NAMES: Final = {Role.ORGANISER: "boss", Role.AUTHOR: "ann", Role.SPECTATOR: "sue"}


class Served:
    """A folder with an arena, and the process that serves it once it is started."""

    def __init__(self, root: Path, *options: str | Path) -> None:
        self.root = root
        self.db = root / "arena.db"
        self.log = root / "serve.log"
        self.temporary = root / "tmp"
        self.temporary.mkdir(exist_ok=True)
        self.tls_ca: str | None = None
        self.address = ""
        self._options = options
        self._process: subprocess.Popen[str] | None = None
        with open_arena(self.db) as arena:
            self.tokens = {role: arena.tokens.create(name, role)[1] for role, name in NAMES.items()}

    def start(self, port: str = "0") -> None:
        """Start the server, and wait until it listens."""
        with self.log.open("w", encoding="utf-8") as log:
            self._process = subprocess.Popen(
                [COMMAND, "serve", "--listen", f"127.0.0.1:{port}", "--trust-bots", *self._options],
                env=self.environment(),
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=log,
                text=True,
                start_new_session=True,
            )
        while not (serving := self.events("serving")):
            assert self._process.poll() is None, self.log.read_text("utf-8")
        self.address = serving[0]["address"]

    def add_bots(self) -> None:
        """Three bots that are known to be good, without validation games."""
        with open_arena(self.db) as arena:
            for name in ("random", "greedy", "careful"):
                content = inspect_path(EXAMPLES / f"{name}_bot.py")
                arena.bots.add(name, arena.contents.add(content), content.command)

    def kill(self) -> None:
        """End what is still there."""
        if self._process and self._process.poll() is None:
            self._process.kill()
            self._process.wait()

    def events(self, kind: str) -> list[dict[str, Any]]:
        """The lines of the log about one kind of event, those that are whole."""
        text = self.log.read_text(encoding="utf-8")
        lines = text[: text.rfind("\n") + 1].splitlines()
        events = [json.loads(line) for line in lines if line.startswith("{")]
        return [event for event in events if event["event"] == kind]

    def stop(self, number: int = signal.SIGTERM) -> int:
        """End the server by a signal; returns its exit code."""
        assert self._process
        if self._process.poll() is None:
            self._process.send_signal(number)
        return self._process.wait(DEADLINE)

    def environment(self) -> dict[str, str]:
        """The variables of every process of this place."""
        return {
            **os.environ,
            "TABLIC_ARENA_DB": str(self.db),
            "TMPDIR": str(self.temporary),
            "XDG_CONFIG_HOME": str(self.root / "config"),
        }

    def run(
        self, *words: str | Path, role: Role | None = Role.ORGANISER, code: int = 0, text: str = ""
    ) -> Done:
        """Run a command against the server, which ends with this exit code."""
        environment = {**self.environment(), "TABLIC_ARENA_SERVER": self.address}
        if role:
            environment["TABLIC_ARENA_TOKEN"] = self.tokens[role]
        before = ["--tls-ca", self.tls_ca] if self.tls_ca else []
        done = subprocess.run(
            [COMMAND, *before, *words],
            env=environment,
            input=text,
            capture_output=True,
            text=True,
            timeout=2 * DEADLINE,
            check=False,
        )
        assert done.returncode == code, f"exit code {done.returncode}\n{done.stdout}\n{done.stderr}"
        return Done(done.stdout, done.stderr)

    @contextmanager
    def remote(self, role: Role = Role.ORGANISER, token: str = "") -> Iterator[Remote]:
        """A client of a role, or with another token."""
        login = Login(token or self.tokens[role], self.tls_ca)
        with connected(self.address, login) as remote:
            yield remote

    @contextmanager
    def stub(self) -> Iterator[ArenaServiceStub]:
        """What speaks the protocol alone, in plain text."""
        with grpc.insecure_channel(self.address) as channel:
            yield ArenaServiceStub(channel)  # type: ignore[no-untyped-call]

    def metadata(self, role: Role) -> tuple[tuple[str, str], ...]:
        """What proves a role."""
        return (("authorization", f"Bearer {self.tokens[role]}"),)


def status_of(error: grpc.RpcError) -> tuple[grpc.StatusCode, str]:
    """The code and the sentence of a status."""
    return error.code(), error.details() or ""


def reason_of(error: grpc.RpcError) -> int:
    """The typed reason of a status."""
    trailers: dict[str, Any] = dict(error.trailing_metadata() or ())  # type: ignore[arg-type]
    return pb.ArenaError.FromString(trailers[TRAILER]).reason
