"""What a seat is sent does not depend on cards that it cannot know; and leaks would be found."""

import os
import re
import shutil
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any

import pytest
from tablic.cards import ACE
from tablic.hand import Hand
from tablic.record import FaultRecord
from tablic.rules import parse_rules, rule_set_names
from tablic.v1 import referee_pb2
from tablic.wire import numbers_of, write_play
from tablic_server import hiding, host
from tablic_server.faults import FaultKind
from tablic_server.hiding import Check, Difference
from tablic_server.match import BatchResult
from tablic_server.rehearsal import random_hello
from tablic_server.rotation import Rotation
from tablic_server.telling import Teller

from ..referee.playing import batch, example, misbehaving, played
from ..tournaments.commands import invoke

ACES = 15 << 4 * ACE
# A leak that shows in one game of three is missed so many times once in a hundred thousand.
MANY = 30


@pytest.mark.parametrize("name", rule_set_names())
def test_nothing_that_is_sent_depends_on_cards_that_a_seat_cannot_know(name: str) -> None:
    check = Check(parse_rules(name))
    assert [difference.text for n in range(4) for difference in check.differences(n)] == []
    assert check.comparisons == 4 * hiding.CUTS * check.rules.players
    assert check.messages > 2 * check.comparisons


@pytest.mark.parametrize("rules", ["tablic-pairs hands=1", "tabinet hands=1", "tablic-classic"])
def test_almost_every_card_that_a_seat_cannot_know_is_exchanged(
    rules: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    moved, unknown = 0, 0
    exchange = hiding._exchanged_deck

    def watched(hand: Hand, cards: set[int], random: Any) -> list[int]:
        nonlocal moved, unknown
        deck = exchange(hand, cards, random)
        places = {place for place, card in enumerate(hand.deck) if deck[place] != card}
        assert {hand.deck[place] for place in places} <= cards
        assert sorted(deck) == sorted(hand.deck)
        moved, unknown = moved + len(places), unknown + len(cards)
        return deck

    monkeypatch.setattr(hiding, "_exchanged_deck", watched)
    check = Check(parse_rules(rules))
    assert not any(list(check.differences(n)) for n in range(4))
    assert moved > 0.8 * unknown > 0


@pytest.mark.parametrize(
    ("rules", "kinds"),
    [
        ("tablic-classic", {"play_made", "claim_made", "hand_finished", "game_finished", "fault"}),
        ("tabinet", {"talon_decided", "play_made", "hand_finished", "game_finished", "fault"}),
    ],
)
def test_scripts_hold_all_that_can_happen(rules: str, kinds: set[str]) -> None:
    check = Check(parse_rules(rules))
    acts, events, lists, put_back = set(), set(), set(), set()
    for number in range(25):
        random = Random(number)
        hellos = [random_hello(random) for _ in range(2)]
        check._policy = hiding.POLICIES[number % 2]
        steps = check._script(hellos, random, "seed")
        rehearsal = check._played(hellos, [[], []], "seed", steps)
        assert rehearsal.rotation.finished
        acts |= {"lost" if isinstance(s.act, FaultKind) else len(s.act.answers) for s in steps}
        for message in (message for sent in rehearsal.sent for message in sent):
            response = referee_pb2.PlayResponse.FromString(message.data)
            events |= {event.WhichOneof("kind") for event in response.events}
            lists |= {bool(e.turn.legal_plays) for e in response.events if e.HasField("turn")}
            put_back |= {e.fault.put_back for e in response.events if e.HasField("fault")}
    assert acts == {"lost", 0, 1, 2}, "hellos have no answers"
    assert events == kinds | {"game_started", "hand_started", "cards_dealt", "turn"}
    assert lists == put_back == {False, True}


class Leaky(Rotation):
    """Tells turns and cards itself; and what the leaks below need to know."""

    def __init__(self, *arguments: Any, **settings: Any) -> None:
        super().__init__(*arguments, **settings)
        self._tell.turn = self.turn  # type: ignore[method-assign]
        self._tell.cards_dealt = self.cards_dealt  # type: ignore[method-assign]

    def turn(self, table: int) -> None:
        Teller.turn(self._tell, table)

    def cards_dealt(self, table: int) -> None:
        Teller.cards_dealt(self._tell, table)

    def others_aces(self, table: int, seat: int) -> int:
        held = self.tables[table].game.hand.held
        return sum((held[other] & ACES).bit_count() for other in range(len(held)) if other != seat)


class TellsPartner(Leaky):
    def turn(self, table: int) -> None:
        super().turn(table)
        game = self.tables[table].game
        seat = self.seats[game.turn]
        if seat.listening:
            partner = game.hand.held[(game.turn + 2) % 4]
            seat.outbox.events[-1].turn.hand.extend(numbers_of(partner))


class TellsNumberOfCards(Leaky):
    def cards_dealt(self, table: int) -> None:
        super().cards_dealt(table)
        for seat in self._tell._listeners():
            dealt = seat.outbox.events[-1].cards_dealt
            dealt.cards_left += self.others_aces(table, seat.number)


class SpeaksEarly(Leaky):
    """Of three players, the one after the next hears nothing of a play if it wants turns alone."""

    def receive(self, number: int, request: referee_pb2.PlayRequest, now: float) -> None:
        super().receive(number, request, now)
        other = (number + 2) % 3
        if self.seats[other].listening and self.others_aces(min(self._live, default=0), other):
            self.seats[other].has_output = True


class SkipsEventNumbers(Leaky):
    def turn(self, table: int) -> None:
        for seat in self.seats:
            seat._event_numbers[table] = seat._event_numbers.get(table, 0) + self.others_aces(
                table, seat.number
            )
        super().turn(table)


class SkipsTurnNumbers(Leaky):
    def turn(self, table: int) -> None:
        seat = self.seats[self.tables[table].game.turn]
        seat._last_turn += self.others_aces(table, seat.number)
        super().turn(table)


class RenumbersTables(Leaky):
    def turn(self, table: int) -> None:
        super().turn(table)
        seat = self.seats[self.tables[table].game.turn]
        if seat.listening and self.others_aces(table, seat.number):
            seat.outbox.events[-1].table += 100


class ChangesOrder(Leaky):
    def turn(self, table: int) -> None:
        super().turn(table)
        seat = self.seats[self.tables[table].game.turn]
        events = seat.outbox.events
        if len(events) > 1 and self.others_aces(table, seat.number):
            events.extend([events.pop(0)])


class ChangesClocks(Leaky):
    def turn(self, table: int) -> None:
        seat = self.seats[self.tables[table].game.turn]
        seat.clock.bank -= 0.01 * self.others_aces(table, seat.number)
        super().turn(table)


class ListsPlaysOfOthers(Leaky):
    def turn(self, table: int) -> None:
        super().turn(table)
        game = self.tables[table].game
        for seat in self.seats:
            if seat.listening and seat.legal_plays and seat.number != game.turn:
                turn = seat.event(table).turn
                for play in game.view(game.turn).legal_plays(3):
                    write_play(play, turn.legal_plays.add())


class TellsWhyOthersLost(Leaky):
    def __init__(self, *arguments: Any, **settings: Any) -> None:
        super().__init__(*arguments, **settings)
        self._tell.faults = self.tell_faults  # type: ignore[method-assign]

    def tell_faults(self, table: int, faults: Sequence[FaultRecord], message: str) -> None:
        for seat in self._tell._told(table):
            seat.event(table).fault.message = message
        Teller.faults(self._tell, table, faults, message)


class TellsTheDeck(Leaky):
    def _start_hand(self, table: int) -> None:
        super()._start_hand(table)
        for seat in self._tell._listeners():
            seat.event(table).hand_started.dealer = self.tables[table].game.hand.deck[-1]


class DropsMessages(Leaky):
    def cards_dealt(self, table: int) -> None:
        hand = self.tables[table].game.hand
        if hand.held[hand.turn] & ACES:
            super().cards_dealt(table)


def first_difference(make: type[Rotation], rules: str) -> Difference | None:
    check = Check(parse_rules(rules), make)
    return next((one for n in range(MANY) for one in check.differences(n)), None)


class TellsWhoComesBack(Leaky):
    """Tells one that was away how many aces the others hold."""

    def resume(self, number: int, last_events: Mapping[int, int]) -> None:
        super().resume(number, last_events)
        if self._live:
            aces = self.others_aces(min(self._live), number)
            self.seats[number].outbox.welcome.tables = aces


@pytest.mark.parametrize(
    ("leak", "words", "rules"),
    [
        (TellsPartner, " becomes ", "tablic-pairs"),
        (TellsNumberOfCards, "cards_left: ", "tablic"),
        (SpeaksEarly, "a message comes at another time", "tablic-3p"),
        (SkipsEventNumbers, "number: ", "tablic"),
        (SkipsTurnNumbers, "turn: ", "tablic"),
        (RenumbersTables, "table: ", "tablic"),
        (ChangesOrder, " becomes ", "tablic"),
        (ChangesClocks, "bank_ms: ", "tablic"),
        (ListsPlaysOfOthers, " becomes ", "tablic"),
        (TellsWhyOthersLost, "message: ", "tablic"),
        (TellsTheDeck, "dealer: ", "tablic"),
        (DropsMessages, "", "tablic"),
        (TellsWhoComesBack, "tables: ", "tablic"),
    ],
)
def test_a_leak_is_found_and_said(leak: type[Rotation], words: str, rules: str) -> None:
    difference = first_difference(leak, f"{rules} hands=1")
    assert difference is not None
    assert "when cards are exchanged that it cannot know: " in difference.text
    assert words in difference.text
    assert "\n" not in difference.text


class TellsTheTalon(Leaky):
    """Tells everybody what was offered and kept."""

    def cards_dealt(self, table: int) -> None:
        super().cards_dealt(table)
        hand = self.tables[table].game.hand
        if hand.talon_kept and not hand.plays:
            for seat in self._tell._listeners():
                seat.outbox.events[-1].cards_dealt.hand.extend(
                    [card + 1 for card in hand.deck[: hand.rules.talon]]  # type: ignore[misc]
                )


class TellsTheOffer(Leaky):
    """Tells the dealer what the other is offered."""

    def turn(self, table: int) -> None:
        super().turn(table)
        game = self.tables[table].game
        other = self.seats[1 - game.turn]
        if game.hand.offered and other.listening:
            other.event(table).hand_started.table.extend(numbers_of(game.hand.offered))


@pytest.mark.parametrize("leak", [TellsTheTalon, TellsTheOffer])
def test_a_talon_that_another_was_offered_is_hidden(leak: type[Rotation]) -> None:
    assert first_difference(leak, "tabinet hands=1")


class Started:
    """The bot processes that were started: what each was given, and the names of files then."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, folder: Path) -> None:
        self.given: list[tuple[object, ...]] = []
        self.dealt: list[bool] = []
        self.rotations: list[Rotation] = []
        self._folder = folder
        self._popen = subprocess.Popen
        tokens = (f"{n:032x}" for n in range(1000))
        monkeypatch.setattr("tablic_server.supervisor.secrets.token_hex", lambda _: next(tokens))
        monkeypatch.setattr(host, "run_folder", self._run_folder)
        monkeypatch.setattr(host, "Rotation", self._rotation)
        monkeypatch.setattr("tablic_server.launch.subprocess.Popen", self._start)

    @contextmanager
    def _run_folder(self) -> Iterator[Path]:
        self._folder.mkdir()
        try:
            yield self._folder
        finally:
            shutil.rmtree(self._folder)

    def _rotation(self, *arguments: Any) -> Rotation:
        self.rotations.append(Rotation(*arguments))
        return self.rotations[-1]

    def _start(self, arguments: Any, **options: Any) -> Any:
        if "cwd" not in options:  # not a bot: the arena tries whether it has a sandbox
            return self._popen(arguments, **options)
        files = sorted(str(path) for path in self._folder.rglob("*"))
        self.given.append((arguments, options["cwd"], options["env"], files))
        playing = next(rotation for rotation in self.rotations if not rotation.finished)
        self.dealt.append(any(table.game.hands for table in playing.tables))
        return self._popen(arguments, **options)


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch) -> Iterator[Started]:
    folder = Path("/tmp", f"hiding-{os.getpid()}")
    yield Started(monkeypatch, folder)
    assert not folder.exists()


def played_with(secret: bytes, mode: str) -> BatchResult:
    bots = (misbehaving(mode, "mark"), example("random"))
    return played(batch(*bots, tables=1)._replace(secret=secret))


def test_a_bot_is_started_before_a_card_is_dealt(started: Started) -> None:
    played_with(bytes(32), "play on")
    assert started.dealt == [False] * 4


def test_what_a_process_is_given_does_not_depend_on_the_decks(started: Started) -> None:
    """Not even where it is started again, amid the games."""
    given = []
    for secret in (bytes(32), bytes(range(32))):
        played_with(secret, "exit")
        given.append(started.given.copy())
        assert any(started.dealt)
        started.given.clear()
        started.dealt.clear()
    first, second = given
    assert len(first) == len(second) > 4
    for one, other in zip(first, second, strict=True):
        # Tokens are fresh; nothing else differs.
        assert without_token(one) == without_token(other)


def without_token(given: tuple[object, ...]) -> tuple[object, ...]:
    arguments, folder, environment, files = given
    assert isinstance(arguments, list)
    assert isinstance(environment, dict)
    return (
        # Each sandboxed process has the next user, and its filter as whatever file is open.
        re.sub(r"uid=[0-9]+|'--seccomp', '[0-9]+'", "N", str(arguments)),
        folder,
        {name: value for name, value in environment.items() if name != "TABLIC_TOKEN"},
        files,
    )


def test_the_command_checks_one_rule_set_or_all() -> None:
    lines = invoke("verify-hiding", "--games", "1").stdout.splitlines()
    assert [line.partition(":")[0] for line in lines] == list(rule_set_names())
    text = invoke("verify-hiding", "--games", "2", "--rules", "tablic-3p hands=1").stdout
    assert re.fullmatch(
        r"tablic-3p hands=1: 2 games, 24 streams compared, \d+ messages, none differed\n", text
    )


def test_the_command_says_what_leaks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hiding.Check.__init__, "__defaults__", (TellsTheDeck,))
    arguments = ("verify-hiding", "--games", "2", "--rules", "tablic hands=1")
    *lines, summary = invoke(*arguments, code=1).stdout.splitlines()
    assert lines
    assert all(re.match(r"tablic hands=1, game [01]: seat [01] is sent ", line) for line in lines)
    assert summary.endswith(f" messages, {len(lines)} differed")
