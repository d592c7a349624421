"""What holds for every call: who may, how often, what is noted, and how it fails."""

import functools
import time
import traceback
from collections.abc import Awaitable, Callable
from typing import Any, Final, NamedTuple

import grpc
from tablic.v1 import arena_pb2

from tablic_tournaments.errors import StoreError
from tablic_tournaments.serving.desk import Desk
from tablic_tournaments.serving.failures import TRAILER, status_of
from tablic_tournaments.serving.log import log
from tablic_tournaments.store.tokens import Role, Token

__all__ = ["Call", "Context", "door"]

MOST_NOTED: Final = 60
MOST_OUTCOME: Final = 300

Context = grpc.aio.ServicerContext[Any, Any]


class Call:
    """A call that was admitted: whose it is, and how to answer it."""

    def __init__(self, caller: Token, context: Context) -> None:
        self.caller = caller
        self.context = context
        self.about = ""

    def is_about(self, what: object) -> None:
        """Note the bot, tournament or token that it is about; whatever a name has is escaped."""
        self.about = repr(str(what)[:MOST_NOTED])[1:-1]

    @property
    def owner(self) -> str | None:
        """Whose bots the caller may manage: None for those of all."""
        return None if self.caller.role is Role.ORGANISER else self.caller.name


class _Refusal(NamedTuple):
    code: grpc.StatusCode
    sentence: str
    reason: arena_pb2.ArenaError


Method = Callable[[Any, Any, Call], Awaitable[Any]]
Handler = Callable[[Any, Any, Context], Awaitable[Any]]


def door(least: Role, *, noted: bool = False) -> Callable[[Method], Handler]:
    """Let those with a role call a method of a service, which has a ``gate`` and a ``desk``.

    Errors of the arena become statuses. With ``noted`` a call is a deed: who made it is stored.
    """

    def with_door(method: Method) -> Handler:
        @functools.wraps(method)
        async def handle(self: Any, request: Any, context: Context) -> Any:
            began = time.monotonic()
            answer = call = refusal = None
            outcome = "cancelled"
            try:
                call = Call(
                    await self.gate.admit_call(context.invocation_metadata(), least), context
                )
                with self.gate.passing(call.caller):
                    answer = await method(self, request, call)
                outcome = "done"
            except Exception as error:
                refusal = _refusal(error)
                outcome = refusal.code.name
            finally:
                _log(method.__name__, context, call, outcome, time.monotonic() - began)
                # Also of a call that was cancelled: what it began may come to its end.
                if noted and call:
                    told = (
                        refusal.sentence.partition("\n")[0][:MOST_OUTCOME] if refusal else outcome
                    )
                    await _note(self.desk, method.__name__, call, told)
            if refusal:
                reason = refusal.reason.SerializeToString()
                await context.abort(refusal.code, refusal.sentence, ((TRAILER, reason),))
            return answer

        return handle

    return with_door


def _refusal(error: Exception) -> _Refusal:
    """How a call ends that raised; what is no error of the arena's is a defect, and is logged."""
    if known := status_of(error):
        return _Refusal(*known)
    log("defect", traceback="".join(traceback.format_exception(error)))
    sentence = "the arena failed; its log says more"
    return _Refusal(grpc.StatusCode.INTERNAL, sentence, arena_pb2.ArenaError())


def _log(method: str, context: Context, call: Call | None, outcome: str, seconds: float) -> None:
    log(
        "call",
        method=method,
        peer=context.peer(),
        token=call and call.caller.id,
        name=call and call.caller.name,
        outcome=outcome,
        milliseconds=round(1000 * seconds, 1),
    )


async def _note(desk: Desk, method: str, call: Call, outcome: str) -> None:
    """Store a deed; where that fails the log has it, and the call is answered all the same."""
    who, about = call.caller, call.about
    try:
        await desk.ask(lambda arena: arena.deeds.note(who.name, who.role, method, about, outcome))
    except StoreError as error:
        log("deed not noted", name=who.name, what=method, about=about, problem=str(error))
