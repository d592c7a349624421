"""What a bot in the sandbox can do: probes that run as bots do, and say what became of them.

They are skipped where no sandbox can be had; what is pure is tested everywhere.
"""

import asyncio
import contextlib
import errno
import json
import os
import shutil
import signal
import socket
import struct
import sys
import textwrap
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest
import tablic
from click.testing import CliRunner
from tablic_server import launch, match
from tablic_server.faults import RefereeError
from tablic_server.finding import find_sandbox
from tablic_server.launch import BotProcess, Program
from tablic_server.limits import DEFAULT_LIMITS, Limits
from tablic_server.sandbox import Sandbox
from tablic_server.seccomp import ARCHITECTURES, DENIED, seccomp_filter
from tablic_tournaments.cli import main
from tablic_tournaments.contents import PYTHON
from tablic_tournaments.store import open_arena
from tablic_tournaments.store.contents import program_of

from ..referee.playing import batch, example, played
from ..tournaments.processes import processes_of

SANDBOX = find_sandbox()
confined = pytest.mark.skipif(not SANDBOX.confines, reason=f"no sandbox: {SANDBOX.reason}")
START = """
import ctypes, errno, json, os, socket, sys, time
def tell(value): print(json.dumps(value), flush=True)
def problem(action, *arguments):
    try: action(*arguments)
    except OSError as error: return errno.errorcode[error.errno]
"""


# What a bot finds in its /tmp: the way to the arena, where that lies below it.
OF_ARENA = sorted(
    {
        path.parts[2]
        for path in map(Path, (sys.prefix, sys.base_prefix, tablic.__path__[0]))
        if path.parts[1] == "tmp"
    }
)


class Probe(NamedTuple):
    """Starts probes of a test."""

    root: Path

    def program(self, code: str) -> Program:
        """A bot with this code, in a folder that others than its owner may enter."""
        folder = self.root / f"bot-{len(list(self.root.iterdir()))}"
        folder.mkdir()
        (folder / "probe.py").write_text(START + textwrap.dedent(code))
        return program_of("probe", folder, (PYTHON, "probe.py"))

    def run(
        self, code: str, limits: Limits = DEFAULT_LIMITS, stay: float = 20.0
    ) -> tuple[int, list[Any]]:
        """The exit code of a probe that is killed after so long, and what it told."""
        code_, log = self.start(self.program(code), limits, stay)
        return code_, [json.loads(line) for line in log.splitlines()]

    def start(self, program: Program, limits: Limits, stay: float) -> tuple[int, str]:
        """The exit code of a bot, and what it printed."""

        async def done() -> BotProcess:
            process = BotProcess(program, str(self.root / "s"), "token", SANDBOX, limits)
            await process.close(stay)
            return process

        process = asyncio.run(done())
        assert not processes_of(self.root)
        return process.exited.result(), process.log


@pytest.fixture
def probe(tmp_path: Path) -> Iterator[Probe]:
    """The probes of a test, with a socket; they leave no process and no mount."""
    mounts = Path("/proc/self/mountinfo").read_text()
    with socket.socket(socket.AF_UNIX) as listener:
        with contextlib.chdir(tmp_path):
            listener.bind("s")  # the whole path may be too long
        listener.listen()
        yield Probe(tmp_path)
    assert Path("/proc/self/mountinfo").read_text() == mounts


@confined
def test_the_only_way_out_is_the_socket_of_the_referee(probe: Probe) -> None:
    with socket.socket(socket.AF_UNIX) as abstract:
        abstract.bind(f"\0tablic-{os.getpid()}")
        abstract.listen()
        code, told = probe.run(
            f"""
            for family in (socket.AF_INET, socket.AF_INET6, socket.AF_NETLINK, 17, 40):
                tell(problem(socket.socket, family, socket.SOCK_STREAM))
            tell(problem(socket.socket(socket.AF_UNIX).connect, "\\0tablic-{os.getpid()}"))
            tell(problem(socket.socket(socket.AF_UNIX).connect, os.environ["TABLIC_ADDRESS"][5:]))
            tell([line.split()[0] for line in open("/proc/net/dev").readlines()[2:]])
            """
        )
    assert (code, told) == (0, ["EAFNOSUPPORT"] * 5 + ["ECONNREFUSED", None, ["lo:"]])


@confined
def test_a_bot_sees_its_own_files_and_what_is_installed_and_nothing_else(probe: Probe) -> None:
    secret = probe.root / "arena.db"
    secret.write_text("secret")
    other = probe.program("")
    hidden = [secret, other.folder, probe.root, Path.home() / ".ssh", "/etc/passwd", "/sys", "/var"]
    code, told = probe.run(
        f"""
        tell([os.path.exists(path) for path in {list(map(str, hidden))}])
        tell([os.getcwd(), os.listdir()])
        tell(sorted(set(os.listdir("/")) - {{"lib32", "lib64", "libx32", "home", "root", "opt"}}))
        """
    )
    assert (code, told[:2]) == (0, [[False] * len(hidden), ["/bot", ["probe.py"]]])
    assert {"bin", "bot", "dev", "etc", "lib", "proc", "run", "tmp", "usr"} <= set(told[2])
    assert not {"sys", "var", "mnt", "boot", "srv"} & set(told[2])


