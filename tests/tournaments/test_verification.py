"""``verify``: a clean tournament fits, and each thing that is changed in it is found and said."""

import json
import shutil
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from tablic.bot import Bot
from tablic.cards import Card, card_name
from tablic.deals import board_seed, commitment, deck_of_hand
from tablic.examples.random_bot import RandomBot
from tablic.plays import CLAIM, Claim, Play
from tablic.record import FaultRecord, GameRecord, parse_record
from tablic.rules import Rules, parse_rules
from tablic.scoring import forfeit_result
from tablic.view import View
from tablic_server.faults import Fault, FaultKind
from tablic_server.match import BatchResult, Board
from tablic_tournaments.reports.verification import Verification
from tablic_tournaments.store import Arena, open_arena

from .bots.last_bot import LastBot
from .commands import invoke
from .place import BOTS, EXAMPLES, Place
from .specs import PARTNERS, SHORT, THREE_PLAYERS, batch_result, played_game, small_spec, stored

BOARD = "bot-0 1 v bot-1 1/0"
GAME = f"game 1 ({BOARD}, rotation 0): "
SECRET = bytes(32)
CLASSIC = parse_rules("tablic-classic target=31")
TABINET = parse_rules("tabinet hands=1")


class ClaimingBot(Bot):
    """Claims as soon as it is right, and keeps every talon; otherwise plays at random."""

    def choose(self, view: View) -> Play | Claim:
        right = view.can_claim and view.claim_total >= view.rules.target
        return CLAIM if right else view.random_play(self.random.random)

    def keep_talon(self, view: View) -> bool:
        return bool(view.offered)


def with_forfeit(played: BatchResult) -> BatchResult:
    """The second game of the second board decided by a fault in seat 0, after four plays."""
    first, second = played.boards
    game = second.games[1]
    hand = game.hands[0]._replace(plays=game.hands[0].plays[:4], claimed=False)
    totals, places = forfeit_result([0], game.rules)
    lost = game._replace(
        hands=(hand,), totals=totals, places=places, faults=(FaultRecord(0, "crashed"),)
    )
    games = (second.games[0], lost, *second.games[2:])
    fault = Fault(1, 0, FaultKind.CRASHED, "It ended with exit code 1.", (1,))
    return played._replace(boards=(first, Board(1, games)), faults=(fault,))


def arena_of(path: Path, rules: Rules, bots: list[type[Bot]], finished: bool = True) -> Path:
    """An arena with a tournament of two boards, one game decided by a fault."""
    with open_arena(path) as arena:
        boards = 2 if finished else 3
        tournament = stored(arena, small_spec(bots=len(bots), boards=boards, rules=rules))
        arena.tournaments.save(tournament, with_forfeit(batch_result(tournament, bots)))
        assert arena.tournaments.finish(tournament.id) == finished
    return path


