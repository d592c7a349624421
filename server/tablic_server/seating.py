"""Which program plays in a seat, and where is the socket that it finds its referee at?"""

import hashlib
from pathlib import Path

from tablic_server.batch import Batch
from tablic_server.folders import MOST_PATH_BYTES
from tablic_server.launch import Program

__all__ = ["seated", "socket_path"]


def seated(batch: Batch, rotation: int) -> list[Program]:
    """The program of each seat in a rotation."""
    programs: list[Program] = []
    for seat in range(batch.rules.players):
        program = batch.bots[batch.bot_in(rotation, seat)]
        programs.append(_partner(program) if program in programs else program)
    return programs


def socket_path(folder: Path, seat: int, program: Program, taken: list[str]) -> str:
    """The socket of a seat; a program started by hand finds it in its own folder, if it fits."""
    own = f"{program.folder}/referee.sock"
    by_hand = not (program.command or program.elsewhere)
    if by_hand and own not in taken and len(own.encode()) <= MOST_PATH_BYTES:
        return own
    home = folder / str(seat)
    home.mkdir()
    return f"{home}/referee.sock"


def _partner(program: Program) -> Program:
    """The program of a side's second seat: a token opens one stream only."""
    if program.command:
        return program
    token = hashlib.sha256(program.token.encode()).hexdigest()[: len(program.token)]
    return program._replace(token=token)