@confined
def test_nothing_of_the_arena_is_in_the_environment_or_in_other_processes(
    probe: Probe, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("AN_API_KEY", "hidden")
    code, told = probe.run(
        """
        tell(sorted(os.environ))
        tell(sum(name.isdecimal() for name in os.listdir("/proc")))
        try: tell("AN_API_KEY" in open("/proc/1/environ").read())
        except PermissionError: tell(False)
        tell([problem(os.kill, -1, 0), os.getppid(), os.getuid() == os.geteuid() != 0])
        status = dict(line.split(":\\t") for line in open("/proc/self/status").read().splitlines())
        tell([int(status[name], 16) for name in ("CapPrm", "CapEff", "CapAmb")])
        tell([status[name] for name in ("NoNewPrivs", "Seccomp")])
        """
    )
    names = {"HOME", "PATH", "PYTHONDONTWRITEBYTECODE", "TABLIC_ADDRESS", "TABLIC_TOKEN", "TMPDIR"}
    assert code == 0
    assert names <= set(told[0]) <= names | {"LANG", "LC_ALL", "LC_CTYPE", "TZ", "PWD"}
    assert told[1] == 2
    assert told[2] is False
    assert told[3][1:] == [1, True]
    assert told[4:] == [[0, 0, 0], ["1", "2"]]


@confined
def test_only_tmp_can_be_written_to_and_it_is_small_and_empty(probe: Probe) -> None:
    write = """
        tell(os.listdir("/tmp"))
        for path in ("/", "/bot", "/usr", "/usr/bin", "/run", "/dev", "/etc", "/proc", sys.prefix):
            tell(problem(open, os.path.join(path, "new"), "w"))
        for path in ("/bot/probe.py", "/run/launcher.py", json.__file__):
            tell(problem(open, path, "r+b"))
        for folder in ("/tmp", "/dev/shm"):
            file = open(folder + "/data", "wb", buffering=0)
            written = 0
            try:
                while written < 1 << 26: written += file.write(bytes(1 << 16))
            except OSError as error: tell([errno.errorcode[error.errno], written >> 20])
        tell("left")
        """
    for _ in range(2):
        code, told = probe.run(write, DEFAULT_LIMITS._replace(disk=3))
        assert code == 0
        assert told[0] == OF_ARENA
        assert all(word in ("EROFS", "EACCES", "ENOENT", "EPERM") for word in told[1:13])
        assert told[13:] == [["ENOSPC", 3], ["ENOSPC", 16], "left"]


@confined
def test_two_processes_of_a_bot_share_nothing_that_they_can_write(probe: Probe) -> None:
    writing = probe.program(
        """
        for folder in ("/tmp", "/dev/shm"): open(folder + "/note", "w").write("hello")
        server = socket.socket(socket.AF_UNIX); server.bind("\\0note")
        tell("written"); time.sleep(60)
        """
    )
    code = """
        tell([os.listdir("/tmp"), os.listdir("/dev/shm")])
        tell(problem(socket.socket(socket.AF_UNIX).connect, "\\0note"))
        """

    async def both() -> tuple[BotProcess, BotProcess]:
        first = BotProcess(writing, str(probe.root / "s"), "token", SANDBOX)
        while not first.log:
            await asyncio.sleep(0.01)
        reading = probe.program(code)
        second = BotProcess(reading, str(probe.root / "s"), "token", SANDBOX)
        await second.close(20)
        await first.close(0)
        return first, second

    first, second = asyncio.run(both())
    assert first.exited.result() == -signal.SIGKILL
    assert [json.loads(line) for line in second.log.splitlines()] == [
        [OF_ARENA, []],
        "ECONNREFUSED",
    ]


@confined
def test_system_calls_that_look_outside_are_refused(probe: Probe) -> None:
    column = ARCHITECTURES[os.uname().machine][1]
    calls = {name: numbers[column] for name, numbers in DENIED.items()}
    code, told = probe.run(
        f"""
        libc = ctypes.CDLL(None, use_errno=True)
        def call(number, *arguments):
            ctypes.set_errno(0)
            result = libc.syscall(ctypes.c_long(number), *map(ctypes.c_long, arguments))
            return errno.errorcode.get(ctypes.get_errno(), result)
        tell({{name: call(number, 0, 0, 0, 0) for name, number in {calls}.items()}})
        tell(call({calls["ptrace"]}, 16, 1, 0, 0))
        tell(call({calls["unshare"]}, 0x10000000))
        tell(call({(56, 220)[column]}, 0x10000000 | 17, 0, 0, 0, 0))
        tell(call(435, 0, 0))
        """
    )
    assert code == 0
    assert told[0] == dict.fromkeys(calls, "EPERM")
    assert told[1:] == ["EPERM", "EPERM", "EPERM", "ENOSYS"]


@confined
@pytest.mark.parametrize(
    ("limits", "code", "expected"),
    [
        ("memory=64", "try: bytearray(1 << 27)\nexcept MemoryError: tell('full')", ["full"]),
        ("file=1", "tell(problem(open('/tmp/a','wb',0).write, bytes(2 << 20)))", [None]),
        ("file=1", "f = open('/tmp/a','wb',0); f.seek(1 << 20); tell(problem(f.write, b'x'))",
         ["EFBIG"]),
        ("descriptors=20", "tell(problem(lambda: [os.dup(0) for _ in range(30)]))", ["EMFILE"]),
        ("descriptors=20", "tell(problem(lambda: [os.dup(0) for _ in range(10)]))", [None]),
    ],
)  # fmt: skip
def test_what_a_process_uses_is_capped(
    probe: Probe, limits: str, code: str, expected: list[str]
) -> None:
    assert probe.run(code, Limits.parse([limits])) == (0, expected)


@confined
def test_a_bot_that_used_up_its_cpu_time_is_killed(probe: Probe) -> None:
    start = time.monotonic()
    assert probe.run("while True: pass", Limits.parse(["cpu=1"]), 60) == (-signal.SIGKILL, [])
    assert time.monotonic() - start < 50


@confined
def test_a_fork_bomb_is_bounded_and_cleaned_up(probe: Probe) -> None:
    bomb = """
        n = 0
        try:
            while n < 200:
                if os.fork() == 0: time.sleep(100)
                n += 1
        except BlockingIOError: tell(n)
        time.sleep(100)
        """
    for _ in range(3):
        code, told = probe.run(bomb, Limits.parse(["processes=40"]), 3)
        assert (code, len(told)) == (-signal.SIGKILL, 1)
        assert 30 <= told[0] <= 40


@confined
def test_a_daemon_dies_with_its_bot(probe: Probe) -> None:
    code, told = probe.run(
        """
        for _ in range(5):
            if os.fork() == 0:
                os.setsid()
                if os.fork(): os._exit(0)
                time.sleep(100)
        tell(sum(name.isdecimal() for name in os.listdir("/proc")))
        sys.exit(3)
        """
    )
    assert code == 3
    assert told[0] >= 7


@confined
@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGSEGV, signal.SIGTERM])
def test_the_end_of_a_bot_by_a_signal_is_told(probe: Probe, number: int) -> None:
    assert probe.run(f"os.kill(os.getpid(), {number:d}); time.sleep(9)") == (-number, [])


