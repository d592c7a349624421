"""The page of a tournament: whole, alone, and deaf to what strangers write into it."""

import re
from dataclasses import replace
from html.parser import HTMLParser
from itertools import pairwise
from pathlib import Path

import pytest
from tablic.record import FaultRecord
from tablic.rules import Rules, parse_rules, rule_set_names
from tablic_tournaments.ratings.results import BoardResult
from tablic_tournaments.reports.html import Fault, PlayedBoard, Tournament, page, report_html
from tablic_tournaments.reports.html.charts import Scale, elo_chart, histograms
from tablic_tournaments.reports.html.page import MOST_FAULTS
from tablic_tournaments.reports.html.replay import story

from .bots.first_bot import FirstBot
from .bots.last_bot import LastBot
from .commands import fill, invoke
from .specs import SHORT, played_game, result, small_spec

# Elements that need no end tag.
OPEN = {"meta", "dt", "dd", "tr", "td", "th", "thead", "tbody", "li", "line", "circle", "rect"}
EVIL = '<script>alert("x")</script> & \u202e\x1b[31m "quoted"'
INFO = Tournament(
    7, small_spec(bots=2, boards=2), "2026-01-31 18:00:00", None, 2, [("ab" * 32, None)]
)


class Reader(HTMLParser):
    """Whether elements are closed in order, and what they are."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.seen: list[str] = []
        self.attributes: list[tuple[str, str | None]] = []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.append(tag)
        self.attributes += attrs
        if tag not in OPEN:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag not in OPEN:
            assert self.open.pop() == tag


def boards_of(rules: Rules, count: int = 1, names: tuple[str, ...] = ()) -> list[PlayedBoard]:
    """Boards of a match, played within this process."""
    bots = [FirstBot, LastBot, FirstBot][: rules.sides]
    labels = names or tuple(f"bot-{n} 1" for n in range(rules.sides))
    return [
        PlayedBoard(
            " v ".join(labels),
            number,
            [
                (r + 1, played_game(rules, bytes(32), f"m/{number}", r, labels, bots))
                for r in range(rules.sides)
            ],
        )
        for number in range(count)
    ]


@pytest.fixture
def text(tmp_path: Path) -> str:
    db = fill(tmp_path / "arena.db")
    invoke("report", "1", "-o", tmp_path / "page.html", db=db)
    return (tmp_path / "page.html").read_text("utf-8")


def test_the_page_is_well_formed_and_needs_nothing_else(text: str) -> None:
    reader = Reader(text)
    assert reader.open == []
    assert not {"script", "link", "img", "iframe", "object", "embed", "a"} & set(reader.seen)
    assert not {name for name, _ in reader.attributes} & {"src", "href", "onload", "onclick"}
    assert not re.search(r"https?:|url\(|@import|javascript:", text)
    assert "default-src 'none'" in text


def test_the_page_has_every_part(text: str) -> None:
    for heading in (
        "Standings",
        "Who beat whom",
        "Elo over time",
        "Points in a game",
        "Faults",
        "Boards",
    ):
        assert f"<h2>{heading}</h2>" in text
    assert "It ended with exit code 1." in text
    assert text.count("<details class=board>") == 2
    assert text.count("<polyline") == 2


def test_every_play_is_shown_with_its_cards(text: str, tmp_path: Path) -> None:
    for number in range(1, 5):
        shown = invoke("show", str(number), db=tmp_path / "arena.db").stdout
        assert f"game {number}<" in text
        assert shown.count(" takes ")
    games = (invoke("show", str(n), db=tmp_path / "arena.db").stdout for n in range(1, 5))
    plays = sum(game.count("  table: ") for game in games)
    # A hand begins with its table too.
    assert text.count("<li><span") == plays - 4
    assert "10♥" in text
    assert "T♥" not in text


@pytest.mark.parametrize("name", rule_set_names())
def test_a_game_of_every_rule_set_has_its_story(name: str) -> None:
    rules = parse_rules(name)
    length = "target=15" if rules.claim else "hands=1"
    (board,) = boards_of(parse_rules(f"{name} {length}"))
    for _, record in board.games:
        hands = story(record).hands
        assert len(hands) == len(record.hands)
        for told, played in zip(hands, record.hands, strict=True):
            assert sum(step.card is not None for step in told.steps) == len(played.plays)
            dealt = [held for step in told.steps for _, _, held in step.held]
            kept = rules.talon if played.talon_kept else 0
            assert sum(held.count("<i") for held in dealt) == rules.deck - rules.talon + kept
        scores = zip(*(told.scores for told in hands), strict=True)
        totals = [sum(score.total for score in of_side) for of_side in scores]
        assert totals == list(record.totals)


def test_what_strangers_write_stays_text() -> None:
    boards = boards_of(SHORT, names=(f"{EVIL} 1", "b 1"))
    record = boards[0].games[0][1]._replace(faults=(FaultRecord(0, EVIL),), hands=())
    boards[0] = boards[0]._replace(games=[(1, record), boards[0].games[1]])
    results = [result(f"{EVIL} 1", "b 1", 0.5)] * 2
    faults = [Fault(1, f"{EVIL} 1", EVIL, EVIL, 0, (0,), EVIL)]
    whole = report_html(named(EVIL), results, {}, faults, boards)
    assert Reader(whole).open == []
    assert "script" not in Reader(whole).seen
    assert "&lt;script&gt;" in whole
    assert not re.search("[\x00-\x08\x0b-\x1f\u202e]", whole)


def named(name: str) -> Tournament:
    return INFO._replace(spec=replace(INFO.spec, name=name))


def test_a_tournament_with_a_name_is_called_so() -> None:
    assert "<h1>Tournament 7</h1>" in report_html(INFO, [], {}, [], [])
    whole = report_html(named("Evening"), [], {}, [], [])
    assert "<h1>Evening</h1>" in whole
    assert ">Tournament 7: 2 bots" in whole


def test_a_page_has_so_many_replays_at_most(monkeypatch: pytest.MonkeyPatch) -> None:
    boards = iter(boards_of(SHORT, 4))
    monkeypatch.setattr(page, "MOST_REPLAY", 20_000)
    whole = report_html(INFO, [result("bot-0 1", "bot-1 1", 1.0)] * 4, {}, [], boards)
    shown = whole.count("<details class=board>")
    assert 1 <= shown < 4
    assert f"The first {shown} of 4 boards are here." in whole
    assert len(list(boards)) == 4 - shown - 1, "no more is read than one board"


def test_so_many_faults_are_listed_at_most() -> None:
    faults = [
        Fault(n, "a 1", "late", "a 1 v b 1", 0, (), "slow") for n in range(page.MOST_FAULTS + 3)
    ]
    whole = report_html(INFO, [result("a 1", "b 1", 1.0)], {}, faults, [])
    assert whole.count("<td class=l>late") == MOST_FAULTS
    assert "And 3 more" in whole


def test_a_tournament_without_boards_has_a_page() -> None:
    whole = report_html(INFO, [], {}, [], [])
    assert "No board is finished yet." in whole
    assert "it is not finished" in whole
    assert Reader(whole).open == []


def test_a_secret_is_told_only_when_it_is_given() -> None:
    assert "Secret" not in report_html(INFO, [], {}, [], [])
    assert "cd" * 32 in report_html(INFO._replace(stages=[("ab" * 32, "cd" * 32)]), [], {}, [], [])


def test_bots_that_never_met_have_no_rating_and_no_cell() -> None:
    results = [result("a 1", "b 1", 1.0), result("c 1", "d 1", 1.0)]
    assert Reader(report_html(INFO, results, {}, [], [])).open == []


def test_a_scale_has_round_marks() -> None:
    scale = Scale(0, 96, 0, 960)
    assert [tick.text for tick in scale.ticks(8)] == ["0", "20", "40", "60", "80"]
    assert scale.ticks(8)[1].at == 200
    assert [tick.text for tick in Scale(-3, 3, 0, 1).ticks(3)] == ["-2", "0", "2"]


def test_elo_is_drawn_for_the_best_and_labels_do_not_cover_each_other() -> None:
    labels = [f"b-{n} 1" for n in range(11)]
    results = [result(one, two, 0.5) for one in labels for two in labels if one < two]
    chart = elo_chart(results, labels)
    assert len(chart.lines) == 8
    assert chart.left_out == 3
    places = sorted(line.label_at for line in chart.lines)
    assert min(b - a for a, b in pairwise(places)) >= 14
    last = chart.lines[0].points.split()[-1]
    assert last == f"{chart.x.end},{chart.y.at(1500)}"


def test_histograms_count_every_game_without_faulted_boards() -> None:
    results = [
        BoardResult(("a 1", "b 1"), ((0, 101), (50, 130)), ((2, 1), (2, 1))),
        BoardResult(("a 1", "b 1"), ((0, 101), (0, 101)), ((2, 1), (2, 1)), faulted=True),
    ]
    scale, (first, second) = histograms(results, ["a 1", "b 1"])
    assert scale.high > 130
    assert first.mean == 25
    assert [bar.text.split(": ")[1] for bar in second.bars] == ["1 of 2 games"] * 2
    assert all(bar.x >= 0 and bar.x + bar.width <= 640 for bar in (*first.bars, *second.bars))
