"""The client: plays a bot class on the stream of one process."""

import asyncio
import os
import sys
import time
import traceback
from collections.abc import Iterable, Iterator
from contextlib import suppress
from importlib import metadata
from random import Random
from types import TracebackType
from typing import Final, NoReturn

import grpc

from tablic.bot import Bot, HandStart, keeps_talon, play_of, wants_events
from tablic.environment import ADDRESS_VARIABLE, TOKEN_VARIABLE
from tablic.errors import BotError, ConnectionLostError, DecisionError, RefusedError
from tablic.plays import Claim
from tablic.remote import Connection, SessionOverError, is_local
from tablic.rules import Rules
from tablic.scoring import GameResult, HandScore
from tablic.v1 import events_pb2, referee_pb2
from tablic.v1.referee_pb2_grpc import RefereeServiceStub
from tablic.wire import (
    card_of,
    cards_of,
    made_play_of,
    rules_of,
    turned_jacks_of,
    view_of,
    write_play,
)

__all__ = ["ADDRESS_VARIABLE", "TOKEN_VARIABLE", "Player", "run", "serve", "serve_player"]

PROTOCOL_VERSION: Final = 1

# A batch of answers is sent when it is done or this long after its first answer, so that one slow
# table does not hold up the others.
HOLD_SECONDS: Final = 0.002


def run(bot_class: type[Bot]) -> None:
    """Play a bot class as the arena's environment says; returns when the referee says farewell.

    At an address such as ``arena.example:7373`` the bot runs elsewhere: it stays for one match
    after the other, and comes back when its connection is lost. TABLIC_TLS_CA may name a file with
    the certificates of a private authority; on the own machine nothing is encrypted without it.

    One object of the class is made for each game. Ends the process with exit code 2 where the
    environment does not name an arena, and 1 where the referee refuses or is lost, or the bot
    raises: that is printed, beginning with the bot's own frames.
    """
    address, token = os.environ.get(ADDRESS_VARIABLE), os.environ.get(TOKEN_VARIABLE)
    if not address or not token:
        _exit(
            2,
            f"{bot_class.__name__} is a bot for an arena, which starts it with {ADDRESS_VARIABLE} "
            f"and {TOKEN_VARIABLE} set. Try: tablic-arena match {sys.argv[0]} OTHER_BOT",
        )
    try:
        if is_local(address):
            asyncio.run(serve(bot_class, address, token))
        else:
            asyncio.run(_stay(bot_class, Connection(address, token)))
    except BotError as error:
        _exit(1, f"{bot_class.__name__}: {error}")
    except DecisionError as error:
        _exit(1, str(error))
    except Exception as error:  # whatever an author's code raises
        traceback.print_exception(error.with_traceback(_from_the_bot_on(error.__traceback__)))
        sys.exit(1)


async def serve(bot_class: type[Bot], address: str, token: str) -> None:
    """Play a bot class until the farewell.

    Raises RefusedError with the referee's reason, or ConnectionLostError.
    """
    await serve_player(Player(bot_class), address, token)


async def serve_player(
    player: "Player", address: str, token: str, *, in_thread: bool = False
) -> None:
    """Carry what a player and the referee say to each other; raises as ``serve`` does.

    A player that waits for a person decides in a thread, so that the loop goes on meanwhile.
    """
    if not is_local(address):
        await Connection(address, token).play(player)
        return
    async with grpc.aio.insecure_channel(address) as channel:
        stream = RefereeServiceStub(channel).Play()  # type: ignore[no-untyped-call]  # generated
        try:
            await stream.write(player.hello(token))
            while not player.done:
                response = await stream.read()
                if response is grpc.aio.EOF:  # type: ignore[attr-defined]  # not in the stubs
                    raise ConnectionLostError(f"the referee at {address} left without a farewell")
                requests: Iterable[referee_pb2.PlayRequest] = player.answers(response)
                if in_thread:
                    requests = await asyncio.to_thread(list, requests)
                for request in requests:
                    await stream.write(request)
            await stream.done_writing()
            # Closing the channel at once could cancel the stream before the referee reads its end.
            await stream.code()
        except (grpc.aio.AioRpcError, asyncio.InvalidStateError) as error:
            reason = error.details() if isinstance(error, grpc.aio.AioRpcError) else error
            raise ConnectionLostError(f"the referee at {address} is lost: {reason}") from None


async def _stay(bot_class: type[Bot], connection: Connection) -> None:
    """Play one match after the other, until the connection is lost for good or refused."""
    while True:
        with suppress(SessionOverError):
            await connection.play(Player(bot_class))


