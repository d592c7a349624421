"""``verify``: a clean tournament fits, and what is told of it."""

import json
from dataclasses import replace
from pathlib import Path

import pytest
from tablic.bot import Bot
from tablic.deals import commitment
from tablic.examples.random_bot import RandomBot
from tablic.rules import Rules, parse_rules
from tablic_server.faults import Fault, FaultKind
from tablic_tournaments.reports.verification import Verification
from tablic_tournaments.spec import Format
from tablic_tournaments.store import Arena, open_arena

from ..bots.last_bot import LastBot
from ..commands import invoke
from ..place import BOTS, EXAMPLES, Place
from ..specs import PARTNERS, SHORT, THREE_PLAYERS, batch_result, entrants, small_spec, stored
from .tampering import (
    CLASSIC,
    SECRET,
    TABINET,
    ClaimingBot,
    arena_of,
    change_record,
    findings,
    swap_cards,
    with_forfeit,
)

RULE_SETS: list[tuple[Rules, list[type[Bot]]]] = [
    (SHORT, [RandomBot, LastBot]),
    (THREE_PLAYERS, [RandomBot, LastBot, RandomBot]),
    (PARTNERS, [RandomBot, LastBot]),
    (TABINET, [RandomBot, ClaimingBot]),
    (CLASSIC, [ClaimingBot, RandomBot]),
    (parse_rules("tablanette hands=2"), [RandomBot, RandomBot]),
    (parse_rules("tablic-3p-40 target=11"), [RandomBot] * 3),
]


@pytest.mark.parametrize(("rules", "bots"), RULE_SETS, ids=[rules.text for rules, _ in RULE_SETS])
def test_a_clean_tournament_fits(rules: Rules, bots: list[type[Bot]], tmp_path: Path) -> None:
    db = arena_of(tmp_path / "arena.db", rules, bots)
    facts = json.loads(invoke("verify", "1", "--json", db=db).stdout)
    with open_arena(db) as arena:
        records = [game.record for game in arena.games.all()]
    assert facts == {
        "tournament": 1,
        "rules": rules.text,
        "finished": True,
        "decks": "secret",
        "stages": [{"stage": 0, "commitment": commitment(SECRET).hex(), "secret": SECRET.hex()}],
        "boards": 2,
        "boards_to_play": 2,
        "games": 2 * rules.sides,
        "hands": sum(len(record.hands) for record in records),
        "findings": [],
    }
    # The cases are what they are for.
    assert any(hand.claimed for r in records for hand in r.hands) == rules.claim
    assert any(hand.talon_kept for r in records for hand in r.hands) == rules.talon_offer


def test_people_read_a_summary(clean: Path) -> None:
    assert invoke("verify", "1", db=clean).stdout == (
        "Tournament 1\n"
        "  rules       tablic hands=1\n"
        f"  commitment  {commitment(SECRET).hex()}\n"
        f"  secret      {SECRET.hex()}\n"
        "2 of 2 boards, 4 games and 4 hands are checked: all fits.\n"
    )


def test_the_secret_of_an_unfinished_tournament_is_not_told(tmp_path: Path) -> None:
    db = arena_of(tmp_path / "arena.db", SHORT, [RandomBot, LastBot], finished=False)
    for style in ((), ("--json",)):
        text = invoke("verify", "1", *style, db=db).stdout
        assert SECRET.hex() not in text
        assert commitment(SECRET).hex() in text
    text = invoke("verify", "1", db=db).stdout
    assert "  secret      told when the tournament is finished\n" in text
    assert text.endswith("2 of 3 boards, 4 games and 4 hands are checked: all fits.\n")
    change_record(db, swap_cards)
    assert len(findings(db)) == 1


def test_a_tournament_can_be_verified_while_it_is_played(arena: Arena) -> None:
    tournament = stored(arena, small_spec(bots=2, boards=4))
    pair = [RandomBot, LastBot]
    arena.tournaments.save(tournament, with_forfeit(batch_result(tournament, pair)))
    evidence = arena.tournaments.evidence(tournament.id)
    later = batch_result(tournament, pair, [2, 3])
    fault = Fault(0, 0, FaultKind.LATE, "No answer came.", (2,))
    arena.tournaments.save(tournament, later._replace(faults=(fault,)))
    verification = Verification(evidence)
    assert list(verification.findings()) == []
    assert verification.boards == 2


def test_decks_that_the_organiser_chose_are_told(tmp_path: Path) -> None:
    db = tmp_path / "arena.db"
    with open_arena(db) as arena:
        stored(arena, replace(small_spec(bots=2), chosen_secret=True))
    assert "  decks       chosen by the organiser\n" in invoke("verify", "1", db=db).stdout
    assert json.loads(invoke("verify", "1", "--json", db=db).stdout)["decks"] == (
        "chosen by the organiser"
    )


def test_a_tournament_that_is_not_there_is_said(clean: Path) -> None:
    stderr = invoke("verify", "7", db=clean, code=2).stderr
    assert stderr == "Error: there is no tournament 7; list them with: tablic-arena tournaments\n"


@pytest.mark.parametrize("rules", ["tablic-classic target=11", "tabinet hands=1"])
def test_a_tournament_of_processes_fits_also_where_faults_decide(rules: str, place: Place) -> None:
    place.submit(*(BOTS / f"{name}_bot.py" for name in ("first", "illegal")))
    place.submit(EXAMPLES / "random_bot.py")
    place.run("tournament", "--boards", "1", "--rules", rules)
    facts = json.loads(place.run("verify", "1", "--json").stdout)
    assert facts["findings"] == []
    assert (facts["boards"], facts["games"]) == (3, 6)
    assert sum(bool(record.faults) for record in place.records()) == 4


def test_a_tournament_with_answers_that_were_put_back_fits(place: Place) -> None:
    place.submit(BOTS / "first_bot.py", BOTS / "slip_bot.py")
    arguments = ("--boards", "1", "--rules", "tablic hands=1", "--faults", "put-back")
    place.run("tournament", *arguments)
    assert json.loads(place.run("verify", "1", "--json").stdout)["findings"] == []
    assert [record.faults for record in place.records()] == [(), ()]
    faults = place.rows("SELECT kind, boards FROM fault ORDER BY id")
    assert faults == [("illegal", "[]")] * 2
    (standing,) = place.rows("SELECT faulted FROM board")
    assert standing == (0,)


def test_a_ladder_without_end_tells_the_secret_of_a_stage_when_its_boards_are_played(
    arena: Arena, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in ("evidence", "schedule.ladder"):
        monkeypatch.setattr(f"tablic_tournaments.{module}.STAGE_BOARDS", 4)
    spec = replace(small_spec(bots=2), format=Format.LADDER, boards=0)
    tournament = stored(arena, spec)
    pair = [LastBot, RandomBot]
    arena.tournaments.save(tournament, batch_result(tournament, pair, range(3)))
    arena.bots.add("bot-2", entrants(3)[2].sha256, ("./bot",))
    entered = replace(spec, entrants=entrants(3))
    tournament = arena.tournaments.open_stage(tournament.id, entered)
    assert not arena.tournaments.evidence(tournament.id).ended(0)

    arena.tournaments.save(tournament, batch_result(tournament, pair, [3]))
    evidence = arena.tournaments.evidence(tournament.id)
    assert [evidence.ended(stage) for stage in range(2)] == [True, False]
    text = invoke("verify", "1", db=arena.path).stdout
    assert SECRET.hex() in text
    assert tournament.stages[1].secret.hex() not in text
    assert text.endswith("\n4 boards, 8 games and 8 hands are checked: all fits.\n")
