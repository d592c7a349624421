"""How much a bot in the sandbox may use, and how it ends."""

import asyncio
import signal
import time

import pytest
from tablic_server import launch
from tablic_server.faults import RefereeError
from tablic_server.launch import BotProcess
from tablic_server.limits import Limits

from .probes import SANDBOX, Probe, confined


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
