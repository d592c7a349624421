"""A person at a terminal against real bots, through the real referee."""

import os
import re
import signal
import sqlite3
from pathlib import Path

import pytest
from tablic_tournaments.reports.faces import RED

from .person import ScriptedPerson, first_play, sit_down
from .place import BOTS, EXAMPLES, Place
from .test_contents import written

GREEDY = EXAMPLES / "greedy_bot.py"
CAREFUL = EXAMPLES / "careful_bot.py"
FIRST = BOTS / "first_bot.py"


@pytest.mark.parametrize(
    ("rules", "bots", "seat"),
    [
        ("tablic target=11", [GREEDY], 0),
        ("tablic-3p target=11", [GREEDY, CAREFUL], 1),
        ("tablic-3p target=11", [GREEDY], 2),
        ("tablic-pairs target=11", [GREEDY], 3),
        ("tabinet target=11", [GREEDY], 1),
        ("tablanette-pairs target=11", [FIRST, GREEDY, FIRST], 0),
        ("tablic-forced hands=1", [GREEDY], 0),
    ],
)
def test_a_person_plays_a_game_to_its_end(
    place: Place, rules: str, bots: list[Path], seat: int
) -> None:
    with sit_down(place, *bots, "--rules", rules, "--seat", str(seat)) as person:
        text = person.play_on(first_play)
        person.end()
    assert text.startswith(f"A game of {rules}, and you sit in seat {seat}. Type h for help.\n")
    assert re.search(r"\n(Won by .*|The game is a draw)\.\n", text)
    assert text.count(" is over.") >= 1
    assert "illegal" not in text
    # Every play of the person is legal, so each list is asked for once, and answered once.
    assert text.count("Your play: ?\n") == text.count("Your play: 1\n")
    assert not place.db.exists()


def test_the_number_of_bots_that_is_needed_is_told_in_words(place: Place) -> None:
    with sit_down(place, GREEDY, GREEDY, "--rules", "tablic-pairs") as person:
        text = person.end(code=2)
    assert text.endswith("Error: tablic-pairs needs one bot or three to play you, not two.\n")


def test_partners_are_named(place: Place) -> None:
    bots = [GREEDY, CAREFUL, FIRST]
    with sit_down(place, *bots, "--rules", "tablic-pairs hands=1", "--seat", "1") as person:
        text = person.play_on(first_play)
        person.end()
    told = "  seat 0: first_bot\n  seat 2: greedy_bot\n  seat 3: careful_bot, your partner\n"
    assert told in text
    assert "you and careful_bot" in text


def test_a_kept_talon_is_a_part_of_the_hand(place: Place) -> None:
    with sit_down(place, GREEDY, "--rules", "tabinet target=11", "--seat", "1") as person:
        told = person.await_prompt()
        assert told
        offered = told.partition("offered  ")[2].splitlines()[0].split()
        assert len(offered) == 4
        for line in ("?", "TD", "yes", "claim"):
            person.type(line)
            assert "Type k to keep the cards, or l to let them lie." in (
                person.await_prompt() or ""
            )
        person.type("keep")
        told = person.await_prompt()
        assert told
        assert "  you keep the first cards; on the table: " in told
        assert set(offered) < set(told.partition("\nhand   ")[2].splitlines()[0].split())


def claims_when_right(told: str) -> str:
    """Plays the first play, with a claim as soon as one is right."""
    counted = re.findall(r"A claim would count (\d+) of 3 points", told)
    return "!" if counted and int(counted[-1]) >= 3 else capture_first(told)


def capture_first(told: str) -> str:
    """The last of the legal plays that are listed, which takes something if any does."""
    numbers = re.findall(r"\n +(\d+)  ", told)
    return numbers[-1] if numbers else "?"


def test_a_right_claim_wins(place: Place) -> None:
    # With the first points: before more there might be no turn in which to claim.
    with sit_down(place, FIRST, "--rules", "tablic-classic target=3") as person:
        text = person.play_on(claims_when_right)
        person.end()
    assert "  you claim 3, rightly\n" in text
    assert "\nWon by you.\n" in text


def test_a_wrong_claim_loses_once_it_is_confirmed(place: Place) -> None:
    with sit_down(place, GREEDY, "--rules", "tablic-classic") as person:
        assert (person.await_prompt() or "").endswith("\nYour play (c claims): ")
        person.type("claim")
        told = person.await_prompt()
        assert "This claim counts 0 of 101: it would lose the game at once. Do it? " in (told or "")
        person.type("n")
        assert person.await_prompt()
        person.type("!")
        assert person.await_prompt()
        person.type("y")
        text = person.end()
    assert "  you claim 101, wrongly\n" in text
    assert "\nWon by greedy_bot.\n" in text


