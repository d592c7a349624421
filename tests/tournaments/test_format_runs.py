"""Every format through the command: killed, resumed, with one worker and with two, verified."""

import json
import subprocess
from pathlib import Path

import pytest

from .place import EXAMPLES, Place
from .processes import DEADLINE, assert_no_process_of, linux_only, wait_until

pytestmark = linux_only

SECRET = "3c" * 32
BUNDLED = [EXAMPLES / f"{name}_bot.py" for name in ("careful", "greedy", "random")]
COMMON = ("--tables", "2", "--rules", "tablic hands=1", "--secret", SECRET)
FORMATS = {
    "gauntlet": ("greedy", "random", "--challenger", "careful", "--boards", "4"),
    "swiss": ("--rounds", "3", "--boards", "3"),
    "knockout": ("--boards", "4"),
    "sprt": ("greedy", "random", "--elo1", "400", "--boards", "10"),
    "ladder": ("--boards", "10"),
}


def arguments_of(form: str) -> tuple[str, ...]:
    return ("tournament", *FORMATS[form], "--format", form, *COMMON)


def stored(place: Place) -> tuple[list[str], list[tuple[object, ...]]]:
    """The records, and which boards of which stage there are."""
    boards = place.rows("SELECT match, number, stage FROM board ORDER BY match, number")
    return place.record_texts(), boards


@pytest.mark.long
@pytest.mark.parametrize("form", FORMATS)
def test_a_format_gives_the_same_records_killed_and_resumed_and_with_two_workers(
    form: str, tmp_path_factory: pytest.TempPathFactory
) -> None:
    places = [Place(tmp_path_factory.mktemp("f")) for _ in range(2)]
    try:
        for place in places:
            place.submit(*BUNDLED)
        undisturbed, killed = places
        undisturbed.run(*arguments_of(form), "--workers", "2")
        wanted = stored(undisturbed)

        process = killed.start(*arguments_of(form), "--workers", "1")
        assert in_the_middle(killed, process)
        process.kill()
        process.wait()
        assert_no_process_of(killed.root)
        assert set(killed.record_texts()) < set(wanted[0])
        killed.run("tournament", "--resume")
        assert stored(killed) == wanted
        facts = json.loads(killed.run("verify", "1", "--json").stdout)
        assert (facts["finished"], facts["findings"]) == (True, [])
        assert facts["boards"] == len(wanted[1])
    finally:
        for place in places:
            place.kill()


def in_the_middle(place: Place, process: subprocess.Popen[str]) -> bool:
    """Wait until a batch is stored; whether more are to come."""
    assert wait_until(lambda: process.poll() is not None or place.boards() > 0, DEADLINE)
    return process.poll() is None


