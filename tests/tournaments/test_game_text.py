"""A game shown play by play; ``pytest --regenerate`` writes the golden text anew."""

from pathlib import Path

import pytest
from tablic.game import Game
from tablic.record import GameRecord, record_hands
from tablic.rules import parse_rules
from tablic_tournaments.reports.game_text import game_text

from .played import record_of

GOLDEN = Path(__file__).parent / "golden" / "games.txt"

# Games that a claim ends early, each with something that few rule sets have.
GAMES = {
    "the talon is kept, and a claim instead of a play is wrong": (
        "tabinet claim=true",
        "2C 3C 4C 5C 6C 7C 8C 9C TC QC",
        "keep 2C AC !",
    ),
    "the talon is not kept, the last card is shown, and a claim with a play is wrong": (
        "tabinet claim=true show_bottom_card=true",
        "2C 3C 4C 5C 6C 7C 8C 9C TC QC",
        "lie 6C AC 8C*2C+6C!",
    ),
    "jacks are turned up, and a claim with a play is right": (
        "tablanette claim=true target=1",
        "2C JC 3C JD 4C TD TH 8C 9C AC AD AH",
        "TH*TD!",
    ),
    "partners, and a claim instead of a play is right": (
        "tablic-pairs claim=true target=3",
        "2C 3C TD 5C 6C 7C 8C 9C AC TC TH AS",
        "6C TH*TD 3D !",
    ),
}


def lines_of(title: str) -> list[str]:
    return list(game_text(record_of(*GAMES[title])))


def test_games_are_shown_as_they_were(request: pytest.FixtureRequest) -> None:
    text = "\n\n".join("\n".join([f"# {title}", *lines_of(title)]) for title in GAMES) + "\n"
    if request.config.getoption("--regenerate"):
        GOLDEN.write_text(text, encoding="utf-8")
    assert text == GOLDEN.read_text(encoding="utf-8")


def test_each_thing_is_told_once() -> None:
    kept, lies, jacks, partners = map("\n".join, map(lines_of, GAMES))
    assert kept.count("  offered to b: 2C 3C 4C 5C\n  b keeps them, table: 8C 9C TC QC\n") == 1
    assert kept.count("Hand 1: ") == lies.count("Hand 1: ") == 1
    assert kept.count("  dealt, ") == 1
    assert lies.count("  b lets them lie, table: 2C 3C 4C 5C\n") == 1
    assert lies.count("  the last card of the pack is KS, for a\n") == 1
    assert jacks.count(" was turned up and put back: ") == 2
    assert partners.startswith("a (seat 0) with c (seat 2) against b (seat 1) with d (seat 3)\n")
    for text in (kept, lies):
        assert text.count(" claims 101, wrongly; ") == 1
    for text in (jacks, partners):
        assert text.count(", rightly; ") == 1


@pytest.mark.parametrize("right", [False, True])
def test_a_claim_with_the_last_play_comes_before_the_end_of_the_hand(right: bool) -> None:
    game = Game(parse_rules(f"tablic-classic target={1 if right else 100}"))
    game.start_hand(list(range(52)))
    while not game.result:
        view = game.view(game.turn)
        game.play(view.legal_plays()[-1]._replace(claim=sum(view.held) == 1))
    record = GameRecord("made/0", 0, game.rules, ("a", "b"), record_hands(game), *game.result)
    text = "\n".join(game_text(record))
    assert "left over" not in text
    assert "points: " not in text
    answer = "rightly" if right else "wrongly"
    assert f"  a claims {game.rules.target}, {answer}; " in text
    assert text.endswith(f"{'a' if right else 'b'} wins, {record.totals[0]} : {record.totals[1]}")
