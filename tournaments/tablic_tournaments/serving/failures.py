"""Errors as gRPC statuses with a typed reason and a sentence, and back."""

from collections.abc import Mapping
from typing import Any, Final

import grpc
from tablic.errors import RulesError
from tablic.v1 import arena_pb2

from tablic_tournaments import errors

__all__ = ["TRAILER", "error_of", "status_of"]

TRAILER: Final = "tablic-error-bin"
# What fits into the trailing metadata of a call, whatever has to be escaped in it.
MOST_CHARACTERS: Final = 8_000

# A class stands before those above it.
_KNOWN: Final[Mapping[type[Exception], tuple[grpc.StatusCode, arena_pb2.ArenaErrorReason]]] = {
    errors.TokenError: (
        grpc.StatusCode.UNAUTHENTICATED,
        arena_pb2.ARENA_ERROR_REASON_TOKEN,
    ),
    errors.RoleError: (grpc.StatusCode.PERMISSION_DENIED, arena_pb2.ARENA_ERROR_REASON_ROLE),
    errors.LimitError: (grpc.StatusCode.RESOURCE_EXHAUSTED, arena_pb2.ARENA_ERROR_REASON_LIMIT),
    errors.RequestError: (grpc.StatusCode.INVALID_ARGUMENT, arena_pb2.ARENA_ERROR_REASON_REQUEST),
    errors.UnknownNameError: (
        grpc.StatusCode.NOT_FOUND,
        arena_pb2.ARENA_ERROR_REASON_UNKNOWN_NAME,
    ),
    errors.BotNameError: (grpc.StatusCode.INVALID_ARGUMENT, arena_pb2.ARENA_ERROR_REASON_BOT_NAME),
    errors.ContentError: (grpc.StatusCode.INVALID_ARGUMENT, arena_pb2.ARENA_ERROR_REASON_CONTENT),
    errors.SpecError: (grpc.StatusCode.INVALID_ARGUMENT, arena_pb2.ARENA_ERROR_REASON_SPEC),
    RulesError: (grpc.StatusCode.INVALID_ARGUMENT, arena_pb2.ARENA_ERROR_REASON_SPEC),
    errors.PlayError: (grpc.StatusCode.FAILED_PRECONDITION, arena_pb2.ARENA_ERROR_REASON_PLAY),
    errors.StoreError: (grpc.StatusCode.UNAVAILABLE, arena_pb2.ARENA_ERROR_REASON_STORE),
}


def status_of(error: Exception) -> tuple[grpc.StatusCode, str, arena_pb2.ArenaError] | None:
    """The status, the sentence and the reason; None for a defect of the arena."""
    for kind, (code, reason) in _KNOWN.items():
        if isinstance(error, kind):
            return code, _short(str(error)), arena_pb2.ArenaError(reason=reason)
    return None


def error_of(error: grpc.RpcError, address: str) -> Exception:
    """What a status says, as the error that a local arena would raise."""
    sentence = error.details() or ""
    trailers: dict[str, Any] = dict(error.trailing_metadata() or ())  # type: ignore[arg-type]
    if TRAILER not in trailers:
        return _without_reason(error.code(), sentence, address)
    reason = arena_pb2.ArenaError.FromString(trailers[TRAILER]).reason
    kinds = [kind for kind, (_, known) in _KNOWN.items() if known == reason]
    return (kinds[0] if kinds else errors.ServingError)(sentence)


def _without_reason(code: grpc.StatusCode, sentence: str, address: str) -> errors.ServingError:
    if code is grpc.StatusCode.UNAVAILABLE:
        return errors.ServingError(
            f"no arena answers at {address} ({sentence}); see whether it is served there, and "
            "whether it is so with TLS"
        )
    return errors.ServingError(f"the arena at {address} failed ({code.name}): {sentence}")


def _short(sentence: str) -> str:
    if len(sentence) <= MOST_CHARACTERS:
        return sentence
    half = MOST_CHARACTERS // 2
    return f"{sentence[:half]} ... {sentence[-half:]}"
