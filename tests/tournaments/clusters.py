"""A Dask cluster of processes on this machine, as people start it."""

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

from .processes import DEADLINE, assert_no_process_of, wait_until

__all__ = ["Cluster"]


class Cluster:
    """A scheduler and workers, in a folder of their own, each in a process group of its own."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self._file = root / "scheduler.json"
        self._temporary = root / "tmp"
        self._temporary.mkdir()
        self._started: list[subprocess.Popen[bytes]] = []
        self.scheduler = self._start("scheduler", "--host", "127.0.0.1", "--port", "0")
        assert wait_until(self._is_up), self.log()
        self.address = str(json.loads(self._file.read_text())["address"])

    def add_worker(self, *options: str) -> subprocess.Popen[bytes]:
        """A worker of one thread, which is registered; with a slot unless options say otherwise."""
        options = options or ("--resources", "tablic_slots=1")
        before = self.log().count("Register worker")
        local = ("--host", "127.0.0.1", "--nthreads", "1", "--local-directory", str(self.root))
        worker = self._start("worker", *local, "--no-nanny", *options)
        assert wait_until(lambda: self.log().count("Register worker") > before), self.log()
        return worker

    def log(self) -> str:
        """What all of them have printed."""
        return (self.root / "log.txt").read_text(errors="replace")

    def end(self) -> None:
        """Kill all of it, and see that nothing is left."""
        for process in self._started:
            if process.poll() is None:
                os.killpg(process.pid, signal.SIGKILL)
            process.wait(DEADLINE)
        assert_no_process_of(self.root)

    def _is_up(self) -> bool:
        return self._file.exists() and self._file.read_text().endswith("}")

    def _start(self, what: str, *options: str) -> subprocess.Popen[bytes]:
        module = f"distributed.cli.dask_{what}"
        common = ("--scheduler-file", str(self._file), "--no-dashboard")
        with (self.root / "log.txt").open("ab") as log:
            process = subprocess.Popen(
                [sys.executable, "-m", module, *common, *options],
                env={**os.environ, "TMPDIR": str(self._temporary)},
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,
            )
        self._started.append(process)
        return process
