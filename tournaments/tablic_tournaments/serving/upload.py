"""Receiving the archive of a bot: no more of it than was announced, and nothing else."""

import asyncio
import hashlib
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Final, NamedTuple

from tablic.v1 import arena_pb2
from tablic_server.folders import run_folder

from tablic_tournaments.contents import check_name
from tablic_tournaments.errors import ContentError, LimitError, RequestError
from tablic_tournaments.serving.archive import MOST_BYTES, submitted_path, unpack

__all__ = ["Upload", "received"]

UPLOAD_SECONDS: Final = 300.0


class Upload(NamedTuple):
    """A bot that was received: what its header says, and how many files it has.

    ``path`` is what is submitted: the folder it was unpacked into, or the one file there.
    """

    header: arena_pb2.SubmitHeader
    folder: Path
    path: Path
    files: int


@asynccontextmanager
async def received(requests: AsyncIterator[arena_pb2.SubmitRequest]) -> AsyncIterator[Upload]:
    """The bot of a stream of requests, unpacked for as long as it is needed.

    Raises RequestError, ContentError, BotNameError and LimitError.
    """
    # One that a server which was killed has left is removed by the next.
    with run_folder() as folder:
        archive, content = folder / "archive.tar", folder / "content"
        content.mkdir()
        try:
            async with asyncio.timeout(UPLOAD_SECONDS):
                header = await _header(requests)
                await _receive(requests, header, archive)
        except TimeoutError:
            raise LimitError(
                f"the upload was not complete after {UPLOAD_SECONDS:g} seconds; send it again"
            ) from None
        files = await asyncio.to_thread(_unpacked, archive, content)
        yield Upload(header, content, submitted_path(content), files)


async def _header(requests: AsyncIterator[arena_pb2.SubmitRequest]) -> arena_pb2.SubmitHeader:
    first = await anext(aiter(requests), None)
    if first is None or first.WhichOneof("part") != "header":
        raise RequestError("the first message of an upload is its header")
    header = first.header
    if header.name:
        check_name(header.name)
    if not 0 < header.size <= MOST_BYTES:
        raise LimitError(
            f"an upload has 1 to {MOST_BYTES >> 20} MiB, and this one has {header.size:,} bytes"
        )
    if len(header.sha256) != hashlib.sha256().digest_size:
        raise RequestError(f"the SHA-256 of an upload has 32 bytes, not {len(header.sha256)}")
    return header


async def _receive(
    requests: AsyncIterator[arena_pb2.SubmitRequest],
    header: arena_pb2.SubmitHeader,
    archive: Path,
) -> None:
    digest = hashlib.sha256()
    size = 0
    with archive.open("wb") as file:
        async for request in requests:
            size += len(request.chunk)
            if size > header.size or not request.chunk:
                raise RequestError("the upload does not end after the bytes that its header says")
            digest.update(request.chunk)
            file.write(request.chunk)
    if size < header.size:
        raise ContentError(
            f"the upload ended after {size:,} of {header.size:,} bytes; send it again"
        )
    if digest.digest() != header.sha256:
        raise ContentError(
            f"what arrived has the SHA-256 {digest.hexdigest()}, and was to have "
            f"{header.sha256.hex()}; send it again"
        )


def _unpacked(archive: Path, content: Path) -> int:
    with archive.open("rb") as file:
        return unpack(file, content)
