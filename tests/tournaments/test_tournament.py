"""A tournament from the first submission to the rankings, through real processes."""

import csv
import io
import json
from pathlib import Path

import pytest
from tablic.bot import Bot
from tablic.deals import board_seed, commitment, deck_of_hand
from tablic.examples.careful_bot import CarefulBot
from tablic.examples.greedy_bot import GreedyBot
from tablic.examples.random_bot import RandomBot
from tablic.rules import parse_rules
from tablic_tournaments.ratings.scores import mean_score

from .place import BOTS, EXAMPLES, Place
from .specs import played_game

SECRET = "5e" * 32
BUNDLED: dict[str, type[Bot]] = {"careful": CarefulBot, "greedy": GreedyBot, "random": RandomBot}


def expected_records(boards: int, rules_text: str) -> list[str]:
    """The records of a round robin of the bundled bots, from the game library alone."""
    rules = parse_rules(rules_text)
    texts = []
    for first, second in (("careful", "greedy"), ("careful", "random"), ("greedy", "random")):
        names = (f"{first} 1", f"{second} 1")
        for board in range(boards):
            for rotation in range(2):
                bots = [BUNDLED[first], BUNDLED[second]]
                board_id = f"{names[0]} v {names[1]}/{board}"
                secret = bytes.fromhex(SECRET)
                game = played_game(rules, secret, board_id, rotation, names, bots)
                texts.append(game.text())
    return sorted(texts)


def examples() -> list[Path]:
    return [EXAMPLES / f"{name}_bot.py" for name in BUNDLED]


def test_three_bots_from_their_submission_to_the_rankings(place: Place) -> None:
    for path in examples():
        place.run("submit", path, "--name", path.stem.removesuffix("_bot"))
    done = place.run(
        "tournament", "--boards", "3", "--tables", "2", "--secret", SECRET, "--rules",
        "tablic target=31",
    )  # fmt: skip
    assert "Tournament 1: 3 bots, 3 matches of 3 boards, 18 games, rules tablic target" in (
        done.stderr
    )
    committed = commitment(bytes.fromhex(SECRET)).hex()
    assert f"\nDecks: chosen by the organiser, commitment {committed}\n" in done.stderr
    assert "18 of 18 games" in done.stderr.splitlines()[-1]
    assert "Board scores in percent, of the row's bot against the column's:" in done.stdout
    standings = done.stdout.partition("Standings of tournament 1:")[2]
    assert all(f"{name} 1" in standings for name in BUNDLED)

    rankings = json.loads(place.run("rankings", "--json").stdout)
    assert {row["bot"] for row in rankings} == {f"{name} 1" for name in BUNDLED}
    assert [(row["boards"], row["faults"]) for row in rankings] == [(6, 0)] * 3
    games = list(csv.DictReader(io.StringIO(place.run("games", "--csv").stdout)))
    assert len(games) == 18
    first = games[0]["bots"].split(" : ")[0]
    shown = place.run("show", games[0]["game"]).stdout
    assert shown.startswith(f"{first} (seat 0) against ")
    chosen = "The decks of tournament 1 were chosen by the organiser.\n"
    assert shown.endswith(f"\n{chosen}")
    assert place.run("rankings").stdout.endswith(f"\n{chosen}")
    [tournament] = json.loads(place.run("tournaments", "--json").stdout)
    assert tournament["finished"]
    assert tournament["decks"] == "chosen by the organiser"


def test_the_arena_plays_what_the_game_library_plays(place: Place) -> None:
    place.submit(*examples())
    arguments = ("--boards", "5", "--tables", "3", "--rules", "tablic target=31")
    place.run("tournament", *arguments, "--secret", SECRET, "--workers", "2")
    assert place.record_texts() == expected_records(5, "tablic target=31")