def test_wrong_input_is_answered_and_loses_nothing(place: Place) -> None:
    with sit_down(place, GREEDY, "--rules", "tablic hands=1", "--seat", "1") as person:
        told = person.await_prompt() or ""
        table = told.partition("\ntable  ")[2].split("\n")[0]
        card = next(name for name in table.split() if name)
        ascii_card = card[0] + "CDHS"["♣♦♥♠".index(card[1])]
        for line, answer in (
            ("", "Type a card to play, such as TD, or h for help."),
            ("hello", "'HELLO' is not a card: "),
            ("1", "There is no play 1 in a list here; type ? for one."),
            ("k", "Nothing is offered to you now: play a card."),
            ("!", "a claim is illegal: this rule set has no claims"),
            (ascii_card, f"{card} is illegal: {card} is not in the hand (table: "),
            (card, f"{card} is illegal: {card} is not in the hand (table: {table.strip()}, hand"),
            ("h", "list the legal plays"),
        ):
            person.type(line)
            assert answer in (person.await_prompt() or "")
        person.type("?")
        person.play_on(first_play)
        person.end()


def leave_with_q(person: ScriptedPerson) -> None:
    person.type("q")
    assert person.await_prompt()
    person.type("n")
    assert person.await_prompt()
    person.type("q")
    assert person.await_prompt()
    person.type("y")


def leave_with_ctrl_c(person: ScriptedPerson) -> None:
    os.killpg(person.process.pid, signal.SIGINT)


def leave_with_sigterm(person: ScriptedPerson) -> None:
    os.kill(person.process.pid, signal.SIGTERM)


def leave_with_ctrl_d(person: ScriptedPerson) -> None:
    os.write(person._writes, b"\x04")


@pytest.mark.parametrize(
    "leave", [leave_with_q, leave_with_ctrl_c, leave_with_sigterm, leave_with_ctrl_d]
)
def test_a_person_leaves_and_nothing_stays_behind(place: Place, leave: object) -> None:
    assert callable(leave)
    with sit_down(place, GREEDY, terminal=True) as person:
        assert person.await_prompt()
        leave(person)
        text = person.end()
    assert text.endswith("You have left the game.\n")
    assert "Traceback" not in text


def test_the_end_of_a_script_leaves_the_game(place: Place) -> None:
    with sit_down(place, GREEDY) as person:
        assert person.await_prompt()
        assert person.process.stdin
        person.process.stdin.close()
        assert person.end().endswith("You have left the game.\n")
        person.process.stdin = None


def test_a_terminal_has_symbols_and_colour(place: Place) -> None:
    with sit_down(place, GREEDY, "--rules", "tablic hands=1", terminal=True) as person:
        text = person.play_on(first_play)
        person.end()
    assert "♠" in text
    assert RED in text
    with sit_down(place, GREEDY, "--rules", "tablic hands=1", "--ascii") as person:
        text = person.play_on(first_play)
        person.end()
    assert text.isascii()
    assert RED not in text


def test_a_bot_that_faults_ends_the_game_with_its_reason(place: Place) -> None:
    with sit_down(place, BOTS / "illegal_bot.py", "--seat", "1") as person:
        assert person.await_prompt()
        person.type("?")
        assert person.await_prompt()
        person.type("1")
        text = person.end(code=1)
    assert "--- the end of what illegal_bot printed ---" in text
    assert "I play what I do not have" in text
    assert "Error: illegal_bot ended the game by a fault (illegal): " in text


def test_a_bot_that_does_not_start_is_told(place: Place) -> None:
    bad = written(place.root / "bad.py", "import no_such_module\n")
    with sit_down(place, bad) as person:
        text = person.end(code=1)
    assert "No module named 'no_such_module'" in text
    assert "Error: bad ended the game by a fault (startup): It ended with exit code 1" in text


QUITTER = """
import os
import threading
from tablic import Bot, run

class Quitter(Bot):
    def game_started(self):
        threading.Timer(0.1, os._exit, (3,)).start()

    def choose(self, view):
        return view.legal_plays(1)[0]

run(Quitter)
"""


def test_a_bot_that_is_out_ends_the_game_while_a_line_is_awaited(place: Place) -> None:
    path = written(place.root / "quitter.py", QUITTER)
    with sit_down(place, path, "--seat", "1") as person:
        assert person.await_prompt()
        text = person.end(code=1)
    assert "Error: quitter ended the game by a fault (crashed): It ended with exit code 3" in text
    assert "Traceback" not in text


def test_a_name_is_a_submitted_bot_where_no_file_is_called_that(place: Place) -> None:
    place.submit(GREEDY)
    with sit_down(place, "greedy", "--rules", "tablic hands=1") as person:
        text = person.play_on(first_play)
        person.end()
    assert "  seat 1: greedy\n" in text
    with sqlite3.connect(place.db) as connection:
        assert connection.execute("SELECT count(*) FROM game").fetchone() == (0,)
    connection.close()
    with sit_down(place, "greedier") as person:
        text = person.end(code=2)
    assert text.endswith(
        "Error: 'greedier' is not a file, and there is no bot 'greedier'; there are greedy\n"
    )
