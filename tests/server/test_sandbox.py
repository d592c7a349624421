"""What a bot in the sandbox can see and reach.

Probes are skipped where no sandbox can be had.
"""

import asyncio
import errno
import json
import os
import shutil
import signal
import socket
from pathlib import Path

import pytest
from click.testing import CliRunner
from tablic_server import match
from tablic_server.launch import BotProcess
from tablic_server.limits import DEFAULT_LIMITS
from tablic_server.sandbox import Sandbox
from tablic_server.seccomp import ARCHITECTURES, DENIED
from tablic_tournaments.cli import main
from tablic_tournaments.store import open_arena

from ..referee.playing import batch, example, played
from .probes import OF_ARENA, SANDBOX, Probe, confined


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
        tell(os.listdir("/proc/1"))
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
    assert told[2] == []
    assert told[3][1:] == [1, True]
    assert told[4:] == [[0, 0, 0], ["1", "2"]]


@confined
def test_a_bot_with_the_user_of_the_arena_has_no_hold_on_bubblewrap(probe: Probe) -> None:
    as_user = probe._replace(sandbox=SANDBOX._replace(uids=range(0)))
    code, told = as_user.run(
        """
        for name in ("environ", "mem", "task/1/mem"):
            tell(problem(open, f"/proc/1/{name}", "r+b"))
        tell([os.listdir("/proc/1"), os.getppid()])
        libc = ctypes.CDLL(None, use_errno=True)
        tell([libc.umount2(b"/proc/1", 2), ctypes.get_errno()])
        """
    )
    assert (code, told) == (0, [*["ENOENT"] * 3, [[], 1], [-1, errno.EPERM]])


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