def test_records_replay_with_decks_from_the_committed_secret(place: Place) -> None:
    place.submit(*examples())
    place.run("tournament", "--boards", "2", "--rules", "tablic target=51")
    with place.arena() as arena:
        tournament = arena.tournaments.get(1)
    [(committed,)] = place.rows("SELECT commitment FROM tournament")
    assert committed == commitment(tournament.secret).hex()
    records = place.records()
    assert len(records) == 12
    for record in records:
        positions = list(record.replay())
        assert len(positions) == sum(1 + len(hand.plays) for hand in record.hands)
        seed = board_seed(tournament.secret, record.board)
        for number, hand in enumerate(record.hands):
            assert hand.deck == tuple(deck_of_hand(seed, number))


def test_both_rotations_of_a_board_have_the_same_decks_and_swapped_seats(place: Place) -> None:
    place.submit(*examples()[1:])
    place.run("tournament", "--boards", "3", "--rules", "tablic target=31")
    records = sorted(place.records(), key=lambda record: (record.board, record.rotation))
    decks = set()
    for first, second in zip(records[::2], records[1::2], strict=True):
        assert first.board == second.board
        assert (first.rotation, second.rotation) == (0, 1)
        assert first.seats == ("greedy 1", "random 1")
        assert second.seats == ("random 1", "greedy 1")
        assert first.hands[0].deck == second.hands[0].deck
        decks.add(first.hands[0].deck)
    assert len(decks) == 3


@pytest.mark.long
@pytest.mark.parametrize(
    ("first", "second"),
    [("greedy", "random"), ("random", "greedy")],
    ids=["as it is", "swapped"],
)
def test_over_100_boards_greedy_is_better_than_random_whatever_they_are_called(
    place: Place, first: str, second: str
) -> None:
    place.run("submit", EXAMPLES / "greedy_bot.py", "--name", first)
    place.run("submit", EXAMPLES / "random_bot.py", "--name", second)
    rules = "tablic target=31"
    done = place.run("tournament", "--boards", "100", "--tables", "50", "--rules", rules)
    with place.arena() as arena:
        results = list(arena.tournaments.results(1))
    assert len(results) == 100
    of_greedy = [result.score(result.bots.index(f"{first} 1")) for result in results]
    assert mean_score(of_greedy).low > 0.5
    standings = done.stdout.partition("Standings of tournament 1:")[2]
    assert standings.index(f"{first} 1") < standings.index(f"{second} 1")
    assert json.loads(place.run("rankings", "--json").stdout)[0]["bot"] == f"{first} 1"


def test_what_a_bot_printed_can_be_read_afterwards(place: Place) -> None:
    place.submit(BOTS / "chatty_bot.py", BOTS / "first_bot.py")
    place.run("tournament", "--boards", "2", "--rules", "tablic hands=1")
    text = place.run("bots", "log", "chatty").stdout
    assert text.count("--- chatty 1, tournament 1, chatty 1 v first 1, rotation ") == 2
    assert text.count("run by ") == 2
    assert text.count("a game in seat 0\n") == text.count("a game in seat 1\n") == 2
    one_game = place.run("bots", "log", "chatty", "1").stdout
    assert one_game.count("run by ") == 1
    assert place.run("bots", "log", "first").stdout == "first printed nothing.\n"


def test_a_bot_that_faults_loses_its_games_and_the_tournament_goes_on(place: Place) -> None:
    place.submit(BOTS / "first_bot.py", BOTS / "illegal_bot.py", EXAMPLES / "random_bot.py")
    place.run("tournament", "--boards", "2", "--rules", "tablic hands=1")
    rows = {row["bot"]: row for row in json.loads(place.run("rankings", "--json").stdout)}
    assert (rows["illegal 1"]["score_percent"], rows["illegal 1"]["faults"]) == (0.0, 8)
    assert rows["first 1"]["faults"] == rows["random 1"]["faults"] == 0
    games = json.loads(place.run("games", "--bot", "illegal", "--json").stdout)
    assert {game["fault"] for game in games} == {"illegal 1: illegal"}
    assert place.run("show", str(games[0]["game"])).stdout.count("loses by a fault: illegal") == 1