def test_a_finished_tournament_takes_in_a_bot_and_more_boards(place: Place) -> None:
    place.submit(*BUNDLED)
    done = place.run("tournament", "greedy", "random", "--boards", "2", *COMMON)
    first = place.record_texts()
    [(commitment,)] = place.rows("SELECT commitment FROM tournament")
    assert f"Decks: chosen by the organiser, commitment {commitment}" in done.stderr

    done = place.run("tournament", "careful", "--extend", "1", "--boards", "3")
    [(number, further)] = place.rows("SELECT number, commitment FROM stage")
    assert number == 1
    assert further != commitment
    assert f"Decks of stage 1: chosen by the organiser, commitment {further}" in done.stderr
    assert set(first) < set(place.record_texts())
    assert place.rows("SELECT match, number, stage FROM board ORDER BY match, number") == [
        *(("greedy 1 v careful 1", board, 1) for board in range(3)),
        *(("greedy 1 v random 1", board, board // 2) for board in range(3)),
        *(("random 1 v careful 1", board, 1) for board in range(3)),
    ]
    facts = json.loads(place.run("verify", "1", "--json").stdout)
    assert (facts["boards"], facts["boards_to_play"], facts["findings"]) == (9, 9, [])
    assert [stage["commitment"] for stage in facts["stages"]] == [commitment, further]
    assert len({stage["secret"] for stage in facts["stages"]}) == 2


def test_a_swiss_tournament_goes_on_for_another_round_with_another_bot(place: Place) -> None:
    place.submit(*BUNDLED)
    words = ("tournament", "greedy", "random", "--format", "swiss", "--boards", "2")
    place.run(*words, "--rounds", "1", *COMMON)
    place.run("tournament", "careful", "--extend", "1", "--rounds", "3")
    assert place.boards() == 2 * 3
    assert place.run("verify", "1").stdout.endswith(": all fits.\n")


def write(place: Place, **changes: str) -> Path:
    """A file of a small tournament."""
    keys = {
        "name": '"cup"',
        "bots": '["greedy", "random"]',
        "rules": '"tablic hands=1"',
        "boards": "2",
        **changes,
    }
    path = place.root / "cup.toml"
    path.write_text("".join(f"{key} = {value}\n" for key, value in keys.items()))
    return path


def test_a_file_begins_a_tournament_resumes_it_and_extends_it(place: Place) -> None:
    place.submit(*BUNDLED)
    assert "Standings of tournament 1:" in place.run("tournament", write(place)).stdout
    records = place.record_texts()
    again = place.run("tournament", write(place))
    assert "Tournament 1 is finished already." in again.stdout
    place.submit(EXAMPLES / "searching_bot.py")  # nobody who plays in it
    assert place.record_texts() == records
    place.run("tournament", write(place, bots='["careful", "random", "greedy"]', boards="3"))
    assert place.boards() == 9
    assert set(records) < set(place.record_texts())
    assert place.rows("SELECT count(*) FROM tournament") == [(1,)]
    assert place.run("verify", "1").stdout.endswith(": all fits.\n")


def test_a_file_that_changed_otherwise_is_refused_with_the_line(place: Place) -> None:
    place.submit(*BUNDLED)
    place.run("tournament", write(place))
    records = place.record_texts()
    for changes, line in (
        ({"rules": '"tablic target=31"'}, 3),
        ({"boards": "1"}, 4),
        ({"bots": '["greedy", "careful"]'}, 2),
        ({"clock": '"5+0/5"'}, 5),
        ({"secret": f'"{SECRET}"'}, 5),
    ):
        stderr = place.run("tournament", write(place, **changes), code=2).stderr
        assert f"cup.toml, line {line}: tournament 1" in stderr.splitlines()[-1]
    assert place.record_texts() == records
    assert place.rows("SELECT count(*) FROM stage") == [(0,)]


def test_a_new_version_does_not_change_a_tournament_that_began(place: Place) -> None:
    place.submit(*BUNDLED)
    place.run("tournament", write(place))
    with place.arena() as arena:
        sha256 = arena.bots.latest(["careful"])[0].sha256
        arena.bots.add("greedy", sha256, arena.bots.latest(["careful"])[0].command)
    assert "is finished already" in place.run("tournament", write(place)).stdout
    place.run("tournament", write(place, name='"new"'))
    [(match,)] = place.rows("SELECT DISTINCT match FROM board WHERE tournament = 2")
    assert match == "greedy 2 v random 1"


def test_a_dry_run_says_what_would_be_played_and_stores_nothing(place: Place) -> None:
    place.submit(*BUNDLED)
    stdout = place.run("tournament", write(place, boards="400"), "--dry-run").stdout
    first, heading, *pairings, last = stdout.splitlines()
    assert first == "2 bots, 1 match of 400 boards, 800 games, rules tablic hands=1"
    assert heading == "First there would be:"
    assert pairings[0] == "  greedy 1 v random 1, boards 0 to 7"
    assert last.startswith("400 boards on 1 worker should take ")
    assert place.rows("SELECT count(*) FROM tournament") == [(0,)]
    assert place.boards() == 0


@pytest.mark.long
def test_bots_that_nobody_names_are_seeded_by_their_ratings(place: Place) -> None:
    place.submit(*BUNDLED)
    with place.arena() as arena:
        greedy = arena.bots.latest(["greedy"])[0]
        arena.bots.add("a-newcomer", greedy.sha256, greedy.command)
    place.run("tournament", "random", "greedy", "--boards", "4", *COMMON)
    place.run("tournament", "--format", "knockout", "--boards", "1", *COMMON)
    with place.arena() as arena:
        seeds = [entrant.name for entrant in arena.tournaments.get(2).spec.entrants]
    assert seeds == ["greedy", "random", "a-newcomer", "careful"]
