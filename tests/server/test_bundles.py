"""Bundles: as much as there is room for, and enough to go on from."""

import json
from collections.abc import Iterator

import pytest
from tablic import Bot, parse_rules
from tablic.client import Player
from tablic.examples.greedy_bot import GreedyBot
from tablic.v1 import referee_pb2
from tablic_server import transcript
from tablic_server.bundle import MOST_BYTES, Bundle, bundle_text, parse_bundle
from tablic_server.faults import FaultKind
from tablic_server.transcript import Transcript

from benchmarks.bots import InstantBot

from .driver import Driver

SHORT = parse_rules("tablic hands=2")
TOKEN = "0123456789abcdef" * 2


class Watching(InstantBot):
    """Goes by the view alone, but hears every event, and the beginning of a hand first."""

    def hand_started(self, start: object) -> None:
        self.start = start

    def play_made(self, made: object) -> None:
        assert self.start, made


def transcript_of(
    bot: type[Bot], boards: int, steps: int, **hello: object
) -> tuple[Transcript, Driver]:
    """What was said on the stream of seat 1 in so many messages."""
    driver = Driver([InstantBot, bot], [f"{n}" for n in range(boards)], SHORT)
    heard = Transcript()
    request = driver.players[1].hello(TOKEN)
    heard.add(0.0, 10.0, request.SerializeToString(), sent=False)
    driver.begin(**hello)
    for _ in range(steps):
        for seat, player in enumerate(driver.players):
            if not driver.rotation.seats[seat].has_output:
                continue
            response = driver.take(seat)
            if seat == 1:
                heard.add(driver.now, 10.0, response.SerializeToString(), sent=True)
            for answer in player.answers(response):
                driver.now += 0.001
                if seat == 1:
                    heard.add(driver.now, 9.0, answer.SerializeToString(), sent=False)
                driver.answer(seat, *answer.answers)
    return heard, driver


def bundle_of(heard: Transcript, tables: tuple[int, ...] = (0,), log: str = "") -> str:
    bundle = Bundle("bot 1", SHORT, FaultKind.ILLEGAL, "It was so.", 0, 1, tables, (), 0, log)
    return bundle_text(bundle, heard.kept().heard(), TOKEN)


def answers(said: Bundle) -> dict[tuple[int, int], bytes]:
    """What was answered to each turn."""
    return {
        (answer.table, answer.turn): answer.SerializeToString()
        for one in said.said
        if isinstance(one.message, referee_pb2.PlayRequest)
        for answer in one.message.answers
    }


def answered_again(bundle: Bundle, bot: type[Bot]) -> Iterator[referee_pb2.Answer]:
    """What a fresh bot answers to the messages of a bundle."""
    player = Player(bot)
    for one in bundle.said:
        if isinstance(one.message, referee_pb2.PlayResponse):
            for request in player.answers(one.message):
                yield from request.answers


@pytest.mark.parametrize(("boards", "steps"), [(1, 5), (8, 100)])
def test_a_bundle_holds_everything_that_was_said_byte_for_byte(boards: int, steps: int) -> None:
    heard, _ = transcript_of(Watching, boards, steps, turns_only=False)
    bundle = parse_bundle(bundle_of(heard))
    assert bundle.left_out == 0
    said = heard.kept().heard().said
    assert [one.message for one in bundle.said][1:] == [one.message for one in said][1:]
    assert [one.left for one in bundle.said] == [one.left for one in said]


def test_a_bundle_of_many_tables_has_the_whole_of_the_game_that_was_lost() -> None:
    heard, driver = transcript_of(Watching, 100, 40, turns_only=False)
    text = bundle_of(heard, tables=(7,), log="\x01\N{WHITE CHESS KING}" * 100_000)
    assert len(text.encode()) <= MOST_BYTES
    bundle = parse_bundle(text)
    assert bundle.left_out > 0
    turns = [e for response in driver.sent[1] for e in response.events if e.HasField("turn")]
    kept = [
        event.turn.turn
        for one in bundle.said
        if isinstance(one.message, referee_pb2.PlayResponse)
        for event in one.message.events
        if event.HasField("turn")
    ]
    assert kept == [event.turn.turn for event in turns if event.table == 7]


@pytest.mark.parametrize("tables", [(), tuple(range(100))])
def test_a_bundle_that_is_cut_still_tells_how_the_games_began(tables: tuple[int, ...]) -> None:
    heard, _ = transcript_of(Watching, 100, 40, turns_only=False)
    text = bundle_of(heard, tables)
    assert len(text.encode()) <= MOST_BYTES
    bundle = parse_bundle(text)
    assert bundle.left_out > 0
    recorded = answers(bundle)
    again = {
        (answer.table, answer.turn): answer.SerializeToString()
        for answer in answered_again(bundle, Watching)
    }
    assert len(again) >= 120
    assert {turn: recorded[turn] for turn in again} == again


def test_a_long_stream_is_forgotten_but_for_its_opening_and_its_end(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(transcript, "MOST_BYTES", 10_000)
    heard, driver = transcript_of(Watching, 8, 30, turns_only=False)
    kept = heard.kept()
    assert kept.forgotten > 0
    assert sum(len(data) for *_, data in kept.messages[2:]) <= 10_000
    bundle = parse_bundle(bundle_of(heard))
    assert bundle.left_out == kept.forgotten
    assert isinstance(bundle.said[1].message, referee_pb2.PlayResponse)
    assert bundle.said[1].message.match_started == driver.sent[1][0].match_started
    assert list(answered_again(bundle, Watching))


def test_the_token_is_struck_out_wherever_it_stands() -> None:
    heard, _ = transcript_of(GreedyBot, 1, 3)
    heard.add(1.0, 1.0, TOKEN.encode(), sent=False)
    text = bundle_of(heard, log=f"my token is {TOKEN}\n")
    assert TOKEN not in text
    assert json.loads(text)["log"] == "my token is [token]\n"


def test_bytes_that_are_no_message_are_kept_as_they_came() -> None:
    heard, _ = transcript_of(GreedyBot, 1, 3)
    heard.add(1.0, 1.0, b"\xff\xff", sent=False)
    assert parse_bundle(bundle_of(heard)).said[-1].message == b"\xff\xff"
