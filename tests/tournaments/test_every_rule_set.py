"""A tournament of the bundled bots under every rule set, through real processes."""

from pathlib import Path

import pytest
from tablic.bot import Bot
from tablic.examples.careful_bot import CarefulBot
from tablic.examples.greedy_bot import GreedyBot
from tablic.examples.random_bot import RandomBot
from tablic.record import parse_record
from tablic.rules import Rules, parse_rules, rule_set_names

from .place import EXAMPLES, Place
from .specs import expected_records

SECRET = "4c" * 32
BUNDLED: dict[str, type[Bot]] = {
    "careful": CarefulBot,
    "greedy": GreedyBot,
    "random": RandomBot,
}
# A few rule sets for each arena, so that the bots are not submitted anew for each.
NAMES = rule_set_names()
GROUPS = [NAMES[start::4] for start in range(4)]


def players_of(rules: Rules) -> dict[str, type[Bot]]:
    """All three bots for three sides; for two sides, two of them in turn."""
    left_out = "" if rules.sides == 3 else list(BUNDLED)[NAMES.index(rules.name) % 3]
    return {name: bot for name, bot in BUNDLED.items() if name != left_out}


def play_under(place: Place, rules: Rules) -> None:
    """Play a board of a match; each record is what the game library plays, and replays."""
    players = players_of(rules)
    arguments = "--boards", "1", "--rules", rules.text, "--secret", SECRET
    done = place.run("tournament", *players, *arguments)
    records = [text for text in place.record_texts() if parse_record(text).rules == rules]
    assert records == expected_records(rules, bytes.fromhex(SECRET), players, boards=1)
    for text in records:
        *_, game = parse_record(text).replay()
        assert game.result
    standings = done.stdout.partition("Standings of tournament")[2]
    assert all(f"{name} 1" in standings for name in players)
    lines = [line for line in standings.splitlines()[2:] if line[:1] == " "]
    assert len(lines) == len(players)
    assert all(line.split()[-1] == "0" for line in lines)  # no faults


@pytest.mark.long
@pytest.mark.parametrize("names", GROUPS, ids=" ".join)
def test_the_bundled_bots_play_every_rule_set(names: list[str], tmp_path: Path) -> None:
    place = Place(tmp_path)
    place.submit(*[EXAMPLES / f"{name}_bot.py" for name in BUNDLED])
    for name in names:
        target = 51 if parse_rules(name).tabla == "value" else 21
        play_under(place, parse_rules(f"{name} target={target}"))
    place.kill()
