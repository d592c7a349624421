"""What a tournament says of a machine that had too much to do."""

from pathlib import Path

import pytest
from tablic_server.faults import Fault, FaultKind
from tablic_tournaments.store import open_arena

from .bots.first_bot import FirstBot
from .bots.last_bot import LastBot
from .commands import invoke
from .specs import batch_result, small_spec, stored


def said_of(path: Path, *jitters: float) -> str:
    """What is said after a tournament whose batches of one board had these, each a late fault."""
    with open_arena(path) as arena:
        tournament = stored(arena, small_spec(bots=2, boards=len(jitters)))
        for number, jitter in enumerate(jitters):
            played = batch_result(tournament, [FirstBot, LastBot], [number])
            faults = tuple(
                Fault(0, 0, kind, "It was so.", ()) for kind in (FaultKind.LATE, FaultKind.CRASHED)
            )
            arena.tournaments.save(tournament, played._replace(faults=faults, jitter=jitter))
        assert arena.tournaments.finish(tournament.id)
        assert arena.tournaments.jitter(tournament.id) == max(jitters)
    return invoke("tournament", "--resume", "1", db=path).stderr


def test_much_jitter_is_said_with_the_late_faults_beside_it(tmp_path: Path) -> None:
    assert said_of(tmp_path / "arena.db", 0.02, 1.25, 0.6) == (
        "\nThe machine had too much to do: it woke the referee up to 1.2 seconds late, where an "
        "answer may take 5. 2 late faults came in batches in which that was so; give it less to "
        "do, or bots more time with --clock.\n"
    )


@pytest.mark.parametrize("jitter", [0.0, 0.49])
def test_little_jitter_is_not_worth_a_word(tmp_path: Path, jitter: float) -> None:
    assert said_of(tmp_path / "arena.db", jitter) == ""


def test_time_outs_of_the_machine_are_said(tmp_path: Path) -> None:
    path = tmp_path / "arena.db"
    with open_arena(path) as arena:
        tournament = stored(arena, small_spec(bots=2, boards=2))
        blamed = Fault(0, 0, FaultKind.REFEREE, "It was so.", ())
        played = batch_result(tournament, [FirstBot, LastBot])
        arena.tournaments.save(tournament, played._replace(faults=(blamed,)))
        assert arena.tournaments.finish(tournament.id)
    assert invoke("tournament", "--resume", "1", db=path).stderr == (
        "\nThe machine was to blame for 1 time-out, which is no fault of a bot: what was void was "
        "played again. See: tablic-arena faults --tournament 1\n"
    )
    assert (
        "The machine was to blame for 1 time-out, no bot: what was void was played again."
        in invoke("rankings", db=path).stdout.splitlines()
    )