class Player:
    """A bot class at any number of tables: responses in, requests out, no I/O."""

    def __init__(self, bot_class: type[Bot]) -> None:
        self.bot_class = bot_class
        self.bots: dict[int, Bot] = {}
        self.done = False
        self.session = ""
        """The session to go on with, once it was welcomed."""
        self.last_events: dict[int, int] = {}
        """For each table, the number of the last event that came."""
        self._given: dict[int, referee_pb2.Answer] = {}
        self._rules: Rules

    def hello(self, token: str) -> referee_pb2.PlayRequest:
        """The first request of the stream."""
        bot = self.bot_class
        return referee_pb2.PlayRequest(
            hello=referee_pb2.Hello(
                protocol_version=PROTOCOL_VERSION,
                sdk_name="tablic-bot for Python",
                sdk_version=metadata.version("tablic-bot"),
                token=token,
                bot_name=bot.name or bot.__name__,
                bot_version=bot.version,
                decision_kinds=[
                    events_pb2.DECISION_KIND_PLAY,
                    events_pb2.DECISION_KIND_PLAY_OR_CLAIM,
                    events_pb2.DECISION_KIND_KEEP_TALON,
                ],
                max_tables=bot.max_tables,
                omit_legal_plays=True,
                turns_only=not wants_events(bot),
                session=self.session,
                last_events=self.last_events,
            )
        )

    def note(self, response: referee_pb2.PlayResponse) -> None:
        """Note what came, so that the session can go on when the stream is lost."""
        if response.HasField("welcome"):
            self.session = response.welcome.session
        for event in response.events:
            self.last_events[event.table] = event.number

    def answers(self, response: referee_pb2.PlayResponse) -> Iterator[referee_pb2.PlayRequest]:
        """Take in a response; yields the requests to send, each to be sent before the next."""
        if response.HasField("refusal"):
            raise RefusedError(f"the referee refuses: {response.refusal.message}")
        if response.HasField("match_started"):
            self._rules = rules_of(response.match_started.rules)
        request = referee_pb2.PlayRequest()
        send_at = 0.0
        for event in response.events:
            if event.WhichOneof("kind") != "turn":
                self._tell(event)
                continue
            self._answer(event, request.answers.add())
            now = time.monotonic()
            if len(request.answers) == 1:
                send_at = now + HOLD_SECONDS
            elif now > send_at:
                yield request
                request = referee_pb2.PlayRequest()
        if request.answers:
            yield request
        if response.HasField("farewell"):
            # A fault of the stream is told in the farewell alone, one of a game in its own event.
            if response.farewell.reason == referee_pb2.FAREWELL_REASON_FAULT:
                print(response.farewell.message, file=sys.stderr)
            self.done = True

    def _answer(self, event: events_pb2.Event, answer: referee_pb2.Answer) -> None:
        turn = event.turn
        given = self._given.get(event.table)
        if given and given.turn == turn.turn:
            # The bot has decided, but its answer was lost with the stream.
            answer.CopyFrom(given)
            return
        self._given[event.table] = answer
        bot = self.bots[event.table]
        bot.time_left = turn.clock.cap_ms / 1000 if turn.HasField("clock") else None
        answer.table = event.table
        answer.turn = turn.turn
        view = view_of(turn, self._rules)
        if view.offered:
            answer.keep_talon = keeps_talon(bot, view)
            return
        decision = play_of(bot, view)
        if isinstance(decision, Claim):
            answer.claim.SetInParent()
        else:
            write_play(decision, answer.play)

    def _tell(self, event: events_pb2.Event) -> None:
        kind = event.WhichOneof("kind")
        if kind == "game_started":
            self._start(event.table, event.game_started)
            return
        if kind == "fault":
            if event.fault.message:
                print(event.fault.message, file=sys.stderr)
            return
        bot = self.bots[event.table]
        if kind == "hand_started":
            bot.hand_started(_start_of(event.hand_started))
        elif kind == "talon_decided":
            decided = event.talon_decided
            bot.talon_decided(decided.kept, cards_of(decided.table))
        elif kind == "claim_made":
            bot.claim_made(event.claim_made.seat, event.claim_made.right)
        elif kind == "cards_dealt":
            bot.cards_dealt(cards_of(event.cards_dealt.hand))
        elif kind == "play_made":
            bot.play_made(made_play_of(event.play_made))
        elif kind == "hand_finished":
            bot.hand_finished(_score_of(event.hand_finished))
        elif kind == "game_finished":
            end = event.game_finished
            bot.game_finished(GameResult(tuple(end.totals), tuple(end.places)))
            del self.bots[event.table]
            self._given.pop(event.table, None)

    def _start(self, table: int, start: events_pb2.GameStarted) -> None:
        bot = self.bots[table] = self.bot_class()
        bot.rules = self._rules
        bot.seat = start.seat
        bot.random = Random(start.seed)  # noqa: S311  # reproducible, not secret
        bot.game_started()


def _from_the_bot_on(trace: TracebackType | None) -> TracebackType | None:
    """A traceback without what called the bot; all of it where the bot has no part in it."""
    step = trace
    while step and _calls_bots(step.tb_frame.f_globals.get("__name__", "")):
        step = step.tb_next
    return step or trace


def _calls_bots(module: str) -> bool:
    package, _, name = module.partition(".")
    return package in ("asyncio", "tablic") and not name.startswith("examples.")


def _start_of(message: events_pb2.HandStarted) -> HandStart:
    return HandStart(
        message.hand_number,
        message.dealer,
        cards_of(message.table),
        tuple(message.totals),
        card_of(message.exposed),
        turned_jacks_of(message.turned_jacks),
    )


def _score_of(message: events_pb2.HandFinished) -> HandScore:
    columns = (message.cards, message.card_points, message.most_cards, message.tablas)
    parts = [tuple(column) for column in columns]
    total = tuple(map(sum, zip(*parts[1:], strict=True)))
    return HandScore(parts[0], parts[1], parts[2], parts[3], total)


def _exit(code: int, message: str) -> NoReturn:
    print(message, file=sys.stderr)
    sys.exit(code)
