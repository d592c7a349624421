"""A game is kept with the rules it was played under, whatever becomes of their file."""

from pathlib import Path

import pytest
from tablic.record import parse_record

from .place import EXAMPLES, Place

HOUSE = 'leftovers = "last"\ntabla_points = 2\ntarget = 11\n'
TEXT = "my_cafe (tablic tabla_points=2 leftovers=last target=11)"


@pytest.mark.parametrize("later", ["", "no TOML", 'leftovers = "dealer"\ntarget = 31\n', None])
def test_a_changed_or_lost_file_of_rules_changes_no_stored_game(
    later: str | None, tmp_path: Path
) -> None:
    place = Place(tmp_path)
    file = tmp_path / "my_cafe.toml"
    file.write_text(HOUSE, encoding="utf-8")
    place.submit(EXAMPLES / "greedy_bot.py", EXAMPLES / "random_bot.py")
    place.run("tournament", "--rules", str(file), "--boards", "2")
    before = place.record_texts()
    file.unlink()
    if later is not None:
        file.write_text(later, encoding="utf-8")
    assert TEXT in place.run("tournaments", "--csv").stdout
    assert f"rules {TEXT}" in place.run("show", "1").stdout
    assert "fits" in place.run("verify", "1").stdout
    for text in before:
        record = parse_record(text)
        assert record.rules.text == TEXT
        *_, game = record.replay()
        assert game.result
    place.kill()
