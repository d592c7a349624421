"""The transcripts of clients/conformance are what the referee says, and bots pass them.

``pytest --regenerate`` writes them anew.
"""

import json
import subprocess
from pathlib import Path
from typing import Any

import pytest
from google.protobuf import json_format
from tablic.bot import Bot
from tablic.client import Player
from tablic.examples.random_bot import RandomBot
from tablic.v1 import referee_pb2

from ..languages.tools import require_tools
from .conformance import FOLDER, TRANSCRIPTS, PlainGreedy, steps, transcript

STDIO = Path(__file__).parents[2] / "clients/stdio"
PLAYS_ALONE = [name for name in TRANSCRIPTS if name not in ("tabinet", "tablic-classic")]


@pytest.mark.parametrize("name", TRANSCRIPTS)
def test_a_transcript_is_what_is_said_now(name: str, pytestconfig: pytest.Config) -> None:
    path, text = FOLDER / f"{name}.jsonl", transcript(name)
    if pytestconfig.getoption("--regenerate"):
        path.write_text(text, encoding="utf-8")
    assert path.read_text("utf-8") == text, f"{path.name} is stale: run make golden"
    assert '"truncated":true' not in text, "every legal play is listed"


def test_the_transcripts_have_every_kind_of_decision_and_event() -> None:
    said = [message for name in TRANSCRIPTS for message, _ in steps(name)]
    events = [event for message in said for event in message["events"]]
    kinds = {kind for event in events for kind in event if kind not in ("table", "number")}
    assert kinds == {
        *("game_started", "hand_started", "cards_dealt", "play_made", "turn", "hand_finished"),
        *("game_finished", "talon_decided", "claim_made"),
    }
    assert len({event["turn"]["decision"] for event in events if "turn" in event}) == 3
    assert {path.stem for path in FOLDER.glob("*.jsonl")} == set(TRANSCRIPTS)


def answers_of(bot: type[Bot], name: str) -> list[tuple[list[Any], list[Any], dict[str, Any]]]:
    """What a bot answers to each message, what is written there, and the message."""
    player = Player(bot)
    found = []
    for message, wanted in steps(name):
        response = json_format.ParseDict(message, referee_pb2.PlayResponse())
        given = [answer for request in player.answers(response) for answer in request.answers]
        want = [json_format.ParseDict(answer, referee_pb2.Answer()) for answer in wanted]
        found.append((given, want, message))
    return found


@pytest.mark.parametrize("name", TRANSCRIPTS)
def test_the_greedy_bot_answers_as_is_written(name: str) -> None:
    for given, wanted, _ in answers_of(PlainGreedy, name):
        assert given == wanted


@pytest.mark.parametrize("name", TRANSCRIPTS)
def test_the_random_bot_answers_legally(name: str) -> None:
    for given, wanted, message in answers_of(RandomBot, name):
        assert len(given) == len(wanted)
        assert_legal([json_format.MessageToDict(a) for a in given], message)


def assert_legal(answers: list[Any], message: dict[str, Any]) -> None:
    """Every turn of a message is answered once, with a play that it lists."""
    turns = {
        (event["table"], event["turn"]["turn"]): event["turn"]
        for event in message["events"]
        if "turn" in event
    }
    assert [(answer.get("table", 0), answer["turn"]) for answer in answers] == list(turns)
    for answer, turn in zip(answers, turns.values(), strict=True):
        if turn["decision"] == "DECISION_KIND_KEEP_TALON":
            assert "keepTalon" in answer
            continue
        play = answer["play"]
        listed = [(legal["card"], set(legal["taken"])) for legal in turn["legal_plays"]]
        assert (play["card"], set(play.get("taken", ()))) in listed


@pytest.mark.parametrize("name", PLAYS_ALONE)
@pytest.mark.parametrize(
    ("language", "command"),
    [
        ("bash", ("bash", "bash/bot.sh")),
        ("perl", ("perl", "perl/bot.pl")),
        ("awk", ("mawk", "-W", "interactive", "-f", "awk/bot.awk")),
    ],
)
def test_the_bots_of_lines_answer_legally(
    name: str, language: str, command: tuple[str, ...]
) -> None:
    require_tools(language)
    with subprocess.Popen(
        command, cwd=STDIO, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
    ) as bot:
        assert bot.stdin
        assert bot.stdout
        assert "hello" in json.loads(bot.stdout.readline())
        for message, _ in steps(name):
            print(json.dumps(message, separators=(",", ":")), file=bot.stdin)
            if any("turn" in event for event in message["events"]):
                assert_legal(json.loads(bot.stdout.readline())["answers"], message)
        bot.stdin.close()
        assert bot.stdout.read() == ""
    assert bot.returncode == 0
