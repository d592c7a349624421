"""Writes down all that it is told; run as a program, it prints that at its end."""

from typing import ClassVar

from tablic import Bot, HandStart, Play, View, run
from tablic.cards import CardSet
from tablic.examples.careful_bot import CarefulBot
from tablic.plays import MadePlay
from tablic.scoring import GameResult, HandScore


class RecordingBot(CarefulBot):
    """Plays carefully, keeps the talon by chance, and writes a line for each call."""

    told: ClassVar[list[str]] = []

    def tell(self, kind: str, *values: object) -> None:
        self.told.append(f"seat {self.seat}: {kind} {values}")

    def choose(self, view: View) -> Play:
        play = super().choose(view)
        self.tell("choose", view[1:], play)
        return play

    def keep_talon(self, view: View) -> bool:
        kept = self.random.random() < 0.5
        self.tell("keep_talon", view[1:], kept)
        return kept

    def game_started(self) -> None:
        self.tell("game_started", self.rules.text, self.random.random())

    def hand_started(self, start: HandStart) -> None:
        self.tell("hand_started", start)

    def talon_decided(self, kept: bool, table: CardSet) -> None:
        self.tell("talon_decided", kept, table)

    def cards_dealt(self, hand: CardSet) -> None:
        self.tell("cards_dealt", hand)

    def play_made(self, made: MadePlay) -> None:
        self.tell("play_made", made)

    def claim_made(self, seat: int, right: bool) -> None:
        self.tell("claim_made", seat, right)

    def hand_finished(self, score: HandScore) -> None:
        self.tell("hand_finished", score)

    def game_finished(self, result: GameResult) -> None:
        self.tell("game_finished", result)


def told_to(seat: int, lines: list[str]) -> list[str]:
    """The lines about a seat."""
    return [line for line in lines if line.startswith(f"seat {seat}: ")]


def all_hooks() -> set[str]:
    """The methods of a bot that tell or ask it something."""
    return {name for name, value in vars(Bot).items() if callable(value) and name[0] != "_"}


if __name__ == "__main__":
    run(RecordingBot)
    print("\n".join(RecordingBot.told))
