"""Tables in a terminal: a line for each row, and nothing cut."""

import click
import pytest
from tablic_tournaments.cli.printing import print_table

ROWS = [
    {
        "rank": rank,
        "bot": f"fisher-of-men {rank}",
        "elo": 1500 + rank,
        "score_percent": 51.5,
        "own_points": 60.25,
        "place": 1.75,
        "wins_percent": 33.5,
        "points_per_hand": 1.5,
        "points_error": 12.75,
        "faults": 0,
        "retired": retired,
    }
    for rank, retired in ((1, ""), (12, ""))
]


def lines_at(
    width: int, rows: list[dict[str, object]], monkeypatch: pytest.MonkeyPatch, capsys: "Capture"
) -> tuple[list[str], str]:
    """The lines in a terminal of this width, and what is said of columns that are left out."""
    monkeypatch.setenv("COLUMNS", str(width))
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    print_table(rows, list(rows[0]))
    printed = capsys.readouterr()
    return click.unstyle(printed.out).splitlines(), printed.err


Capture = pytest.CaptureFixture[str]


@pytest.mark.parametrize(
    ("width", "left_out"),
    [
        (200, ""),
        (110, ""),
        (80, "own points"),
        (70, "own points, place"),
        (60, "elo, own points, place, wins %"),
    ],
)
def test_a_narrow_terminal_leaves_columns_out_and_cuts_nothing(
    width: int, left_out: str, monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    lines, told = lines_at(width, ROWS, monkeypatch, capsys)
    assert len(lines) == 3
    assert max(map(len, lines)) <= width
    assert lines[2].split()[:3] == ["12", "fisher-of-men", "12"]
    assert told == (f"Left out, as the terminal is narrow: {left_out}.\n" if left_out else "")


def test_a_table_that_does_not_fit_runs_over_the_edge(
    monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    rows: list[dict[str, object]] = [{"bot": "x" * 50, "score_percent": 51.5, "v 1": "-"}]
    lines, _ = lines_at(30, rows, monkeypatch, capsys)
    assert lines[1].split() == ["x" * 50, "51.5", "-"]


def test_prose_is_broken_into_lines(monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> None:
    rows: list[dict[str, object]] = [{"rules": "tablic-last", "differs": "leftovers=last " * 6}]
    lines, _ = lines_at(60, rows, monkeypatch, capsys)
    assert len(lines) == 3
    assert max(map(len, lines)) <= 60