@confined
def test_the_cpu_time_of_everything_within_is_counted(probe: Probe) -> None:
    code = """
        if os.fork() == 0:
            while time.process_time() < 0.5: pass
            os._exit(0)
        os.wait()
        """
    program = probe.program(code)

    async def cpu() -> float:
        process = BotProcess(program, str(probe.root / "s"), "token", SANDBOX)
        await process.close(30)
        return process.cpu

    assert 0.5 < asyncio.run(cpu()) < 5


@confined
def test_what_a_bot_computes_is_told_while_it_runs(
    probe: Probe, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(launch, "LOOK_SECONDS", 0.01)
    program = probe.program(
        """
        if os.fork() == 0:
            while time.process_time() < 0.5: pass
            os._exit(0)
        os.wait()
        tell("computed"); time.sleep(60)
        """
    )

    async def cpu() -> float:
        process = BotProcess(program, str(probe.root / "s"), "token", SANDBOX)
        start = time.monotonic()
        while not process.log:
            await asyncio.sleep(0.01)
        whole = process.cpu_since(start)
        while process.cpu_since(time.monotonic()) > 0.1:
            await asyncio.sleep(0.01)  # until it is looked at once more
        await process.close(0)
        return whole

    assert asyncio.run(cpu()) >= 0.5


@confined
def test_no_two_bots_at_once_have_a_user_id_in_common(probe: Probe) -> None:
    program = probe.program("tell(os.getuid()); time.sleep(60)")
    least = SANDBOX._replace(uids=SANDBOX.uids[:2])

    async def uids() -> list[int]:
        processes = [BotProcess(program, str(probe.root / "s"), "token", least) for _ in range(2)]
        if least.uids:
            with pytest.raises(RefereeError, match="a worker has 2 user ids for bots"):
                BotProcess(program, str(probe.root / "s"), "token", least)
        await processes[0].close(0)
        processes.append(BotProcess(program, str(probe.root / "s"), "token", least))
        for process in processes[1:]:
            await process.close(0)
        return [process.uid for process in processes]

    first, second, third = asyncio.run(uids())
    assert first == third
    assert first != second or not least.uids


@confined
def test_the_end_of_the_output_alone_is_kept(probe: Probe) -> None:
    program = probe.program("print('x' * 100_000)")
    _, log = probe.start(program, Limits.parse(["output=2"]), 20)
    assert log.endswith("x\n")
    assert 2048 <= len(log) < 2148


@confined
@pytest.mark.parametrize(
    "command",
    [("node", "-e", "console.log(1)"), ("java", "-version"), ("perl", "-e", "print 1"), ("./own",)],
)
def test_programs_of_other_languages_start(probe: Probe, command: tuple[str, ...]) -> None:
    if not shutil.which(command[0]) and command != ("./own",):
        pytest.skip(f"there is no {command[0]}")
    program = probe.program("")._replace(command=command)
    shutil.copy("/bin/echo", Path(program.folder, "own"))
    code, log = probe.start(program, DEFAULT_LIMITS, 60)
    assert code == 0, log


@confined
def test_a_batch_says_in_which_sandbox_its_processes_were() -> None:
    result = played(batch(example("random"), example("greedy"), boards=(0,)))
    assert not result.faults
    assert [report.sandbox for report in result.reports] == ["bubblewrap"] * 4


def test_where_none_can_be_had_bots_must_be_trusted(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    none = Sandbox(reason="this is a test")
    monkeypatch.setattr(match, "find_sandbox", lambda: none)
    monkeypatch.setattr("tablic_server.finding.find_sandbox", lambda: none)
    given = batch(example("random"), example("random", "other"), boards=(0,))
    with pytest.raises(ValueError, match="no sandbox can be had: this is a test"):
        played(given._replace(trusted=False))
    assert {report.sandbox for report in played(given).reports} == {"none"}
    bot = str(Path(example("random").folder, "random_bot.py"))
    db = str(tmp_path / "arena.db")
    with open_arena(Path(db)) as arena:
        for name in ("one", "other"):
            arena.bots.add(name, "a" * 64, ("./bot",))
    for command in (["submit", bot], ["match", bot, bot], ["tournament"]):
        done = CliRunner().invoke(main, ["--db", db, *command])
        assert done.exit_code == 1
        assert "no sandbox can be had here (this is a test)" in done.output
        assert "--trust-bots" in done.output


@pytest.mark.parametrize(
    ("word", "message"),
    [
        ("memroy=1", "there is no limit 'memroy'; there are memory,"),
        ("memory", "is not memory=NUMBER"),
        ("memory=0", "is not memory=NUMBER"),
        ("cpu=-1", "is not cpu=NUMBER"),
    ],
)
def test_a_limit_that_is_none_is_refused(word: str, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        Limits.parse([word])


def judged(machine: str, number: int, first: int = 0, architecture: int | None = None) -> int:
    """What the filter of a machine returns for a system call: BPF, interpreted."""
    known = ARCHITECTURES[machine][0]
    data = struct.pack("<IIQQ", number, known if architecture is None else architecture, 0, first)
    program = list(struct.iter_unpack("<HBBI", seccomp_filter(machine)))
    at = loaded = 0
    while True:
        code, if_true, if_false, value = program[at]
        at += 1
        if code == 0x06:
            return int(value)
        if code == 0x20:
            loaded = struct.unpack_from("<I", data, value)[0]
            continue
        truths = {0x15: loaded == value, 0x35: loaded >= value, 0x45: bool(loaded & value)}
        at += if_true if truths[code] else if_false


@pytest.mark.parametrize(("machine", "column"), [("x86_64", 0), ("aarch64", 1)])
def test_the_filter_of_every_machine(machine: str, column: int) -> None:
    allow, refuse, kill = 0x7FFF0000, 0x00050000, 0x80000000
    socket_call, clone = (41, 198)[column], (56, 220)[column]
    for numbers in DENIED.values():
        assert judged(machine, numbers[column]) == refuse | errno.EPERM
    assert judged(machine, socket_call, socket.AF_UNIX) == allow
    assert judged(machine, socket_call, socket.AF_INET) == refuse | errno.EAFNOSUPPORT
    assert judged(machine, clone, 17) == allow
    assert judged(machine, clone, 0x3D0F00) == allow  # a thread
    assert judged(machine, clone, 0x10000000 | 17) == refuse | errno.EPERM
    assert judged(machine, 435) == refuse | errno.ENOSYS
    assert judged(machine, (0, 63)[column]) == allow  # read
    assert judged(machine, 1, architecture=0x40000003) == kill  # i386
    if machine == "x86_64":
        assert judged(machine, 0x40000001) == refuse | errno.ENOSYS