@pytest.fixture(scope="module")
def clean(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return arena_of(tmp_path_factory.mktemp("clean") / "arena.db", SHORT, [RandomBot, LastBot])


@pytest.fixture
def db(clean: Path, tmp_path: Path) -> Path:
    """A copy of the arena, to be tampered with."""
    with closing(sqlite3.connect(clean)) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    return Path(shutil.copy(clean, tmp_path / "arena.db"))


def sql(db: Path, *statements: str) -> None:
    """Change the database behind the arena's back."""
    with closing(sqlite3.connect(db)) as connection:
        for statement in statements:
            connection.execute(statement)
        connection.commit()


def change_record(db: Path, change: Callable[[dict[str, Any]], None], game: int = 1) -> None:
    """Change the record of a game."""
    with closing(sqlite3.connect(db)) as connection:
        (text,) = connection.execute("SELECT record FROM game WHERE id = ?", [game]).fetchone()
        fields = json.loads(text)
        change(fields)
        text = json.dumps(fields)
        connection.execute("UPDATE game SET record = ? WHERE id = ?", [text, game])
        connection.commit()


def record_of(db: Path, game: int = 1) -> GameRecord:
    with open_arena(db) as arena:
        return arena.games.get(game).record


def findings(db: Path) -> list[str]:
    """What verify finds, by both of its outputs."""
    facts = json.loads(invoke("verify", "1", "--json", db=db, code=1).stdout)
    lines = invoke("verify", "1", db=db, code=1).stdout.splitlines()
    texts = [line for line in lines[1:-1] if not line.startswith("  ")]
    count = len(facts["findings"])
    for finding, text in zip(facts["findings"], texts, strict=True):
        assert text.endswith(finding["message"])
    assert lines[-1].endswith(
        f"are checked: {count} thing{'s do' if count > 1 else ' does'} not fit."
    )
    return texts


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
        "commitment": commitment(SECRET).hex(),
        "secret": SECRET.hex(),
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


def swap_cards(fields: dict[str, Any], first: int = 4, second: int = -1) -> None:
    """Swap two cards of the first deck."""
    text = fields["hands"][0]["deck"]
    cards = [text[n : n + 2] for n in range(0, len(text), 2)]
    cards[first], cards[second] = cards[second], cards[first]
    fields["hands"][0]["deck"] = "".join(cards)


def dealt(place: int) -> str:
    deck: list[Card] = deck_of_hand(board_seed(SECRET, BOARD), 0)
    return card_name(deck[place])


def test_a_card_that_was_swapped(db: Path) -> None:
    change_record(db, swap_cards)
    assert findings(db) == [
        f"{GAME}hand 0: card 5 of the deck is {dealt(-1)}, the secret deals {dealt(4)}"
    ]


def test_cards_that_were_swapped_before_the_game_was_played(db: Path) -> None:
    """The plays fit the deck in the record, and only that is wrong."""
    other = batch_result_with(bytes(31) + b"\1")
    sql(db, f"UPDATE game SET record = '{other.text()}' WHERE id = 1")
    sql(db, *results_sql(1, other))
    (found,) = findings(db)
    assert found.startswith(f"{GAME}hand 0: card ")
    assert "of the deck is " in found


def batch_result_with(secret: bytes) -> GameRecord:
    names = ("bot-0 1", "bot-1 1")
    return played_game(SHORT, secret, BOARD, 0, names, [RandomBot, LastBot])


def results_sql(game: int, record: GameRecord) -> list[str]:
    return [
        f"UPDATE result SET points = {record.totals[p]}, place = {record.places[p]} "
        f"WHERE game = {game} AND position = {p}"
        for p in range(2)
    ]


def test_a_deck_that_is_short_of_a_card(db: Path) -> None:
    def shorten(fields: dict[str, Any]) -> None:
        fields["hands"][0]["deck"] = fields["hands"][0]["deck"][:-2]

    change_record(db, shorten)
    assert findings(db) == [f"{GAME}hand 0: the deck has 51 cards, the rules 52"]


def test_a_play_that_was_changed(db: Path) -> None:
    def change(fields: dict[str, Any]) -> None:
        plays = fields["hands"][0]["plays"].split()
        plays[0] = plays[1]
        fields["hands"][0]["plays"] = " ".join(plays)

    change_record(db, change)
    (found,) = findings(db)
    assert found.startswith(f"{GAME}hand 0: ")
    assert " is illegal: " in found
    assert " is not in the hand" in found


def test_a_play_that_is_left_out(db: Path) -> None:
    def shorten(fields: dict[str, Any]) -> None:
        fields["hands"][0]["plays"] = fields["hands"][0]["plays"].rpartition(" ")[0]

    totals, places = record_of(db).totals, record_of(db).places
    change_record(db, shorten)
    assert findings(db) == [
        f"{GAME}the plays end with no result, the record says "
        f"{totals[0]} : {totals[1]} (places {places[0]} : {places[1]})"
    ]


def test_a_score_that_was_changed(db: Path) -> None:
    (a, b), (c, d) = record_of(db).totals, record_of(db).places
    change_record(db, lambda fields: fields.update(totals=[a + 1, b]))
    assert findings(db) == [
        f"{GAME}the plays end with {a} : {b} (places {c} : {d}), "
        f"the record says {a + 1} : {b} (places {c} : {d})"
    ]


def test_places_that_were_changed(db: Path) -> None:
    (a, b), (c, d) = record_of(db).totals, record_of(db).places
    change_record(db, lambda fields: fields.update(places=[d, c]))
    assert findings(db) == [
        f"{GAME}the plays end with {a} : {b} (places {c} : {d}), "
        f"the record says {a} : {b} (places {d} : {c})"
    ]


@pytest.mark.parametrize(("rotation", "side"), [(0, 1), (1, 0)])
def test_points_and_a_place_that_are_not_those_of_the_record(
    db: Path, rotation: int, side: int
) -> None:
    game = 1 + rotation
    record = record_of(db, game)
    points, place = record.totals[side], record.places[side]
    sql(db, f"UPDATE result SET points = 99, place = 4 WHERE game = {game} AND position = 1")
    where = f"game {game} ({BOARD}, rotation {rotation}): "
    assert findings(db) == [
        f"{where}bot-1 1 is stored with 99 points, the record says {points}",
        f"{where}bot-1 1 is stored with place 4, the record says {place}",
    ]


def test_a_result_of_another_bot_and_one_that_is_missing(db: Path) -> None:
    sql(
        db,
        "UPDATE result SET version = 2 WHERE game = 1 AND position = 0",
        "DELETE FROM result WHERE game = 2 AND position = 1",
    )
    assert findings(db) == [
        f"{GAME}the result at position 0 is stored for bot-1 1, not bot-0 1",
        f"game 2 ({BOARD}, rotation 1): results are stored for the positions [0], there are 2",
    ]


def test_a_rotation_that_is_missing(db: Path) -> None:
    sql(db, "DELETE FROM result WHERE game = 2", "DELETE FROM game WHERE id = 2")
    assert findings(db) == [f"{BOARD}: rotation 1 is missing"]


def test_a_rotation_that_never_was(db: Path) -> None:
    sql(db, "UPDATE game SET rotation = 5 WHERE id = 2")
    found = findings(db)
    assert found[:2] == [
        f"{BOARD}: rotation 1 is missing",
        f"{BOARD}: there is a rotation 5, of 2 from 0",
    ]
    assert f"game 2 ({BOARD}, rotation 5): the record is of rotation 1" in found


def test_a_game_that_is_another(db: Path) -> None:
    """A record that was copied from the other rotation."""
    sql(db, "UPDATE game SET record = (SELECT record FROM game WHERE id = 1) WHERE id = 2")
    found = findings(db)
    where = f"game 2 ({BOARD}, rotation 1): "
    assert found[:2] == [
        f"{where}the record is of rotation 0",
        f"{where}the seats are bot-0 1, bot-1 1; in this rotation they must be bot-1 1, bot-0 1",
    ]
    assert all(text.startswith(where) for text in found)


def test_a_record_of_another_board(db: Path) -> None:
    change_record(db, lambda fields: fields.update(board="final/7"))
    assert findings(db) == [f"{GAME}the record is of board final/7"]


def test_bots_that_sat_otherwise(db: Path) -> None:
    change_record(db, lambda fields: fields["seats"].reverse())
    assert findings(db) == [
        f"{GAME}the seats are bot-1 1, bot-0 1; in this rotation they must be bot-0 1, bot-1 1"
    ]


def test_a_board_that_was_duplicated(db: Path) -> None:
    sql(
        db,
        "INSERT INTO board (tournament, match, number, faulted) "
        "SELECT tournament, match, 2, faulted FROM board WHERE id = 1",
        "INSERT INTO game (board, batch, rotation, record) "
        "SELECT 3, batch, rotation, record FROM game WHERE board = 1",
    )
    assert findings(db) == ["bot-0 1 v bot-1 1/2: the schedule has no such board"]


def test_a_match_that_nobody_scheduled(db: Path) -> None:
    sql(db, "UPDATE board SET match = 'bot-1 1 v bot-0 1' WHERE number = 0")
    assert findings(db) == [
        "bot-1 1 v bot-0 1/0: the schedule has no such board",
        f"{BOARD}: the board is missing",
    ]


def test_a_board_that_is_stored_twice(clean: Path) -> None:
    """The tables do not allow it, so this is what the check says of such rows."""
    with open_arena(clean) as arena:
        evidence = arena.tournaments.evidence(1)
        boards = list(evidence.boards)
        twice = Verification(evidence._replace(boards=[*boards, boards[0]]))
        assert [finding.text for finding in twice.findings()] == [
            f"{BOARD}: the board is stored twice"
        ]
        assert (twice.boards, twice.games) == (2, 4)
        first, second = boards[0].games
        again = boards[0]._replace(games=(first, first, second))
        rotations = Verification(evidence._replace(boards=[again, boards[1]]))
        assert [finding.text for finding in rotations.findings()] == [
            f"{BOARD}: rotation 0 is there 2 times"
        ]


def test_a_board_that_is_missing(db: Path) -> None:
    sql(
        db,
        "DELETE FROM result WHERE game IN (1, 2)",
        "DELETE FROM game WHERE board = 1",
        "DELETE FROM board WHERE id = 1",
    )
    assert findings(db) == [f"{BOARD}: the board is missing"]
    sql(db, "UPDATE tournament SET finished_at = NULL")
    assert "1 of 2 boards, 2 games" in invoke("verify", "1", db=db).stdout


def test_a_board_without_games(db: Path) -> None:
    sql(db, "DELETE FROM result WHERE game IN (1, 2)", "DELETE FROM game WHERE board = 1")
    assert findings(db) == [f"{BOARD}: rotation 0 is missing", f"{BOARD}: rotation 1 is missing"]


def test_another_secret(db: Path) -> None:
    other = bytes(31) + b"\1"
    sql(db, f"UPDATE tournament SET secret = '{other.hex()}'")
    first, *rest = findings(db)
    assert first == (
        f"the stored commitment is {commitment(SECRET).hex()}, the SHA-256 of the secret is "
        f"{commitment(other).hex()}"
    )
    assert len(rest) == 4
    assert all(": hand 0: card " in text and ", the secret deals " in text for text in rest)


def test_another_commitment(db: Path) -> None:
    sql(db, f"UPDATE tournament SET commitment = '{'ab' * 32}'")
    assert findings(db) == [
        f"the stored commitment is {'ab' * 32}, the SHA-256 of the secret is "
        f"{commitment(SECRET).hex()}"
    ]


def test_another_rule_set_in_a_record(db: Path) -> None:
    change_record(db, lambda fields: fields["rules"].update(most_cards=2))
    assert findings(db) == [
        f"{GAME}the rules are tablic most_cards=2 hands=1, the tournament has tablic hands=1"
    ]


def test_another_rule_set_beside_the_spec(db: Path) -> None:
    sql(db, "UPDATE tournament SET rules = 'tablic'")
    assert findings(db) == [
        "the tournament is stored under the rules tablic, its spec has tablic hands=1"
    ]


def test_another_rule_set_in_the_spec(db: Path) -> None:
    sql(db, "UPDATE tournament SET spec = json_set(spec, '$.rules.target', 51)")
    found = findings(db)
    assert found[0].startswith("the tournament is stored under the rules tablic hands=1, its spec")
    assert [text.partition(": ")[2] for text in found[1:]] == [
        "the rules are tablic hands=1, the tournament has tablic target=51 hands=1"
    ] * 4


def test_a_record_that_is_none(db: Path) -> None:
    sql(db, "UPDATE game SET record = '{}' WHERE id = 1")
    assert findings(db) == [f"{GAME}not a game record: KeyError('format') in '{{}}'"]


@pytest.mark.parametrize(
    "change",
    [
        "tournament SET secret = 'no hexadecimal'",
        "tournament SET spec = '{}'",
        "tournament SET spec = 'no JSON'",
        "fault SET boards = '7'",
    ],
)
def test_rows_that_make_no_sense_are_an_error(db: Path, change: str) -> None:
    sql(db, f"UPDATE {change}")
    stderr = invoke("verify", "1", db=db, code=1).stderr
    assert stderr.startswith("Error: the rows of tournament 1 make no sense: ")


def leaves(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Where the values of a JSON object are, lists and objects among them."""
    yield path
    keys = (
        value if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else ()
    )
    for key in keys:
        yield from leaves(value[key], (*path, key))


@pytest.mark.parametrize("game", [0, 1])
def test_nothing_in_a_record_can_be_anything_else(clean: Path, game: int) -> None:
    """Whatever is put in its place: it is found, and nothing breaks."""
    with open_arena(clean) as arena:
        evidence = arena.tournaments.evidence(1)
        boards = list(evidence.boards)
    # The second board's second game was decided by a fault.
    true_game = boards[game].games[game]
    unnoticed = set()
    for path in leaves(json.loads(true_game.record)):
        for odd in (None, -1, 7, "x", "", [], {}, [None], {"x": 1}):
            changed = true_game._replace(record=replaced(true_game.record, path, odd))
            board = boards[game]._replace(games=swapped(boards[game].games, game, changed))
            check = Verification(evidence._replace(boards=swapped(boards, game, board)))
            if not any(finding.game == changed.id for finding in check.findings()):
                assert not odd
                unnoticed.add(path)
    # No fault is no fault, and nobody knows how many plays came before one.
    assert unnoticed == ({("hands",), ("hands", 0, "plays")} if game else {("faults",)})


def replaced(record: str, path: tuple[Any, ...], value: object) -> str:
    """A record with another value at a place."""
    fields = {"": json.loads(record)}
    inner: Any = fields
    *before, last = ("", *path)
    for key in before:
        inner = inner[key]
    inner[last] = value
    return json.dumps(fields[""])


def swapped(items: Sequence[Any], place: int, item: object) -> tuple[Any, ...]:
    """The items with another one at a place."""
    return (*items[:place], item, *items[place + 1 :])


FORFEIT = "game 4 (bot-0 1 v bot-1 1/1, rotation 1): "


def test_a_fault_that_is_not_stored(db: Path) -> None:
    sql(db, "DELETE FROM fault")
    assert findings(db) == [
        f"{FORFEIT}the record has crashed in seat 0; stored for the game: no fault"
    ]


def test_a_fault_that_decided_another_board(db: Path) -> None:
    sql(db, "UPDATE fault SET boards = '[0]'")
    assert findings(db) == [
        f"game 2 ({BOARD}, rotation 1): the record has no fault; stored for the game: "
        "crashed in seat 0",
        f"{FORFEIT}the record has crashed in seat 0; stored for the game: no fault",
    ]


def test_a_fault_of_another_kind(db: Path) -> None:
    sql(db, "UPDATE fault SET kind = 'late'")
    assert findings(db) == [
        f"{FORFEIT}the record has crashed in seat 0; stored for the game: late in seat 0"
    ]


def test_a_fault_that_is_charged_to_another_bot(db: Path) -> None:
    sql(db, "UPDATE fault SET version = 1")
    assert findings(db) == [
        "bot-0 1 v bot-1 1: a fault in seat 0 of rotation 1 is charged to bot-0 1, "
        "bot-1 1 sat there"
    ]


def test_a_board_that_is_marked_otherwise(db: Path) -> None:
    sql(db, "UPDATE board SET faulted = 1 - faulted")
    assert findings(db) == [
        f"{BOARD}: the board is stored as decided by a fault, its games were played out",
        "bot-0 1 v bot-1 1/1: the board is stored as played out, its games were decided by a fault",
    ]


def test_a_forfeit_that_is_scored_otherwise(db: Path) -> None:
    change_record(db, lambda fields: fields.update(totals=[0, 7]), game=4)
    assert findings(db) == [
        f"{FORFEIT}a fault decides it as 0 : 101 (places 2 : 1), the record says 0 : 7 "
        "(places 2 : 1)"
    ]


def test_a_fault_in_a_seat_that_is_not_there(db: Path) -> None:
    change_record(db, lambda fields: fields["faults"][0].update(seat=9), game=4)
    assert findings(db) == [
        f"{FORFEIT}the record has crashed in seat 9; stored for the game: crashed in seat 0",
        f"{FORFEIT}a fault is in seat 9, and there are 2 seats",
    ]


def test_an_illegal_play_before_a_fault(db: Path) -> None:
    def change(fields: dict[str, Any]) -> None:
        plays = fields["hands"][0]["plays"].split()
        fields["hands"][0]["plays"] = " ".join([plays[0], plays[0], *plays[2:]])

    change_record(db, change, game=4)
    (found,) = findings(db)
    assert found.startswith(f"{FORFEIT}hand 0: ")
    assert " is illegal: " in found


def test_a_claim_that_was_taken_away(tmp_path: Path) -> None:
    db = arena_of(tmp_path / "arena.db", CLASSIC, [ClaimingBot, RandomBot])
    with open_arena(db) as arena:
        rows = list(arena.games.all())
    game = next(row for row in rows if row.record.hands[-1].claimed)
    change_record(db, lambda fields: fields["hands"][-1].pop("claimed"), game.id)
    (found,) = findings(db)
    assert ": the plays end with no result, the record says " in found


def test_a_talon_that_was_not_kept(tmp_path: Path) -> None:
    db = arena_of(tmp_path / "arena.db", TABINET, [ClaimingBot, ClaimingBot])
    assert parse_record(record_of(db).text()).hands[0].talon_kept
    change_record(db, lambda fields: fields["hands"][0].update(talon_kept=False))
    (found,) = findings(db)
    assert found.startswith(f"{GAME}hand 0: ")


@pytest.mark.parametrize("rules", ["tablic-classic target=11", "tabinet hands=1"])
def test_a_tournament_of_processes_fits_also_where_faults_decide(rules: str, place: Place) -> None:
    place.submit(*(BOTS / f"{name}_bot.py" for name in ("first", "illegal")))
    place.submit(EXAMPLES / "random_bot.py")
    place.run("tournament", "--boards", "1", "--rules", rules)
    facts = json.loads(place.run("verify", "1", "--json").stdout)
    assert facts["findings"] == []
    assert (facts["boards"], facts["games"]) == (3, 6)
    assert sum(bool(record.faults) for record in place.records()) == 4
