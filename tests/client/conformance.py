"""Transcripts of games, and the greedy bot that every client can have."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from google.protobuf import json_format
from tablic import Play, View, parse_rules
from tablic.examples.greedy_bot import GreedyBot
from tablic.examples.random_bot import RandomBot
from tablic.json_lines import line_of
from tablic.v1 import referee_pb2

from ..server.driver import Driver

__all__ = ["FOLDER", "TRANSCRIPTS", "PlainGreedy", "steps", "transcript"]

FOLDER: Final = Path(__file__).parents[2] / "clients/conformance"

# The rules of each transcript, and how many games are played at once.
TRANSCRIPTS: Final = {
    "tablic": ("tablic hands=1", 2),
    "tablic-3p": ("tablic-3p hands=1", 1),
    "tablic-pairs": ("tablic-pairs hands=1", 1),
    "tabinet": ("tabinet hands=2", 1),
    "tablic-classic": ("tablic-classic target=21", 1),
}


class PlainGreedy(GreedyBot):
    """The greedy bot without chance: of plays that are worth the same it makes the first listed."""

    def worth(self, view: View, play: Play) -> tuple[float, int, float]:
        """Points won or laid open, then cards taken."""
        return (*super().worth(view, play)[:2], 0.0)


class Recorded(Driver):
    """Writes down what is said on the stream of seat 0."""

    def __init__(self, rules: str, tables: int) -> None:
        parsed = parse_rules(rules)
        boards = [f"conformance/{number}" for number in range(tables)]
        super().__init__([PlainGreedy, *[RandomBot] * (parsed.players - 1)], boards, parsed)
        self.lines: list[str] = []

    def take(self, seat: int) -> referee_pb2.PlayResponse:
        """What the referee sends now."""
        response = super().take(seat)
        if seat == 0:
            self.lines.append(f'{{"to_bot":{line_of(response)}}}')
        return response

    def answer(self, seat: int, *answers: referee_pb2.Answer) -> None:
        """Let a seat send these answers."""
        if seat == 0:
            message = json_format.MessageToDict(
                referee_pb2.PlayRequest(answers=answers),
                preserving_proto_field_name=True,
                always_print_fields_with_no_presence=True,
            )
            self.lines.append(json.dumps({"from_bot": message}, separators=(",", ":")))
        super().answer(seat, *answers)


def transcript(name: str) -> str:
    """A transcript as it is played now."""
    rules, tables = TRANSCRIPTS[name]
    driver = Recorded(rules, tables)
    driver.begin(omit_legal_plays=False, turns_only=False)
    driver.run()
    assert driver.rotation.finished
    assert not driver.rotation.faults
    return "\n".join(driver.lines) + "\n"


def steps(name: str) -> Iterator[tuple[dict[str, Any], list[dict[str, Any]]]]:
    """Each message of the referee in a kept transcript, with the answers that follow it."""
    message: dict[str, Any] = {}
    answers: list[dict[str, Any]] = []
    for line in (FOLDER / f"{name}.jsonl").read_text("utf-8").splitlines():
        step = json.loads(line)
        if "from_bot" in step:
            answers += step["from_bot"]["answers"]
            continue
        if message:
            yield message, answers
        message, answers = step["to_bot"], []
    yield message, answers
